"""Marks of lines, steps, bands and scatters: one point a row and series, and the path through them.
It refuses to know axes, words and bars."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, repeat

from markupsafe import Markup

from app.drawing.frame import Frame
from app.drawing.looks import PREDICTION, Look, role, series_looks, with_state
from app.drawing.marks import MOST_SINGLE, Mark, Told, elements, values_list
from app.drawing.placing import Room
from app.drawing.svg import join, number, pair, tag
from labs import Figure, Scalar, Table

Point = tuple[float, float]


@dataclass(frozen=True)
class Series:
    """A y column: its look, where each row stands (None where nothing can), and its marks."""

    column: str
    look: Look
    spots: list[Point | None]
    marks: list[Mark]


def series(figure: Figure, table: Table, frame: Frame, told: Told) -> tuple[Markup, list[Mark]]:
    """One group for each y column, and all its marks; the shade of bands is apart, since rules stand between."""
    looks = series_looks(figure.y)
    across = frame.x.places(table.values(figure.x))
    found = [_series(figure, table, frame, each, looks[each], across) for each in figure.y]
    drawn = join(_group(figure, table, frame, each, told) for each in found)
    return drawn, [mark for each in found for mark in each.marks]


def _series(
    figure: Figure, table: Table, frame: Frame, column: str, look: Look, across: Sequence[float | None]
) -> Series:
    xs, ys = table.values(figure.x), table.values(column)
    up = frame.y.places(ys)
    spots = [None if x is None or y is None else (x, y) for x, y in zip(across, up, strict=True)]
    states = table.values(figure.state) if figure.state else (None,) * len(xs)
    lows, highs = (table.values(each) for each in figure.interval) if figure.interval else ((None,) * len(xs),) * 2
    its = _looks(figure, table, look, states)
    said = [each if isinstance(each, str) else None for each in states] if figure.state else states
    now = [""] * len(xs)
    if table.now is not None:
        now[table.now] = " now"
    names, none = repeat(column, len(xs)), (None,) * len(xs)
    cells = zip(range(len(xs)), names, ys, xs, its, spots, none, lows, highs, none, now, said, strict=True)
    # Made as the tuples that they are, because a named tuple's own way takes three times as long.
    marks = [tuple.__new__(Mark, each) for each in cells]
    return Series(column, look, spots, [each for each in marks if each.at is not None])


def _looks(figure: Figure, table: Table, look: Look, states: Sequence[Scalar]) -> Sequence[Look]:
    if figure.kind != "scatter" and figure.state is None:
        return (look,) * len(states)
    own = [with_state(look, each) for each in states]
    if figure.kind != "scatter":
        return own
    firsts = [row[0] for row in table.rows]
    return [(role(first) if isinstance(first, str) else None) or each for first, each in zip(firsts, own, strict=True)]


def _group(figure: Figure, table: Table, frame: Frame, its: Series, told: Told) -> Markup:
    parts: list[Markup] = []
    look, marks = its.look, its.marks
    many = len(table.rows) > MOST_SINGLE
    if figure.kind != "scatter" and look is not PREDICTION:
        runs = _runs(its.spots)
        path = "".join(_run(each, figure.kind == "step") for each in runs)
        parts += [] if many else [tag("path", d=path, class_="halo")]
        cells = (
            {"data_values": values_list(table.values(its.column)), "data_column": its.column}
            if many and frame.has_lists
            else {}
        )
        parts.append(tag("path", d=path, class_="line dense" if many else "line", **cells))
        # A point between two gaps has no line through it and would vanish.
        alone = {run[0] for run in runs if len(run) == 1} if many else set()
        marks = [each for each in marks if each.at in alone] if many else marks
    parts.append(_brackets(frame, marks))
    parts.append(elements(marks, told, frame.has_lists))
    return tag(
        "g",
        join(parts),
        class_=f"series {look.name}",
        data_series=its.column,
        data_symbol=look.symbol,
        data_dash=look.dash,
        data_pattern=look.pattern,
    )


def _runs(spots: Sequence[Point | None]) -> list[list[Point]]:
    runs: list[list[Point]] = [[]]
    for at in spots:
        if at is None:
            runs.append([])
        else:
            runs[-1].append(at)
    return [each for each in runs if each]


def _run(points: Sequence[Point], step: bool) -> str:
    # Steps from point to point repeat themselves, so a long line stays small on the wire; as whole hundredths
    # equal steps are equal to the last bit, and each is written once.
    grid = [(round(100 * x), round(100 * y)) for x, y in points]
    written = _across_and_up if step else _along
    drawn = [written(right - left, low - high) for (left, high), (right, low) in pairwise(grid)]
    return f"M{pair(*points[0])}{''.join(drawn)}"


@lru_cache(maxsize=2048)
def _across_and_up(x: int, y: int) -> str:
    return f"h{number(x / 100)}v{number(y / 100)}"


@lru_cache(maxsize=2048)
def _along(x: int, y: int) -> str:
    return f"l{pair(x / 100, y / 100)}"


def shade(figure: Figure, table: Table, frame: Frame) -> Markup:
    """The shade of bands, which lies under all lines and rules; nothing for other kinds."""
    if figure.kind != "bands" or figure.interval is None:
        return Markup("")
    low, high = figure.interval
    look = series_looks(figure.y)[figure.y[0]]
    across = frame.x.places(table.values(figure.x))
    areas: list[list[tuple[float, float, float]]] = [[]]
    below, above = frame.y.places(table.values(low)), frame.y.places(table.values(high))
    for x, bottom, top in zip(across, below, above, strict=True):
        if x is None or bottom is None or top is None:
            areas.append([])
        else:
            areas[-1].append((x, bottom, top))
    shape = "".join(_area(each) for each in areas if each)
    cells: dict[str, str] = {}
    if len(table.rows) > MOST_SINGLE and frame.has_lists:
        cells = {"data_low_values": values_list(table.values(low)), "data_high_values": values_list(table.values(high))}
    return tag("path", d=shape, class_=f"band {look.name}", data_low=low, data_high=high, **cells)


def _area(points: Sequence[tuple[float, float, float]]) -> str:
    lower = [(x, low) for x, low, _ in points]
    upper = [(x, high) for x, _, high in reversed(points)]
    return f"{_run([*lower, *upper], False)}z"


def _brackets(frame: Frame, marks: Sequence[Mark]) -> Markup:
    return join(_bracket(frame, each) for each in marks if each.look is PREDICTION and each.at)


def _bracket(frame: Frame, mark: Mark) -> Markup:
    ends = [frame.y.at(each) for each in (mark.low, mark.high)]
    if mark.at is None or ends[0] is None or ends[1] is None:
        return Markup("")
    x, low, high = number(mark.at[0]), number(ends[0]), number(ends[1])
    return tag("path", d=f"M{x} {low}V{high}m-5 0h10M{x} {low}m-5 0h10", class_="bracket prediction")


def mind(figure: Figure, marks: Sequence[Mark], room: Room) -> None:
    """Tell the room where marks and the lines between them are, so that words keep off them as they can."""
    room.points += [each.at for each in marks[:: 1 + len(marks) // 200] if each.at]
    if figure.kind in ("line", "step", "bands") and len(marks) <= MOST_SINGLE:
        for one, other in pairwise(marks):
            if one.column == other.column and one.at and other.at:
                room.cross(one.at, other.at)
    if figure.kind == "bar" and len(marks) <= MOST_SINGLE:
        room.points += [point for each in marks if each.box for point in _inside(each.box)]


def _inside(box: tuple[float, float, float, float]) -> list[Point]:
    """Points over a bar, near enough to each other that no words find a gap between them."""
    x, y, wide, high = box
    across, down = (max(1, int(each / 10)) for each in (wide, high))
    return [(x + wide * i / across, y + high * j / down) for i in range(across + 1) for j in range(down + 1)]
