"""The frame of a figure: its box, margins, scales, titles and key, shared by the SVG and by Plotly.
It refuses to know marks and markup."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from app.drawing.domains import category_names, unique_keys, value_domain, x_domain
from app.drawing.key import KeyItem, key_items, key_rows
from app.drawing.scales import Scale, Tick, key, ticks
from app.drawing.words import LINE, cut, plain, tick_texts, width, wrap
from labs import Column, Fact, Figure, Table

WIDE = (560, 240)
NARROW = (288, 192)
GAP = 8
HEAT_KEY = 1
END_SYMBOL = 26.0
# Of the box, for the words of the rules of bars with intervals.
RULE_SHARE, LEAST_RULE = 0.16, 76
MOST_NAMES = 8
Names = Mapping[str, str]
Bare = tuple[Scale, Scale, Names]


@dataclass(frozen=True)
class Frame:
    """A box of `width` x `height` units; the marks stand between `left` and `right`, `top` and `bottom`.

    `x` is the horizontal scale and `y` the vertical one; `flipped` figures read their values on `x`.
    `foot` are the lines of the title under the horizontal axis, `head` those above the vertical one.
    `end` is the room for words at the lines' ends, `air` the strip under the top for words of reference lines.
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
    return _frame(figure, table, _bare_scales(figure, table, facts), narrow)


def frames_of(figure: Figure, table: Table, facts: Mapping[str, Fact]) -> tuple[Frame, Frame]:
    """The wide and the narrow frame; what their axes must hold is looked up once."""
    bare = _bare_scales(figure, table, facts)
    return _frame(figure, table, bare, False), _frame(figure, table, bare, True)


def _frame(figure: Figure, table: Table, bare: Bare, narrow: bool) -> Frame:
    box_width, box_height = NARROW if narrow else WIDE
    flipped = is_flipped(figure, table, box_width)
    foot, head = _titles(figure, flipped, box_width)
    end = _end(figure, table, box_width, flipped)
    rows = key_rows(key_items(figure, table, bool(end) and figure.kind != "bar"), box_width)
    above = len(head) + len(rows) + (HEAT_KEY if figure.kind == "heatmap" else 0)
    top = 8.0 + LINE * above + (4 if above else 0)
    air = float(min(2, len(figure.lines)) * LINE if flipped else 0)
    bottom = float(box_height - 22 - LINE * len(foot))
    x, y, names = (bare[1], bare[0], bare[2]) if flipped else bare
    from_top = _from_top(figure, table, flipped)
    y = _with_ticks(_between(y, top + air, bottom, from_top), figure, table, names, level=False)
    left = _left(y, box_width)
    x = _with_ticks(replace(x, range=(left, box_width - (end or 12.0))), figure, table, names, level=True)
    lower = LINE * (max((len(each.lines) for each in x.ticks), default=1) - 1)
    if lower:
        bottom -= lower
        y = _with_ticks(_between(y, top + air, bottom, from_top), figure, table, names, level=False)
    y = replace(y, ticks=tuple(_within(each, left - GAP) for each in y.ticks))
    return Frame(box_width, box_height, left, x.range[1], top, bottom, x, y, flipped, foot, head, rows, end, air)


def _within(tick: Tick, room: float) -> Tick:
    lines = wrap(" ".join(tick.lines), room, 2) if len(tick.lines) > 1 else (cut(tick.lines[0], room),)
    return Tick(tick.value, lines)


def _between(y: Scale, top: float, bottom: float, from_top: bool) -> Scale:
    return replace(y, range=(top, bottom) if from_top else (bottom, top))


def is_flipped(figure: Figure, table: Table, box_width: float) -> bool:
    """Whether the values run along the horizontal axis: parts, lanes, and few bars with long names."""
    if figure.kind != "bar":
        return figure.kind in ("stacked", "lanes")
    names = {each for each in table.values(figure.x) if isinstance(each, str)}
    room = (box_width - 60) / max(1, len(names)) - GAP
    return not _fit(tuple(names), room) and len(names) <= 8


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


def _with_ticks(scale: Scale, figure: Figure, table: Table, names: Names, *, level: bool) -> Scale:
    if scale.kind == "category":
        return _with_names(scale, tuple([names.get(each, each) for each in scale.names]), figure.kind, level)
    values = figure.interval[1] if figure.kind == "lanes" and figure.interval else figure.y[0]
    flipped_values = level and figure.kind in ("bar", "stacked", "lanes")
    whole = _column(table, figure.x if level and not flipped_values else values).type == "whole"
    return _with_numbers(scale, whole, level)


# A moved setting leaves most axes as they were.
@lru_cache(maxsize=64)
def _with_names(scale: Scale, texts: tuple[str, ...], kind: str, level: bool) -> Scale:
    marks = _level_names(scale, texts) if level else _upright_names(scale, texts, kind)
    return replace(scale, ticks=_round_names(scale, marks) if len(scale.names) > MOST_NAMES else marks)


@lru_cache(maxsize=256)
def _with_numbers(scale: Scale, whole: bool, level: bool) -> Scale:
    found = ticks(scale.domain, log=scale.kind == "log", whole=whole)
    marks = tuple(Tick(value, (words,)) for value, words in zip(found, tick_texts(found), strict=True))
    return replace(scale, ticks=marks if _apart(scale, marks, level) else marks[::2])


def _apart(scale: Scale, marks: tuple[Tick, ...], level: bool) -> bool:
    places = [each or 0.0 for each in scale.places([each.value for each in marks])]
    gaps = [abs(after - before) for before, after in pairwise(places)]
    room = max((width(each.lines[0]) for each in marks), default=0) + GAP if level else LINE
    return min(gaps, default=room) >= room


def _fit(names: tuple[str, ...], room: float) -> bool:
    return all("…" not in "".join(wrap(each, room)) for each in names)


def _upright_names(scale: Scale, texts: tuple[str, ...], kind: str) -> tuple[Tick, ...]:
    every = max(1, int(-(-LINE // max(0.1, scale.step))))
    lines = 2 if scale.step > 2 * LINE and kind != "heatmap" else 1
    room = max(width(each) for each in texts) / lines + 4 * GAP if texts else 0.0
    return tuple(Tick(name, wrap(words, room, lines)) for name, words in zip(scale.names, texts, strict=True))[::every]


def _round_names(scale: Scale, marks: tuple[Tick, ...]) -> tuple[Tick, ...]:
    """Of many numbers that name slots, the round ones; names that are words keep their places."""
    try:
        values = {name: float(name) for name in scale.names}
    except ValueError:
        return marks
    wanted = ticks((min(values.values()), max(values.values())), log=False, whole=True)
    kept = tuple(Tick(name, (plain(value),)) for name, value in values.items() if value in wanted)
    return kept if len(kept) > 1 else marks[:: -(-len(marks) // MOST_NAMES) or 1]


def _level_names(scale: Scale, texts: tuple[str, ...]) -> tuple[Tick, ...]:
    if scale.step > 3 * GAP and _fit(texts, scale.step - GAP):
        return tuple(Tick(name, wrap(words, scale.step - GAP)) for name, words in zip(scale.names, texts, strict=True))
    widest = min(120.0, max((width(each) for each in texts), default=0))
    every = max(1, int(-(-(widest + GAP) // scale.step)))
    room = every * scale.step - GAP
    return tuple(Tick(name, (cut(words, room),)) for name, words in zip(scale.names, texts, strict=True))[::every]


def _left(y: Scale, box_width: float) -> float:
    widest = max((width(line) for each in y.ticks for line in each.lines), default=0)
    return min(max(30.0, round(widest) + GAP + 2), round(box_width * 0.31)) if widest else 12.0


def _end(figure: Figure, table: Table, box_width: float, flipped: bool) -> float:
    """Room for names at the lines' ends; none where a name would be cut, for then a key has them all. Words on bars
    with intervals would hide those, so the reference lines of these have theirs at the end too."""
    if figure.kind == "bar" and figure.interval and figure.lines and not flipped:
        return max(LEAST_RULE, round(box_width * RULE_SHARE))
    if figure.kind not in ("line", "step", "bands") or len(figure.y) < 2:
        return 0.0
    labels = tuple(_column(table, each).label for each in figure.y)
    most = round(box_width * 0.28) - END_SYMBOL
    if not _fit(labels, most):
        return 0.0
    return min(max(width(each) for each in labels), most) + END_SYMBOL
