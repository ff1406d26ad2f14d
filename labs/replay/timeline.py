"""Queue, active set and cache over the time of a run, binned for a figure; how busy the replica was.
It refuses to draw."""

from dataclasses import dataclass

import numpy as np

from labs.replay.checking import plain
from labs.replay.columns import TAPE_COLUMNS
from labs.replay.drafting import worst_cases
from labs.replay.metrics import TICKS_A_SECOND, Reals, column, outcomes
from labs.replay.outcomes import COMPLETED
from labs.replay.run import Run
from labs.replay.steps import Ticks

MOST_BINS = 800


@dataclass(frozen=True)
class Timeline:
    """Means over each bin: requests waiting, requests holding a slot, tokens and blocks reserved.
    `edges` are the bin limits in ticks, one more than there are bins."""

    edges: Reals
    waiting: Reals
    active: Reals
    tokens: Reals
    blocks: Reals


@dataclass(frozen=True)
class Peaks:
    """The most at any one moment: requests waiting, requests holding a slot, blocks and tokens reserved."""

    waiting: int
    active: int
    blocks: int
    tokens: int


@dataclass(frozen=True)
class _Levels:
    """Intervals in ticks: every request in the queue, and those admitted in their slot with what they reserve."""

    arrival: Ticks
    left_queue: Ticks
    admitted: Ticks
    freed: Ticks
    tokens: Ticks
    blocks: Ticks


def peaks(run: Run) -> Peaks:
    """The highest levels of the run; of all that happens at one tick only the outcome counts."""
    each = _levels(run)
    ones = np.ones(len(each.arrival), dtype=np.int64)
    return Peaks(
        _highest(each.arrival, each.left_queue, ones),
        _highest(each.admitted, each.freed, ones[: len(each.admitted)]),
        _highest(each.admitted, each.freed, each.blocks),
        _highest(each.admitted, each.freed, each.tokens),
    )


def blocks_moved(run: Run) -> tuple[int, int]:
    """Blocks reserved at admissions, and blocks given back at releases; equal where nobody is in service at the end."""
    load = run.workload
    need = column(worst_cases(load.prompt, load.output, plain(load.group) or [0] * len(load), run.rates))
    blocks = -(-need // run.bounds.block_size)
    admitted, released = column(run.columns.admitted) >= 0, column(run.columns.released) >= 0
    return int(blocks[admitted].sum()), int(blocks[released].sum())


def _highest(start: Ticks, end: Ticks, weight: Ticks) -> int:
    moments, place = np.unique(np.concatenate([start, end]), return_inverse=True)
    change = np.zeros(len(moments), dtype=np.int64)
    np.add.at(change, place, np.concatenate([weight, -weight]))
    return int(np.cumsum(change).max(initial=0))


def over_time(run: Run, bins: int = MOST_BINS, end: int | None = None) -> Timeline:
    """The run in equal bins from tick 0 to its end, or to another tick, so that runs can share their bins."""
    if not 1 <= bins <= MOST_BINS:
        raise ValueError(f"bins is {bins}. Give 1 to {MOST_BINS}.")
    edges = np.linspace(0, max(run.end if end is None else end, 1), bins + 1)
    each = _levels(run)
    ones = np.ones(len(each.arrival))
    inside = ones[: len(each.admitted)]
    return Timeline(
        edges,
        mean_level(edges, each.arrival, each.left_queue, ones),
        mean_level(edges, each.admitted, each.freed, inside),
        mean_level(edges, each.admitted, each.freed, each.tokens),
        mean_level(edges, each.admitted, each.freed, each.blocks),
    )


def _levels(run: Run) -> _Levels:
    arrival, admitted = column(run.workload.arrival), column(run.columns.admitted)
    ended, released = column(run.columns.ended), column(run.columns.released)
    entered = admitted >= 0
    left_queue = np.where(entered, admitted, np.where(ended >= 0, ended, run.end))
    freed = np.where(released >= 0, released, run.end)[entered]
    load = run.workload
    need = column(worst_cases(load.prompt, load.output, plain(load.group) or [0] * len(load), run.rates))[entered]
    blocks = -(-need // run.bounds.block_size)
    return _Levels(arrival, left_queue, admitted[entered], freed, need, blocks)


def mean_level(edges: Reals, start: Ticks, end: Ticks, weight: Ticks | Reals) -> Reals:
    """Mean over each bin of the sum of the weights whose interval covers the moment."""
    area = _area(edges, start, weight) - _area(edges, end, weight)
    level: Reals = np.diff(area) / np.diff(edges)
    return level


def _area(edges: Reals, moments: Ticks, weight: Ticks | Reals) -> Reals:
    """Integral up to each edge of the level that rises by its weight at each moment."""
    order = np.argsort(moments, kind="stable")
    at, rise = moments[order].astype(np.float64), np.asarray(weight, dtype=np.float64)[order]
    level = np.concatenate([[0.0], np.cumsum(rise)])
    moment = np.concatenate([[0.0], np.cumsum(rise * at)])
    place = np.searchsorted(at, edges, side="right")
    area: Reals = level[place] * edges - moment[place]
    return area


@dataclass(frozen=True)
class Utilization:
    """Share of the run spent in iterations; mean sequences a decode step; tokens computed a second of the run."""

    busy: float | None
    mean_sequences: float | None
    tokens_per_s: float | None


def utilization(run: Run) -> Utilization:
    """How busy the replica was from the first arrival to the end of the run."""
    table = np.array(run.tape.rows, dtype=np.int64).reshape(-1, len(TAPE_COLUMNS))
    steps, sequences = (table[:, TAPE_COLUMNS.index(name)] for name in ("steps", "sequences"))
    num_steps = int(steps.sum())
    return Utilization(
        busy=run.busy // run.tape.subticks / run.duration if run.duration else None,
        mean_sequences=float((steps * sequences).sum() / num_steps) if num_steps else None,
        tokens_per_s=run.tokens_computed * TICKS_A_SECOND / run.duration if run.duration else None,
    )


@dataclass(frozen=True)
class Steady:
    """Rates between two moments of the arrivals, so that neither a quiet head nor a drained tail counts."""

    start: int
    end: int
    completed_per_s: float | None
    output_tokens_per_s: float | None


def steady(run: Run, low: float = 0.1, high: float = 0.9) -> Steady:
    """Requests completed from the `low` to the `high` share of the arrivals, and their output tokens, a second."""
    if not 0 <= low < high <= 1:
        raise ValueError(f"the window is {low} to {high}. Give shares from 0 to 1, the first below the second.")
    arrival = column(run.workload.arrival)
    if not len(arrival):
        return Steady(0, 0, None, None)
    start, end = (int(arrival[round(share * (len(arrival) - 1))]) for share in (low, high))
    ended = column(run.columns.ended)
    inside = (outcomes(run) == COMPLETED) & (ended > start) & (ended <= end)
    seconds = (end - start) / TICKS_A_SECOND
    if seconds == 0:
        return Steady(start, end, None, None)
    tokens = column(run.columns.produced)[inside].sum()
    return Steady(start, end, float(inside.sum() / seconds), float(tokens / seconds))
