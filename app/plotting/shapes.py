"""Reference lines, predictions and the row of now as Plotly shapes.
It refuses to know traces and words."""

from collections.abc import Mapping
from typing import Any

from app.drawing import bars
from app.drawing.frame import Frame
from app.drawing.reference import Reference, references
from app.plotting.looks import TOKENS
from labs import Fact, Figure, Table


def across(frame: Frame, x: float) -> float:
    return (x - frame.left) / (frame.right - frame.left)


def up(frame: Frame, y: float) -> float:
    low, high = sorted(frame.y.range)
    return (high - y) / (high - low)


def rules(figure: Figure, facts: Mapping[str, Fact], frame: Frame) -> list[dict[str, Any]]:
    over_bars = figure.kind == "bar"
    return [shape for each in references(figure, facts, frame)[0] for shape in _rule(each, frame, over_bars)]


def _rule(each: Reference, frame: Frame, over_bars: bool) -> list[dict[str, Any]]:
    if each.look == "prediction":
        drawn = _prediction(each, frame)
        grounds = [{**outline, "name": "", "line": {"color": "var(--paper)", "width": 6}} for outline in drawn]
        return [*(grounds if over_bars else ()), *drawn]
    dashed = each.look in ("baseline", "rare")
    stroke = f"var(--{TOKENS.get(each.look, 'ink')})"
    line = {"color": stroke, "width": 1.5 if dashed else 2, "dash": "4px,3px" if dashed else "solid"}
    layer = "above" if frame.flipped or over_bars else "below"
    shape: dict[str, Any] = {"type": "line", "name": each.line.fact, "line": line, "layer": layer}
    placed = _placed(each, frame, shape)
    # What lies over bars has a ground, as in the drawing.
    ground = {**placed, "name": "", "line": {"color": "var(--paper)", "width": 4}}
    return [ground, placed] if over_bars else [placed]


def _placed(each: Reference, frame: Frame, shape: dict[str, Any]) -> dict[str, Any]:
    if each.upright:
        fixed = frame.x.kind == "category"
        x = across(frame, each.at) if fixed else each.value
        ends = {"y0": 0, "y1": up(frame, frame.top), "yref": "paper"}
        return {**shape, **ends, "x0": x, "x1": x, "xref": "paper" if fixed else "x"}
    fixed = frame.y.kind == "category"
    y = up(frame, each.at) if fixed else each.value
    return {**shape, "x0": 0, "x1": 1, "xref": "paper", "y0": y, "y1": y, "yref": "paper" if fixed else "y"}


def _prediction(each: Reference, frame: Frame) -> list[dict[str, Any]]:
    x, y = each.place(frame)
    low, high = each.ends or (each.at, each.at)
    parts = [((low, y), (high, y)), ((low, y - 6), (low, y + 6)), ((high, y - 6), (high, y + 6))]
    if not each.upright:
        parts = [((x, low), (x, high)), ((x - 6, low), (x + 6, low)), ((x - 6, high), (x + 6, high))]
    corners = [(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)]
    outlines = [*([list(each) for each in parts] if each.ends else []), [*corners, corners[0]]]
    ink = {"color": "var(--s2)", "width": 2}
    shared = {"type": "path", "xref": "paper", "yref": "paper", "name": each.line.fact, "line": ink}
    return [
        {**shared, "path": _outline(frame, outline), "fillcolor": "var(--paper)" if len(outline) > 2 else ink["color"]}
        for outline in outlines
    ]


def _outline(frame: Frame, points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{across(frame, x):.5f},{up(frame, y):.5f}" for x, y in points)


def whiskers(figure: Figure, table: Table, frame: Frame) -> list[dict[str, Any]]:
    """The intervals of bars, as the drawing has them."""
    if figure.kind != "bar" or not figure.interval:
        return []
    shared = {"type": "path", "xref": "paper", "yref": "paper", "layer": "above"}
    found = []
    for lines in bars.whisker_lines(bars.bar_marks(figure, table, frame, lambda look: None), frame):
        path = "".join(_outline(frame, list(each)) for each in lines)
        for name, ink, wide in (("", "var(--paper)", 5), ("whisker", "var(--ink)", 2)):
            found.append({**shared, "name": name, "path": path, "line": {"color": ink, "width": wide}})
    return found


def now(figure: Figure, table: Table, frame: Frame) -> list[dict[str, Any]]:
    if table.now is None or figure.kind not in ("line", "step", "bands", "scatter"):
        return []
    at = frame.x.at(table.rows[table.now][table.index(figure.x)])
    if at is None:
        return []
    x, line = across(frame, at), {"color": "var(--accent)", "width": 1.5, "dash": "1px,3px"}
    return [
        {
            "type": "line",
            "name": "now",
            "xref": "paper",
            "yref": "paper",
            "x0": x,
            "x1": x,
            "y0": 0,
            "y1": 1,
            "line": line,
        }
    ]
