"""What must hold on every run, each with its two sides as numbers: tokens, blocks, requests, Little's law.
It refuses to hide a difference by rounding: tokens, blocks and requests are compared exactly."""

from dataclasses import dataclass

import numpy as np

from labs.batching_replay.pair import LETTERS, Pair
from labs.batching_replay.release import TICKS, Side
from labs.batching_replay.sides import Measured, served, waited
from labs.lab import Column, Scalar, Table
from labs.replay import Run, blocks_moved, over_time
from labs.units import number

CLOSE = 1e-6
COLUMNS = (
    Column("invariant", "What must hold", type="text"),
    Column("left", "One side"),
    Column("right", "Other side"),
    Column("unit", "Unit", type="text"),
    Column("holds", "Holds", type="yesno"),
    Column("interpretation", "In words", type="text"),
)


@dataclass(frozen=True)
class _Law:
    """A name, its two sides, and what each of them is."""

    name: str
    left: float
    right: float
    unit: str
    holds: bool
    words: str

    def row(self, letter: str) -> tuple[Scalar, ...]:
        verdict = "Holds" if self.holds else "BROKEN"
        return (f"{self.name}, {letter}", self.left, self.right, self.unit, self.holds, f"{verdict}: {self.words}.")


def invariants_table(pair: Pair) -> Table:
    """Four rows a release."""
    sides = zip(LETTERS, pair.sides, pair.numbers, strict=True)
    rows = tuple(law.row(letter) for letter, side, numbers in sides for law in _laws(side, numbers))
    return Table("invariants", "What must hold on every run, with both sides", COLUMNS, rows)


def _laws(side: Side, numbers: Measured) -> tuple[_Law, ...]:
    run = served(side)
    return _tokens(run), _blocks(run), _requests(run, numbers), _little(run)


def _tokens(run: Run) -> _Law:
    left = run.tokens_computed - run.tokens_recomputed - run.tokens_rejected
    told = run.conservation.removeprefix("conservation: ").rpartition("  ")[0]
    words = f"the first output token of a request comes with its prompt, so {told}"
    return _Law("Tokens", left, run.tokens_expected, "tokens", run.conserves_tokens, words)


def _blocks(run: Run) -> _Law:
    allocated, freed = blocks_moved(run)
    words = "blocks reserved at admissions = blocks given back"
    return _Law("Cache blocks", allocated, freed, "blocks", allocated == freed, words)


def _requests(run: Run, numbers: Measured) -> _Law:
    ends = " + ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in numbers.outcomes)
    words = f"offered = {ends}"
    return _Law("Requests", run.offered, sum(run.outcomes.values()), "requests", run.conserves_requests, words)


def _little(run: Run) -> _Law:
    """Mean number waiting, from the levels over time, against arrival rate x mean wait, from the requests."""
    line = over_time(run, 100)
    area = float((line.waiting * np.diff(line.edges)).sum())
    total = waited(run)
    span = max(run.end, 1)
    rate, wait = run.offered * TICKS / span, total / max(run.offered, 1) / TICKS
    words = f"mean queue over time = {number(rate, 4)} arrivals a second x {number(wait, 4)} s of waiting each"
    holds = abs(area - total) <= CLOSE * max(area, total, 1.0)
    return _Law("Little's law", area / span, rate * wait, "requests", holds, words)
