"""A prediction of a try stands at the setting that it was about: on each kind of axis, wide and narrow, drawn twice.
They refuse to look at pages."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from app.drawing import draw
from app.drawing.frame import frame_of
from app.drawing.words import width
from app.plot import plot
from app.plotting.shapes import across, up
from app.web.told import Told, marks
from labs import Column, Figure, Scalar, Table

NUMBERS: tuple[Scalar, ...] = (0.2, 0.4, 0.6, 0.9)
SHORT: tuple[Scalar, ...] = ("spf", "fcfs", "chunked")
LONG: tuple[Scalar, ...] = (
    "Continuous, shortest prompt first",
    "Continuous, first come first served",
    "Chunked prefill",
)
CASES = [
    *(("line", NUMBERS, 0.4), ("step", NUMBERS, 0.4), ("scatter", NUMBERS, 0.4)),
    *(("bar", SHORT, "fcfs"), ("bar", LONG, LONG[1]), ("bar", NUMBERS, 0.4)),
]


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(("kind", "names", "asked"), CASES)
def test_mark_and_words_stand_at_the_value_that_was_asked_about(
    kind: str, names: tuple[Scalar, ...], asked: Scalar, narrow: bool
) -> None:
    lines, facts = marks(Told("2 to 4", 2.0, 4.0), "s", asked)
    head = Column("x", "Order", "", "decimal" if names is NUMBERS else "text")
    table = Table("t", "Waits", (head, Column("y", "Wait", "s")), tuple(zip(names, (9.0, 6.0, 5.0, 3.0), strict=False)))
    figure = Figure("f", kind, "t", "x", ("y",), "Waits.", "Order", "Wait, s", lines=lines)  # type: ignore[arg-type]
    frame = frame_of(figure, table, facts, narrow)
    value, name = (frame.x, frame.y) if frame.flipped else (frame.y, frame.x)
    here = (value.at(3.0), name.at(asked)) if frame.flipped else (name.at(asked), value.at(3.0))
    root = ElementTree.fromstring(draw(figure, table, facts, narrow).svg)
    mark = next(each for each in root.iter("path") if "diamond-open" in each.get("class", "") and each.get("data-fact"))
    assert tuple(float(each) for each in re.findall(r"[\d.]+", mark.attrib["transform"])) == pytest.approx(here)
    bracket = next(each for each in root.iter("path") if each.get("class") == "bracket prediction")
    ends = [value.at(2.0), value.at(4.0)]
    start, along = re.match(r"M([\d.]+) ([\d.]+)[HV]([\d.]+)", bracket.attrib["d"]), 0 if frame.flipped else 1
    assert start is not None
    assert [float(start[1 + along]), float(start[3])] == pytest.approx(ends)
    assert float(start[2 - along]) == pytest.approx(here[1 - along])
    # Plotly draws the same mark on the paper of the same frame.
    layout = plot(figure, table, facts)["layout"]
    shapes = layout["meta"]["narrow"]["layout"]["shapes"] if narrow else layout["shapes"]
    corners = next(each for each in shapes if each["name"] == "you_said" and each["path"].count("L") == 4)
    first = [float(each) for each in re.findall(r"-?[\d.]+", corners["path"])[:2]]
    assert here[0] is not None and here[1] is not None
    assert first == pytest.approx([across(frame, here[0]), up(frame, here[1] - 6)], abs=1e-4)
    said = next(each for each in root.iter("text") if (each.text or "").startswith("you said"))
    _stands_by(said, (here[0], here[1]), name.step if name.kind == "category" else 0.0, frame.flipped)


def _stands_by(said: ElementTree.Element, here: tuple[float, float], slot: float, flipped: bool) -> None:
    """Words over another bar would be read as a prediction of that one."""
    x, y, wide = float(said.attrib["x"]), float(said.attrib["y"]), width(said.text or "")
    left = x - {"start": 0, "middle": wide / 2, "end": wide}[said.get("text-anchor", "start")]
    if flipped:
        assert abs(y - 4 - here[1]) <= slot / 2
    elif slot:
        assert left - 16 - slot / 2 <= here[0] <= left + wide + 16 + slot / 2


def test_without_a_setting_it_stands_at_the_edge_as_before() -> None:
    lines, facts = marks(Told("2 to 4", 2.0, 4.0), "s")
    table = Table("t", "Waits", (Column("x", "Load"), Column("y", "Wait", "s")), ((1.0, 9.0), (2.0, 3.0)))
    figure = Figure("f", "line", "t", "x", ("y",), "Waits.", "Load", "Wait, s", lines=lines)
    frame = frame_of(figure, table, facts)
    assert f'transform="translate({frame.right - 9:g} ' in draw(figure, table, facts).svg
    # The setting that was asked about is on the axis, whatever the curve reaches.
    far = replace(figure, lines=(replace(lines[0], at=5.0),))
    assert frame_of(far, table, facts).x.domain[1] >= 5
