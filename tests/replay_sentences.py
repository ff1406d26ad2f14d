"""What the sentences of the batching-replay lab claim, each held against the rows of all requests of the same runs.
It refuses to know how the lab finds its words: the rows are judged anew."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

import numpy as np

from labs import Result, Table

Row = Mapping[str, float | str | None]
TURNED_AWAY = ("shed", "refused", "timed out", "cancelled")
WRONG = re.compile(
    r"\bnan\b|\binf\b|\bNone\b|(?<![\w.,])-0(\.0+)?(?![\d.])|\b0 of 0\b|"
    r"(?<![\d.,])1 (requests|tokens|steps|slots|slot-steps|blocks|seconds|completions|rows)\b"
)
HALF, CLOSE = 0.5, 1.01
FEWEST = 100
NUMBER = r"([\d,]+(?:\.\d+)?)"


def texts(made: Result) -> Iterator[str]:
    """Every sentence that a reader meets."""
    yield from (made.says, made.because, *made.notes)
    yield from (figure.summary for figure in made.figures)
    for table in made.tables:
        yield table.caption
        yield from (cell for row in table.rows for cell in row if isinstance(cell, str))


def rows_of(table: Table) -> list[Row]:
    """The rows of all requests by the names of their columns."""
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows]  # type: ignore[arg-type]


@dataclass(frozen=True)
class Tail:
    """The slowest of `count` first tokens: those from `since` on, the p99 or of fewer than FEWEST the largest."""

    count: int
    since: float
    largest: float
    rows: list[Row]

    def beside(self, other: "Tail") -> tuple[float, float]:
        """Like beside like: both p99, or both largest where either has too few for one."""
        if any(0 < each.count < FEWEST for each in (self, other)):
            return self.largest, other.largest
        return self.since, other.since


class Side:
    """One release as its rows tell it."""

    def __init__(self, rows: Sequence[Row], letter: str, watched: str | None) -> None:
        self.letter, self.rows = letter, rows
        self.lost = [row for row in rows if row[f"{letter}_outcome"] in TURNED_AWAY and self._first(row) is None]
        served = [row for row in rows if self._first(row) is not None]
        self.served = served
        self.tail_all = self._tail(served)
        self.tail = self._tail([row for row in served if watched in (None, row["group"])])

    def _first(self, row: Row) -> float | None:
        value = row[f"{self.letter}_ttft_s"]
        return None if value is None else float(value)

    def _tail(self, served: list[Row]) -> "Tail":
        firsts = [float(self._first(row) or 0.0) for row in served]
        if not firsts:
            return Tail(0, 0.0, 0.0, [])
        since = float(np.percentile(firsts, 99)) if len(firsts) >= FEWEST else max(firsts)
        rows = [row for row, first in zip(served, firsts, strict=True) if first >= since]
        return Tail(len(firsts), since, max(firsts), rows)

    def queue_share(self, rows: list[Row]) -> float:
        """How much of the first tokens of these rows is the queue."""
        whole = sum(float(self._first(row) or 0.0) for row in rows)
        return sum(float(row[f"{self.letter}_queued_s"] or 0.0) for row in rows) / whole if whole else 0.0

    def mean_wait(self) -> float:
        """Mean seconds in the queue of those who were served."""
        return mean(float(row[f"{self.letter}_queued_s"] or 0.0) for row in self.served) if self.served else 0.0

    def ended(self, outcome: str) -> int:
        """Requests that ended so before a first token."""
        return sum(row[f"{self.letter}_outcome"] == outcome and self._first(row) is None for row in self.rows)


def hold(made: Result, rows: Sequence[Row], watched: str | None) -> None:
    """AssertionError where a sentence of the comparison says what its rows do not."""
    for text in texts(made):
        assert not WRONG.search(text), text
    sides = {letter.upper(): Side(rows, letter, watched) for letter in "ab"}
    _shares(made)
    _queue(made.because, sides)
    _orders(made.because, sides)
    _ends(made.because, sides, len(rows))


def _shares(made: Result) -> None:
    """Who is said to complete more does."""
    told = re.search(rf"A completes (?:over )?{NUMBER} % inside the limits and B (?:over )?{NUMBER} %", made.says)
    a, b = (made.facts[f"{letter}_inside"].value for letter in "ab")
    if told and isinstance(a, float) and isinstance(b, float):
        said = [float(each.replace(",", "")) for each in told.groups()]
        assert (said[0] > said[1]) <= (a > b), made.says
        assert (said[0] < said[1]) <= (a < b), made.says
        for number, share in zip(said, (a, b), strict=True):
            assert number < 100 or share == 1, made.says


def _later(sides: Mapping[str, Side]) -> tuple[Side, list[Row]]:
    """The release whose tail is the longer one, of the watched group or else of all, and that tail."""
    a, b = sides["A"], sides["B"]
    first, second = a.tail.beside(b.tail)
    if max(first, second) <= CLOSE * min(first, second):
        of_all = a.tail_all.beside(b.tail_all)
        later = a if of_all[0] > of_all[1] else b
        return later, later.tail_all.rows
    later = a if first > second else b
    return later, later.tail.rows


def _queue(because: str, sides: Mapping[str, Side]) -> None:
    """A queue is blamed only where it is most of the tail, and nobody waits only where all are served at once."""
    later, tail = _later(sides)
    if re.search(r"requests wait under A and .* under B(, and|, while|$)", because):
        assert later.queue_share(tail) >= HALF - 1e-9, (because, later.queue_share(tail))
    if "hardly anybody waits" in because:
        assert not any(side.lost for side in sides.values()), because
        assert all(side.queue_share(side.tail.rows) <= HALF for side in sides.values()), because
    if "differ by the steps of prompts" in because:
        assert later.queue_share(tail) < 1, because


def _orders(because: str, sides: Mapping[str, Side]) -> None:
    """What an order does to long prompts is borne out by who waits."""
    for letter in re.findall(r"under ([AB]) a long prompt waits", because):
        side = sides[letter]
        _, tail = _later(sides)
        assert mean(float(row["prompt"] or 0) for row in tail) > mean(float(row["prompt"] or 0) for row in side.served)
    for letter in re.findall(r"under ([AB]) a step gives more than one token", because):
        other = sides["A" if letter == "B" else "B"]
        assert token_time(sides[letter]) < token_time(other), because
    for letter in re.findall(r"under ([AB]) (?:each step first drafts|checking the drafts)", because):
        other = sides["A" if letter == "B" else "B"]
        assert token_time(sides[letter]) > token_time(other), because


def token_time(side: Side) -> float:
    """Mean seconds per output token after the first."""
    each = [
        (float(row[f"{side.letter}_e2e_s"] or 0.0) - float(side._first(row) or 0.0)) / (float(row["output"] or 0) - 1)
        for row in side.served
        if row[f"{side.letter}_e2e_s"] is not None and float(row["output"] or 0) >= 2
    ]
    return mean(each) if each else 0.0


def _ends(because: str, sides: Mapping[str, Side], offered: int) -> None:
    """How many are shed, refused or out of patience is what the rows count; nobody who is lost goes unsaid."""
    words = {"shed": r"(?:are|is) shed", "refused": r"(?:are|is) refused", "timed out": r"runs? out of patience"}
    for outcome, verb in words.items():
        counts = [sides[letter].ended(outcome) for letter in "AB"]
        told = re.search(rf"{NUMBER} of [\d,]+ requests? {verb}[^;]*? under (both|A and {NUMBER} under B)", because)
        if told:
            a = int(told[1].replace(",", ""))
            b = a if told[2] == "both" else int(told[3].replace(",", ""))
            assert [a, b] == counts, because
        if max(counts) > HALF * offered:
            assert re.search(rf"{verb}|gone, out of patience", because), because
