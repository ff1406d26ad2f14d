"""Takes the words of the server's drawing over as Plotly annotations, each where it stands there.
It refuses to know what they say."""

import re
from typing import Any
from xml.etree import ElementTree

from app.drawing import Drawing
from app.drawing.frame import Frame
from app.drawing.words import FONT
from app.plotting.looks import TOKENS
from app.plotting.shapes import across, up

SIGNS = {
    "circle": "●",
    "square": "■",
    "x": "✕",
    "cross": "✚",
    "triangle-up": "▲",
    "triangle-down": "▼",
    "circle-open": "○",
    "diamond-open": "◇",
}
# Strokes of each pattern on a swatch of 13 x 11 units: x and y of both ends.
SWATCHES = {
    "upright": ((4, 0, 4, 11), (9, 0, 9, 11)),
    "level": ((0, 4, 13, 4), (0, 8, 13, 8)),
    "grid": ((4, 0, 4, 11), (9, 0, 9, 11), (0, 4, 13, 4), (0, 8, 13, 8)),
    "lattice": ((0, 0, 11, 11), (2, 0, 13, 11), (11, 0, 0, 11), (13, 0, 2, 11)),
    "falling": ((0, 4, 7, 11), (2, 0, 13, 11), (8, 0, 13, 5)),
    "hatch": ((0, 7, 7, 0), (1, 11, 12, 0), (7, 11, 13, 5)),
    "dots": ((2, 3, 4, 3), (6, 3, 8, 3), (10, 3, 12, 3), (2, 8, 4, 8), (6, 8, 8, 8), (10, 8, 12, 8)),
    "sparse": ((3, 3, 5, 3), (8, 8, 10, 8)),
}


def words(drawing: Drawing, frame: Frame) -> list[dict[str, Any]]:
    """The words of the drawing but for ticks and numbers in cells, each where it stands there, and key symbols."""
    root = ElementTree.fromstring(drawing.svg)
    within = {child: parent for parent in root.iter() for child in parent}
    found = []
    for each in root.iter("text"):
        holder = within[each].get("class", "")
        if each.get("class") == "tick" or holder == "labels inside":
            continue
        shift = float(within[each].get("transform", "translate(0 0)")[10:-1].split()[0])
        anchor = {"start": "left", "middle": "center", "end": "right"}[each.get("text-anchor", "start")]
        ink = "var(--soft)" if each.get("class") == "title" else "var(--ink)"
        place = float(each.get("x", "0")) + shift, float(each.get("y", "0")) - 4.5
        found.append(_note(frame, place, inert(each.text or ""), anchor, ink))
    for each in root.iter("path"):
        kind = each.get("class", "").split()
        if kind[:2] == ["swatch", "point"] and within[each].get("class") in ("labels", "key"):
            x, y = (float(part) for part in each.get("transform", "")[10:-1].split())
            ink = f"var(--{TOKENS.get(kind[3], kind[3])})"
            found.append(_note(frame, (x, y), SIGNS[kind[2]], "center", ink))
    return found


def swatches(drawing: Drawing, frame: Frame) -> list[dict[str, Any]]:
    """The areas of the key as shapes, with their pattern, where the drawing has them."""
    found = []
    root = ElementTree.fromstring(drawing.svg)
    for each in root.iter("rect"):
        kind = each.get("class", "").split()
        if kind[:2] == ["swatch", "area"]:
            box = [float(each.get(name, "0")) for name in ("x", "y", "width", "height")]
            found += _swatch(frame, (box[0], box[1], box[2], box[3]), kind[2], each.get("fill", "").rstrip(")"))
    signs = [each for each in root.iter("path") if each.get("class", "").startswith("swatch line-sign")]
    ends = [each for each in root.iter("path") if each.get("class", "") == "swatch whisker"]
    return [*found, *(_line_sign(frame, each) for each in signs), *(_interval_sign(frame, each) for each in ends)]


def _interval_sign(frame: Frame, sign: ElementTree.Element) -> dict[str, Any]:
    points = re.findall(r"([ML])([\d.]+) ([\d.]+)", sign.get("d", ""))
    path = "".join(f"{kind}{across(frame, float(x)):.5f},{up(frame, float(y)):.5f}" for kind, x, y in points)
    return {"type": "path", "xref": "paper", "yref": "paper", "path": path, "line": {"color": "var(--ink)", "width": 2}}


def _line_sign(frame: Frame, sign: ElementTree.Element) -> dict[str, Any]:
    start, height, long = (float(each) for each in re.findall(r"[\d.]+", sign.get("d", "")))
    look = sign.get("class", "").split()[-1]
    dashed = look in ("baseline", "rare")
    line = {"color": f"var(--{TOKENS.get(look, 'ink')})", "width": 1.5 if dashed else 2}
    ends = {"x0": across(frame, start), "x1": across(frame, start + long), "y0": up(frame, height)}
    shared = {"type": "line", "xref": "paper", "yref": "paper", "y1": up(frame, height)}
    return {**shared, **ends, "line": {**line, "dash": "4px,3px" if dashed else "solid"}}


def _swatch(frame: Frame, box: tuple[float, float, float, float], look: str, fill: str) -> list[dict[str, Any]]:
    x, y, wide, high = box
    own, pattern = f"var(--{TOKENS.get(look, look)})", fill.rsplit("-", 1)[-1]
    hollow = pattern == "hatch" or look in ("baseline", "prediction")
    shared = {"xref": "paper", "yref": "paper"}
    edges = {"x0": across(frame, x), "x1": across(frame, x + wide), "y0": up(frame, y + high), "y1": up(frame, y)}
    ground = "var(--paper)" if hollow else own
    line = {"color": own, "width": 1 if hollow else 0}
    shapes = [{"type": "rect", **shared, **edges, "fillcolor": ground, "line": line}]
    strokes = SWATCHES.get(pattern, ())
    if strokes:
        path = "".join(
            f"M{across(frame, x + a):.5f},{up(frame, y + b):.5f}L{across(frame, x + c):.5f},{up(frame, y + d):.5f}"
            for a, b, c, d in strokes
        )
        ink = {"color": own if hollow else "var(--paper)", "width": 1.25}
        shapes.append({"type": "path", **shared, "path": path, "line": ink})
    return shapes


def _note(frame: Frame, place: tuple[float, float], said: str, anchor: str, ink: str) -> dict[str, Any]:
    at = {"x": across(frame, place[0]), "y": up(frame, place[1]), "xref": "paper", "yref": "paper"}
    look = {"xanchor": anchor, "yanchor": "middle", "showarrow": False, "font": {"size": FONT, "color": ink}}
    return {"text": said, **at, **look, "borderpad": 0, "bgcolor": "rgba(0,0,0,0)"}


def inert(words: str) -> str:
    """Plotly reads tags in text; a name from a table has none."""
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
