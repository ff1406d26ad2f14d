"""The picture of a try: the lab's own curve over the moved setting when it has one, else the sweep's fact alone.
It refuses to decide who may see it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.course.items import Try
from app.drawing import both
from app.web.result import ShownFigure, ShownTable, show_table
from app.web.runs import run_lab
from app.web.told import Told, marks
from labs import Fact, Figure, Line, Result, Scalar, Table

CURVES = ("line", "step", "bands")


@dataclass(frozen=True)
class Curve:
    """A figure with what its scales are made of; `table` is None when the figure views the sweep's own table."""

    figure: Figure
    drawn: Table
    facts: Mapping[str, Fact]
    shown: ShownFigure
    table: ShownTable | None


def lines_for(
    block: Try, told: Told | None, base: Fact, base_at: str, asked: Scalar
) -> tuple[tuple[Line, ...], dict[str, Fact]]:
    """The value before the change as a dashed line, the learner's own as a diamond in its bracket at what was asked."""
    facts: dict[str, Fact] = {}
    lines: list[Line] = []
    if block.ghost and not isinstance(base.value, str) and base.value is not None:
        facts["baseline"] = replace(base, label=f"before ({base_at})")
        lines.append(Line("baseline", f"before ({base_at})"))
    said, ends = marks(told, base.unit, asked) if told is not None else ((), {})
    return (*lines, *said), facts | ends


def own_curve(block: Try, moved: Scalar, extra: tuple[Line, ...], facts: Mapping[str, Fact]) -> Curve | None:
    """The lab's curve with these lines on it, its marker at the moved value; None when the lab draws none of what was
    asked about, on which no line could stand."""
    id, result = block.item.id, run_lab(block.base.slug, block.changed.params)
    unit = result.facts[block.fact].unit
    found = (each for each in result.figures if each.x == block.vary and each.kind in CURVES)
    figure = next(found, None)
    if figure is None:
        return None
    table = result.table(figure.table)
    if all(table.columns[table.index(name)].unit != unit for name in figure.y):
        return None
    figure = replace(figure, name=f"{id}-sweep", table=f"{id}-curve", lines=(*figure.lines, *extra))
    table = replace(table, name=f"{id}-curve", now=_nearest_row(table, figure.x, moved))
    held = {**result.facts, **facts}
    shown = ShownFigure(figure, both(figure, table, held))
    told = Result(result.says, result.because, held, (table,), (figure,))
    return Curve(figure, table, held, shown, show_table(table, told, ()))


def _nearest_row(table: Table, x: str, moved: Scalar) -> int | None:
    cells = [(place, cell) for place, cell in enumerate(table.values(x)) if isinstance(cell, int | float)]
    if not isinstance(moved, int | float) or not cells:
        return None
    return min(cells, key=lambda each: abs(each[1] - moved))[0]
