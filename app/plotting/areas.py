"""Traces of bars, stacked parts and lanes: the cells in row order, null for null.
It refuses to know axes, words and what the colours are."""

from app.drawing import bars
from app.drawing.domains import column_numbers
from app.drawing.frame import Frame
from app.drawing.looks import SERIES, part_looks, series_looks
from app.drawing.words import plain
from app.plotting.looks import Trace, areas, label
from labs import Figure, Table


def bars_of(figure: Figure, table: Table, frame: Frame) -> list[Trace]:
    slots = frame.y if frame.flipped else frame.x
    thick = min(bars.THICKEST, slots.step * 0.76 / len(figure.y)) / slots.step
    looks = series_looks(figure.y)
    marks = bars.bar_marks(figure, table, frame, lambda look: None)
    found = []
    for place, column in enumerate(figure.y):
        own = {each.row: each for each in marks if each.column == column}
        rows = [own[row].look if row in own else looks[column] for row in range(len(table.rows))]
        along = {"x": list(table.values(figure.x)), "y": list(table.values(column))}
        trace: Trace = {
            "type": "bar",
            "orientation": "h" if frame.flipped else "v",
            "name": label(table, column),
            **({"x": along["y"], "y": along["x"]} if frame.flipped else along),
            "width": thick,
            "offset": (place - len(figure.y) / 2) * thick,
            "marker": areas(rows),
            "meta": {"column": column},
        }
        if figure.interval and column == figure.y[0]:
            # Drawn as shapes, because Plotly's own have no ground that parts them from their bar.
            ends = zip(*(table.values(each) for each in figure.interval), strict=True)
            trace |= {
                "customdata": [list(each) for each in ends],
                "meta": {"column": column, "ends": list(figure.interval)},
            }
        found.append(trace)
    return found


def parts(figure: Figure, table: Table, frame: Frame) -> list[Trace]:
    looks = part_looks(figure, table)
    own = {each.row: each for each in bars.part_marks(figure, table, frame, lambda look: None)}
    groups = table.values(figure.group) if figure.group else ("",) * len(table.rows)
    found: list[Trace] = []
    for row, (name, value) in enumerate(zip(table.values(figure.x), table.values(figure.y[0]), strict=True)):
        words = plain(name)
        look = own[row].look if row in own else looks.get(words, SERIES[0])
        found.append(
            {
                "type": "bar",
                "orientation": "h",
                "name": words,
                "x": [value],
                "y": [groups[row]],
                "width": bars.part_thickness(frame) / frame.y.step,
                "marker": areas([look]),
                "meta": {"column": figure.y[0], "row": row},
            }
        )
    return found


def lanes(figure: Figure, table: Table, frame: Frame) -> list[Trace]:
    own = {each.row: each for each in bars.lane_marks(figure, table, frame, lambda look: None)}
    starts, ends = (table.values(each) for each in figure.interval or (figure.y[0], figure.y[0]))
    numbers = (column_numbers(table, each) for each in figure.interval or (figure.y[0], figure.y[0]))
    lengths = [None if None in (a, b) else b - a for a, b in zip(*numbers, strict=True)]
    thick, drop = bars.lane_thickness(frame), bars.LANE_WORDS / 2 if frame.y.step >= 32 else 0
    return [
        {
            "type": "bar",
            "orientation": "h",
            "name": label(table, figure.x),
            "base": list(starts),
            "x": lengths,
            "y": list(table.values(figure.y[0])),
            "customdata": [list(each) for each in zip(starts, ends, table.values(figure.x), strict=True)],
            "width": thick / frame.y.step,
            "offset": (drop - thick / 2) / frame.y.step,
            "marker": areas([own[row].look if row in own else SERIES[0] for row in range(len(starts))]),
            "meta": {"column": figure.y[0], "interval": list(figure.interval or ())},
        }
    ]
