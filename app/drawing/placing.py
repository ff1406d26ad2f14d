"""Finds room for words: a box is taken once, and words that find no room are left to the table.
It refuses to know what the words say and how they are drawn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from app.drawing.words import width

Box = tuple[float, float, float, float]
BETWEEN = 5.0
ASCENT = 11.0
DESCENT = 4.0


@dataclass(frozen=True)
class Spot:
    """Baseline place of words: `anchor` is start, middle or end."""

    x: float
    y: float
    anchor: str = "start"

    def box(self, words: str) -> Box:
        """Left, top, right and bottom of the words there."""
        wide = width(words)
        left = self.x - {"start": 0.0, "middle": wide / 2, "end": wide}[self.anchor]
        return left, self.y - ASCENT, left + wide, self.y + DESCENT


@dataclass
class Room:
    """A drawing's free ground inside its box."""

    wide: float
    high: float
    taken: list[Box] = field(default_factory=list)
    points: list[tuple[float, float]] = field(default_factory=list)

    def take(self, words: str, spots: Iterable[Spot], strict: bool = False) -> Spot | None:
        """The first free spot that hides fewest points, now taken; None when none is free.
        `strict` also refuses spots that would hide a point."""
        free = [each for each in spots if self.is_free(each.box(words))]
        scored = [(self._hidden(each.box(words)), place) for place, each in enumerate(free)]
        if not scored or (strict and min(scored)[0]):
            return None
        best = free[min(scored)[1]]
        self.taken.append(best.box(words))
        return best

    def cross(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A ruled line that words had better not hide."""
        steps = max(1, int(max(abs(end[0] - start[0]), abs(end[1] - start[1])) / 8))
        for step in range(steps + 1):
            share = step / steps
            self.points.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))

    def is_free(self, box: Box) -> bool:
        """Whether the box lies inside and touches nothing taken."""
        left, top, right, bottom = box
        inside = left >= -0.5 and top >= -2 and right <= self.wide + 0.5 and bottom <= self.high + 1
        return inside and not any(
            left < other[2] + BETWEEN and other[0] < right + BETWEEN and top < other[3] and other[1] < bottom
            for other in self.taken
        )

    def _hidden(self, box: Box) -> int:
        left, top, right, bottom = box
        return sum(left - 4 <= x <= right + 4 and top - 3 <= y <= bottom + 3 for x, y in self.points)


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
