"""The frame of a figure: its box, margins, scales, titles and key, shared by the SVG and by Plotly.
It refuses to know marks and markup."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.drawing.domains import category_names, column_numbers, level_lines, unique_keys, value_domain, x_domain
from app.drawing.key import KeyItem, key_items, key_rows
from app.drawing.naming import GAP, MOST_LINES, Names, fits, name_lines, with_ticks, within
from app.drawing.scales import Scale, key
from app.drawing.words import LINE, numeral, plain, width, wrap
from labs import Column, Fact, Figure, Table

WIDE = (560, 240)
NARROW = (288, 192)
# Under the marks: ticks with one line of words, then the title with some air above it.
UNDER = 25
TITLE_AIR = 3
# A narrow drawing grows until its marks have this height and its names the lines that they need.
LEAST_PLOT = 100.0
MOST_PLOT = 240.0
LEFT_SHARE = 0.31
LANES_SHARE = 0.355
# The marks of a narrow drawing use 60 % of its width, whatever words stand beside them.
LEAST_SHARE = 0.605
MOST_NUMBERS = 24
HEAT_KEY = 1
END_SYMBOL = 26.0
# Words over bars and their parts reach this far into the strip above them.
PART_AIR = 8
Bare = tuple[Scale, Scale, Names]


@dataclass(frozen=True)
class Frame:
    """A box of `width` x `height` units; the marks stand between `left` and `right`, `top` and `bottom`.

    `x` is the horizontal scale and `y` the vertical one; `flipped` figures read their values on `x`.
    `foot` are the lines of the title under the horizontal axis, `head` those above the vertical one.
    `end` is the room for words at the lines' ends, `air` the strip under the top for words of reference lines;
    `keyed` names the facts whose line has its words in the key.
    """

    width: int
    height: int
    left: float
    right: float
    top: float
    bottom: float
    x: Scale
    y: Scale
    flipped: bool
    foot: tuple[str, ...]
    head: tuple[str, ...]
    key: tuple[tuple[KeyItem, ...], ...]
    end: float
    air: float
    keyed: tuple[str, ...] = ()

    @property
    def has_lists(self) -> bool:
        """Whether joined marks list their cells: once a page is enough, and the wide drawing has them."""
        return self.width == WIDE[0]

    @property
    def value_scale(self) -> Scale:
        """The scale that the y column is read on."""
        return self.x if self.flipped else self.y


def frame_of(figure: Figure, table: Table, facts: Mapping[str, Fact], narrow: bool = False) -> Frame:
    """The frame of a figure in the wide or the narrow box. The table needs the columns that the figure names."""
    return _frame(figure, table, facts, _bare_scales(figure, table, facts), narrow)


def frames_of(figure: Figure, table: Table, facts: Mapping[str, Fact]) -> tuple[Frame, Frame]:
    """The wide and the narrow frame; what their axes must hold is looked up once."""
    bare = _bare_scales(figure, table, facts)
    return _frame(figure, table, facts, bare, False), _frame(figure, table, facts, bare, True)


def _frame(figure: Figure, table: Table, facts: Mapping[str, Fact], bare: Bare, narrow: bool) -> Frame:
    box_width, box_height = NARROW if narrow else WIDE
    flipped = is_flipped(figure, table, box_width)
    foot, head = _titles(figure, flipped, box_width)
    x, y, names = (bare[1], bare[0], bare[2]) if flipped else bare
    from_top = _from_top(figure, table, flipped)
    end = _end(figure, table, box_width)
    if end:
        # The words of the axis are as wide in any height; where both margins are wide, a key has the names.
        margin = _left(with_ticks(_between(y, 0, box_height, from_top), figure, table, names, level=False), box_width)
        end = end if box_width - margin - end >= LEAST_SHARE * box_width else 0.0
    keyed = level_lines(figure, facts) if not flipped and _is_crowded(figure, narrow) else ()
    rows = key_rows(key_items(figure, table, bool(end), tuple(each[1:] for each in keyed)), box_width)
    above = len(head) + len(rows) + (HEAT_KEY if figure.kind == "heatmap" else 0)
    top = 8.0 + LINE * above + (4 if above else 0)
    air = float(min(2, len(figure.lines)) * LINE + PART_AIR * (figure.kind in ("stacked", "bar")) if flipped else 0)
    under = UNDER + LINE * len(foot) + (TITLE_AIR if foot else 0)
    if narrow:
        box_height = max(box_height, round(top + air + _needed(y, names, figure, box_width) + under))
    bottom = float(box_height - under)
    y = with_ticks(_between(y, top + air, bottom, from_top), figure, table, names, level=False)
    left = _left(y, box_width, LANES_SHARE if figure.kind == "lanes" else LEFT_SHARE)
    right = box_width - max(end or 12.0, _number_room(figure, table, x, left, box_width) if flipped else 0.0)
    x = with_ticks(replace(x, range=(left, right)), figure, table, names, level=True)
    lower = LINE * (max((len(each.lines) for each in x.ticks), default=1) - 1)
    if lower:
        bottom, box_height = (bottom, box_height + lower) if narrow else (bottom - lower, box_height)
        y = with_ticks(_between(y, top + air, bottom, from_top), figure, table, names, level=False)
    lines = name_lines(y.step) if y.kind == "category" and figure.kind != "heatmap" else 1
    y = replace(y, ticks=tuple(within(each, left - GAP, lines) for each in y.ticks))
    told = tuple(each[0] for each in keyed)
    return Frame(box_width, box_height, left, right, top, bottom, x, y, flipped, foot, head, rows, end, air, told)


def _is_crowded(figure: Figure, narrow: bool) -> bool:
    """Whether words on a level line would lie on marks: on bars with intervals, and more so in a narrow box."""
    if figure.kind == "bar" and figure.interval:
        return True
    # Where a heat map's key of steps stands there is no room for another.
    return narrow and figure.kind != "heatmap" and (figure.kind == "bar" or len(figure.y) > 1)


def _needed(y: Scale, names: Names, figure: Figure, box_width: float) -> float:
    """The height that the marks of a narrow drawing need."""
    if y.kind != "category":
        return LEAST_PLOT
    room = box_width * LEFT_SHARE - GAP - 2
    said = tuple(names.get(each, each) for each in y.names)
    long = next((each for each in range(1, MOST_LINES) if fits(said, room, each)), MOST_LINES)
    slot = LINE * long + LINE / 2 if long > 1 and figure.kind != "lanes" else LINE
    return min(MOST_PLOT, max(LEAST_PLOT, float(slot * len(said))))


def _number_room(figure: Figure, table: Table, values: Scale, left: float, box_width: float) -> float:
    """Room at the right for the number at the end of the longest bar, as far as the bars can spare it."""
    columns = [table.columns[table.index(each)] for each in figure.y] if figure.kind == "bar" else []
    cells = [(each, column.places) for column in columns for each in column_numbers(table, column.name)]
    if not cells or len(cells) > MOST_NUMBERS:
        return 0.0
    # A number stands behind the whisker of its bar.
    far = column_numbers(table, figure.interval[1]) if figure.interval else []
    reached = [*(each for each, _ in cells), *far]
    share = max((values.at(each) or 0.0 for each in reached if each is not None), default=0.0)
    if share <= 0:
        return 0.0
    said = max(width(numeral(each, places)) for each, places in cells if each is not None)
    long = max(box_width - 6 - said - left, LEAST_SHARE * box_width)
    return box_width - left - long / share


def _between(y: Scale, top: float, bottom: float, from_top: bool) -> Scale:
    return replace(y, range=(top, bottom) if from_top else (bottom, top))


def is_flipped(figure: Figure, table: Table, box_width: float) -> bool:
    """Whether the values run along the horizontal axis: parts, lanes, and few bars with long names."""
    if figure.kind != "bar":
        return figure.kind in ("stacked", "lanes")
    names = {each for each in table.values(figure.x) if isinstance(each, str)}
    room = (box_width - 60) / max(1, len(names)) - GAP
    return not fits(tuple(names), room) and len(names) <= 8


def _titles(figure: Figure, flipped: bool, room: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
    foot, head = figure.x_title, figure.y_title
    if flipped and figure.kind != "lanes":
        foot, head = (head, foot) if head else (foot, "")
    return wrap(foot, room) if foot else (), wrap(head, room) if head else ()


def _bare_scales(figure: Figure, table: Table, facts: Mapping[str, Fact]) -> Bare:
    """The scale of names or of a numeric x, and that of the values, before either has a place; slots in words."""
    names = category_names(figure, table)
    slots = Scale("category", (0, len(names)), (0, 1), names)
    if figure.kind == "heatmap":
        rows = unique_keys(table, figure.y[0])
        return slots, Scale("category", (0, len(rows)), (0, 1), rows), _slot_words(figure, table)
    values = Scale(figure.scale, value_domain(figure, table, facts), (0, 1))
    named = bool(names) or figure.kind in ("stacked", "lanes")
    if named:
        return slots, values, _slot_words(figure, table)
    return Scale(figure.x_scale, x_domain(figure, table, facts), (0, 1)), values, {}


def _slot_words(figure: Figure, table: Table) -> Names:
    columns = [each for each in (figure.x, figure.y[0], figure.group) if each]
    return {key(cell): plain(cell) for each in columns for cell in dict.fromkeys(table.values(each))}


def _from_top(figure: Figure, table: Table, flipped: bool) -> bool:
    """Named rows are read from the top, numbers grow upward."""
    return flipped or (figure.kind == "heatmap" and _column(table, figure.y[0]).type == "text")


def _column(table: Table, name: str) -> Column:
    return table.columns[table.index(name)]


def _left(y: Scale, box_width: float, share: float = LEFT_SHARE) -> float:
    widest = max((width(line) for each in y.ticks for line in each.lines), default=0)
    return min(max(30.0, round(widest) + GAP + 2), round(box_width * share)) if widest else 12.0


def _end(figure: Figure, table: Table, box_width: float) -> float:
    """Room for names at the lines' ends; none where a name would be cut, for then a key has them all."""
    if figure.kind not in ("line", "step", "bands") or len(figure.y) < 2:
        return 0.0
    labels = tuple(_column(table, each).label for each in figure.y)
    most = round(box_width * 0.28) - END_SYMBOL
    if not fits(labels, most):
        return 0.0
    return min(max(width(each) for each in labels), most) + END_SYMBOL
