"""Finds room for words: a box is taken once, and words that find no room are left to the table.
It refuses to know what the words say and how they are drawn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from app.drawing.words import width

Box = tuple[float, float, float, float]
BETWEEN = 5.0
ASCENT = 11.0
SLACK = 2.0
DESCENT = 4.0


class Spot(NamedTuple):
    """Baseline place of words: `anchor` is start, middle or end."""

    x: float
    y: float
    anchor: str = "start"

    def box(self, words: str) -> Box:
        """Left, top, right and bottom of the words there."""
        wide = width(words)
        left = self.x if self.anchor == "start" else self.x - (wide if self.anchor == "end" else wide / 2)
        return left, self.y - ASCENT, left + wide, self.y + DESCENT


@dataclass
class Room:
    """A drawing's free ground inside its box: words keep off what is taken and off walls (ruled lines), and hide as
    few points of marks as they can."""

    wide: float
    high: float
    taken: list[Box] = field(default_factory=list)
    points: list[tuple[float, float]] = field(default_factory=list)
    walls: list[Box] = field(default_factory=list)

    def take_at(self, words: str, spot: Spot) -> Spot | None:
        """The spot, now taken; None when it is not free."""
        box = spot.box(words)
        if not self.is_free(box):
            return None
        self.taken.append(box)
        return spot

    def take(self, words: str, spots: Iterable[Spot], most: int | None = None) -> Spot | None:
        """The first free spot that hides fewest points, and at most so many, now taken; None when none is free."""
        best: tuple[int, Spot, Box] | None = None
        for spot in spots:
            box = spot.box(words)
            hidden = self._hidden(box) if self.is_free(box) else None
            if hidden is not None and (most is None or hidden <= most) and (best is None or hidden < best[0]):
                best = (hidden, spot, box)
            if hidden == 0:
                break
        if best is None:
            return None
        self.taken.append(best[2])
        return best[1]

    def cross(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A ruled line that words had better not hide."""
        steps = max(1, int(max(abs(end[0] - start[0]), abs(end[1] - start[1])) / 8))
        for step in range(steps + 1):
            share = step / steps
            self.points.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))

    def is_free(self, box: Box) -> bool:
        """Whether the box lies inside and touches nothing taken."""
        left, top, right, bottom = box
        if left < -0.5 or top < -2 or right > self.wide + 0.5 or bottom > self.high + 1:
            return False
        for low, above, high, below in self.taken:
            if top < below and above < bottom and left < high + BETWEEN and low < right + BETWEEN:
                return False
        # Letters leave some of their line free above and below.
        return not any(
            left < high and low < right and top + SLACK < below and above < bottom - SLACK
            for low, above, high, below in self.walls
        )

    def _hidden(self, box: Box) -> int:
        left, top, right, bottom = box[0] - 4, box[1] - 3, box[2] + 4, box[3] + 3
        return len([x for x, y in self.points if left <= x <= right and top <= y <= bottom])


def spread(wanted: Sequence[float], heights: Sequence[float], low: float, high: float) -> list[float]:
    """Centres near those wanted, in their order, at least their heights apart and between low and high."""
    order = sorted(range(len(wanted)), key=lambda each: wanted[each])
    centres = list(wanted)
    edge = low
    for each in order:
        centres[each] = max(centres[each], edge + heights[each] / 2)
        edge = centres[each] + heights[each] / 2
    edge = high
    for each in reversed(order):
        centres[each] = min(centres[each], edge - heights[each] / 2)
        edge = centres[each] - heights[each] / 2
    return centres
