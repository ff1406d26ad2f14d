"""Takes the words of the server's drawing over as Plotly annotations, each where it stands there.
It refuses to know what they say."""

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


def words(drawing: Drawing, frame: Frame) -> list[dict[str, Any]]:
    """The words of the drawing but for ticks, numbers in cells and the key, each where it stands there."""
    root = ElementTree.fromstring(drawing.svg)
    within = {child: parent for parent in root.iter() for child in parent}
    heat = any(each.get("class", "").startswith("swatch area h") for each in root.iter("rect"))
    found = []
    for each in root.iter("text"):
        holder = within[each].get("class", "")
        if each.get("class") == "tick" or holder == "labels inside" or (holder == "key" and not heat):
            continue
        shift = float(within[each].get("transform", "translate(0 0)")[10:-1].split()[0])
        anchor = {"start": "left", "middle": "center", "end": "right"}[each.get("text-anchor", "start")]
        ink = "var(--soft)" if each.get("class") == "title" else "var(--ink)"
        place = float(each.get("x", "0")) + shift, float(each.get("y", "0")) - 4.5
        found.append(_note(frame, place, inert(each.text or ""), anchor, ink))
    for each in root.iter("path"):
        kind = each.get("class", "").split()
        if kind[:2] == ["swatch", "point"] and within[each].get("class") == "labels":
            x, y = (float(part) for part in each.get("transform", "")[10:-1].split())
            ink = f"var(--{TOKENS.get(kind[3], kind[3])})"
            found.append(_note(frame, (x, y), SIGNS[kind[2]], "center", ink))
    return found


def swatches(drawing: Drawing, frame: Frame) -> list[dict[str, Any]]:
    """The steps of a heat map's key; the key of series is Plotly's legend, which can show patterns."""
    found = []
    for each in ElementTree.fromstring(drawing.svg).iter("rect"):
        kind = each.get("class", "").split()
        if kind[:2] == ["swatch", "area"] and kind[2].startswith("h"):
            x, y, wide, high = (float(each.get(name, "0")) for name in ("x", "y", "width", "height"))
            place = {"x0": across(frame, x), "x1": across(frame, x + wide)}
            tall = {"y0": up(frame, y + high), "y1": up(frame, y)}
            shared = {"type": "rect", "xref": "paper", "yref": "paper", "line": {"width": 0}}
            found.append({**shared, **place, **tall, "fillcolor": f"var(--{kind[2]})"})
    return found


def _note(frame: Frame, place: tuple[float, float], said: str, anchor: str, ink: str) -> dict[str, Any]:
    at = {"x": across(frame, place[0]), "y": up(frame, place[1]), "xref": "paper", "yref": "paper"}
    look = {"xanchor": anchor, "yanchor": "middle", "showarrow": False, "font": {"size": FONT, "color": ink}}
    return {"text": said, **at, **look, "borderpad": 0, "bgcolor": "rgba(0,0,0,0)"}


def inert(words: str) -> str:
    """Plotly reads tags in text; a name from a table has none."""
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
