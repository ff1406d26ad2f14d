"""The key above a figure: swatches with words, only where no direct label can stand.
It refuses to know scales and markup."""

from dataclasses import dataclass, replace

from app.drawing.looks import OUTLINE, RARE, STATES, TEXTURES, Look, part_looks, role, series_looks, with_state
from app.drawing.marks import MOST_SINGLE
from app.drawing.words import cut, plain, width
from labs import Figure, Table

SWATCH = 19
GAP = 16
MOST_ITEMS = 6


@dataclass(frozen=True)
class KeyItem:
    """A swatch (a symbol where `point`, a line where `is_line`, a whisker where `is_interval`) and its words,
    `offset` units from the left."""

    look: Look
    words: str
    point: bool = False
    is_line: bool = False
    is_interval: bool = False
    offset: float = 0.0


def key_items(
    figure: Figure, table: Table, named: bool, lines: tuple[tuple[str, str], ...] = ()
) -> tuple[KeyItem, ...]:
    """Series of bars and scatters, the names and states of parts, intervals of bars, and the words and looks of
    reference lines that have no room on the drawing; `named` lines say theirs at their ends."""
    ruled = [KeyItem(Look(look, "solid", "none", "plain"), words, is_line=True) for words, look in lines]
    return (*(() if named else _mark_items(figure, table)), *_interval_items(figure, table), *ruled)


def _mark_items(figure: Figure, table: Table) -> tuple[KeyItem, ...]:
    if figure.kind not in ("stacked", "lanes", "heatmap"):
        if len(figure.y) < 2:
            return (*_role_items(figure, table), *_state_items(figure, table))
        looks = series_looks(figure.y)
        labels = {each.name: each.label for each in table.columns}
        series = tuple(KeyItem(looks[each], labels[each], figure.kind != "bar") for each in figure.y)
        return (*series, *_state_items(figure, table))[:MOST_ITEMS]
    if figure.kind in ("stacked", "lanes"):
        parts = part_looks(figure, table)
        apart = len(set(parts.values())) > 1 and (figure.kind == "lanes" or figure.group is not None)
        names = tuple(KeyItem(look, name) for name, look in parts.items()) if apart else ()
        return (*names, *_state_items(figure, table))[:MOST_ITEMS]
    return ()


def _interval_items(figure: Figure, table: Table) -> tuple[KeyItem, ...]:
    """What a whisker says, in the words of the columns of its ends; those that both begin with are said once."""
    if figure.kind != "bar" or figure.interval is None or len(table.rows) > MOST_SINGLE:
        return ()
    low, high = (table.columns[table.index(each)].label.split() for each in figure.interval)
    while len(high) > 1 and high[0] in low:
        high = high[1:]
    return (KeyItem(OUTLINE, f"interval: {' '.join((*low, 'to', *high))}", is_interval=True),)


def _state_items(figure: Figure, table: Table) -> tuple[KeyItem, ...]:
    if figure.state is None:
        return ()
    words = dict.fromkeys(plain(each) for each in table.values(figure.state))
    named = {plain(each) for each in table.values(figure.x)} if figure.group is None else set()
    grey = Look("soft", "solid", "circle", "plain")
    looks = {**STATES, **{word: grey._replace(pattern=texture) for word, texture in TEXTURES.items()}}
    point = figure.kind not in ("bar", "stacked", "lanes")
    return tuple(
        KeyItem(looks[each], each, point) for each in words if looks.get(each, OUTLINE) != OUTLINE and each not in named
    )


def _role_items(figure: Figure, table: Table) -> tuple[KeyItem, ...]:
    """Of bars of one series: the look that a group wears in every figure, which its name alone does not explain."""
    if figure.kind != "bar":
        return ()
    states = table.values(figure.state) if figure.state else (None,) * len(table.rows)
    names = zip(table.values(figure.x), states, strict=True)
    shown = {with_state(role(name) or OUTLINE, state) for name, state in names if isinstance(name, str)}
    return (KeyItem(RARE, "rare group, striped in every figure"),) if RARE in shown else ()


def key_rows(items: tuple[KeyItem, ...], room: float) -> tuple[tuple[KeyItem, ...], ...]:
    """The items on as many lines as they need."""
    rows: list[list[KeyItem]] = []
    offset = room
    for item in items:
        words = cut(item.words, room - SWATCH)
        if not rows or offset + SWATCH + width(words) > room:
            rows.append([])
            offset = 0.0
        rows[-1].append(replace(item, words=words, offset=offset))
        offset += SWATCH + width(words) + GAP
    return tuple(tuple(row) for row in rows)
