"""Marks of bars, stacked parts and lanes: rectangles that begin and end where the cells say, and intervals of bars.
It refuses to know axes, titles and lines."""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from markupsafe import Markup

from app.drawing.domains import stacked_spans
from app.drawing.frame import Frame
from app.drawing.looks import SERIES, Look, part_looks, role, series_looks, with_state
from app.drawing.marks import MOST_SINGLE, Mark
from app.drawing.scales import key
from app.drawing.svg import join, pair, tag
from app.drawing.words import plain
from labs import Figure, Scalar, Table

Fill = Callable[[Look], str | None]
Box = tuple[float, float, float, float]
Point = tuple[float, float]
THICKEST = 44.0
LANE_WORDS = 16.0
# Half of the foot of a whisker.
FOOT = 5


def bar_marks(figure: Figure, table: Table, frame: Frame, fill: Fill) -> list[Mark]:
    """A bar for each cell of the y columns, side by side in the slot of its row."""
    looks = series_looks(figure.y)
    slots, values = (frame.y, frame.x) if frame.flipped else (frame.x, frame.y)
    thick = min(THICKEST, slots.step * 0.76 / len(figure.y))
    names, states = table.values(figure.x), _states(figure, table)
    shown = {column: row_looks(looks[column], names, states) for column in figure.y}
    middles, begin = slots.places(names), values.at(values.start)
    found = []
    for place, column in enumerate(figure.y):
        cells = table.values(column)
        for row, (middle, end) in enumerate(zip(middles, values.places(cells), strict=True)):
            if middle is None or end is None:
                continue
            look = shown[column][row]
            side = middle + (place - len(figure.y) / 2) * thick
            box = bar_box(end if begin is None else begin, end, side, thick, frame.flipped)
            its, ends = (column, cells[row], names[row]), _ends(figure, table, column, row)
            found.append(_mark(figure, table.now, row, its, states[row], look, fill(look), box, ends))
    return found


def _ends(figure: Figure, table: Table, column: str, row: int) -> tuple[Scalar, Scalar]:
    """The cells of the interval of a bar, which the first series alone has."""
    if figure.interval is None or column != figure.y[0]:
        return None, None
    low, high = (table.values(each)[row] for each in figure.interval)
    return low, high


def whisker_lines(marks: Sequence[Mark], frame: Frame) -> Iterator[tuple[tuple[Point, Point], ...]]:
    """The interval of each bar that has one: a line through the middle of its bar and a foot at both ends."""
    for each in marks if len(marks) <= MOST_SINGLE else ():
        low, high = frame.value_scale.at(each.low), frame.value_scale.at(each.high)
        if low is None or high is None or each.box is None:
            continue
        x, y, wide, thick = each.box
        if frame.flipped:
            middle = y + thick / 2
            feet = tuple(((end, middle - FOOT), (end, middle + FOOT)) for end in (low, high))
            yield ((low, middle), (high, middle)), *feet
        else:
            middle = x + wide / 2
            feet = tuple(((middle - FOOT, end), (middle + FOOT, end)) for end in (low, high))
            yield ((middle, low), (middle, high)), *feet


def whiskers(marks: Sequence[Mark], frame: Frame) -> Markup:
    """The intervals of bars, each on a ground that parts it from its bar."""
    parts: list[Markup] = []
    for lines in whisker_lines(marks, frame):
        path = "".join(f"M{pair(*start)}L{pair(*end)}" for start, end in lines)
        parts += [tag("path", d=path, class_="whisker ground"), tag("path", d=path, class_="whisker")]
    return tag("g", join(parts), class_="whiskers") if parts else Markup("")


def bar_box(begin: float, end: float, side: float, thick: float, flipped: bool) -> Box:
    """The rectangle between two positions, `thick` units wide from `side` on."""
    low, long = min(begin, end), abs(end - begin)
    return (low, side, long, thick) if flipped else (side, low, thick, long)


def part_marks(figure: Figure, table: Table, frame: Frame, fill: Fill) -> list[Mark]:
    """The parts of stacked bars, each beginning where the one before it in its bar ended."""
    looks = part_looks(figure, table)
    thick = part_thickness(frame)
    groups = table.values(figure.group) if figure.group else ("",) * len(table.rows)
    names, values, states = table.values(figure.x), table.values(figure.y[0]), _states(figure, table)
    spans = stacked_spans(figure, table)
    least = frame.x.start if frame.x.kind == "log" else -math.inf
    starts, ends = (frame.x.places([max(each[end], least) if each else None for each in spans]) for end in (0, 1))
    found = []
    for row, (middle, start, end) in enumerate(zip(frame.y.places(groups), starts, ends, strict=True)):
        if middle is None or start is None or end is None:
            continue
        look = _own(looks.get(plain(names[row]), SERIES[0]), groups[row], states[row])
        box = (min(start, end), middle - thick / 2, abs(end - start), thick)
        its = (figure.y[0], values[row], names[row])
        found.append(_mark(figure, table.now, row, its, states[row], look, fill(look), box))
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
    names, values, states = table.values(figure.x), table.values(figure.y[0]), _states(figure, table)
    lefts, rights = frame.x.places(start), frame.x.places(end)
    drop = LANE_WORDS / 2 if frame.y.step >= 32 else 0
    found = []
    for row, (middle, left, right) in enumerate(zip(frame.y.places(values), lefts, rights, strict=True)):
        if middle is None or left is None or right is None:
            continue
        look = _own(looks.get(plain(names[row]), SERIES[0]), names[row], states[row])
        box = (min(left, right), middle - thick / 2 + drop, abs(right - left), thick)
        its, ends = (figure.y[0], values[row], names[row]), (start[row], end[row])
        found.append(_mark(figure, table.now, row, its, states[row], look, fill(look), box, ends))
    return found


def lane_thickness(frame: Frame) -> float:
    """Height of a bar in a lane, with a line of words above it where the lane is high enough."""
    spare = frame.y.step - (LANE_WORDS + 4 if frame.y.step >= 32 else 3)
    return max(1.0, min(24.0, spare))


def _states(figure: Figure, table: Table) -> tuple[Scalar, ...]:
    return table.values(figure.state) if figure.state else (None,) * len(table.rows)


# Both drawings of a figure ask for the same looks.
@lru_cache(maxsize=16)
def row_looks(look: Look, names: tuple[Scalar, ...], states: tuple[Scalar, ...]) -> tuple[Look, ...]:
    """The look of each row, of a series with this one."""
    return tuple([_own(look, name, state) for name, state in zip(names, states, strict=True)])


def _own(look: Look, name: Scalar, state: Scalar) -> Look:
    # Only words have a meaning of their own.
    return with_state((role(name) if isinstance(name, str) else None) or look, state)


def _mark(
    figure: Figure,
    now: int | None,
    row: int,
    cells: tuple[str, Scalar, Scalar],
    state: Scalar,
    look: Look,
    fill: str | None,
    box: Box,
    ends: tuple[Scalar, Scalar] = (None, None),
) -> Mark:
    column, value, name = cells
    x, y, wide, high = box
    box = (round(x * 100) / 100, round(y * 100) / 100, round(wide * 100) / 100, round(high * 100) / 100)
    word = key(state) if figure.state else None
    return Mark(row, column, value, name, look, None, box, *ends, fill, " now" if now == row else "", word)
