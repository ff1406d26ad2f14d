"""The sweep of a try: one row a value with its sentence, and where the marker stands in its picture.
It refuses to decide who may see it."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from markupsafe import escape
from werkzeug.exceptions import HTTPException

from app.course.items import Try
from app.drawing import both, scale_of
from app.store import Unavailable
from app.web.cells import rows, shown
from app.web.curves import Curve, lines_for, own_curve
from app.web.phrases import NUMBERS, counted, lower, setting_words
from app.web.result import ShownFigure, ShownTable
from app.web.runs import run_lab
from app.web.told import Told
from labs import (
    BadParams,
    Column,
    Fact,
    Figure,
    Params,
    Scalar,
    Spec,
    Table,
    TooMuchAtOnce,
    as_text,
    get_lab,
    number,
    parse,
    settings,
)

ColumnType = Literal["text", "whole", "decimal", "yesno"]
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Sweep:
    """The picture, and the rows that move it; `curve` is the picture's own table when it has another than the rows."""

    figure: ShownFigure
    table: ShownTable
    curve: ShownTable | None


def spec_of(block: Try) -> Spec:
    """The setting that is moved."""
    return next(spec for spec, _ in settings(block.base.params) if spec.name == block.vary)


@lru_cache(maxsize=512)
def params_at(slug: str, base: Params, vary: str, value: str) -> Params:
    """The settings of the baseline with one of them moved. Raises labs.BadParams."""
    texts = {spec.name: as_text(each) for spec, each in settings(base)} | {vary: value}
    emptied = {spec.name for spec, each in settings(base) if each is None and spec.default is not None}
    return parse(get_lab(slug), [(name, text) for name, text in texts.items() if text or name in emptied])


def at(block: Try, value: str) -> Params:
    return params_at(block.base.slug, block.base.params, block.vary, value)


def value_of(block: Try) -> str:
    """The value that the prediction is about."""
    return as_text(getattr(block.changed.params, block.vary))


def base_value(block: Try) -> str:
    return as_text(getattr(block.base.params, block.vary))


def base_words(block: Try) -> str:
    """The value before the change in a word or two: `4,096`, or a choice by its own words."""
    spec, value = spec_of(block), base_value(block)
    return counted(value, "") if spec.kind in NUMBERS else spec.choices.get(value, value)


@lru_cache(maxsize=8192)
def said_at(slug: str, params: Params, fact: str) -> tuple[Fact, str, str]:
    """A fact of a run with its sentence and reason: small enough to remember for all rows, as whole results are not."""
    result = run_lab(slug, params)
    return result.facts[fact], result.says, result.because


def fact_at(block: Try, params: Params) -> Fact:
    return said_at(block.base.slug, params, block.fact)[0]


@lru_cache(maxsize=8192)
def has_fact(slug: str, base: Params, vary: str, value: str, fact: str) -> bool:
    """Whether the lab gives the fact at this value of the setting; the log says once why it does not."""
    try:
        said_at(slug, params_at(slug, base, vary, value), fact)
    except (HTTPException, Unavailable):
        # Too many wait, or the store cannot be read: neither is a fault of the value.
        raise
    except Exception as problem:
        is_told = isinstance(problem, BadParams | KeyError | TooMuchAtOnce)
        log.error(
            "lab %s gives no %s at %s=%s: %s", slug, fact, vary, value, problem, exc_info=None if is_told else problem
        )
        return False
    return True


def computed(block: Try) -> Try:
    """The try without the values at which its lab fails, since one of them must not lose the screen."""
    base, fact = block.base, block.fact
    values = tuple(each for each in block.values if has_fact(base.slug, base.params, block.vary, each, fact))
    return replace(block, values=values) if values != block.values else block


def warm_sweeps(blocks: Iterable[object]) -> None:
    """Run every value of every sweep once, so that nobody waits for a slow lab after committing."""
    for block in blocks:
        if isinstance(block, Try):
            _ = computed(block)
            if block.variation is not None:
                fact_at(block, block.variation.run.params)


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
    caption = f"{fact.label} by {lower(spec.label)}"
    table = Table(f"{id}-sweep", caption, tuple(columns), tuple(found), place)
    curve = _curve(block, spec, fact, table, told)
    return Sweep(curve.shown, _shown(block, table, curve), curve.table)


def _type(fact: Fact) -> ColumnType:
    if isinstance(fact.value, bool):
        return "yesno"
    return "text" if isinstance(fact.value, str) else "whole" if isinstance(fact.value, int) else "decimal"


def _row(block: Try, spec: Spec, value: str, told: Told | None) -> tuple[Scalar, ...]:
    params = at(block, value)
    cells: list[Scalar] = [_cell(block, spec, params), fact_at(block, params).value]
    if told is not None:
        cells.append(told.words if value == value_of(block) else "")
    return (*cells, said_at(block.base.slug, params, block.fact)[1])


def _cell(block: Try, spec: Spec, params: Params) -> Scalar:
    """The moved setting as the first cell of its row."""
    moved = getattr(params, block.vary)
    return spec.choices.get(moved, moved) if isinstance(moved, str) else _plain(moved)


def _plain(value: object) -> Scalar:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value if isinstance(value, int | float | str) else None


def _curve(block: Try, spec: Spec, fact: Fact, table: Table, told: Told | None) -> Curve:
    """The lab's own curve over the moved setting, else one of the sweep's own rows."""
    asked = _cell(block, spec, block.changed.params)
    lines, facts = lines_for(block, told, fact_at(block, block.base.params), base_words(block), asked)
    moved = table.rows[table.now][0] if table.now is not None else None
    own = own_curve(block, moved, lines, facts)
    if own is not None:
        return own
    figure = Figure(
        name=table.name,
        kind="line" if spec.kind in NUMBERS else "bar",
        table=table.name,
        x="value",
        y=("fact",),
        summary=_summary(block, spec, fact, table),
        x_title=f"{spec.label}, {spec.unit}" if spec.unit else spec.label,
        y_title=f"{fact.label}, {fact.unit}" if fact.unit else fact.label,
        lines=lines,
    )
    return Curve(figure, table, facts, ShownFigure(figure, both(figure, table, facts)), None)


def _summary(block: Try, spec: Spec, fact: Fact, table: Table) -> str:
    """The sentence over the figure: from the first row to the last, or between choices from the one before the change
    to the one that was asked about."""
    first, last = table.rows[0], table.rows[-1]
    if spec.kind not in NUMBERS:
        first, last = (table.rows[_place(block, value)] for value in (base_value(block), value_of(block)))
    ends = [number(row[1], fact.places) for row in (first, last) if isinstance(row[1], int | float)]
    if len(ends) < 2:
        return f"{fact.label} from {lower(spec.label)} {first[0]} to {last[0]}."
    moved = f"{first[0]} to {last[0]} {spec.unit}".strip()
    return (
        f"{fact.label} goes from {ends[0]} to {ends[1]} {fact.unit}".strip()
        + f" as {lower(spec.label)} goes from {moved}."
    )


def _place(block: Try, value: str) -> int:
    return block.values.index(value) if value in block.values else 0


def _shown(block: Try, table: Table, curve: Curve) -> ShownTable:
    """The sweep's rows, each with its value, its reason and the places of the marker in both drawings."""
    has_marker = curve.figure.kind != "bar"
    scales = [scale_of(curve.figure, curve.drawn, curve.facts, narrow)[0] for narrow in (False, True)]
    marked = []
    for value, row, cells in zip(block.values, rows(table), table.rows, strict=True):
        spots = {name: scale.at(cells[0]) for name, scale in zip(("wide", "narrow"), scales, strict=True) if has_marker}
        spec = spec_of(block)
        data = {
            "at": value,
            "word": setting_words(spec, value),
            "because": said_at(block.base.slug, at(block, value), block.fact)[2],
        } | {name: f"{spot:g}" for name, spot in spots.items() if spot is not None}
        written = "".join(f' data-{name}="{escape(text)}"' for name, text in data.items())
        marked.append(row.replace("<tr", f"<tr{written}", 1))
    said = () if curve.table else tuple(f"{line.label}: {shown(curve.facts[line.fact])}" for line in curve.figure.lines)
    return ShownTable(table, tuple(marked), said, (), has_words=True)
