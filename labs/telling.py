"""What a run apart from pages tells while it goes on, and the word that a run is too much to be done at once.
It refuses to know who listens: whoever is told may raise, and the run ends there."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from labs.params import BadParams, FieldError


@dataclass(frozen=True)
class Event:
    """One thing told. `name` is progress, or a name of the lab's own (round, plain); `data` holds plain JSON values.

    A progress has `done` of `total` units of work, and `words` for the unit under way. A part is a result that is
    finished before the run is: `says` is its sentence.
    """

    name: str
    data: Mapping[str, Any]


Tell = Callable[[Event], None]


def progress(done: float, total: float, words: str) -> Event:
    """So many units of so many are done; `words` say what is done now, such as `Replaying run 5 of 8`."""
    return Event("progress", {"done": done, "total": total, "words": words})


def part(says: str) -> Event:
    """Something of the result stands already, such as the line of a group."""
    return Event("part", {"says": says})


class TooMuchAtOnce(BadParams):
    """More work than a page may do. The lab can do it apart; `seconds` of work are expected, at least. `says` is the
    lab's own sentence, where it is not the time that keeps it from the page."""

    def __init__(self, errors: Iterable[FieldError], seconds: float, says: str = "") -> None:
        super().__init__(errors)
        self.seconds, self.says = seconds, says
