"""Bars with intervals and a line of reference: whiskers, rule, words and key, in the drawing and in the live chart.
It refuses to know labs and pages."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from app.drawing import draw, scale_of
from app.plot import plot
from labs import Column, Fact, Figure, Line, Table

COLUMNS = (Column("item", "Group", type="text"), *(Column(name, name, places=2) for name in ("speed", "low", "high")))
SHORT = Table(
    "speeds", "", COLUMNS, (("English", 1.16, 1.08, 1.26), ("rare", 0.85, 0.8, 0.9), ("code", 1.1, None, 1.2))
)
LONG = replace(SHORT, rows=tuple((f"{name} of a name that is long", *rest) for name, *rest in SHORT.rows))
FACTS = {"baseline_speedup": Fact(1.0, "", "As fast as plain", "assumed", places=1)}
FIGURE = Figure(
    name="speeds",
    kind="bar",
    table="speeds",
    x="item",
    y=("speed",),
    summary="",
    x_title="Group",
    y_title="Speed",
    interval=("low", "high"),
    lines=(Line("baseline_speedup", "as fast as plain"),),
)


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("table", [SHORT, LONG], ids=["upright", "lying"])
def test_a_bar_wears_its_interval_where_the_axis_says_and_none_where_an_end_is_missing(
    table: Table, narrow: bool
) -> None:
    svg = draw(FIGURE, table, FACTS, narrow).svg
    root = ElementTree.fromstring(svg)
    x, y = scale_of(FIGURE, table, FACTS, narrow)
    is_lying = y.kind == "category"
    values = x if is_lying else y
    drawn = [each.attrib["d"] for each in root.iter("path") if each.get("class") == "whisker"]
    ends = [re.findall(r"[0-9.]+", each)[:4] for each in drawn]
    found = [(float(x0), float(x1)) if is_lying else (float(y0), float(y1)) for x0, y0, x1, y1 in ends]
    assert found == [(values.at(low), values.at(high)) for _, _, low, high in table.rows if low is not None]
    marks = [(each.get("data-low"), each.get("data-high")) for each in root.iter("rect") if each.get("data-column")]
    assert marks[:2] == [(repr(low), repr(high)) for _, _, low, high in table.rows[:2]]


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("table", [SHORT, LONG], ids=["upright", "lying"])
def test_the_rule_lies_over_bars_and_under_whiskers_and_its_words_and_the_stripes_are_told(
    table: Table, narrow: bool
) -> None:
    svg = str(draw(FIGURE, table, FACTS, narrow).svg)
    order = [svg.index(f'class="{each}"') for each in ("rule ground", "rule baseline", "whisker ground", "whisker")]
    assert order == sorted(order) and svg.rindex('class="mark area') < order[0]
    words = " ".join(each.text or "" for each in ElementTree.fromstring(svg).iter("text"))
    assert "as fast as" in words and "plain 1.0" in words
    assert "rare group, striped in every figure" in words
    assert all(f"{row[1]:.2f}" in words for row in table.rows)
    assert "interval: low to high" in words and svg.count('class="swatch whisker"') == 1
    columns = (*table.columns[:2], *(replace(each, label=f"95 % {each.label} end") for each in table.columns[2:]))
    named = str(draw(FIGURE, replace(table, columns=columns), FACTS, narrow).svg)
    assert "interval: 95 % low end to high end" in " ".join(re.findall(r">([^<]+)<", named))
    assert "interval" not in str(draw(replace(FIGURE, interval=None), table, FACTS, narrow).svg)
    alone = str(draw(FIGURE, replace(table, rows=table.rows[:1]), FACTS, narrow).svg)
    assert "striped" not in alone


@pytest.mark.parametrize("table", [SHORT, LONG], ids=["upright", "lying"])
def test_the_live_chart_has_the_same_intervals_rule_and_words(table: Table) -> None:
    made = plot(FIGURE, table, FACTS)
    layout = made["layout"]
    trace = made["data"][0]
    assert trace["customdata"] == [[low, high] for _, _, low, high in table.rows]
    drawn = [each["path"] for each in layout["shapes"] if each.get("name") == "whisker"]
    scale = scale_of(FIGURE, table, FACTS)[0 if trace["orientation"] == "h" else 1]
    edges = sorted(scale.range)
    assert len(drawn) == 2
    for path, (_, _, low, high) in zip(drawn, table.rows, strict=False):
        x0, y0, x1, y1 = (float(each) for each in re.findall(r"-?[0-9.]+", path)[:4])
        found = (x0, x1) if trace["orientation"] == "h" else (1 - y0, 1 - y1)
        wanted = [(float(scale.at(each) or 0) - edges[0]) / (edges[1] - edges[0]) for each in (low, high)]
        assert found == pytest.approx(wanted, abs=1e-4)
    rules = [each for each in layout["shapes"] if each.get("name") == "baseline_speedup"]
    assert len(rules) == 1 and rules[0]["layer"] == "above"
    assert 1.0 in (rules[0]["y0"], rules[0]["x0"])
    said = " ".join(each["text"] for each in layout["annotations"])
    assert "as fast as plain 1.0" in said and "rare group, striped in every figure" in said
    assert "interval: low to high" in said
    signs = [each for each in layout["shapes"] if each["type"] == "path" and "name" not in each]
    assert [each["path"].count("M") for each in signs if each["line"] == {"color": "var(--ink)", "width": 2}] == [3]
