"""Reference lines with their words on them, a prediction as a diamond in its bracket, and the row of now.
It refuses to know series and how bars are drawn."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from app.drawing.axes import words
from app.drawing.domains import bracketed, line_look, line_words
from app.drawing.frame import Frame
from app.drawing.looks import PREDICTION
from app.drawing.marks import SYMBOLS
from app.drawing.placing import Room, Spot
from app.drawing.scales import Scale, as_number, key
from app.drawing.svg import join, number, tag
from app.drawing.words import cut, width
from labs import Fact, Figure, Line, Table

SLIDE = 12
# Half of a mark at the edge of the plot, with the air that keeps it inside.
EDGE = 9
YOURS = "you said"


@dataclass(frozen=True)
class Reference:
    """A line ready to draw: its position on the horizontal (`upright`) or the vertical axis, `beside` that on the other
    axis where it stands at one value of it, and its words."""

    line: Line
    value: float
    at: float
    upright: bool
    said: str
    look: str
    ends: tuple[float, float] | None = None
    beside: float | None = None

    def place(self, frame: Frame) -> tuple[float, float]:
        """Where a prediction has its mark: at the value that it was about, else at the edge."""
        if self.upright:
            return self.at, frame.top + EDGE if self.beside is None else self.beside
        return frame.right - EDGE if self.beside is None else self.beside, self.at


def references(figure: Figure, facts: Mapping[str, Fact], frame: Frame) -> tuple[list[Reference], list[str]]:
    """The lines that can be drawn, and a note for each that cannot."""
    found: list[Reference] = []
    notes: list[str] = []
    for line in figure.lines:
        fact = facts.get(line.fact)
        upright = line.axis == "x" or frame.flipped
        scale = frame.x if upright else frame.y
        value = as_number(fact.value) if fact else None
        at = _at(scale, value)
        if fact is None or value is None or at is None:
            notes.append(f"The line “{line.label}” has no place on the axis.")
            continue
        ends = [_at(scale, as_number(facts[each].value)) for each in bracketed(line.fact)[1:] if each in facts]
        pair = (ends[0], ends[1]) if len(ends) == 2 and ends[0] is not None and ends[1] is not None else None
        beside = (frame.y if upright else frame.x).at(line.at) if line.at is not None else None
        found.append(Reference(line, value, at, upright, line_words(line, fact), line_look(line), pair, beside))
    return found, notes


def _at(scale: Scale, value: float | None) -> float | None:
    if value is None or scale.kind != "category":
        return scale.at(value)
    names = [each for each in (repr(value), repr(int(value)) if value.is_integer() else "") if each in scale.names]
    if names:
        return scale.at(names[0])
    return _between_names(scale, value)


def _between_names(scale: Scale, value: float) -> float | None:
    known: list[tuple[float, float]] = []
    for name, place in zip(scale.names, scale.places(scale.names), strict=True):
        try:
            known.append((float(name), place or 0.0))
        except ValueError:
            return None
    for (low, left), (high, right) in pairwise(known):
        if low <= value <= high:
            return round(left + (value - low) / (high - low) * (right - left), 2)
    return None


def ruled(found: list[Reference], frame: Frame, room: Room, over_bars: bool) -> Markup:
    """The lines themselves; words keep off them from here on. One that lies over bars has a ground."""
    for each in found:
        _reserve(each, frame, room)
    return join(
        _prediction(each, frame, over_bars) if each.look == PREDICTION.name else _line(each, frame, over_bars)
        for each in found
    )


def words_of(found: list[Reference], frame: Frame, room: Room) -> Markup:
    """The words on the lines, to lie over the marks."""
    said: list[Markup] = []
    for place, each in enumerate(found):
        if each.line.fact in frame.keyed:
            continue
        text = cut(each.said, frame.width - 8)
        if each.beside is not None:
            said.append(_said_beside(each, frame, room, text))
            continue
        spot = room.take(text, _upright_spots(each, frame, place) if each.upright else _level_spots(each, frame))
        if spot:
            said.append(words(spot, text, "reference"))
    return join(said)


def _said_beside(each: Reference, frame: Frame, room: Room, text: str) -> Markup:
    """The words of a prediction at its mark: the range alone where its middle has no room too, and where that has none
    but on marks, whose mark it is. The table has all of it."""
    ways = [(one, 0) for one in dict.fromkeys((text, text.partition(", ")[0], YOURS))]
    for one, most in (*ways, (ways[-1][0], None)):
        spot = room.take(one, _beside_spots(each, frame, one), most)
        if spot:
            return words(spot, one, "reference")
    return Markup("")


def _reserve(each: Reference, frame: Frame, room: Room) -> None:
    low, high = each.ends or (each.at, each.at)
    if each.look != PREDICTION.name:
        at = each.at
        upright, level = (at - 2, frame.top, at + 2, frame.bottom + 4), (frame.left, at, frame.right, at)
        room.walls.append(upright if each.upright else level)
    elif each.upright:
        y = each.place(frame)[1]
        room.taken.append((min(low, high) - 8, y - EDGE, max(low, high) + 8, y + 8))
    else:
        x = each.place(frame)[0]
        room.taken.append((x - 8, min(low, high) - 8, x + EDGE, max(low, high) + 8))


def _line(each: Reference, frame: Frame, over_bars: bool) -> Markup:
    at = number(each.at)
    path = f"M{at} {number(frame.top)}V{number(frame.bottom + 4)}"
    if not each.upright:
        path = f"M{number(frame.left)} {at}H{number(frame.right)}"
    cells = {"data_fact": each.line.fact, "data_value": key(each.value), "data_axis": each.line.axis}
    ground = tag("path", d=path, class_="rule ground") if over_bars else Markup("")
    return ground + tag("path", d=path, class_=f"rule {each.look}", **cells)


def _prediction(each: Reference, frame: Frame, over_bars: bool) -> Markup:
    x, y = each.place(frame)
    cells = {"data_fact": each.line.fact, "data_value": key(each.value), "data_axis": each.line.axis}
    low, high = each.ends or (each.at, each.at)
    path = f"M{number(low)} {number(y)}H{number(high)}m0-6v12M{number(low)} {number(y)}m0-6v12"
    if not each.upright:
        path = f"M{number(x)} {number(low)}V{number(high)}m-6 0h12M{number(x)} {number(low)}m-6 0h12"
    bracket = tag("path", d=path, class_="bracket prediction") if each.ends else Markup("")
    shape = SYMBOLS[PREDICTION.symbol]
    place = f"translate({number(x)} {number(y)})"
    ground = Markup("")
    if over_bars:
        ground = tag("path", d=path, class_="bracket ground") if each.ends else ground
        ground += tag("path", d=shape, transform=place, class_="bracket ground")
    return ground + bracket + tag("path", d=shape, transform=place, class_="point diamond-open prediction", **cells)


def _upright_spots(each: Reference, frame: Frame, place: int) -> Iterator[Spot]:
    low, high = each.ends or (each.at, each.at)
    aside = 14 if each.look == PREDICTION.name else 6
    first = 0 if each.look == PREDICTION.name else place
    rows = [frame.top + 13 + 16 * row for row in (first, *range(8)) if frame.top + 16 * row < frame.bottom - 16]
    beside = [(max(low, high) + aside, "start"), (min(low, high) - aside, "end")]
    yield from (Spot(x, y, anchor) for y in rows for x, anchor in beside)
    yield from (Spot(frame.width, y, "end") for y in rows)
    yield from (Spot(0, y) for y in rows)


def _beside_spots(each: Reference, frame: Frame, text: str) -> Iterator[Spot]:
    """Inside the plot around the mark, nearest first, so that the words are read with it and not with the axis."""
    x, y = each.place(frame)
    low, high = each.ends or (each.at, each.at)
    wide, tall = (abs(high - low) / 2, 0.0) if each.upright else (0.0, abs(high - low) / 2)
    x, y = ((low + high) / 2, y) if each.upright else (x, (low + high) / 2)
    half = width(text) / 2
    middle = min(max(x, half), frame.width - half)
    slides = range(0, round(frame.right - frame.left), SLIDE)
    yield from (Spot(x + wide + 14 + away, y + 4) for away in slides)
    yield from (Spot(x - wide - 14 - away, y + 4, "end") for away in slides)
    rows = [end for row in range(8) for end in (y - tall - 12 - 16 * row, y + tall + 22 + 16 * row)]
    top, bottom = frame.top + 8, frame.bottom - 3
    if frame.y.kind == "category":
        # Words over another bar would be read as a prediction of that one.
        top, bottom = max(top, y - frame.y.step / 2 + 11), min(bottom, y + frame.y.step / 2 - 4)
    reach = half if frame.x.kind == "category" else frame.width
    for height in (each for each in rows if top <= each <= bottom):
        yield from (
            Spot(middle + side * away, height, "middle") for away in slides if away <= reach for side in (1, -1)
        )


def _level_spots(each: Reference, frame: Frame) -> Iterator[Spot]:
    low, high = each.ends or (each.at, each.at)
    inset = 24 if each.look == PREDICTION.name else 0
    heights = [min(low, high) - 5, max(low, high) + 15, min(low, high) - 21, max(low, high) + 31]
    sides = [(frame.right - inset, "end"), (frame.left + 4, "start"), ((frame.left + frame.right) / 2, "middle")]
    yield from (Spot(x, y, anchor) for y in heights for x, anchor in sides)
    steps = range(round(frame.left) + SLIDE, round(frame.right), SLIDE)
    yield from (Spot(x, y) for y in heights for x in steps)
    yield from (Spot(frame.width, y, "end") for y in heights)


def now(figure: Figure, table: Table, frame: Frame, room: Room) -> Markup:
    """The marker at the row of the current value; a script may move it to the x of another row."""
    if table.now is None or figure.kind not in ("line", "step", "bands", "scatter"):
        return Markup("")
    at = frame.x.at(table.rows[table.now][table.index(figure.x)])
    if at is None:
        return Markup("")
    base = frame.top + 11
    room.cross((at, frame.top), (at, frame.bottom))
    rows = [base + 16 * row for row in range(5) if base + 16 * row < frame.bottom]
    spot = room.take("now", [Spot(x, y, anchor) for y in rows for x, anchor in ((at + 5, "start"), (at - 5, "end"))])
    line = tag("path", d=f"M0 {number(frame.top)}V{number(frame.bottom)}")
    said = words(Spot(spot.x - at, spot.y, spot.anchor), "now", "reference") if spot else Markup("")
    return tag("g", line + said, class_="now", transform=f"translate({number(at)} 0)", data_row=str(table.now))
