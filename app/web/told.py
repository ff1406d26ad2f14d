"""What a learner predicted, drawn on a result: a bracket on the figure that has its axis, a column in the tables.
It refuses to judge the prediction and to decide who may see the result."""

from dataclasses import dataclass, replace
from typing import Literal

from app.course.given import Given, Refused, interval_in, number_in, one
from app.course.items import Answer, Predict, Try
from app.course.verdicts import SAID, range_words, typed_words
from labs import Column, Fact, Figure, Line, Result, Scalar, Table

NUMERIC = ("whole", "decimal")
AXES = ("line", "step", "bands", "scatter", "bar")


@dataclass(frozen=True)
class Told:
    """What was said, in words, and the ends when it was a number or a range."""

    words: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Prediction:
    """What was said with what it was about: the unit, and the fact that is the answer (empty when it was typed)."""

    told: Told
    unit: str
    fact: str


def told_of(block: Try | Predict, given: Given) -> Told | None:
    """What was said; None after a skip, or when it cannot be compared any more."""
    if not given:
        return None
    try:
        if block.kind == "direction":
            return Told(SAID.get(one(given, "direction"), ""))
        if block.kind != "number":
            return None
        unit = block.answer.unit if block.answer else ""
        if block.interval:
            low, high = interval_in(given, unit)
            return Told(range_words(low, high), float(low), float(high))
        value = number_in(given, "value", unit)
        return Told(typed_words(value), float(value), float(value))
    except Refused:
        return None


def prediction_of(predict: Predict, given: Given) -> Prediction | None:
    """The range or number of a prediction, to be drawn; None when there is none."""
    told, answer = told_of(predict, given), predict.answer
    if told is None or told.low is None or not isinstance(answer, Answer):
        return None
    return Prediction(told, answer.unit, answer.fact)


def marks(told: Told, unit: str, at: Scalar = None) -> tuple[tuple[Line, ...], dict[str, Fact]]:
    """The diamond in its bracket, as a line and its facts; none without a number. `at` is the setting it was about."""
    if told.low is None or told.high is None:
        return (), {}
    is_range = told.low != told.high
    label = f"you said {told.words}, middle" if is_range else "you said"
    facts = {"you_said": Fact((told.low + told.high) / 2, unit, label)}
    if is_range:
        facts |= {"you_said_low": Fact(told.low, unit, "from"), "you_said_high": Fact(told.high, unit, "to")}
    return (Line("you_said", label, at=at),), facts


def with_prediction(result: Result, said: Prediction) -> Result:
    """The result with the prediction on every figure and in every table that is about its quantity."""
    lines, facts = marks(said.told, said.unit)
    figures = tuple(_drawn(figure, result.table(figure.table), lines, said) for figure in result.figures)
    tables = tuple(_with_column(table, said) for table in result.tables)
    return replace(result, facts={**result.facts, **facts}, figures=figures, tables=tables)


def _drawn(figure: Figure, table: Table, lines: tuple[Line, ...], said: Prediction) -> Figure:
    axis = _axis(figure, table, said)
    if axis is None:
        return figure
    return replace(figure, lines=(*figure.lines, *(replace(line, axis=axis) for line in lines)))


def _axis(figure: Figure, table: Table, said: Prediction) -> Literal["x", "y"] | None:
    """The axis that the prediction is read on. The bars of lanes lie along their x title."""
    if figure.kind == "lanes":
        return "x" if said.unit and figure.x_title.casefold() == said.unit.casefold() else None
    if figure.kind not in AXES:
        return None
    if _is_about(table.columns[table.index(figure.x)], said):
        return "x"
    return "y" if any(_is_about(table.columns[table.index(name)], said) for name in figure.y) else None


def _is_about(column: Column, said: Prediction) -> bool:
    """The same unit; without units the name of the quantity must be in that of the answer (alpha, break_even_alpha)."""
    if column.type not in NUMERIC:
        return False
    if not said.unit:
        return not column.unit and column.name in said.fact.split("_")
    return column.unit == said.unit or (not column.unit and f"{column.label}s".casefold() == said.unit.casefold())


def _with_column(table: Table, said: Prediction) -> Table:
    """A column that says which rows the prediction holds, where the rows are headed by its quantity."""
    told = said.told
    if told.low is None or told.high is None or not _is_about(table.columns[0], said):
        return table
    cells = ["in your range" if _holds(told, row[0]) else "" for row in table.rows]
    if told.low == told.high:
        cells = [told.words if each else "" for each in cells]
    place = len(table.columns) - (table.columns[-1].name == "interpretation")
    columns = (*table.columns[:place], Column("said", f"You said {told.words}", "", "text"), *table.columns[place:])
    rows = tuple((*row[:place], cell, *row[place:]) for row, cell in zip(table.rows, cells, strict=True))
    return replace(table, columns=columns, rows=rows)


def _holds(told: Told, cell: Scalar) -> bool:
    return (
        isinstance(cell, int | float)
        and told.low is not None
        and told.high is not None
        and (told.low <= cell <= told.high)
    )
