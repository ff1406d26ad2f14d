"""Does a real draft pay, and for whom? A run to watch, a comparison, recorded runs, and what leniency does to quality.
It leaves out batches and all machines but the recorded one and this one."""

from collections.abc import Generator
from typing import Final

from labs.decoding import recorded
from labs.lab import Files, Lab, Result
from labs.speculative_decoding import compare_report, quality_report, run_report, speed_report
from labs.speculative_decoding.asked import left_apart, recorded_rows, recorded_run
from labs.speculative_decoding.compare_run import comparison
from labs.speculative_decoding.live_run import so_far, watched
from labs.speculative_decoding.own_pairs import offered, refuse
from labs.speculative_decoding.settings import COMPARE, LIVE, NUMPY, SPEED, PairParams
from labs.telling import Event

LEAVES_OUT: Final = (
    "It leaves out batches, and recorded times are of one processor core. The pair is far smaller "
    "than what is served, so its acceptance is its own; the way that groups differ is what to look at."
)


def run(params: PairParams) -> Result:
    """The result of the chosen view. TooMuchAtOnce where a model has to run for it."""
    much = left_apart(params)
    if much is not None:
        raise much
    if params.view == LIVE:
        return run_report.report(params, recorded_run(params) or {}, is_recorded=True)
    if params.view == COMPARE:
        return compare_report.report(params, recorded_rows(params) or {}, recorded()["made"], is_recorded=True)
    return speed_report.report(params) if params.view == SPEED else quality_report.report(params)


def live(params: PairParams, files: Files | None = None) -> Generator[Event | Result, None, None]:
    """The run of this machine, told as it goes on. BadParams where it cannot be."""
    return comparison(params) if params.view == COMPARE else watched(params, files)


LAB: Final = Lab(
    slug="speculative-decoding",
    title="A real draft at work",
    question="Does a real draft pay, and for whom?",
    params=PairParams,
    run=run,
    version=5,
    controls=("setting", "watched", "verify", "lenience", "draft", "gamma", "length"),
    lead="answer",
    presets={
        "Distilled draft, drawn by chance": {},
        "Eight drafts a round": {"setting": "distilled-t1-g8", "watched": "rare"},
        "A table as draft": {"setting": "trigram-t1-g4"},
        "Lenience 0.2": {"view": "quality", "lenience": "0.2", "watched": "rare"},
        "Watch it write a rare language": {"view": "live", "watched": "rare"},
        "Watch it greedily": {"view": "live", "watched": "rare", "temperature": "0"},
        "All groups, the best draft length for each": {"view": "compare"},
    },
    shows="How fast a real draft was for each group of text, and how far a lenient rule moves what is written.",
    leaves_out=LEAVES_OUT,
    links={"Compare many prompts": "/labs/speculative-decoding?view=compare"},
    live=live,
    left_apart=left_apart,
    so_far=so_far,
    live_with={"device": NUMPY},
    again="take",
    offers={"pair": offered},
    refuses=refuse,
)
