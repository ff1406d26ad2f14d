"""Plotly figures: the cells of the table unchanged, the scales of the drawing, and a dict that Plotly's schema takes.
It refuses to know pages and how Plotly draws."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import plotly.graph_objects as go
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.drawing import draw, scale_of
from app.plot import plot
from labs import Column, Fact, Figure, Line, Scalar, Table
from tests.figures import KINDS, Sample, samples

quick = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
any_kind = st.sampled_from(KINDS).flatmap(lambda kind: samples(kind, 40))


def identical(one: Any, other: Any) -> bool:
    return type(one) is type(other) and repr(one) == repr(other)


def pairs(sample: Sample, traces: list[dict[str, Any]]) -> Iterator[tuple[Any, Scalar]]:
    """(what Plotly gets, the cell it stands for), by the meta of each trace."""
    table, figure = sample.table, sample.figure
    for trace in traces:
        cells = table.values(trace["meta"]["column"])
        if figure.kind == "stacked":
            yield trace["x"][0], cells[trace["meta"]["row"]]
        elif figure.kind == "lanes":
            starts, ends = (table.values(each) for each in trace["meta"]["interval"])
            yield from zip(trace["y"], cells, strict=True)
            yield from zip(trace["base"], starts, strict=True)
            yield from zip((each[1] for each in trace["customdata"]), ends, strict=True)
        elif figure.kind == "heatmap":
            places = {(row[table.index(figure.x)], row[table.index(figure.y[0])]): row for row in table.rows}
            for (x, y), row in places.items():
                if row[table.index("y1")] is not None and len(places) == len(table.rows) and figure.scale == "linear":
                    yield trace["z"][trace["y"].index(y)][trace["x"].index(x)], row[table.index("y1")]
        else:
            level = trace.get("orientation") == "h"
            yield from zip(trace["x" if level else "y"], cells, strict=True)
            yield from zip(trace["y" if level else "x"], table.values(figure.x), strict=True)


def in_narrow(figure: dict[str, Any]) -> dict[str, Any]:
    narrow = figure["layout"]["meta"]["narrow"]
    data = [{**trace, **other} for trace, other in zip(figure["data"], narrow["traces"], strict=True)]
    return {"data": data, "layout": {**figure["layout"], **narrow["layout"]}}


@quick
@given(any_kind)
def test_plotly_gets_the_cells_of_the_table_unchanged(sample: Sample) -> None:
    wide = plot(sample.figure, sample.table, sample.facts)
    for figure in (wide, in_narrow(wide)):
        for given_value, cell in pairs(sample, figure["data"]):
            assert identical(given_value, cell)


@quick
@given(any_kind)
def test_plotly_takes_every_key_and_value(sample: Sample) -> None:
    wide = plot(sample.figure, sample.table, sample.facts)
    go.Figure(wide)
    go.Figure(in_narrow(wide))
    json.dumps(wide, allow_nan=False)


@quick
@given(any_kind, st.booleans())
def test_both_renderers_share_box_and_scales(sample: Sample, narrow: bool) -> None:
    figure = plot(sample.figure, sample.table, sample.facts)
    layout = in_narrow(figure)["layout"] if narrow else figure["layout"]
    root = ElementTree.fromstring(draw(sample.figure, sample.table, sample.facts, narrow).svg)
    assert [str(layout[each]) for each in ("width", "height")] == [root.attrib[each] for each in ("width", "height")]
    assert layout["width"] == 288 if narrow else (layout["width"], layout["height"]) == (560, 240)
    scales = scale_of(sample.figure, sample.table, sample.facts, narrow)
    for axis, scale in zip((layout["xaxis"], layout["yaxis"]), scales, strict=True):
        assert axis["type"] == scale.kind
        if scale.kind != "category":
            domain = [math.log10(each) for each in scale.domain] if scale.kind == "log" else list(scale.domain)
            # With some air, so that no point at an end is left out.
            assert axis["range"] == pytest.approx(domain, rel=1e-8, abs=2e-9 * (domain[1] - domain[0]))
            assert axis["range"][0] < domain[0] < domain[1] < axis["range"][1]
    assert layout["margin"]["l"] == pytest.approx(min(scales[0].range))
    assert layout["margin"]["t"] == pytest.approx(min(scales[1].range))


def test_a_reference_line_is_a_shape_at_the_value_of_its_fact() -> None:
    table = Table("t", "", (Column("x", "x"), Column("y", "y")), ((1, 5.0), (2, 10.0)))
    figure = Figure("f", "line", "t", "x", ("y",), "", "x", "y", lines=(Line("limit", "usable"),))
    layout = plot(figure, table, {"limit": Fact(7.25, "GB", "usable")})["layout"]
    shape = next(each for each in layout["shapes"] if each.get("name") == "limit")
    assert (shape["y0"], shape["y1"], shape["yref"]) == (7.25, 7.25, "y")
    assert "usable 7.25 GB" in [each["text"] for each in layout["annotations"]]


def test_every_colour_is_a_token() -> None:
    table = Table("t", "", (Column("x", "x", type="text"), Column("y", "y")), (("a", 5.0), ("rare", 10.0)))
    text = json.dumps(plot(Figure("f", "bar", "t", "x", ("y",), "", "x", "y"), table, {}))
    assert "#" not in text
    assert {"var(--s1)", "var(--s5)", "var(--paper)", "var(--ink)"} <= set(re.findall(r"var\(--\w+\)", text))


def test_the_page_keeps_the_chart_still_and_without_a_title() -> None:
    table = Table("t", "", (Column("x", "x"), Column("y", "y")), ((1, 5.0),))
    layout = plot(Figure("f", "line", "t", "x", ("y",), "", "x", "y"), table, {})["layout"]
    assert layout["transition"] == {"duration": 0}
    assert layout["dragmode"] is False
    assert "title" not in layout
