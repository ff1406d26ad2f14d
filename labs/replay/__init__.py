"""The replay room: serve a workload under a policy and bounds, and read the run. Names load when first asked for.
It refuses to know pages, files and the command line."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from labs.replay.attainment import DENOMINATOR, Attainment, Limits, judge
    from labs.replay.bounds import Bounds, Ceiling, Fallback, TooLong, TooManyRows
    from labs.replay.cards import CARDS, card
    from labs.replay.cost import FixedCost, LinearCost
    from labs.replay.drafting import Draft
    from labs.replay.facts import run_facts
    from labs.replay.lanes import Lanes, slot_lanes
    from labs.replay.meter import Heed
    from labs.replay.metrics import (
        Summary,
        Times,
        gaps,
        jain,
        longest_wait,
        members,
        summarize,
        tenant_fairness,
        times,
        tokens_per_step,
    )
    from labs.replay.money import CHARGE, Bill, bill
    from labs.replay.outcomes import OUTCOMES
    from labs.replay.policies import POLICIES, find_policy
    from labs.replay.replaying import replay
    from labs.replay.run import Run
    from labs.replay.stalls import Stall, longest_stall
    from labs.replay.steps import Iteration, iterations, step_ends, token_times
    from labs.replay.tails import FEWEST_FOR_P99, largest_of, no_p99, rolling
    from labs.replay.timeline import (
        Peaks,
        Steady,
        Timeline,
        Utilization,
        blocks_moved,
        over_time,
        peaks,
        steady,
        utilization,
    )
    from labs.replay.truth import AGAINST_A_RUN, Truth, errors_against, measured_facts
    from labs.replay.workload import NEVER, Workload

WHERE = {
    "AGAINST_A_RUN": "truth",
    "DENOMINATOR": "attainment",
    "Attainment": "attainment",
    "Limits": "attainment",
    "judge": "attainment",
    "Bounds": "bounds",
    "Ceiling": "bounds",
    "Heed": "meter",
    "Fallback": "bounds",
    "TooLong": "bounds",
    "TooManyRows": "bounds",
    "CARDS": "cards",
    "card": "cards",
    "FixedCost": "cost",
    "LinearCost": "cost",
    "Draft": "drafting",
    "run_facts": "facts",
    "Lanes": "lanes",
    "slot_lanes": "lanes",
    "Summary": "metrics",
    "Times": "metrics",
    "gaps": "metrics",
    "jain": "metrics",
    "longest_wait": "metrics",
    "measured_facts": "truth",
    "members": "metrics",
    "summarize": "metrics",
    "tenant_fairness": "metrics",
    "times": "metrics",
    "tokens_per_step": "metrics",
    "CHARGE": "money",
    "Bill": "money",
    "bill": "money",
    "OUTCOMES": "outcomes",
    "POLICIES": "policies",
    "find_policy": "policies",
    "replay": "replaying",
    "Run": "run",
    "Stall": "stalls",
    "longest_stall": "stalls",
    "Iteration": "steps",
    "iterations": "steps",
    "step_ends": "steps",
    "token_times": "steps",
    "FEWEST_FOR_P99": "tails",
    "largest_of": "tails",
    "no_p99": "tails",
    "rolling": "tails",
    "Peaks": "timeline",
    "blocks_moved": "timeline",
    "Steady": "timeline",
    "Timeline": "timeline",
    "Utilization": "timeline",
    "over_time": "timeline",
    "peaks": "timeline",
    "steady": "timeline",
    "utilization": "timeline",
    "Truth": "truth",
    "errors_against": "truth",
    "NEVER": "workload",
    "Workload": "workload",
}

__all__ = [
    "AGAINST_A_RUN",
    "CARDS",
    "CHARGE",
    "DENOMINATOR",
    "FEWEST_FOR_P99",
    "NEVER",
    "OUTCOMES",
    "POLICIES",
    "Attainment",
    "Bill",
    "Bounds",
    "Ceiling",
    "Draft",
    "Fallback",
    "FixedCost",
    "Heed",
    "Iteration",
    "Lanes",
    "Limits",
    "LinearCost",
    "Peaks",
    "Run",
    "Stall",
    "Steady",
    "Summary",
    "Timeline",
    "Times",
    "TooLong",
    "TooManyRows",
    "Truth",
    "Utilization",
    "Workload",
    "bill",
    "blocks_moved",
    "card",
    "errors_against",
    "find_policy",
    "gaps",
    "iterations",
    "jain",
    "judge",
    "largest_of",
    "longest_stall",
    "longest_wait",
    "measured_facts",
    "members",
    "no_p99",
    "over_time",
    "peaks",
    "replay",
    "rolling",
    "run_facts",
    "slot_lanes",
    "steady",
    "step_ends",
    "summarize",
    "tenant_fairness",
    "times",
    "token_times",
    "tokens_per_step",
    "utilization",
]


def __getattr__(name: str) -> Any:
    if name not in WHERE:
        raise AttributeError(f"labs.replay has no {name}")
    return getattr(import_module(f"labs.replay.{WHERE[name]}"), name)
