"""The looks of series and states in Plotly's words; a colour is `var(--name)`, replaced by the page.
It refuses to know which look a mark has and why."""

from collections.abc import Sequence
from typing import Any

from app.drawing.looks import PREDICTION, Look
from labs import Table

Trace = dict[str, Any]
DASHES = {
    "solid": "solid",
    "dash": "8px,4px",
    "dot": "2px,3px",
    "dashdot": "9px,3px,2px,3px",
    "longdash": "14px,4px",
    "longdashdot": "12px,3px,2px,3px,2px,3px",
    "shortdash": "4px,3px",
    "none": "solid",
}
SHAPES = {
    "upright": "|",
    "level": "-",
    "grid": "+",
    "lattice": "x",
    "falling": "\\",
    "hatch": "/",
    "dots": ".",
    "sparse": ".",
}
SYMBOLS = {"x": "x-thin-open", "cross": "cross-thin-open"}
TOKENS = {"rare": "s5", "baseline": "soft", "prediction": "s2", "kept": "soft", "idle": "soft", "outline": "soft"}


def colour(look: Look) -> str:
    """The token of a look, written as the stylesheet writes it."""
    return f"var(--{TOKENS.get(look.name, look.name)})"


def symbols(looks: Sequence[Look], now: int | None = None) -> Trace:
    """Markers of points; the one of the current row has a ring of ink, as in the server's drawing."""
    own = [colour(each) for each in looks]
    widths = [2 if "open" in each.symbol or each.symbol in SYMBOLS else 0 for each in looks]
    line: Trace = {"width": same(widths)}
    if now is not None:
        line = {
            "width": [2 if row == now else width for row, width in enumerate(widths)],
            "color": ["var(--ink)" if row == now else each for row, each in enumerate(own)],
        }
    return {
        "color": same(own),
        "symbol": same([SYMBOLS.get(each.symbol, each.symbol) for each in looks]),
        "size": same([12 if each is PREDICTION else 8 for each in looks]),
        "opacity": 1,
        "line": line,
    }


def areas(looks: Sequence[Look]) -> Trace:
    """Markers of bars. Grounds and strokes are both said: Plotly would derive the one from the other with a warning."""
    hollow = [each.pattern in ("hatch", "open") for each in looks]
    own = [colour(each) for each in looks]
    grounds = same(["var(--paper)" if bare else each for each, bare in zip(own, hollow, strict=True)])
    strokes = same([each if bare else "var(--paper)" for each, bare in zip(own, hollow, strict=True)])
    # Where looks differ from bar to bar, Plotly draws the strokes of a pattern in the bar's own colour, over no ground.
    fills = same(
        ["var(--paper)" if each.pattern == "open" else colour for each, colour in zip(looks, own, strict=True)]
    )
    return {
        "color": fills,
        "line": {"width": same([1 if bare else 1.5 for bare in hollow]), "color": strokes},
        "pattern": {
            "shape": same([SHAPES.get(each.pattern, "") for each in looks]),
            "fillmode": "replace",
            "bgcolor": grounds,
            "fgcolor": strokes,
            "size": same([12 if each.pattern == "sparse" else 7 for each in looks]),
            "solidity": 0.2,
        },
    }


def label(table: Table, column: str) -> str:
    return table.columns[table.index(column)].label


def same(values: list[Any]) -> Any:
    """One value where all are equal, so that a long series stays small on the wire."""
    return values[0] if values and all(each == values[0] for each in values) else values
