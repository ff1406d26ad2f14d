"""Measured times of a real run, and how far a replay of the same requests is from them.
It refuses to know files."""

from dataclasses import dataclass

import numpy as np

from labs.replay.metrics import TICKS_A_SECOND, summarize, times
from labs.replay.run import Run


@dataclass(frozen=True)
class Truth:
    """Measured times in ticks: first token from arrival, and time per output token of requests with 2 or more."""

    ttft: tuple[float, ...]
    tpot: tuple[float, ...]


# What a closed form and reservation get wrong on a real run under overload, worked out again by the tests.
AGAINST_A_RUN = (
    "Against a recorded vLLM 0.19 run on an RTX 4090 (300 requests, overload) a replay is 13 % too slow to the first "
    "token and 23 % too fast after it, because it reserves the worst case at admission where that engine preempts: "
    "fewer requests run at once, so they wait longer and then decode faster."
)


def measured_facts(truth: Truth) -> dict[str, float | None]:
    """What was measured, in seconds, by the names of the modelled facts with `measured` in them; no p99 of fewer than
    100 values, as in the modelled ones."""
    ttft, tpot = (summarize(np.array(values, dtype=np.float64)) for values in (truth.ttft, truth.tpot))
    pairs = {
        "ttft_mean_measured_s": ttft.mean,
        "ttft_p99_measured_s": ttft.p99,
        "tpot_mean_measured_s": tpot.mean,
    }
    return {name: None if value is None else value / TICKS_A_SECOND for name, value in pairs.items()}


def errors_against(truth: Truth, run: Run) -> dict[str, float | None]:
    """Replayed over measured, less 1: `ttft_mean_error`, `ttft_p99_error`, `tpot_mean_error`; None without values."""
    each = times(run)
    ttft, tpot = (summarize(np.array(values, dtype=np.float64)) for values in (truth.ttft, truth.tpot))
    modelled, paced = summarize(each.ttft), summarize(each.tpot)
    pairs = {
        "ttft_mean_error": (modelled.mean, ttft.mean),
        "ttft_p99_error": (modelled.p99, ttft.p99),
        "tpot_mean_error": (paced.mean, tpot.mean),
    }
    return {name: _off(found, real) for name, (found, real) in pairs.items()}


def _off(found: float | None, real: float | None) -> float | None:
    return None if found is None or not real else found / real - 1
