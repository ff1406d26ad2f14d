"""Words beside marks: at the lines' ends, over parts, at bars' ends and in cells, always in ink and only with room.
It refuses to know scales and axes."""

from collections.abc import Sequence

from markupsafe import Markup

from app.drawing.axes import symbol, words
from app.drawing.bars import part_thickness
from app.drawing.frame import MOST_NUMBERS, Frame
from app.drawing.looks import series_looks
from app.drawing.marks import Mark
from app.drawing.placing import Room, Spot, spread
from app.drawing.svg import join, tag
from app.drawing.words import LINE, cut, numeral, plain, width, wrap
from labs import SMALL_GB, Column, Figure, Table, brief_places, briefly

MOST_NAMED = 12


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
    """Names over the parts of a stacked bar and numbers under them; where bars are many, what there is room for.
    Words that fit their part come first; those that begin at their part and run on come second."""
    column = table.columns[table.index(figure.y[0])]
    named = {item.words.lower() for row in frame.key for item in row}
    keyed = figure.group is not None and any(plain(each.x).lower() in named for each in marks if not each.state)
    # Of parts that are all alike the axis says how large they are.
    alike = len(marks) > 1 and len({each.value for each in marks}) == 1
    rows = 2 if frame.y.step >= 60 else 1 if frame.y.step >= 32 else 0
    wanted: list[tuple[Mark, tuple[str, ...], float]] = []
    for mark in marks:
        amount = _amount(float(mark.value), column) if isinstance(mark.value, int | float) and not alike else ""
        name = cut(plain(mark.x), 140)
        top = (mark.box or (0, 0, 0, 0))[1]
        over = (amount,) if keyed else (name,) if rows == 2 else (f"{name} {amount}".strip(), name)
        over = (*over, amount) if rows == 1 and plain(mark.x).lower() in named else over
        wanted += [(mark, over, top - 5)] if rows else []
        wanted += [(mark, (amount,), top + part_thickness(frame) + 15)] if rows == 2 and not keyed and amount else []
    placed = [_part_words(each, frame, room, within=True) for each in wanted]
    if len(marks) <= MOST_NAMED:
        # Wide parts first: a sliver has its state in the key and its number in the table.
        late = sorted((each for done, each in zip(placed, wanted, strict=True) if not done), key=_narrowness)
        placed += [_part_words(each, frame, room, within=False) for each in late]
    return tag_group([each for each in placed if each])


def _narrowness(wanted: tuple[Mark, tuple[str, ...], float]) -> float:
    return -(wanted[0].box or (0.0, 0.0, 0.0, 0.0))[2]


def _part_words(wanted: tuple[Mark, tuple[str, ...], float], frame: Frame, room: Room, within: bool) -> Markup | None:
    mark, choices, base = wanted
    x, _, wide, _ = mark.box or (0.0, 0.0, 0.0, 0.0)
    for said in choices:
        fits = width(said) <= wide - 2
        if fits if within else wide >= 2:
            # A ruled line where the part begins pushes its words aside.
            starts = (Spot(x + 1, base), Spot(x + 5, base))
            spot = room.take(said, starts if within else (*starts, Spot(min(x + wide, frame.width), base, "end")))
            if spot:
                return words(spot, said)
    return None


def _amount(value: float, column: Column) -> str:
    """A number as the cell of its table says it."""
    brief = brief_places(column.unit, column.places)
    is_small = brief is not None and abs(value) < SMALL_GB
    return briefly(value, brief or 0) if is_small else numeral(value, column.places)


def bar_numbers(table: Table, frame: Frame, marks: Sequence[Mark], room: Room) -> Markup:
    """The number at the end of each bar, where there are few bars."""
    if len(marks) > MOST_NUMBERS or not _numbers_fit(table, frame, marks):
        return Markup("")
    parts: list[Markup] = []
    asked = 0
    before = len(room.taken)
    for mark in marks:
        if not mark.box or not isinstance(mark.value, int | float):
            continue
        asked += 1
        x, y, wide, high = mark.box
        said = numeral(float(mark.value), table.columns[table.index(mark.column)].places)
        below = mark.value < 0 and frame.value_scale.kind == "linear"
        far = frame.value_scale.at(mark.high)
        # Behind the whisker of a bar that has one.
        top, right = (y, x + wide) if far is None else (min(y, far), max(x + wide, far))
        middle = round(x + wide / 2, 2)
        spots = [Spot(middle, y + high + 14 if below else top - lift, "middle") for lift in (4, 10, 16)]
        if frame.flipped:
            base = round(y + high / 2 + 4.5, 2)
            beside = [right + 5, right + 22]
            spots = [Spot(x - 5, base, "end")] if below else [Spot(each, base) for each in beside]
        taken = room.take(said, spots)
        parts += [words(taken, said, "reference")] if taken else []
    if len(parts) < asked:
        # Numbers at some bars only would make the others look as if they had none.
        del room.taken[before:]
        return Markup("")
    return tag_group(parts)


def _numbers_fit(table: Table, frame: Frame, marks: Sequence[Mark]) -> bool:
    columns = {each.column: table.columns[table.index(each.column)].places for each in marks}
    room = frame.x.step / len(columns)
    values = [(each.value, columns[each.column]) for each in marks if isinstance(each.value, int | float)]
    return frame.flipped or all(width(numeral(float(value), places)) <= room for value, places in values)


def lane_names(frame: Frame, marks: Sequence[Mark], room: Room) -> Markup:
    """Names over the bars of lanes that are wide enough."""
    if frame.y.step < 32:
        return Markup("")
    parts: list[Markup] = []
    for mark in marks:
        said = plain(mark.x)
        if mark.box and width(said) <= mark.box[2] + 2:
            spot = room.take_at(said, Spot(mark.box[0] + 1, mark.box[1] - 4))
            parts += [words(spot, said)] if spot else []
    return tag_group(parts)


def cell_texts(figure: Figure, table: Table, marks: Sequence[Mark]) -> list[str] | None:
    """The numbers of a heat map, None where a cell is too small for its number."""
    places = table.columns[table.index(figure.y[1])].places
    said = [numeral(float(each.value), places) if isinstance(each.value, int | float) else "" for each in marks]
    boxes = [each.box or (0.0, 0.0, 0.0, 0.0) for each in marks]
    small = any(width(each) + 6 > box[2] or box[3] < 17 for each, box in zip(said, boxes, strict=True))
    return None if small else said


def cell_numbers(figure: Figure, table: Table, marks: Sequence[Mark], room: Room) -> Markup:
    """The number in each cell of a heat map whose cells all have room, but under the words of a line."""
    parts: list[Markup] = []
    for said, mark in zip(cell_texts(figure, table, marks) or (), marks, strict=False):
        x, y, wide, high = mark.box or (0.0, 0.0, 0.0, 0.0)
        spot = room.take_at(said, Spot(round(x + wide / 2, 2), round(y + high / 2 + 4.5, 2), "middle"))
        parts += [words(spot, said)] if spot else []
    return tag_group(parts, "labels inside")


def tag_group(parts: list[Markup], kind: str = "labels") -> Markup:
    """The words as one group."""
    return tag("g", join(parts), class_=kind) if parts else Markup("")
