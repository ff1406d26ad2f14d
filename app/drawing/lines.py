"""Marks of lines, steps, bands and scatters: one point a row and series, and the path through them.
It refuses to know axes, words and bars."""

from collections.abc import Sequence
from itertools import pairwise

from markupsafe import Markup

from app.drawing.frame import Frame
from app.drawing.looks import PREDICTION, Look, role, series_looks, with_state
from app.drawing.marks import MOST_SINGLE, Mark, elements, values_list
from app.drawing.svg import join, number, pair, tag
from labs import Figure, Table

Point = tuple[float, float]


def series(figure: Figure, table: Table, frame: Frame) -> tuple[Markup, list[Mark]]:
    """One group for each y column, and all its marks."""
    looks = series_looks(figure.y)
    marks = {each: _marks(figure, table, frame, each, looks[each]) for each in figure.y}
    # All shades lie under all lines.
    shades = [_shade(figure, table, frame, looks[figure.y[0]])] if figure.interval else []
    groups = [_group(figure, table, frame, each, looks[each], marks[each]) for each in figure.y]
    return join([*shades, *groups]), [mark for each in figure.y for mark in marks[each]]


def _marks(figure: Figure, table: Table, frame: Frame, column: str, look: Look) -> list[Mark]:
    xs, ys = table.values(figure.x), table.values(column)
    states = table.values(figure.state) if figure.state else (None,) * len(xs)
    lows, highs = (table.values(each) for each in figure.interval) if figure.interval else (states, states)
    found = []
    for row, (x, y) in enumerate(zip(xs, ys, strict=True)):
        at = frame.x.at(x), frame.y.at(y)
        if at[0] is None or at[1] is None:
            continue
        its = with_state(look, states[row])
        named = table.rows[row][0]
        if isinstance(named, str) and figure.kind == "scatter":
            its = role(named) or its
        ends = (lows[row], highs[row]) if figure.interval else (None, None)
        state = states[row]
        word = state if isinstance(state, str) else None
        now = " now" if table.now == row else ""
        found.append(Mark(row, column, y, x, its, (at[0], at[1]), None, *ends, None, now, word))
    return found


def _group(figure: Figure, table: Table, frame: Frame, column: str, look: Look, marks: list[Mark]) -> Markup:
    parts: list[Markup] = []
    many = len(table.rows) > MOST_SINGLE
    if figure.kind != "scatter" and look is not PREDICTION:
        path = _path(_runs(table, frame, figure.x, column), figure.kind == "step")
        parts += [] if many else [tag("path", d=path, class_="halo")]
        cells = (
            {"data_values": values_list(table.values(column)), "data_column": column}
            if many and frame.has_lists
            else {}
        )
        parts.append(tag("path", d=path, class_="line dense" if many else "line", **cells))
        # A point between two gaps has no line through it and would vanish.
        marks = _lonely(figure, table, frame, column, marks) if many else marks
    parts.append(_brackets(frame, marks))
    parts.append(elements(marks, frame.has_lists))
    return tag(
        "g",
        join(parts),
        class_=f"series {look.name}",
        data_series=column,
        data_symbol=look.symbol,
        data_dash=look.dash,
        data_pattern=look.pattern,
    )


def _lonely(figure: Figure, table: Table, frame: Frame, column: str, marks: list[Mark]) -> list[Mark]:
    alone = {run[0] for run in _runs(table, frame, figure.x, column) if len(run) == 1}
    return [each for each in marks if each.at in alone]


def _runs(table: Table, frame: Frame, x: str, column: str) -> list[list[Point]]:
    runs: list[list[Point]] = [[]]
    for left, up in zip(table.values(x), table.values(column), strict=True):
        at = frame.x.at(left), frame.y.at(up)
        if at[0] is None or at[1] is None:
            runs.append([])
        else:
            runs[-1].append((at[0], at[1]))
    return [each for each in runs if each]


def _path(runs: Sequence[Sequence[Point]], step: bool) -> str:
    return "".join(_run(each, step) for each in runs)


def _run(points: Sequence[Point], step: bool) -> str:
    # Steps from point to point repeat themselves, so a long line stays small on the wire.
    moves = ((after[0] - before[0], after[1] - before[1]) for before, after in pairwise(points))
    drawn = (f"h{number(x)}v{number(y)}" if step else f"l{pair(x, y)}" for x, y in moves)
    return f"M{pair(*points[0])}{''.join(drawn)}"


def _shade(figure: Figure, table: Table, frame: Frame, look: Look) -> Markup:
    low, high = figure.interval or ("", "")
    if figure.kind != "bands":
        return Markup("")
    areas: list[list[tuple[float, float, float]]] = [[]]
    for x, bottom, top in zip(table.values(figure.x), table.values(low), table.values(high), strict=True):
        at = frame.x.at(x), frame.y.at(bottom), frame.y.at(top)
        if None in at:
            areas.append([])
        else:
            areas[-1].append((at[0] or 0.0, at[1] or 0.0, at[2] or 0.0))
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
