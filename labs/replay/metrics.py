"""Times and rates of a run by fixed definitions: each with its population N, each share with its denominator.
It refuses to merge tokens scheduled, requests completed inside limits, and the tail into one number.

a arrival, f first token, e last token, n output tokens produced. TTFT = f - a (end of the prompt where no output is
wanted), over every request that got it. TPOT = (e - f) / (n - 1), one value a completed request with n >= 2.
E2E = e - a and normalized latency = E2E / n (n >= 1), over completed requests. ITL: the gaps between deliveries,
pooled over requests; with drafting a step delivers several tokens at once and counts as one gap.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from labs.replay.outcomes import COMPLETED, NOT_OFFERED
from labs.replay.run import Run
from labs.replay.steps import Ticks, step_ends
from labs.replay.tails import has_p99

Reals = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
TICKS_A_SECOND = 10**6
RANKS = (0.50, 0.90, 0.95, 0.99)


@dataclass(frozen=True)
class Summary:
    """`count` values, their mean and percentiles in the unit of the values; None where there are none, and no `p99` of
    too few (labs/replay/tails.py)."""

    count: int
    mean: float | None
    p50: float | None
    p90: float | None
    p95: float | None
    p99: float | None
    maximum: float | None

    @property
    def tail(self) -> float | None:
        """From where on the slowest are: the p99, or the largest where there is none."""
        return self.maximum if self.p99 is None else self.p99


@dataclass(frozen=True)
class Times:
    """Per-request values in ticks as float arrays with nan where a request has none; all in workload order."""

    ttft: Reals
    tpot: Reals
    e2e: Reals
    normalized: Reals
    queued: Reals


def column(values: Sequence[int]) -> Ticks:
    """A column as an array of whole numbers."""
    return np.array(values, dtype=np.int64)


def times(run: Run) -> Times:
    """TTFT, TPOT, E2E, normalized latency and time in the queue of every request, in ticks."""
    columns, arrival = run.columns, column(run.workload.arrival)
    first, ended = column(columns.first), column(columns.ended)
    produced, admitted = column(columns.produced), column(columns.admitted)
    completed = outcomes(run) == COMPLETED
    e2e = _where(completed, ended - arrival)
    tpot = np.full(len(arrival), np.nan)
    several = completed & (produced >= 2)
    tpot[several] = (ended - first)[several] / (produced - 1)[several]
    normalized = np.full(len(arrival), np.nan)
    some = completed & (produced >= 1)
    normalized[some] = (ended - arrival)[some] / produced[some]
    return Times(
        ttft=_where(first >= 0, first - arrival),
        tpot=tpot,
        e2e=e2e,
        normalized=normalized,
        queued=_where(admitted >= 0, admitted - arrival),
    )


def outcomes(run: Run) -> npt.NDArray[np.uint8]:
    """The outcome code of every request."""
    return np.frombuffer(run.columns.outcome, dtype=np.uint8)


def _where(mask: Mask, values: Ticks) -> Reals:
    return np.where(mask, values.astype(np.float64), np.nan)


def percentiles(values: Reals, ranks: Sequence[float], weights: Ticks | None = None) -> tuple[float, ...]:
    """Linear interpolation at position rank (N - 1) of the N sorted values, for each rank; each value counts
    `weights` times. One sort serves all ranks, since a run has millions of gaps."""
    if weights is None:
        return tuple(float(each) for each in np.percentile(values, [rank * 100 for rank in ranks], method="linear"))
    order = np.argsort(values, kind="stable")
    upto = np.cumsum(weights[order])

    def at(rank: float) -> float:
        position = rank * float(upto[-1] - 1)
        low = int(position)
        below, above = (
            float(values[order[np.searchsorted(upto, place, side="right")]]) for place in (low, np.ceil(position))
        )
        return below + (above - below) * (position - low)

    return tuple(at(rank) for rank in ranks)


def summarize(values: Reals, weights: Ticks | None = None) -> Summary:
    """Count, mean and percentiles, nan left out. The only place that decides whether a p99 may be told."""
    kept = ~np.isnan(values)
    values = values[kept]
    if weights is not None:
        weights = weights[kept]
        values, weights = values[weights > 0], weights[weights > 0]
    count = int(weights.sum()) if weights is not None else len(values)
    if count == 0:
        return Summary(0, None, None, None, None, None, None)
    mean = float(np.average(values, weights=weights))
    p50, p90, p95, p99 = percentiles(values, RANKS, weights)
    return Summary(count, mean, p50, p90, p95, p99 if has_p99(count) else None, float(values.max()))


def gaps(run: Run, mask: Mask | None = None) -> tuple[Reals, Ticks]:
    """All gaps between deliveries in ticks, and how often each came; for the masked requests, or for all.

    A request that joined after step s and was delivered m steps has the gap from its first token to the end of step
    s + 1, and the steps s + 2 to s + m whole.
    """
    ends = step_ends(run)
    joined, steps, first = (column(each) for each in (run.columns.joined, run.columns.steps, run.columns.first))
    taking = (steps > 0) if mask is None else (steps > 0) & mask
    joined, steps, first = joined[taking], steps[taking], first[taking]
    opening = ends[joined] - first
    change = np.zeros(len(ends) + 1, dtype=np.int64)
    np.add.at(change, joined + 1, 1)
    np.add.at(change, joined + steps, -1)
    weights = np.cumsum(change)[1 : len(ends)]
    values = np.concatenate([opening, np.diff(ends)]).astype(np.float64)
    return values, np.concatenate([np.ones(len(opening), dtype=np.int64), weights])


def jain(served: Sequence[float], weights: Sequence[float] | None = None) -> float | None:
    """Jain index (sum x)^2 / (n sum x^2) of served over weight; None when nothing was served. 1 is even, 1/n is one."""
    shares = [each / weight for each, weight in zip(served, weights or [1.0] * len(served), strict=True)]
    squares = sum(share * share for share in shares)
    return None if squares == 0 else sum(shares) ** 2 / (len(shares) * squares)


def members(run: Run, kind: Literal["tenant", "group"], name: str) -> Mask:
    """Which requests are of the named tenant or group; ValueError that names all of them."""
    names = run.workload.tenants if kind == "tenant" else run.workload.groups
    if name not in names:
        raise ValueError(f"no {kind} {name!r}; there are {', '.join(names)}")
    mask: Mask = _belongs(run, kind) == names.index(name)
    return mask


def _belongs(run: Run, kind: Literal["tenant", "group"]) -> Ticks:
    given = run.workload.tenant if kind == "tenant" else run.workload.group
    return column(given) if len(given) else np.zeros(len(run.workload), dtype=np.int64)


def tenant_fairness(run: Run) -> float | None:
    """Jain index over the tenants that asked for anything: tokens served (prompt + output) a tenant."""
    tenant = _belongs(run, "tenant")
    served = column(run.columns.prefilled) + column(run.columns.produced)
    return jain([float(served[tenant == each].sum()) for each in np.unique(tenant)])


def longest_wait(run: Run) -> int | None:
    """Ticks in the queue of the request that waited longest, admitted or not; None when nobody came."""
    arrival, admitted, ended = (
        column(each) for each in (run.workload.arrival, run.columns.admitted, run.columns.ended)
    )
    left = np.where(admitted >= 0, admitted, np.where(ended >= 0, ended, run.end))
    waits = (left - arrival)[outcomes(run) != NOT_OFFERED]
    return int(waits.max()) if len(waits) else None


def tokens_per_step(run: Run, mask: Mask | None = None) -> float | None:
    """Output tokens a decode step gave a request, over all steps of the masked requests or of all; None without any.
    1 without drafting; the last round of a request may give less than its expected value."""
    steps, produced = column(run.columns.steps), column(run.columns.produced)
    taking = (steps > 0) if mask is None else (steps > 0) & mask
    num_steps = int(steps[taking].sum())
    return float((produced[taking] - 1).sum() / num_steps) if num_steps else None
