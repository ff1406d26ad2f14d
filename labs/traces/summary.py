"""A workload in figures: quantiles of tokens and gaps, rate, burstiness, the busiest minute.
It refuses to know how it will be scheduled."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labs.replay.workload import Workload
from labs.traces.limits import BadTrace

TICKS = 1_000_000
MINUTE = 60 * TICKS
QUANTILES = (10, 25, 50, 75, 90, 95, 99, 99.9)


@dataclass(frozen=True)
class Spread:
    """Quantiles at QUANTILES percent (linear at rank p(N-1)), mean and ends; tokens, or seconds for gaps."""

    quantiles: tuple[float, ...]
    mean: float
    least: float
    most: float


@dataclass(frozen=True)
class Description:
    """`gap` is None for one request. `rate` in requests/s over the span; `cv` of the gaps (1 in a Poisson stream).

    `burstiness` is the variance of the requests in whole minutes over their mean (1 in a Poisson stream), None under
    ten whole minutes; `peak_minute` the start in minutes and the requests of the busiest minute; `groups` are counts.
    """

    requests: int
    prompt_tokens: int
    output_tokens: int
    last_arrival_s: float
    prompt: Spread
    output: Spread
    gap: Spread | None
    rate: float | None
    cv: float | None
    burstiness: float | None
    peak_minute: tuple[int, int]
    groups: tuple[tuple[str, int], ...]


def describe(workload: Workload) -> Description:
    """The figures of a workload of one request or more."""
    if not len(workload):
        raise BadTrace("The workload is empty; one request or more is needed to describe it.")
    arrival, prompt, output = (_whole(each) for each in (workload.arrival, workload.prompt, workload.output))
    gaps = np.diff(arrival) / TICKS
    span = (int(arrival[-1]) - int(arrival[0])) / TICKS
    burstiness, peak_minute = _minutes(arrival)
    return Description(
        len(workload),
        int(prompt.sum()),
        int(output.sum()),
        int(arrival[-1]) / TICKS,
        _spread(prompt),
        _spread(output),
        _spread(gaps) if len(gaps) else None,
        len(gaps) / span if span else None,
        float(gaps.std() / gaps.mean()) if span else None,
        burstiness,
        peak_minute,
        _groups(workload),
    )


def _whole(column: Sequence[int]) -> NDArray[np.int64]:
    return np.array(column, dtype=np.int64)


def _spread(values: NDArray[np.int64] | NDArray[np.float64]) -> Spread:
    quantiles = tuple(float(each) for each in np.percentile(values, QUANTILES))
    return Spread(quantiles, float(values.mean()), float(values.min()), float(values.max()))


def _minutes(arrival: NDArray[np.int64]) -> tuple[float | None, tuple[int, int]]:
    """Variance over mean of the requests in whole minutes, and (start, requests) of the busiest minute.

    Minutes without a request are counted but never stored, so a gap of years costs nothing.
    """
    minutes, counts = np.unique((arrival - arrival[0]) // MINUTE, return_counts=True)
    peak = int(counts.argmax())
    whole = int(minutes[-1])
    inside = counts[:-1].astype(np.float64)
    if whole < 10:
        return None, (int(minutes[peak]), int(counts[peak]))
    mean = float(inside.sum()) / whole
    variance = float((inside**2).sum()) / whole - mean**2
    return variance / mean, (int(minutes[peak]), int(counts[peak]))


def _groups(workload: Workload) -> tuple[tuple[str, int], ...]:
    if not workload.group:
        return ((workload.groups[0], len(workload)),)
    counts = np.bincount(_whole(workload.group), minlength=len(workload.groups))
    return tuple((name, int(count)) for name, count in zip(workload.groups, counts, strict=True))
