"""The named facts of one run, in seconds and counts, ready to be told.
It refuses to know the policy's name and how facts are shown."""

from labs.replay.attainment import Limits, judge
from labs.replay.metrics import TICKS_A_SECOND, Summary, summarize, times
from labs.replay.run import Run

Value = int | float | None


def run_facts(run: Run, limits: Limits | None = None) -> dict[str, Value]:
    """Facts by name; None where a fact has no value, such as a mean over nobody or a p99 of fewer than 100.

    `goodput` is the share of all requests offered that met the limits, callers who hung up after their first token
    left out; without limits it is the share completed.
    """
    each = times(run)
    ttft, tpot = summarize(each.ttft), summarize(each.tpot)
    return {
        "tokens_computed": run.tokens_computed,
        "tokens_recomputed": run.tokens_recomputed,
        "tokens_rejected": run.tokens_rejected,
        "offered": run.offered,
        **run.outcomes,
        "goodput": judge(run, limits or Limits()).goodput,
        **_seconds("ttft", ttft),
        "tpot_mean_s": _in_seconds(tpot.mean),
        "preemptions": run.preemptions,
        "end_s": run.end / TICKS_A_SECOND,
        "switched_s": _in_seconds(run.switched),
    }


def _seconds(name: str, values: Summary) -> dict[str, Value]:
    return {
        f"{name}_n": values.count,
        f"{name}_mean_s": _in_seconds(values.mean),
        f"{name}_p50_s": _in_seconds(values.p50),
        f"{name}_p99_s": _in_seconds(values.p99),
        f"{name}_max_s": _in_seconds(values.maximum),
    }


def _in_seconds(ticks: float | None) -> float | None:
    return None if ticks is None else ticks / TICKS_A_SECOND
