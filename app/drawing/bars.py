"""Marks of bars, stacked parts and lanes: rectangles that begin and end where the cells say.
It refuses to know axes, titles and lines."""

from collections.abc import Callable

from app.drawing.domains import stacked_spans
from app.drawing.frame import Frame
from app.drawing.looks import SERIES, Look, part_looks, role, series_looks, with_state
from app.drawing.marks import Mark
from app.drawing.scales import Scale, key
from app.drawing.words import plain
from labs import Figure, Scalar, Table

Fill = Callable[[Look], str | None]
Box = tuple[float, float, float, float]
THICKEST = 44.0
LANE_WORDS = 16.0


def bar_marks(figure: Figure, table: Table, frame: Frame, fill: Fill) -> list[Mark]:
    """A bar for each cell of the y columns, side by side in the slot of its row."""
    looks = series_looks(figure.y)
    slots, values = (frame.y, frame.x) if frame.flipped else (frame.x, frame.y)
    thick = min(THICKEST, slots.step * 0.76 / len(figure.y))
    found = []
    for place, column in enumerate(figure.y):
        for row, (name, value) in enumerate(zip(table.values(figure.x), table.values(column), strict=True)):
            middle, end = slots.at(name), values.at(value)
            if middle is None or end is None:
                continue
            look = _own(looks[column], name, table, figure, row)
            side = middle + (place - len(figure.y) / 2) * thick
            box = bar_box(values, values.start, end, side, thick, frame.flipped)
            found.append(_mark(figure, table, row, (column, value, name), look, fill(look), box))
    return found


def bar_box(values: Scale, start: float, end: float, side: float, thick: float, flipped: bool) -> Box:
    """The rectangle from the value `start` to the position `end`, `thick` units wide from `side` on."""
    begin = values.at(start)
    begin = end if begin is None else begin
    low, long = min(begin, end), abs(end - begin)
    return (low, side, long, thick) if flipped else (side, low, thick, long)


def part_marks(figure: Figure, table: Table, frame: Frame, fill: Fill) -> list[Mark]:
    """The parts of stacked bars, each beginning where the one before it in its bar ended."""
    looks = part_looks(figure, table)
    thick = part_thickness(frame)
    groups = table.values(figure.group) if figure.group else ("",) * len(table.rows)
    names, values = table.values(figure.x), table.values(figure.y[0])
    found = []
    for row, span in enumerate(stacked_spans(figure, table)):
        middle = frame.y.at(groups[row])
        name, value = names[row], values[row]
        if span is None or middle is None:
            continue
        ends = [frame.x.at(max(each, frame.x.start) if frame.x.kind == "log" else each) for each in span]
        if ends[0] is None or ends[1] is None:
            continue
        look = _own(looks.get(plain(name), SERIES[0]), groups[row], table, figure, row)
        box = (min(ends[0], ends[1]), middle - thick / 2, abs(ends[1] - ends[0]), thick)
        found.append(_mark(figure, table, row, (figure.y[0], value, name), look, fill(look), box))
    return found


def part_thickness(frame: Frame) -> float:
    """Height of a stacked bar: what its slot leaves beside its words."""
    spare = frame.y.step - (36 if frame.y.step >= 60 else 20 if frame.y.step >= 32 else 3)
    return max(1.0, min(THICKEST, spare))


def lane_marks(figure: Figure, table: Table, frame: Frame, fill: Fill) -> list[Mark]:
    """A bar for each row in its lane, from its start to its end."""
    looks = part_looks(figure, table)
    start, end = (table.values(each) for each in figure.interval or (figure.y[0], figure.y[0]))
    thick = lane_thickness(frame)
    found = []
    for row, (lane, name) in enumerate(zip(table.values(figure.y[0]), table.values(figure.x), strict=True)):
        middle, left, right = frame.y.at(lane), frame.x.at(start[row]), frame.x.at(end[row])
        if middle is None or left is None or right is None:
            continue
        look = _own(looks.get(plain(name), SERIES[0]), name, table, figure, row)
        drop = LANE_WORDS / 2 if frame.y.step >= 32 else 0
        box = (min(left, right), middle - thick / 2 + drop, abs(right - left), thick)
        found.append(
            _mark(figure, table, row, (figure.y[0], lane, name), look, fill(look), box, (start[row], end[row]))
        )
    return found


def lane_thickness(frame: Frame) -> float:
    """Height of a bar in a lane, with a line of words above it where the lane is high enough."""
    spare = frame.y.step - (LANE_WORDS + 4 if frame.y.step >= 32 else 3)
    return max(1.0, min(24.0, spare))


def _own(look: Look, name: Scalar, table: Table, figure: Figure, row: int) -> Look:
    state = table.rows[row][table.index(figure.state)] if figure.state else None
    return with_state(role(plain(name)) or look, state)


def _mark(
    figure: Figure,
    table: Table,
    row: int,
    cells: tuple[str, Scalar, Scalar],
    look: Look,
    fill: str | None,
    box: Box,
    ends: tuple[Scalar, Scalar] = (None, None),
) -> Mark:
    column, value, name = cells
    x, y, wide, high = (round(each, 2) for each in box)
    state = key(table.rows[row][table.index(figure.state)]) if figure.state else None
    now = " now" if table.now == row else ""
    return Mark(row, column, value, name, look, None, (x, y, wide, high), *ends, fill, now, state)
