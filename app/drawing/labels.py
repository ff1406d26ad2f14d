"""Words beside marks: at the lines' ends, over parts, at bars' ends and in cells, always in ink and only with room.
It refuses to know scales and axes."""

from collections.abc import Sequence

from markupsafe import Markup

from app.drawing.axes import symbol, words
from app.drawing.bars import part_thickness
from app.drawing.frame import Frame
from app.drawing.looks import series_looks
from app.drawing.marks import Mark
from app.drawing.placing import Room, Spot, spread
from app.drawing.svg import join, tag
from app.drawing.words import LINE, cut, numeral, plain, width, wrap
from labs import Figure, Table

MOST_NAMED = 12
MOST_NUMBERS = 24


def line_ends(figure: Figure, table: Table, frame: Frame, marks: Sequence[Mark], room: Room) -> Markup:
    """The name of each series at the height where its line ends, with its symbol."""
    if not frame.end:
        return Markup("")
    looks = series_looks(figure.y)
    last = {each.column: each.at[1] for each in marks if each.at}
    names = [each for each in figure.y if each in last]
    texts = [wrap(table.columns[table.index(each)].label, frame.end - 26) for each in names]
    heights = [float(LINE * len(each)) for each in texts]
    centres = spread([last[each] for each in names], heights, frame.top - 4, frame.bottom + 4)
    parts: list[Markup] = []
    for name, lines, centre in zip(names, texts, centres, strict=True):
        parts.append(symbol(looks[name].symbol, looks[name].name, frame.right + 14, centre))
        for place, line in enumerate(lines):
            spot = Spot(frame.right + 23, round(centre + 4.5 + LINE * (place - (len(lines) - 1) / 2), 2))
            room.taken.append(spot.box(line))
            parts.append(words(spot, line))
    return tag_group(parts)


def point_names(figure: Figure, table: Table, marks: Sequence[Mark], room: Room) -> Markup:
    """Names of the points of a small scatter, from a first column of text."""
    first = table.columns[0]
    if first.type != "text" or first.name == figure.x or len(marks) > MOST_NAMED:
        return Markup("")
    parts: list[Markup] = []
    for mark in marks:
        x, y = mark.at or (0.0, 0.0)
        said = cut(plain(table.rows[mark.row][0]), 150)
        spots = [Spot(x + 9, y + 4.5), Spot(x - 9, y + 4.5, "end"), Spot(x, y - 9, "middle"), Spot(x, y + 18, "middle")]
        spot = room.take(said, spots)
        parts += [words(spot, said)] if spot else []
    return tag_group(parts)


def part_names(figure: Figure, table: Table, frame: Frame, marks: Sequence[Mark], room: Room) -> Markup:
    """Name and number over or under each part of a stacked bar: first where the part is as wide as its words."""
    column = table.columns[table.index(figure.y[0])]
    keyed = any(not item.point and item.words == plain(mark.x) for row in frame.key for item in row for mark in marks)
    rows = 2 if frame.y.step >= 60 else 1 if frame.y.step >= 32 else 0
    placed: dict[int, Markup] = {}
    thick = part_thickness(frame)
    for within in (True, False) if len(marks) <= MOST_NAMED and not keyed else (True,):
        for mark in marks:
            if mark.row in placed or not mark.box:
                continue
            x, y, wide, _ = mark.box
            amount = numeral(float(mark.value), column.places) if isinstance(mark.value, int | float) else ""
            name = cut(plain(mark.x), 140)
            for said in (amount,) if keyed else (f"{name} {amount}", name):
                if width(said) > wide - 2 and (within or wide < 3):
                    continue
                starts = [Spot(x + 1, base) for base in (y - 5, y + thick + 15)[:rows]]
                ends = [Spot(min(x + wide, frame.width), each.y, "end") for each in starts] if not within else []
                spot = room.take(said, [*starts, *ends])
                if spot:
                    placed[mark.row] = words(spot, said)
                    break
    return tag_group(list(placed.values()))


def bar_numbers(table: Table, frame: Frame, marks: Sequence[Mark], room: Room) -> Markup:
    """The number at the end of each bar, where there are few bars."""
    if len(marks) > MOST_NUMBERS:
        return Markup("")
    parts: list[Markup] = []
    for mark in marks:
        if not mark.box or not isinstance(mark.value, int | float):
            continue
        x, y, wide, high = mark.box
        said = numeral(float(mark.value), table.columns[table.index(mark.column)].places)
        below = mark.value < 0 and frame.value_scale.kind == "linear"
        spot = Spot(x + wide / 2, y + high + 14 if below else y - 4, "middle")
        if frame.flipped:
            spot = Spot(x - 5, y + high / 2 + 4.5, "end") if below else Spot(x + wide + 5, y + high / 2 + 4.5)
        inside = [Spot(x - 5, spot.y, "end")] if frame.flipped and mark.look.pattern == "open" else []
        taken = room.take(said, [spot, *inside])
        parts += [words(taken, said, "reference")] if taken else []
    return tag_group(parts)


def lane_names(frame: Frame, marks: Sequence[Mark], room: Room) -> Markup:
    """Names over the bars of lanes that are wide enough."""
    if frame.y.step < 32:
        return Markup("")
    parts: list[Markup] = []
    for mark in marks:
        said = plain(mark.x)
        if mark.box and width(said) <= mark.box[2] + 2:
            spot = room.take(said, [Spot(mark.box[0] + 1, mark.box[1] - 4)])
            parts += [words(spot, said)] if spot else []
    return tag_group(parts)


def cell_numbers(figure: Figure, table: Table, marks: Sequence[Mark]) -> Markup:
    """The number in each cell of a heat map whose cells all have room; the steps keep ink readable."""
    places = table.columns[table.index(figure.y[1])].places
    said = [numeral(float(each.value), places) if isinstance(each.value, int | float) else "" for each in marks]
    boxes = [each.box or (0.0, 0.0, 0.0, 0.0) for each in marks]
    if any(width(each) + 6 > box[2] or box[3] < 17 for each, box in zip(said, boxes, strict=True)):
        return Markup("")
    return tag_group(
        [
            words(Spot(round(x + wide / 2, 2), round(y + high / 2 + 4.5, 2), "middle"), each)
            for each, (x, y, wide, high) in zip(said, boxes, strict=True)
        ],
        "labels inside",
    )


def tag_group(parts: list[Markup], kind: str = "labels") -> Markup:
    """The words as one group."""
    return tag("g", join(parts), class_=kind) if parts else Markup("")
