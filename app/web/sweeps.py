"""The sweep of a try: one row a value with its sentence, a figure of the same numbers, where its marker stands.
It refuses to decide who may see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from markupsafe import Markup, escape

from app.course.items import Try
from app.drawing import both, scale_of
from app.web.cells import heading, is_numeric, rows
from app.web.result import ShownFigure, ShownTable
from app.web.runs import run_lab
from labs import Column, Fact, Figure, Line, Params, Scalar, Spec, Table, as_text, get_lab, number, parse, settings

ColumnType = Literal["text", "whole", "decimal", "yesno"]
NUMBERS = ("whole", "decimal", "real")


@dataclass(frozen=True)
class Told:
    """What the learner said about the changed value: its words, and the ends when it was a number or a range."""

    words: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Sweep:
    """`figure` and `table` show the same rows; each row carries its value and the places of the marker."""

    figure: ShownFigure
    table: ShownTable


def spec_of(block: Try) -> Spec:
    """The setting that is moved."""
    return next(spec for spec, _ in settings(block.base.params) if spec.name == block.vary)


@lru_cache(maxsize=512)
def params_at(slug: str, base: Params, vary: str, value: str) -> Params:
    """The settings of the baseline with one of them moved. Raises labs.BadParams."""
    texts = {spec.name: as_text(each) for spec, each in settings(base)} | {vary: value}
    return parse(get_lab(slug), [(name, text) for name, text in texts.items() if text != ""])


def at(block: Try, value: str) -> Params:
    return params_at(block.base.slug, block.base.params, block.vary, value)


def value_of(block: Try) -> str:
    """The value that the prediction is about."""
    return as_text(getattr(block.changed.params, block.vary))


def base_value(block: Try) -> str:
    return as_text(getattr(block.base.params, block.vary))


def fact_at(block: Try, params: Params) -> Fact:
    return run_lab(block.base.slug, params).facts[block.fact]


def nearest_value(block: Try, asked: str) -> str:
    """The value of the sweep that is asked for, or the one next to it."""
    if asked in block.values or spec_of(block).kind not in NUMBERS:
        return asked if asked in block.values else value_of(block)
    try:
        wanted = Decimal(asked)
    except ArithmeticError:
        return value_of(block)
    if not wanted.is_finite():
        return value_of(block)
    return min(block.values, key=lambda each: abs(Decimal(each) - wanted))


def build_sweep(block: Try, told: Told | None, now: str) -> Sweep:
    """The rows of all values, the learner's own words at the value they were about."""
    spec, fact = spec_of(block), fact_at(block, block.changed.params)
    id = block.item.id
    is_number = spec.kind in NUMBERS
    columns = [
        Column(
            "value", spec.label, spec.unit, ("whole" if spec.kind == "whole" else "decimal") if is_number else "text"
        ),
        Column("fact", fact.label, fact.unit, _type(fact), fact.digits, fact.places),
    ]
    if told is not None:
        columns.append(Column("said", "You said", fact.unit, "text"))
    columns.append(Column("interpretation", "What it means", "", "text"))
    found = [_row(block, spec, value, told) for value in block.values]
    place = list(block.values).index(now) if now in block.values else None
    caption = f"{fact.label} at each {spec.label.lower()}"
    table = Table(f"{id}-sweep", caption, tuple(columns), tuple(found), place)
    figure, facts = _figure(block, spec, fact, table, told)
    return Sweep(ShownFigure(figure, both(figure, table, facts)), _shown(block, table, figure, facts))


def _type(fact: Fact) -> ColumnType:
    if isinstance(fact.value, bool):
        return "yesno"
    return "text" if isinstance(fact.value, str) else "whole" if isinstance(fact.value, int) else "decimal"


def _row(block: Try, spec: Spec, value: str, told: Told | None) -> tuple[Scalar, ...]:
    params = at(block, value)
    moved = getattr(params, block.vary)
    shown: Scalar = spec.choices.get(moved, moved) if isinstance(moved, str) else _plain(moved)
    cells: list[Scalar] = [shown, fact_at(block, params).value]
    if told is not None:
        cells.append(told.words if value == value_of(block) else "")
    return (*cells, run_lab(block.base.slug, params).says)


def _plain(value: object) -> Scalar:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value if isinstance(value, int | float | str) else None


def _figure(block: Try, spec: Spec, fact: Fact, table: Table, told: Told | None) -> tuple[Figure, Mapping[str, Fact]]:
    facts: dict[str, Fact] = {}
    lines: list[Line] = []
    base = fact_at(block, block.base.params)
    if block.ghost and not isinstance(base.value, str) and base.value is not None:
        facts["baseline"] = Fact(base.value, fact.unit, "worked example", places=fact.places)
        lines.append(Line("baseline", f"worked example, at {base_value(block)}:"))
    if told is not None and told.low is not None and told.high is not None:
        facts["you_said"] = Fact((told.low + told.high) / 2, fact.unit, "you said")
        if told.low != told.high:
            facts["you_said_low"] = Fact(told.low, fact.unit, "from")
            facts["you_said_high"] = Fact(told.high, fact.unit, "to")
        lines.append(Line("you_said", f"you said {told.words}, middle" if told.low != told.high else "you said"))
    unit = f", {fact.unit}" if fact.unit else ""
    numeric = spec.kind in NUMBERS
    summary = _summary(spec, fact, table)
    figure = Figure(
        name=table.name,
        kind="line" if numeric else "bar",
        table=table.name,
        x="value",
        y=("fact",),
        summary=summary,
        x_title=f"{spec.label}, {spec.unit}" if spec.unit else spec.label,
        y_title=f"{fact.label}{unit}",
        lines=tuple(lines),
    )
    return figure, facts


def _summary(spec: Spec, fact: Fact, table: Table) -> str:
    """The sentence over the figure, from the first and the last row."""
    first, last = table.rows[0], table.rows[-1]
    ends = [number(row[1], fact.places) for row in (first, last) if isinstance(row[1], int | float)]
    if len(ends) < 2:
        return f"{fact.label} from {spec.label.lower()} {first[0]} to {last[0]}."
    moved = f"{first[0]} to {last[0]} {spec.unit}".strip()
    return (
        f"{fact.label} goes from {ends[0]} to {ends[1]} {fact.unit}".strip()
        + f" as {spec.label.lower()} goes from {moved}."
    )


def _shown(block: Try, table: Table, figure: Figure, facts: Mapping[str, Fact]) -> ShownTable:
    heads = tuple((column, heading(column), is_numeric(column)) for column in table.columns)
    places = [scale_of(figure, table, facts, narrow)[0] for narrow in (False, True)]
    marked = []
    for value, row, cells in zip(block.values, rows(table), table.rows, strict=True):
        spots = [scale.at(cells[0]) for scale in places] if figure.kind == "line" else [None, None]
        because = run_lab(block.base.slug, at(block, value)).because
        data = f' data-because="{escape(because)}"' + "".join(
            f' data-{name}="{spot:g}"' for name, spot in zip(("wide", "narrow"), spots, strict=True) if spot is not None
        )
        marked.append(row.__class__(Markup(str(row.markup).replace("<tr", f'<tr data-at="{escape(value)}"{data}', 1))))
    said = tuple(
        f"{facts[line.fact].label}: {facts[line.fact].value:g} {facts[line.fact].unit}".strip() for line in figure.lines
    )
    return ShownTable(table, heads, tuple(marked), said, (), has_words=True)
