"""Marks and how they become elements: one each with its cell, or one path for many with all its cells.
It refuses to know figures, scales and why a mark stands where it stands."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from app.drawing.looks import Look
from app.drawing.scales import key
from app.drawing.svg import Attribute, join, number, pair, quoted, tag
from labs import Scalar

MOST_SINGLE = 60
LISTS = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
# The class names and the cells of marks as they are written, by row and column: two drawings of one figure share them.
Told = dict[tuple[int, str], str]
SYMBOLS = {
    "circle": "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
    "circle-open": "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
    "square": "m-3.5-3.5h7v7h-7z",
    "x": "m-3.5-3.5l7 7m0-7l-7 7",
    "cross": "m-4.5 0h9m-4.5-4.5v9",
    "triangle-up": "m0-4.5l4.5 8h-9z",
    "triangle-down": "m0 4.5l4.5-8h-9z",
    "diamond-open": "m0-6l6 6l-6 6l-6-6z",
}
# Where the pen rests after each symbol, seen from its centre.
RESTS = {
    "circle": (-3.5, 0.0),
    "circle-open": (-3.5, 0.0),
    "square": (-3.5, -3.5),
    "x": (-3.5, 3.5),
    "cross": (0.0, 4.5),
    "triangle-up": (0.0, -4.5),
    "triangle-down": (0.0, 4.5),
    "diamond-open": (0.0, -6.0),
}


class Mark(NamedTuple):
    """The cell at `row` and `column` drawn as a symbol at `at` or as a `box` (x, y, width, height).

    `low` and `high` are the cells of an interval, `fill` is a pattern id, `extra` further class names.
    A named tuple, because a frozen dataclass of so many fields takes eight times as long to make.
    """

    row: int
    column: str
    value: Scalar
    x: Scalar
    look: Look
    at: tuple[float, float] | None = None
    box: tuple[float, float, float, float] | None = None
    low: Scalar = None
    high: Scalar = None
    fill: str | None = None
    extra: str = ""
    state: str | None = None

    @property
    def classes(self) -> str:
        """Class names of the mark alone."""
        kind = f"mark point {self.look.symbol}" if self.at else "mark area"
        return f"{kind} {self.look.name}{self.extra}"


def elements(marks: Sequence[Mark], told: Told, lists: bool = True) -> Markup:
    """Up to 60 marks one element each; more are joined, look by look, into paths, with `lists` of their cells.
    What is written of a cell is taken from `told`, or added to it."""
    if len(marks) <= MOST_SINGLE:
        return Markup("".join([_single(each, told) for each in marks]))
    groups: dict[tuple[str, str | None], list[Mark]] = {}
    for each in marks:
        groups.setdefault((each.classes, each.fill), []).append(each)
    return join(_many(classes, fill, group, lists) for (classes, fill), group in groups.items())


def _single(mark: Mark, told: Told) -> str:
    name = (mark.row, mark.column)
    cells = told.get(name)
    if cells is None:
        cells = told[name] = _told(mark)
    if mark.box:
        x, y, wide, high = map(number, mark.box)
        fill = f' fill="{mark.fill}"' if mark.fill else ""
        return f'<rect x="{x}" y="{y}" width="{wide}" height="{high}"{fill}{cells}/>'
    x, y = map(number, mark.at or (0.0, 0.0))
    return f'<path d="{SYMBOLS[mark.look.symbol]}" transform="translate({x} {y})"{cells}/>'


def _told(mark: Mark) -> str:
    cells = (
        f' class="{mark.classes}" data-row="{mark.row}" data-column="{quoted(mark.column)}"'
        f' data-value="{_cell(mark.value)}" data-x="{_cell(mark.x)}"'
    )
    if mark.low is not None:
        cells += f' data-low="{_cell(mark.low)}"'
    if mark.high is not None:
        cells += f' data-high="{_cell(mark.high)}"'
    if mark.state is not None:
        cells += f' data-state="{quoted(mark.state)}"'
    return cells


def _cell(value: Scalar) -> str:
    return repr(value) if type(value) is float else quoted(value) if isinstance(value, str) else key(value)


def _many(classes: str, fill: str | None, marks: list[Mark], lists: bool) -> Markup:
    shape = _outlines(marks)
    return tag("path", d=shape, class_=f"{classes} dense", fill=fill, **(_lists(marks) if lists else {}))


def _lists(marks: list[Mark]) -> dict[str, Attribute]:
    rows = [each.row for each in marks]
    intervals = any(each.low is not None or each.high is not None for each in marks)
    return {
        "data_column": marks[0].column,
        "data_rows": None if rows == list(range(len(rows))) else json.dumps(rows, separators=(",", ":")),
        "data_values": values_list([each.value for each in marks]),
        "data_low": values_list([each.low for each in marks]) if intervals else None,
        "data_high": values_list([each.high for each in marks]) if intervals else None,
    }


def _outlines(marks: list[Mark]) -> str:
    """Shapes begin a step from where the pen rests; equal steps and feet keep a long series small on the wire."""
    pen = (0.0, 0.0)
    drawn: list[str] = []
    for each in marks:
        if each.box:
            x, y, wide, high = each.box
            foot = y + high
            drawn.append(f"m{pair(x - pen[0], foot - pen[1])}v{number(-high)}h{number(wide)}V{number(foot)}z")
            # Steps are counted from what is written, so that roundings do not add up.
            pen = (round(x, 2), round(foot, 2))
        else:
            x, y = each.at or (0.0, 0.0)
            drawn.append(f"m{pair(x - pen[0], y - pen[1])}{SYMBOLS[each.look.symbol]}")
            pen = (x + RESTS[each.look.symbol][0], y + RESTS[each.look.symbol][1])
    return "".join(drawn)


def values_list(values: Sequence[Scalar]) -> str:
    """Cells as a JSON list that reads back to the same floats, null for null."""
    return LISTS.encode(list(values))
