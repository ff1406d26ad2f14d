"""Traces of lines, steps, bands and scatters: the cells in row order, null for null.
It refuses to know axes, words and what the colours are."""

from app.drawing import lines
from app.drawing.domains import column_numbers
from app.drawing.frame import Frame
from app.drawing.looks import PREDICTION, series_looks
from app.drawing.marks import MOST_SINGLE
from app.plotting.looks import DASHES, Trace, colour, label, symbols
from labs import Figure, Scalar, Table


def points(figure: Figure, table: Table, frame: Frame) -> list[Trace]:
    looks = series_looks(figure.y)
    marks = lines.series(figure, table, frame, {})[1]
    xs = list(table.values(figure.x))
    found = _band(figure, table, xs) if figure.kind == "bands" and figure.interval else []
    for column in figure.y:
        own = {each.row: each.look for each in marks if each.column == column}
        rows = [own.get(row, looks[column]) for row in range(len(xs))]
        drawn = figure.kind != "scatter" and looks[column] is not PREDICTION
        dots = not drawn or len(xs) <= MOST_SINGLE
        trace: Trace = {
            "type": "scatter",
            "mode": "lines+markers" if drawn and dots else "lines" if drawn else "markers",
            "name": label(table, column),
            "x": xs,
            "y": list(table.values(column)),
            "connectgaps": False,
            "cliponaxis": False,
            "meta": {"column": column},
        }
        if drawn:
            dash = DASHES[looks[column].dash]
            shape = "hv" if figure.kind == "step" else "linear"
            trace["line"] = {"color": colour(looks[column]), "width": 2 if dots else 1.5, "dash": dash, "shape": shape}
        if dots:
            trace["marker"] = symbols(rows, table.now)
        if looks[column] is PREDICTION and figure.interval:
            trace["error_y"] = _bracket(figure, table, column)
        found.append(trace)
    return found


def _bracket(figure: Figure, table: Table, column: str) -> Trace:
    low, high = figure.interval or ("", "")
    rows = zip(*(column_numbers(table, each) for each in (low, column, high)), strict=True)
    spans = [(y - a, b - y) if None not in (a, y, b) else (0, 0) for a, y, b in rows]
    ends = {"array": [up for _, up in spans], "arrayminus": [down for down, _ in spans]}
    return {"type": "data", "symmetric": False, "color": "var(--s2)", "thickness": 2, "width": 5, **ends}


def _band(figure: Figure, table: Table, xs: list[Scalar]) -> list[Trace]:
    low, high = figure.interval or ("", "")
    edge = {"type": "scatter", "mode": "lines", "x": xs, "hoverinfo": "skip", "showlegend": False}
    token = colour(series_looks(figure.y)[figure.y[0]])
    shared = {**edge, "line": {"width": 0.5, "color": token}, "connectgaps": False}
    shade = {"fill": "tonexty", "fillcolor": token.replace("--s", "--b")}
    return [
        {**shared, "y": list(table.values(low)), "name": label(table, low), "meta": {"column": low}},
        {**shared, **shade, "y": list(table.values(high)), "name": label(table, high), "meta": {"column": high}},
    ]
