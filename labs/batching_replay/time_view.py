"""Queue, active set and cache over the time of both runs, in equal bins.
It refuses to show single moments: a bin is the mean over its time."""

import numpy as np

from labs.batching_replay.facts import pair_facts
from labs.batching_replay.measures_table import measures_table
from labs.batching_replay.notes import notes_of
from labs.batching_replay.pair import Pair, pair_of, reason
from labs.batching_replay.settings import ReplayParams
from labs.batching_replay.sides import TICKS, served
from labs.lab import Column, Fact, Figure, Files, Result, Table
from labs.replay import Timeline, over_time
from labs.units import number

BINS = 30
LEVELS = ("waiting", "active", "blocks")
LABELS = {"waiting": "Waiting", "active": "Active", "blocks": "Blocks reserved"}


def report(params: ReplayParams, files: Files | None) -> Result:
    """Both runs over time."""
    pair = pair_of(params, files)
    first, second = (over_time(served(side), BINS) for side in pair.sides)
    says, because = _sentence(pair, first, second)
    table = _table(pair, first, second)
    facts = pair_facts(pair) | _peaks(first, second)
    figures = (
        _figure("waiting", "Each peak is a burst of arrivals", "the queue holds what comes faster than it is served"),
        _figure("active", "The active set stops growing where memory is full", "each request reserves its worst case"),
    )
    return Result(says, because, facts, (measures_table(pair), table), figures, notes_of(pair))


def _sentence(pair: Pair, first: Timeline, second: Timeline) -> tuple[str, str]:
    most = [number(float(line.waiting.max()), 1) for line in (first, second)]
    held = [number(float(line.active.max()), 1) for line in (first, second)]
    return (
        f"The queue of A peaks at {most[0]} requests and that of B at {most[1]}, with at most {held[0]} and {held[1]} "
        "active",
        reason(pair),
    )


def _peaks(first: Timeline, second: Timeline) -> dict[str, Fact]:
    return {
        f"{letter}_peak_{name}": Fact(
            float(getattr(line, name).max()), "", f"Highest mean of a bin, {LABELS[name].lower()}, {letter.upper()}",
            places=1, source=f"{BINS} bins of one replay",
        )
        for letter, line in (("a", first), ("b", second))
        for name in LEVELS
    }  # fmt: skip


def _table(pair: Pair, first: Timeline, second: Timeline) -> Table:
    """Bins of the longer run. The shorter one, whose bins are a little shorter, is read between their middles, and is
    0 once it has ended."""
    longest = max(first, second, key=lambda line: float(line.edges[-1]))
    middles = (longest.edges[:-1] + longest.edges[1:]) / 2
    columns = [Column("time_s", "Time", "s", places=1)]
    cells = [[float(each) / TICKS for each in middles]]
    for name in LEVELS:
        for letter, label, line in zip("ab", pair.names, (first, second), strict=True):
            columns.append(Column(f"{letter}_{name}", f"{LABELS[name]}, {label}", places=1))
            values = np.interp(middles, (line.edges[:-1] + line.edges[1:]) / 2, getattr(line, name), right=0.0)
            cells.append([float(each) for each in values])
    rows = tuple(zip(*cells, strict=True))
    return Table("over_time", "Queue, active requests and reserved blocks over time", tuple(columns), rows)


def _figure(level: str, says: str, because: str) -> Figure:
    return Figure(
        name=level,
        kind="line",
        table="over_time",
        x="time_s",
        y=(f"a_{level}", f"b_{level}"),
        summary=f"{says}, because {because}.",
        x_title="Time since the first arrival, s",
        y_title=f"{LABELS[level]}, requests",
    )
