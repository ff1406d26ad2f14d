"""Figures of every kind, with few rows and with many, as the product prints them with their tables.
They hold a missing number, a state and a reference line; they know no lab."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from app import create_app
from app.drawing import both
from app.plot import plot
from app.web.cells import rows
from app.web.result import ShownFigure, ShownTable
from labs import Column, Fact, Figure, Line, Scalar, Table

FEW, MANY = 9, 75
FACTS = {"bound": Fact(31.5, "GB", "bound")}
LINES = (Line("bound", "bound", "y"),)
COLUMNS = (
    Column("name", "Name", type="text"),
    Column("place", "Place", "tokens", "whole"),
    Column("one", "First", "GB"),
    Column("two", "Second", "GB"),
    Column("low", "Low", "GB"),
    Column("high", "High", "GB"),
    Column("lane", "Lane", type="text"),
    Column("across", "Column", type="whole"),
    Column("down", "Row", type="text"),
    Column("state", "State", type="text"),
)


@dataclass(frozen=True)
class Sample:
    """The HTML of the figure, then of its table; `live` is what the live chart is made of."""

    name: str
    html: str
    live: dict[str, Any]


def samples(count: int) -> list[Sample]:
    """One sample for each kind, with `count` rows."""
    return [_sample(figure, _table(figure.table, count)) for figure in _figures()]


def _figures() -> list[Figure]:
    def figure(kind: str, x: str, *y: str, **more: object) -> Figure:
        summary = f"A {kind} of numbers that mean nothing, to be judged."
        return Figure(kind, kind, f"{kind}_table", x, y, summary, "Across", "Up, GB", **more)  # type: ignore[arg-type]

    return [
        figure("line", "place", "one", "two", lines=LINES),
        figure("step", "place", "one", "two"),
        figure("scatter", "place", "one", "two", state="state"),
        figure("bands", "place", "one", interval=("low", "high")),
        figure("bar", "name", "one", "two"),
        figure("stacked", "name", "one", group="lane"),
        figure("lanes", "name", "lane", interval=("low", "high")),
        figure("heatmap", "across", "down", "one"),
    ]


def _table(name: str, count: int) -> Table:
    wide = 3 if count < 60 else 15
    made = tuple(_row(row, wide) for row in range(count))
    return Table(name, f"Numbers of the {name.partition('_')[0]}", COLUMNS, made, now=2)


def _row(row: int, wide: int) -> tuple[Scalar, ...]:
    # Thirds and sevenths have no short form, so that a rounded number is told from the exact one.
    one, two = (None if row == 4 else 5 + (row * row % 17) / 3), 9 + row % 11 + row / 7
    low = 4 + row / 7
    state = "rare" if row == 1 else "fits"
    place = f"row {row // wide}"
    return (f"part {row}", 16 * (row + 1), one, two, low, low + 20 / 3, f"lane {row % 3}", row % wide, place, state)


@cache
def _macros(name: str) -> Any:
    """What the product prints pictures and tables with; to make the application takes longer than to draw."""
    return create_app().jinja_env.get_template(f"macros/{name}.html").module


def _sample(figure: Figure, table: Table) -> Sample:
    view = ShownFigure(figure, both(figure, table, FACTS))
    printed = ShownTable(table, rows(table), (), (), True)
    block, grid = _macros("figure"), _macros("table")
    html = f"{block.figure_block(view)}{grid.table_block(printed)}"
    return Sample(figure.name, html, plot(figure, table, FACTS))
