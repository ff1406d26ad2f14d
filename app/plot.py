"""Writes a figure with its table as a Plotly figure: a plain dict in the box, scales and looks of the server's drawing.
It refuses to know Plotly's packages and colours: a colour is `var(--name)`, which the page replaces by its token."""

import math
from collections.abc import Mapping
from typing import Any

from app.drawing import draw
from app.drawing.frame import Frame, frame_of
from app.drawing.scales import Scale, key
from app.drawing.words import FONT
from app.plotting.areas import bars_of, lanes, parts
from app.plotting.heat import heat
from app.plotting.looks import Trace
from app.plotting.points import points
from app.plotting.shapes import now, rules, whiskers
from app.plotting.words import inert, swatches, words
from labs import Fact, Figure, Scalar, Table

FACE = "system-ui, sans-serif"
AIR = 1e-9


def plot(figure: Figure, table: Table, facts: Mapping[str, Fact]) -> dict[str, Any]:
    """{data, layout} for Plotly in the wide box. `layout.meta.narrow` has what differs in the narrow one:
    `layout` to lay over the layout and `traces` to lay over each trace.

    Traces carry `meta.column` (parts also `meta.row`), cells in row order with null for null.
    """
    frame = frame_of(figure, table, facts)
    data = _traces(figure, table, frame)
    small = _traces(figure, table, frame_of(figure, table, facts, True))
    narrow = {
        "layout": _box(figure, table, facts, True),
        "traces": [_difference(*each) for each in zip(data, small, strict=True)],
    }
    layout = {
        **_box(figure, table, facts, False),
        "autosize": False,
        "barmode": "relative" if figure.kind == "stacked" else "overlay",
        "dragmode": False,
        "font": {"family": FACE, "size": FONT, "color": "var(--ink)"},
        "hoverlabel": {"bgcolor": "var(--paper)", "bordercolor": "var(--ink)", "font": {"color": "var(--ink)"}},
        "hovermode": "x unified" if figure.kind in ("line", "step", "bands") else "closest",
        "paper_bgcolor": "var(--paper)",
        "plot_bgcolor": "var(--paper)",
        "showlegend": False,
        "transition": {"duration": 0},
        "meta": {"figure": figure.name, "table": table.name, "narrow": narrow},
    }
    return {"data": data, "layout": layout}


def _traces(figure: Figure, table: Table, frame: Frame) -> list[Trace]:
    if not table.rows:
        return []
    kinds = {"bar": bars_of, "stacked": parts, "lanes": lanes, "heatmap": heat}
    return kinds.get(figure.kind, points)(figure, table, frame)


def _difference(wide: Trace, narrow: Trace) -> Trace:
    return {name: narrow.get(name) for name in {**wide, **narrow} if wide.get(name) != narrow.get(name)}


def _box(figure: Figure, table: Table, facts: Mapping[str, Fact], narrow: bool) -> dict[str, Any]:
    frame = frame_of(figure, table, facts, narrow)
    drawing = draw(figure, table, facts, narrow)
    shown = "data-value" in drawing.svg
    low, high = sorted(frame.y.range)
    return {
        "width": frame.width,
        "height": frame.height,
        "margin": {
            "l": frame.left,
            "r": frame.width - frame.right,
            "t": low,
            "b": frame.height - high,
            "pad": 0,
        },
        "xaxis": _axis(frame.x, _cells(table, figure, frame.x), level=True, shown=shown),
        "yaxis": _axis(frame.y, _cells(table, figure, frame.y), level=False, shown=shown),
        "shapes": [
            *rules(figure, facts, frame),
            *whiskers(figure, table, frame),
            *now(figure, table, frame),
            *swatches(drawing, frame),
        ],
        "annotations": words(drawing, frame),
    }


def _cells(table: Table, figure: Figure, scale: Scale) -> dict[str, Scalar]:
    """Cells by slot name: Plotly finds a slot by the cell itself."""
    return {key(cell): cell for row in table.rows for cell in row if scale.kind == "category"}


def _axis(scale: Scale, cells: Mapping[str, Scalar], level: bool, shown: bool) -> dict[str, Any]:
    lines = ["<br>".join(inert(line) for line in each.lines) for each in scale.ticks]
    shared: dict[str, Any] = {
        "automargin": False,
        "fixedrange": True,
        "showgrid": False,
        "showline": level,
        "linecolor": "var(--ink)",
        "linewidth": 1,
        "tickfont": {"size": FONT, "color": "var(--soft)"},
        "tickmode": "array",
        "ticktext": lines,
        "tickcolor": "var(--soft)",
        "ticklen": 4,
        "ticks": "" if scale.kind == "category" else "outside",
        "tickangle": 0,
        "ticklabelstandoff": 3,
        "visible": shown,
        "zeroline": scale.kind == "linear" and scale.domain[0] < 0 < scale.domain[1],
        "zerolinecolor": "var(--soft)",
        "zerolinewidth": 1,
    }
    if scale.kind == "category":
        names = [cells.get(each, each) for each in scale.names]
        ends = [-0.5, len(names) - 0.5]
        down = not level and scale.range[0] < scale.range[1]
        order = {"type": "category", "categoryorder": "array", "categoryarray": names}
        values = [cells.get(key(each.value), each.value) for each in scale.ticks]
        return {**shared, **order, "range": ends[::-1] if down else ends, "tickvals": values}
    ends = [math.log10(each) for each in scale.domain] if scale.kind == "log" else list(scale.domain)
    # A point at the very end would be left out wherever Plotly's own logarithm differs in its last digit.
    air = AIR * (ends[1] - ends[0])
    ends = [ends[0] - air, ends[1] + air]
    return {**shared, "type": scale.kind, "range": ends, "tickvals": [each.value for each in scale.ticks]}
