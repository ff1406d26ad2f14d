"""The trace of a heat map: a matrix of its cells under seven steps of one hue.
It refuses to know axes, words and what the colours are."""

import math
from typing import Any

from app.drawing import cells, labels
from app.drawing.cells import STEPS
from app.drawing.frame import Frame
from app.drawing.marks import Mark
from app.drawing.scales import key
from app.drawing.words import FONT
from app.plotting.looks import Trace, label
from labs import Figure, Scalar, Table


def heat(figure: Figure, table: Table, frame: Frame) -> list[Trace]:
    marks = cells.cell_marks(figure, table, frame)
    low, high = cells.value_range(figure, table) or (0.0, 1.0)
    places = {name: place for place, name in enumerate(frame.x.names)}
    downs = {name: place for place, name in enumerate(frame.y.names)}
    z: list[list[Scalar]] = [[None] * len(places) for _ in downs]
    said: list[list[str]] = [[""] * len(places) for _ in downs]
    texts = labels.cell_texts(figure, table, marks)
    for each, words in zip(marks, texts or [""] * len(marks), strict=True):
        down, across = downs[_cell(table, each, figure.y[0])], places[_cell(table, each, figure.x)]
        z[down][across], said[down][across] = each.value, words
    flat = {"x": _raw(table, figure.x), "y": _raw(table, figure.y[0])}
    return [
        {
            "type": "heatmap",
            **flat,
            "z": z,
            "zmin": low,
            "zmax": high if high > low else low + 1,
            "zsmooth": False,
            "xgap": 1,
            "ygap": 1,
            "colorscale": _steps(low, high, figure.scale == "log"),
            "showscale": False,
            "name": label(table, figure.y[1]),
            "meta": {"column": figure.y[1]},
            **(
                {"text": said, "texttemplate": "%{text}", "textfont": {"size": FONT, "color": "var(--ink)"}}
                if texts
                else {}
            ),
        }
    ]


def _steps(low: float, high: float, log: bool) -> list[list[Any]]:
    if high <= low:
        return [[0, "var(--h3)"], [1, "var(--h3)"]]
    edges = [place / STEPS for place in range(STEPS + 1)]
    if log:
        edges = [(low * math.pow(high / low, each) - low) / (high - low) for each in edges]
    edges[0], edges[-1] = 0.0, 1.0
    return [[edge, f"var(--h{step})"] for step in range(STEPS) for edge in edges[step : step + 2]]


def _raw(table: Table, column: str) -> list[Scalar]:
    return list(dict.fromkeys(table.values(column)))


def _cell(table: Table, mark: Mark, column: str) -> str:
    return key(table.rows[mark.row][table.index(column)])
