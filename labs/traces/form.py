"""What every format gives: a reader of one line, and what its file's first line looks like.
It refuses to know any one format."""

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from labs.reading import quote
from labs.traces.cells import Dropped, Labels
from labs.traces.limits import BadTrace, Limits

Row = tuple[int, ...]
EXTRA = ("tenant", "group", "priority", "patience", "cancel")


@dataclass(frozen=True)
class Head:
    """The first line that counts: CSV names as written, or the keys of a first JSON object; `unit` as asked for."""

    line: str
    names: tuple[str, ...]
    is_json: bool
    unit: str | None

    def where(self) -> dict[str, int]:
        """Each name in lower case and its place."""
        return {name.strip().lower(): place for place, name in enumerate(self.names)}


@dataclass(frozen=True)
class Reader:
    """One format at work: `read` turns a line into (arrival ns, prompt, output, then one number each of `extra`).

    `read` raises Dropped with a reason; `extra` names optional columns of EXTRA; `labels` hold the names of tenant and
    group; `notes` are asked for after the last line.
    """

    form: str
    read: Callable[[str], Row]
    extra: tuple[str, ...] = ()
    labels: dict[str, Labels] = field(default_factory=dict)
    notes: Callable[[], tuple[str, ...]] = tuple


def csv_cells(line: str) -> list[str]:
    """The cells of one line; a quoted cell must close on its line."""
    if '"' not in line:
        return line.split(",")
    try:
        return next(csv.reader([line], strict=True))
    except (csv.Error, StopIteration):
        raise Dropped("the line has an unclosed quotation mark") from None


def json_cells(line: str) -> dict[str, object]:
    """The object of one line, every number as the text that was written, so that no digit is lost."""
    try:
        found = json.loads(line, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        raise Dropped("the line is not a JSON object") from None
    if not isinstance(found, dict):
        raise Dropped("the line is not a JSON object")
    return found


def cut_cells(names: Sequence[str]) -> Callable[[str], list[str]]:
    """A function from a CSV line to exactly as many cells as there are names."""
    width = len(names)

    def cells(line: str) -> list[str]:
        found = csv_cells(line)
        if len(found) != width:
            raise Dropped(f"the line has not {width} columns, as the first line has")
        return found

    return cells


def read_head(line: str, unit: str | None, limits: Limits) -> Head:
    """The head from the first line that counts; BadTrace when no reader could begin with it."""
    if "\r" in line:
        raise BadTrace("Lines end in a lone carriage return (CR). Save the file with LF or CRLF line ends.")
    if line.lstrip().startswith(("{", "[")):
        return _json_head(line, unit, limits)
    try:
        names = tuple(csv_cells(line))
    except Dropped as dropped:
        raise BadTrace(f"In the first line, {dropped}. Write the column names plainly.") from None
    if len(names) > limits.columns:
        raise BadTrace(f"The first line has {len(names):,} columns; {limits.columns} are allowed. Leave columns out.")
    if len(names) == 1:
        other = next((name for mark, name in ((";", "semicolons"), ("\t", "tabs")) if mark in line), None)
        hint = f"It uses {other}; separate them with commas." if other else "Separate columns with commas."
        raise BadTrace(f'The first line, "{quote(line)}", has one column; three or more are needed. {hint}')
    lowered = [name.strip().lower() for name in names]
    twice = next((name for name in lowered if lowered.count(name) > 1), None)
    if twice and not _is_number(twice):
        raise BadTrace(f'The first line names "{quote(twice)}" twice. Give each column its own name.')
    return Head(line, names, False, unit)


def refuse_numbers(head: Head) -> None:
    """BadTrace when the first line holds values where names belong."""
    if not head.is_json and any(_is_number(name) for name in head.names):
        raise BadTrace(
            f'The first line, "{quote(head.line)}", holds values, not column names. '
            "Write a first line such as arrival_s,prompt,output."
        )


def _is_number(text: str) -> bool:
    return text.strip()[:1].isdigit()


def _json_head(line: str, unit: str | None, limits: Limits) -> Head:
    if line.lstrip().startswith("["):
        raise BadTrace("The file is one JSON list; one JSON object a line is read here. Write it as JSONL.")
    try:
        names = tuple(json_cells(line))
    except Dropped:
        raise BadTrace(
            "The first line is not a whole JSON object, so the file may be one JSON document over several lines "
            "(a ServeGen data set is: it holds a generator's parameters, not requests). Write one object a line."
        ) from None
    if len(names) > limits.columns:
        raise BadTrace(f"The first line has {len(names):,} keys; {limits.columns} are allowed. Leave keys out.")
    return Head(line, names, True, unit)
