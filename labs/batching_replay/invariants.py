"""What must hold on every run, in words: tokens, requests, and Little's law. A broken one says BROKEN.
It refuses to hide a difference by rounding: tokens and requests are compared exactly."""

import numpy as np

from labs.batching_replay.pair import LETTERS, Pair
from labs.batching_replay.sides import TICKS, Measured, Side, served, waited
from labs.lab import Column, Scalar, Table
from labs.replay import Run, over_time
from labs.units import number

CLOSE = 1e-6


def invariants_table(pair: Pair) -> Table:
    """Three rows a release."""
    rows: list[tuple[Scalar, ...]] = []
    for letter, side, numbers in zip(LETTERS, pair.sides, pair.numbers, strict=True):
        rows += _rows(letter, side, numbers)
    columns = (
        Column("invariant", "What must hold", type="text"),
        Column("holds", "Holds", type="yesno"),
        Column("interpretation", "In words", type="text"),
    )
    return Table("invariants", "What must hold on every run", columns, tuple(rows))


def _rows(letter: str, side: Side, numbers: Measured) -> list[tuple[Scalar, ...]]:
    run = served(side)
    ends = " + ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in numbers.outcomes if count) or "0"
    tokens = run.conservation.removeprefix("conservation: ")
    held, little = _little(run)
    return [
        (f"Tokens, {letter}", run.conserves_tokens, _word(run.conserves_tokens, tokens.rsplit("  ", 1)[0])),
        (f"Requests, {letter}", run.conserves_requests, _word(run.conserves_requests, f"{numbers.offered:,} = {ends}")),
        (f"Little's law, {letter}", held, _word(held, little)),
    ]


def _word(holds: bool, words: str) -> str:
    return f"{'Holds' if holds else 'BROKEN'}: {words}."


def _little(run: Run) -> tuple[bool, str]:
    """Mean number waiting, from the levels over time, against arrival rate x mean wait, from the requests."""
    line = over_time(run, 100)
    area = float((line.waiting * np.diff(line.edges)).sum())
    total = waited(run)
    span = max(run.end, 1)
    words = (
        f"{number(area / span, 3)} waiting on average = {number(run.offered * TICKS / span, 4)} arrivals a second x "
        f"{number(total / max(run.offered, 1) / TICKS, 4)} s of waiting"
    )
    return abs(area - total) <= CLOSE * max(area, total, 1.0), words
