"""A stream of bytes to a Workload and its import report, one line at a time into compact columns.
It refuses to know any format (the readers do) and stores nothing."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from labs.reading import quote
from labs.replay.workload import Workload
from labs.traces import azure, burstgpt, hashed, named, servegen
from labs.traces.cells import Dropped
from labs.traces.form import Head, Reader, read_head, refuse_numbers
from labs.traces.grid import grid_note
from labs.traces.limits import BadTrace, Limits
from labs.traces.report import ImportReport, Ledger
from labs.traces.stream import lines, too_many_rows

SUFFIXES = (".csv", ".jsonl", ".ndjson", ".json", ".txt", "")
COMMENTS = 10
PRIORITY_NOTE = "priority: a lower number is more urgent"
Column = NDArray[np.int64]


@dataclass(frozen=True)
class Trace:
    """A file read: its name, the requests, and what became of every row."""

    name: str
    workload: Workload
    report: ImportReport


def read_trace(
    stream: BinaryIO, name: str, max_len: int | None = None, limits: Limits | None = None, unit: str | None = None
) -> Trace:
    """The requests of one file; BadTrace with a sentence when it cannot be replayed.

    `max_len` in tokens: where prompt + output is more, the prompt becomes max(1, max_len - output); None cuts nothing.
    `unit` is `s` or `ms` for the columns that do not say theirs (seconds otherwise).
    """
    limits = limits or Limits()
    _refuse_name(name)
    if max_len is not None and max_len < 2:
        raise BadTrace(f"The maximum length is {max_len}; 2 tokens or more are allowed.")
    if unit not in (None, "s", "ms"):
        raise BadTrace(f'The time unit is "{quote(unit)}"; s and ms are allowed.')
    source = _Source(lines(stream, limits))
    reader = recognise(read_head(source.first, unit, limits))
    table = _Table(reader, limits)
    for number, line in source.data():
        table.add(number, line)
    return table.trace(name, max_len, source.comments)


def recognise(head: Head) -> Reader:
    """The reader of the first format that knows this head; the plain one comes last and says what is missing."""
    for known in (azure.recognise, burstgpt.recognise, hashed.recognise, servegen.recognise):
        if reader := known(head):
            return reader
    refuse_numbers(head)
    return named.recognise(head)


def _refuse_name(name: str) -> None:
    suffix = PurePath(name.lower().removesuffix(".gz")).suffix
    if suffix not in SUFFIXES:
        raise BadTrace(f'The file name ends in "{quote(suffix)}"; .csv and .jsonl are read, also with .gz behind.')


class _Source:
    """The head comments, the first line that counts, then the numbered lines of data."""

    def __init__(self, texts: Iterator[str]) -> None:
        self._numbered = enumerate(texts, 1)
        self.comments: list[str] = []
        for number, line in self._numbered:
            if line.startswith("#") and len(self.comments) < COMMENTS:
                self.comments.append("".join(each for each in line[1:301] if each.isprintable()).strip())
            elif line.strip():
                self.first, self._first_number = line, number
                return
        raise BadTrace("The file has only empty lines. A trace has column names and a line for each request.")

    def data(self) -> Iterator[tuple[int, str]]:
        """(line in the file, text) of every row that is not blank."""
        if self.first.lstrip().startswith("{"):
            yield self._first_number, self.first
        for number, line in self._numbered:
            if line and not line.isspace():
                yield number, line


class _Table:
    """Rows side by side in one flat array: line, arrival ns, prompt, output, then the extra columns."""

    def __init__(self, reader: Reader, limits: Limits) -> None:
        self._reader, self._limits, self._ledger = reader, limits, Ledger()
        self._read, self._flat, self._rows = reader.read, array("q"), 0

    def add(self, number: int, line: str) -> None:
        """One row more, kept or dropped; BadTrace past the allowed number of rows."""
        self._rows += 1
        if self._rows > self._limits.rows:
            raise too_many_rows(self._limits)
        try:
            self._flat.extend((number, *self._read(line)))
        except Dropped as dropped:
            self._ledger.drop(number, str(dropped))

    def trace(self, name: str, max_len: int | None, comments: list[str]) -> Trace:
        """The finished columns, in order of (arrival, row)."""
        if not self._flat:
            raise BadTrace(self._nothing())
        rows = np.frombuffer(self._flat, dtype=np.int64).reshape(-1, 4 + len(self._reader.extra))
        ticks = (rows[:, 1] - rows[:, 1].min()) // 1_000
        order, sorted_note = _order(ticks)
        prompt, cut = _cut(rows[:, 2], rows[:, 3], max_len)
        signs = (PRIORITY_NOTE,) if "priority" in self._reader.extra else ()
        notes = (*comments, *self._reader.notes(), *signs, *sorted_note, *grid_note(ticks[order]))
        rows = rows[order]
        workload = Workload(
            arrival=_packed(ticks[order]),
            prompt=_packed(prompt[order]),
            output=_packed(rows[:, 3]),
            row=_packed(rows[:, 0]),
            tenant=self._extra(rows, "tenant"),
            group=self._extra(rows, "group"),
            priority=self._extra(rows, "priority"),
            patience=self._extra(rows, "patience"),
            cancel=self._extra(rows, "cancel"),
            tenants=self._names("tenant"),
            groups=self._names("group"),
            notes=notes,
        )
        return Trace(name, workload, self._ledger.report(self._reader.form, len(rows), cut, notes))

    def _extra(self, rows: Column, what: str) -> Sequence[int]:
        return _packed(rows[:, 4 + self._reader.extra.index(what)]) if what in self._reader.extra else ()

    def _names(self, what: str) -> tuple[str, ...]:
        labels = self._reader.labels.get(what)
        return labels.names() if labels else ("all",)

    def _nothing(self) -> str:
        if not self._rows:
            return "The file has column names and no rows. Add a line for each request."
        reason, count = self._ledger.report("", 0, 0, ()).reasons[0]
        if self._rows == 1:
            return f"The only row cannot be replayed: {reason}. Correct it."
        return f"None of the {self._rows:,} rows can be replayed. Most often, {reason} ({count:,}). Correct them."


def _packed(column: Column) -> "array[int]":
    return array("q", column.tobytes())


def _order(ticks: Column) -> tuple[Column | slice, tuple[str, ...]]:
    early = int(np.count_nonzero(np.diff(ticks) < 0))
    if not early:
        return slice(None), ()
    note = f"rows that arrive before the row above them: {early:,}; all were sorted by arrival, then by line"
    return np.argsort(ticks, kind="stable"), (note,)


def _cut(prompt: Column, output: Column, max_len: int | None) -> tuple[Column, int]:
    if max_len is None:
        return prompt, 0
    long = prompt + output > max_len
    shorter = np.where(long, np.maximum(1, max_len - output), prompt)
    return shorter, int(np.count_nonzero(shorter < prompt))
