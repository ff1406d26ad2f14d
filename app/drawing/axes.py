"""Axes, titles and the key of a drawing: one ruled line, short ticks, words that stand level.
It refuses to know marks and what the values mean."""

from collections.abc import Iterable
from functools import lru_cache

from markupsafe import Markup

from app.drawing.frame import Frame
from app.drawing.key import SWATCH, KeyItem
from app.drawing.marks import SYMBOLS
from app.drawing.patterns import Patterns
from app.drawing.placing import Room, Spot
from app.drawing.scales import Scale, Tick
from app.drawing.svg import join, number, tag, text, written
from app.drawing.words import LINE


# Most words of a drawing stand where they stood in the one before: a moved setting leaves titles, key and ticks.
@lru_cache(maxsize=1024)
def words(spot: Spot, said: str, kind: str | None = None) -> Markup:
    """Words at a spot."""
    anchor = "" if spot.anchor == "start" else f' text-anchor="{spot.anchor}"'
    named = f' class="{kind}"' if kind else ""
    return written("text", f' x="{number(spot.x)}" y="{number(spot.y)}"{anchor}{named}', text(said))


def titles(frame: Frame, room: Room) -> Markup:
    """The title of the vertical axis above the plot and that of the horizontal one under it, both level."""
    said = [(each, Spot(0, 12 + LINE * place)) for place, each in enumerate(frame.head)]
    last = len(frame.foot) - 1
    said += [
        (each, Spot(frame.width, frame.height - 5 - LINE * (last - place), "end"))
        for place, each in enumerate(frame.foot)
    ]
    room.taken += [spot.box(each) for each, spot in said]
    return join(words(spot, each, "title") for each, spot in said)


def axes(frame: Frame, room: Room) -> Markup:
    """The ruled line under the marks, the line at zero, ticks and their labels."""
    left, right, bottom = number(frame.left), number(frame.right), number(frame.bottom)
    parts = [tag("path", d=f"M{left} {bottom}H{right}", class_="axis"), _zero(frame)]
    ruled = ""
    said: list[Markup] = []
    for each, at in _placed(frame.y):
        ruled += f"M{left} {number(at)}h-4" if frame.y.kind != "category" else ""
        for line, part in enumerate(each.lines):
            drop = LINE * (line - (len(each.lines) - 1) / 2)
            spot = room.take_at(part, Spot(frame.left - 8, round(at + 4.5 + drop, 2), "end"))
            said += [words(spot, part, "tick")] if spot else []
    for each, at in _placed(frame.x):
        ruled += f"M{number(at)} {bottom}v4" if frame.x.kind != "category" else ""
        for line, part in enumerate(each.lines):
            spot = room.take_at(part, _inside(frame, Spot(at, frame.bottom + 20 + LINE * line, "middle"), part))
            said += [words(spot, part, "tick")] if spot else []
    return join([*parts, tag("path", d=ruled, class_="ticks") if ruled else Markup(""), *said])


def _placed(scale: Scale) -> Iterable[tuple[Tick, float]]:
    places = scale.places([each.value for each in scale.ticks])
    return zip(scale.ticks, [each or 0.0 for each in places], strict=True)


def _zero(frame: Frame) -> Markup:
    scale = frame.value_scale
    if scale.kind != "linear" or not scale.domain[0] < 0 < scale.domain[1]:
        return Markup("")
    at = number(scale.at(0) or 0.0)
    across = f"M{at} {number(frame.top)}V{number(frame.bottom)}"
    return tag(
        "path", d=across if frame.flipped else f"M{number(frame.left)} {at}H{number(frame.right)}", class_="zero"
    )


def _inside(frame: Frame, spot: Spot, said: str) -> Spot:
    box = spot.box(said)
    # Left of the plot the lowest label of the vertical axis has its place.
    shift = max(0.0, frame.left - 8 - box[0]) - max(0.0, box[2] - frame.width)
    return Spot(round(spot.x + shift, 2), spot.y, "middle")


def key(frame: Frame, patterns: Patterns, room: Room) -> Markup:
    """Swatches with words between the title and the plot."""
    parts: list[Markup] = []
    for line, row in enumerate(frame.key):
        base = 12.0 + LINE * (len(frame.head) + line)
        for item in row:
            spot = Spot(item.offset + SWATCH, base)
            room.taken.append(spot.box(item.words))
            parts += [_swatch(item, base, patterns), words(spot, item.words)]
    return tag("g", join(parts), class_="key") if parts else Markup("")


def _swatch(item: KeyItem, base: float, patterns: Patterns) -> Markup:
    if item.is_line:
        across = f"M{number(item.offset)} {number(base - 4.5)}h14"
        return tag("path", d=across, class_=f"swatch line-sign rule {item.look.name}")
    if item.is_interval:
        left, top, foot = item.offset + 2, base - 10, base + 1
        lines = ((left + 4, top, left + 4, foot), (left, top, left + 8, top), (left, foot, left + 8, foot))
        path = "".join(f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for a, b, c, d in lines)
        return tag("path", d=path, class_="swatch whisker")
    if item.point:
        return symbol(item.look.symbol, item.look.name, item.offset + 6, base - 4.5)
    kind = f"swatch area {item.look.name}"
    return tag("rect", x=item.offset, y=base - 10, width=13, height=11, class_=kind, fill=patterns.fill(item.look))


def symbol(shape: str, look: str, x: float, y: float) -> Markup:
    """A symbol that stands for a series beside its words."""
    place = f"translate({number(x)} {number(y)})"
    return tag("path", d=SYMBOLS[shape], transform=place, class_=f"swatch point {shape} {look}")


def heat_key(frame: Frame, low: str, high: str, room: Room) -> Markup:
    """The seven steps of a heat map between the words for its least and its greatest value."""
    base = 12.0 + LINE * len(frame.head)
    first = Spot(0, base)
    start = first.box(low)[2] + 6
    last = Spot(start + 7 * 16 + 6, base)
    room.taken += [first.box(low), last.box(high)]
    steps = [
        tag("rect", x=start + 16 * step, y=base - 10, width=16, height=11, class_=f"swatch area h{step}")
        for step in range(7)
    ]
    return tag("g", join([words(first, low), *steps, words(last, high)]), class_="key")
