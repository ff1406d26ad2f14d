"""The server's drawings: marks are cells of the table, stand where the scales say, and words keep apart.
It refuses to know pages and Plotly."""

import gzip
import json
import math
import random
import re
from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.drawing import both, draw, scale_of
from app.drawing.looks import BASELINE, PREDICTION, RARE, SERIES
from app.drawing.scales import LEAST, MOST
from app.drawing.words import width
from labs import Column, Fact, Figure, Line, Scalar, Table
from tests.figures import KINDS, Sample, rows_within_reach, samples, shown_columns

quick = settings(max_examples=30, deadline=None)
any_kind = st.sampled_from(KINDS).flatmap(samples)


def drawn(sample: Sample, narrow: bool) -> Element:
    return ElementTree.fromstring(draw(sample.figure, sample.table, sample.facts, narrow).svg)


def marks(root: Element, column: str) -> Iterator[tuple[int, str]]:
    """(row, value) of every mark of a column in document order, from single elements and from joined paths."""
    for each in root.iter():
        if each.get("data-column") != column:
            continue
        if "data-values" not in each.attrib:
            yield int(each.attrib["data-row"]), each.attrib["data-value"]
            continue
        values = [as_text(value) for value in json.loads(each.attrib["data-values"])]
        yield from zip(json.loads(each.get("data-rows", "null")) or range(len(values)), values, strict=True)


def as_text(value: Scalar) -> str:
    return value if isinstance(value, str) else "" if value is None else repr(value)


def domain(root: Element, axis: str) -> tuple[str, list[float], list[float]]:
    return (
        root.attrib[f"data-{axis}-scale"],
        json.loads(root.attrib[f"data-{axis}-domain"]),
        json.loads(root.attrib[f"data-{axis}-range"]),
    )


def position(root: Element, axis: str, value: Scalar) -> float:
    """Where a value must stand, from the attributes of the drawing alone."""
    kind, held, (start, end) = domain(root, axis)
    if kind == "category":
        share = (held.index(as_text(value)) + 0.5) / len(held)  # type: ignore[arg-type]
    else:
        low, high, at = (math.log10(each) if kind == "log" else each for each in (*held, float(value or 0)))
        share = (at - low) / (high - low)
    return start + share * (end - start)


@quick
@given(any_kind, st.booleans())
def test_every_mark_is_a_cell_of_the_table_bit_for_bit(sample: Sample, narrow: bool) -> None:
    root = drawn(sample, narrow)
    for column in shown_columns(sample.figure):
        values = sample.table.values(column)
        for row, value in marks(root, column):
            assert value == as_text(values[row])


@quick
@given(any_kind, st.booleans())
def test_every_cell_that_the_scales_can_show_has_one_mark(sample: Sample, narrow: bool) -> None:
    # Joined marks list their cells in the wide drawing only.
    narrow = narrow and len(sample.table.rows) * len(sample.figure.y) <= 60
    root = drawn(sample, narrow)
    x, y = scale_of(sample.figure, sample.table, sample.facts, narrow)
    for column in shown_columns(sample.figure):
        found = [row for row, value in marks(root, column) if value or sample.figure.kind == "lanes"]
        if sample.figure.kind == "stacked":
            wanted = rows_within_reach(sample, MOST)
        elif sample.figure.kind in ("lanes", "heatmap"):
            names = sample.figure.interval or (column,)
            log = sample.figure.scale == "log"
            wanted = [
                row
                for row, cells in enumerate(zip(*(sample.table.values(name) for name in names), strict=True))
                if all(isinstance(each, int | float) and (each >= LEAST or not log) for each in cells)
            ]
        elif len(sample.table.rows) > 60 and sample.figure.kind in ("line", "step", "bands"):
            wanted = [row for row, value in enumerate(sample.table.values(column)) if value is not None]
            found = sorted(set(found))
        else:
            across, up = sample.table.values(sample.figure.x), sample.table.values(column)
            value_scale, name_scale = (y, x) if draw_is_level(root, sample) else (x, y)
            wanted = [
                row
                for row, (name, value) in enumerate(zip(across, up, strict=True))
                if name_scale.at(name) is not None and value_scale.at(value) is not None
            ]
        assert sorted(found) == wanted


def draw_is_level(root: Element, sample: Sample) -> bool:
    """Whether values are read on the vertical axis."""
    return not (sample.figure.kind == "bar" and root.attrib["data-y-scale"] == "category")


@quick
@given(st.sampled_from(("line", "step", "scatter", "bands")).flatmap(lambda kind: samples(kind, 40)), st.booleans())
def test_points_stand_where_the_axes_say(sample: Sample, narrow: bool) -> None:
    root = drawn(sample, narrow)
    for each in root.iter("path"):
        if "data-row" in each.attrib and "mark" in each.attrib["class"]:
            row = sample.table.rows[int(each.attrib["data-row"])]
            x, y = map(float, each.attrib["transform"][10:-1].split())
            assert x == pytest.approx(position(root, "x", row[sample.table.index(sample.figure.x)]), abs=0.011)
            assert y == pytest.approx(
                position(root, "y", row[sample.table.index(each.attrib["data-column"])]), abs=0.011
            )


@quick
@given(samples("bar", 30), st.booleans())
def test_bars_end_where_the_axis_says(sample: Sample, narrow: bool) -> None:
    root = drawn(sample, narrow)
    axis = "y" if draw_is_level(root, sample) else "x"
    for each in (bar for bar in root.iter("rect") if "data-row" in bar.attrib):
        start, size = float(each.attrib[axis]), float(each.attrib["height" if axis == "y" else "width"])
        end = position(
            root, axis, sample.table.rows[int(each.attrib["data-row"])][sample.table.index(each.attrib["data-column"])]
        )
        assert min(abs(start - end), abs(start + size - end)) <= 0.011


@quick
@given(any_kind, st.booleans())
def test_a_drawing_is_well_formed_without_inline_style_or_colour(sample: Sample, narrow: bool) -> None:
    svg = draw(sample.figure, sample.table, sample.facts, narrow).svg
    for each in ElementTree.fromstring(svg).iter():
        assert not {"style", "stroke", "color"} & set(each.attrib)
        assert re.fullmatch(r"url\(#[\w-]+\)", each.get("fill", "url(#none)"))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(KINDS).flatmap(lambda kind: samples(kind, 14)), st.booleans())
def test_words_never_overlap_words(sample: Sample, narrow: bool) -> None:
    boxes = [box_of(each, shift) for each, shift in texts(drawn(sample, narrow))]
    for place, (words, left, top, right, bottom) in enumerate(boxes):
        for other, *edges in boxes[:place]:
            apart = right <= edges[0] or edges[2] <= left or bottom <= edges[1] or edges[3] <= top
            assert apart, f"{words!r} lies on {other!r}"


def texts(root: Element) -> Iterator[tuple[Element, float]]:
    holders = {child: parent for parent in root.iter() for child in parent}
    for each in root.iter("text"):
        yield each, float(holders[each].get("transform", "translate(0 0)")[10:-1].split()[0])


def box_of(each: Element, shift: float) -> tuple[str, float, float, float, float]:
    words = each.text or ""
    wide, x, y = width(words), float(each.attrib["x"]) + shift, float(each.attrib["y"])
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[each.get("text-anchor", "start")]
    return words, left, y - 10.5, left + wide, y + 3.5


def long_figure(kind: str, rows: int) -> Sample:
    chance = random.Random(7)
    level, table_rows = 40, []
    for row in range(rows):
        level = max(0, level + chance.randint(-2, 2))
        table_rows.append((row * 0.25, level, level + chance.randint(0, 9) / 4))
    columns = (Column("t", "time"), Column("queue", "queue", type="whole"), Column("cache", "cache"))
    figure = Figure("long", kind, "t", "t", ("queue", "cache"), "", "seconds", "requests")  # type: ignore[arg-type]
    return Sample(figure, Table("t", "", columns, tuple(table_rows)), {})


@pytest.mark.parametrize("kind", ["line", "step", "scatter", "bar"])
def test_eight_hundred_points_cost_at_most_fifteen_kilobytes(kind: str) -> None:
    sample = long_figure(kind, 800)
    assert len(gzip.compress(both(sample.figure, sample.table, sample.facts).encode(), 6)) <= 15_000


@pytest.mark.parametrize("narrow", [False, True])
def test_a_joined_line_passes_through_every_row(narrow: bool) -> None:
    sample = long_figure("line", 800)
    root = drawn(sample, narrow)
    shape = next(each.attrib["d"] for each in root.iter("path") if each.get("class") == "line dense")
    moves = [tuple(map(float, re.findall(r"-?\d*\.?\d+", part))) for part in re.split("[Ml]", shape)[1:]]
    x = y = 0.0
    for (across, up), (time, queue, _) in zip(moves, sample.table.rows, strict=True):
        x, y = x + across, y + up
        assert x == pytest.approx(position(root, "x", time), abs=0.011)
        assert y == pytest.approx(position(root, "y", queue), abs=0.011)


def test_a_null_is_a_gap_in_the_line() -> None:
    table = Table("t", "", (Column("x", "x"), Column("y", "y")), ((0, 1.0), (1, None), (2, 3.0), (3, 4.0)))
    root = ElementTree.fromstring(draw(Figure("f", "line", "t", "x", ("y",), "", "x", "y"), table, {}).svg)
    path = next(each.attrib["d"] for each in root.iter("path") if each.get("class") == "line")
    assert path.count("M") == 2


def test_no_rows_are_said_in_words() -> None:
    table = Table("t", "", (Column("x", "x"), Column("y", "y")), ())
    assert "No rows to draw" in draw(Figure("f", "bar", "t", "x", ("y",), "", "x", "y"), table, {}).svg


def test_what_a_logarithm_cannot_show_is_noted() -> None:
    table = Table("t", "", (Column("x", "x"), Column("y", "y")), ((1, 0.0), (2, 10.0)))
    figure = Figure("f", "line", "t", "x", ("y",), "", "x", "y", scale="log")
    assert "1 of 2 values" in draw(figure, table, {}).notes[0]


def test_a_reference_line_stands_at_its_fact_with_its_words() -> None:
    table = Table("t", "", (Column("x", "x"), Column("y", "y")), ((1, 5.0), (2, 10.0)))
    figure = Figure("f", "line", "t", "x", ("y",), "", "x", "y", lines=(Line("limit", "usable"),))
    root = ElementTree.fromstring(draw(figure, table, {"limit": Fact(7.25, "GB", "usable")}).svg)
    rule = next(each for each in root.iter("path") if each.get("data-fact") == "limit")
    height = float(rule.attrib["d"].split()[1].split("H")[0])
    assert height == pytest.approx(position(root, "y", 7.25), abs=0.011)
    assert "usable 7.25 GB" in [each.text for each in root.iter("text")]


def test_series_differ_without_colour() -> None:
    looks = (*SERIES, RARE, BASELINE, PREDICTION)
    assert len({each.dash for each in looks}) == len({each.symbol for each in looks} | {""}) - 1 == len(looks)
    assert len({each.pattern for each in (*SERIES, RARE)}) == len(SERIES) + 1


def test_markup_in_names_stays_words() -> None:
    name = "<script>alert(1)</script>&\"'"
    table = Table("t", "", (Column("x", name, type="text"), Column("y", name)), ((name, 5.0),))
    figure = Figure(name, "bar", "t", "x", ("y",), "", name, name)
    svg = draw(figure, table, {}).svg
    assert "<script" not in svg
    assert name in [each.get("data-x") for each in ElementTree.fromstring(svg).iter()]
