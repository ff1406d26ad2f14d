"""Decoding with and without drafts, on real small models: exact acceptance, its account, and what leniency costs.
The door of the room: opening it loads no torch."""

from __future__ import annotations

from labs.decoding.account import Account, Tally, figures
from labs.decoding.bench import Plan as BenchPlan
from labs.decoding.bench import benchmark
from labs.decoding.cannot_run import CannotRun
from labs.decoding.chi_square import Fit, fit
from labs.decoding.compare import TUNED, Comparer, Comparison, compare, fastest, tuning
from labs.decoding.decoder import Judged, Plain, Round, Turn, plainly, speculate
from labs.decoding.drafters import Drafter, Drafting, LookupDrafter, NetDrafter, Proposal, TableDrafter
from labs.decoding.family import DRAFTS, GROUPS, INSTALL, Engine, drafter_on, target_on
from labs.decoding.gamma import AdaptiveGamma, FixedGamma, Gamma
from labs.decoding.live import live
from labs.decoding.losslessness import FAULTS, Fault, Trial, try_rule
from labs.decoding.machine import machine
from labs.decoding.models import Model, Session, check_pair
from labs.decoding.pair import Pair, ShippedPair, Words
from labs.decoding.recorded import recorded
from labs.decoding.recording import record_runs
from labs.decoding.requests import Request
from labs.decoding.sampling import HOTTEST, Sampling, distribution
from labs.decoding.settings import ADAPTIVE, RunSettings
from labs.decoding.shares import Share, shares, wilson
from labs.decoding.text import TextStream

__all__ = [
    "ADAPTIVE",
    "DRAFTS",
    "FAULTS",
    "GROUPS",
    "HOTTEST",
    "INSTALL",
    "TUNED",
    "Account",
    "AdaptiveGamma",
    "BenchPlan",
    "CannotRun",
    "Comparer",
    "Comparison",
    "Drafter",
    "Drafting",
    "Engine",
    "Fault",
    "Fit",
    "FixedGamma",
    "Gamma",
    "Judged",
    "LookupDrafter",
    "Model",
    "NetDrafter",
    "Pair",
    "Plain",
    "Proposal",
    "Request",
    "Round",
    "RunSettings",
    "Sampling",
    "Session",
    "Share",
    "ShippedPair",
    "TableDrafter",
    "Tally",
    "TextStream",
    "Trial",
    "Turn",
    "Words",
    "benchmark",
    "check_pair",
    "compare",
    "distribution",
    "drafter_on",
    "fastest",
    "figures",
    "fit",
    "live",
    "machine",
    "plainly",
    "record_runs",
    "recorded",
    "shares",
    "speculate",
    "target_on",
    "try_rule",
    "tuning",
    "wilson",
]
