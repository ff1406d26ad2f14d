"""Ticks of an axis and their labels: names wrapped or left out, numbers apart, nothing on anything.
It refuses to know boxes, margins and marks."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from app.drawing.scales import Scale, Tick, ticks
from app.drawing.words import LINE, cut, plain, tick_texts, width, wrap
from labs import Figure, Table

GAP = 8
MOST_NAMES = 8
MOST_LINES = 3
Names = Mapping[str, str]


def with_ticks(scale: Scale, figure: Figure, table: Table, names: Names, *, level: bool) -> Scale:
    """The scale with ticks for its present range; `level` is the horizontal axis."""
    if scale.kind == "category":
        return _with_names(scale, tuple([names.get(each, each) for each in scale.names]), figure.kind, level)
    values = figure.interval[1] if figure.kind == "lanes" and figure.interval else figure.y[0]
    flipped_values = level and figure.kind in ("bar", "stacked", "lanes")
    whole = table.columns[table.index(figure.x if level and not flipped_values else values)].type == "whole"
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


def name_lines(step: float) -> int:
    """Lines that a name beside the vertical axis may take in a slot of this height."""
    return max(1, min(MOST_LINES, int((step - 1) / LINE)))


def fits(names: tuple[str, ...], room: float, lines: int = 2) -> bool:
    """Whether each name is whole on so many lines of the room."""
    return all("…" not in "".join(wrap(each, room, lines)) for each in names)


def _upright_names(scale: Scale, texts: tuple[str, ...], kind: str) -> tuple[Tick, ...]:
    every = max(1, int(-(-LINE // max(0.1, scale.step))))
    lines = name_lines(scale.step) if kind != "heatmap" else 1
    room = max(width(each) for each in texts) / lines + 4 * GAP if texts else 0.0
    return tuple(Tick(name, wrap(words, room, lines)) for name, words in zip(scale.names, texts, strict=True))[::every]


def _round_names(scale: Scale, marks: tuple[Tick, ...]) -> tuple[Tick, ...]:
    """Of many numbers that name slots, the round ones; names that are words keep their places."""
    try:
        values = {name: float(name) for name in scale.names}
    except ValueError:
        return marks
    whole = all(each.is_integer() for each in values.values())
    wanted = ticks((min(values.values()), max(values.values())), log=False, whole=whole)
    kept = tuple(Tick(name, (plain(value),)) for name, value in values.items() if value in wanted)
    return kept if len(kept) > 1 else marks[:: -(-len(marks) // MOST_NAMES) or 1]


def _level_names(scale: Scale, texts: tuple[str, ...]) -> tuple[Tick, ...]:
    if scale.step > 3 * GAP and fits(texts, scale.step - GAP):
        return tuple(Tick(name, wrap(words, scale.step - GAP)) for name, words in zip(scale.names, texts, strict=True))
    widest = min(120.0, max((width(each) for each in texts), default=0))
    every = max(1, int(-(-(widest + GAP) // scale.step)))
    room = every * scale.step - GAP
    return tuple(Tick(name, (cut(words, room),)) for name, words in zip(scale.names, texts, strict=True))[::every]


def within(tick: Tick, room: float, lines: int) -> Tick:
    """The tick with a label that the margin has room for."""
    return Tick(tick.value, wrap(" ".join(tick.lines), room, lines))
