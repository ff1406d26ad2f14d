"""The reference page as a small site: it computes, answers 422 to a bad load, and can be served with a fault in it.
Knows the markup that pages follow, nothing of the product."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

HERE = Path(__file__).parent
POLICY = (
    "default-src 'self'; script-src 'self'; "
    "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
BATCHES = (1, 2, 4, 8)
PLACES = (60, 130, 200, 270)
TITLE = "How many requests finish in time? – reference"


@dataclass(frozen=True)
class Edit:
    """A change of what the site sends: in `file` every `old` becomes `new`; `file` is a path, or `any` page."""

    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Answer:
    """Status, media type and text of one answer."""

    status: int
    media: str
    text: str


def answer(address: str, edits: Sequence[Edit]) -> Answer:
    """What the site sends for an address, with the edits in it."""
    parts = urlsplit(address)
    name = parts.path.lstrip("/")
    if name in ("page.css", "page.js", "picture.js"):
        media = "text/css" if name.endswith("css") else "text/javascript"
        return Answer(200, media, _edited(name, (HERE / name).read_text(encoding="utf-8"), edits))
    if name == "glossary":
        return Answer(200, "text/html", _edited(name, (HERE / "glossary.html").read_text(encoding="utf-8"), edits))
    if name != "lab":
        return Answer(404, "text/plain", "nothing here")
    load = parse_qs(parts.query).get("load", ["4"])[0]
    good = load.isdecimal() and 1 <= int(load) <= 12
    return Answer(200 if good else 422, "text/html", _edited("page", page(load, good), edits))


def _edited(file: str, text: str, edits: Sequence[Edit]) -> str:
    for edit in edits:
        if edit.file == file:
            text = text.replace(edit.old, edit.new)
    return text


def goodput(load: int) -> list[tuple[int, float, float | None]]:
    """Batch, continuous, static goodput (requests/s); static is not defined for a batch of one."""
    return [(batch, load * batch / (batch + 1), load * batch / (batch + 4) if batch > 1 else None) for batch in BATCHES]


def caption(load: int) -> str:
    """The summary sentence of the first figure."""
    _, best, other = goodput(load)[-1]
    return (
        f"At {load} requests/s continuous batching peaks at {best:.2f}, because it refills; static ends at {other:.2f}."
    )


def page(load: str, good: bool) -> str:
    """The whole page for a load as it was typed."""
    message = f"“{load}” is not a load; type a whole number between 1 and 12"
    values = {
        "title": TITLE if good else f"Error: {TITLE}",
        "problems": "" if good else _fill("problems", message=message),
        "invalid": "" if good else 'aria-invalid="true" aria-describedby="load-error"',
        "error": "" if good else f'<p class="error" id="load-error">{message}</p>',
        "load": load,
        "slider": load if good else "4",
        "result": result(int(load)) if good else "<p>There is no result for this load.</p>",
        "filler": "<p>Nothing below the line is a measurement; it is a sum on a napkin.</p>" * 20,
    }
    return _fill("page", **values)


def result(load: int) -> str:
    """The result region for a load."""
    rows = goodput(load)
    columns = ("continuous", [row[1] for row in rows]), ("static", [row[2] for row in rows])
    traces = [{"meta": {"column": name}, "x": list(BATCHES), "y": values} for name, values in columns]
    shares = [[0.9, 0.7], [0.5, 0.2]]
    scale = [[0, "#e8f0fa"], [0.3 / 0.7, "#8ab8f0"], [0.5 / 0.7, "#2f6fb7"], [1, "#12345c"]]
    heat = {"meta": {"column": "first"}, "type": "heatmap", "z": shares, "zmin": 0.2, "zmax": 0.9, "colorscale": scale}
    return _fill(
        "result",
        caption=caption(load),
        svg=line_svg(rows, load),
        last=str(len(rows) - 1),
        plotly=json.dumps({"data": traces}),
        rows="\n".join(_row(*row) for row in rows),
        load=str(load),
        cells=heat_svg(shares),
        heat=json.dumps({"data": [heat]}),
    )


def _fill(name: str, **values: str) -> str:
    text = (HERE / f"{name}.html").read_text(encoding="utf-8")
    for key, value in values.items():
        text = text.replace(f"{{{key}}}", value)
    return text


def _row(batch: int, continuous: float, static: float | None) -> str:
    cell = "not defined" if static is None else f'<data value="{static!r}">{static:.2f}</data>'
    words = "static waits for a second request" if static is None else "continuous finishes more"
    return (
        f'<tr><th scope="row">{batch}</th><td class="n"><data value="{continuous!r}">{continuous:.2f}</data></td>'
        f'<td class="n">{cell}</td><td>{words}</td></tr>'
    )


def line_svg(rows: list[tuple[int, float, float | None]], load: int) -> str:
    """Two series as lines with marks; the empty mark stands for the value that is not defined."""

    def place(value: float) -> float:
        return 200 - 160 * value / load

    parts = ['<svg viewBox="0 0 320 240"><path class="axis" d="M40 30V200H300"/>', f'<text x="4" y="44">{load}</text>']
    parts += [f'<text x="{x}" y="222">{batch}</text>' for x, batch in zip(PLACES, BATCHES, strict=True)]
    for name, at in (("continuous", 1), ("static", 2)):
        values = [None if row[at] is None else float(row[at] or 0) for row in rows]
        points = [(x, place(value)) for x, value in zip(PLACES, values, strict=True) if value is not None]
        line = "M" + "L".join(f"{x} {y:.2f}" for x, y in points)
        symbol = "circle" if name == "continuous" else "triangle"
        parts.append(f'<g class="series" data-series="{name}" data-symbol="{symbol}"><path class="line" d="{line}"/>')
        for row, (x, value) in enumerate(zip(PLACES, values, strict=True)):
            parts.append(_mark(name, row, x, None if value is None else place(value), value))
        parts.append("</g>")
    return "".join(parts) + "</svg>"


def _mark(name: str, row: int, x: int, y: float | None, value: float | None) -> str:
    exact = "" if value is None else repr(value)
    data = f'data-row="{row}" data-column="{name}" data-value="{exact}" data-x="{BATCHES[row]}"'
    if y is None:
        return f"<g {data}></g>"
    if name == "continuous":
        return f'<circle {data} cx="{x}" cy="{y:.2f}" r="5"/>'
    return f'<path {data} d="M{x} {y - 6:.2f}L{x + 6} {y + 5:.2f}L{x - 6} {y + 5:.2f}Z"/>'


def heat_svg(shares: list[list[float]]) -> str:
    """Four cells, each with its number in it."""
    parts = ['<svg viewBox="0 0 320 220">']
    for row, line in enumerate(shares):
        for at, value in enumerate(line):
            x, y = 60 + 100 * at, 20 + 90 * row
            ink = "pale" if value > 0.6 else "dark"
            parts.append(
                f'<rect class="cell p{value * 10:02.0f}" x="{x}" y="{y}" width="100" height="90" data-row="{row}" '
                f'data-column="{("first", "second")[at]}" data-value="{value!r}"/>'
                f'<text class="{ink}" x="{x + 40}" y="{y + 50}">{value}</text>'
            )
    return "".join(parts) + "</svg>"
