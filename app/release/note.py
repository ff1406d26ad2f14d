"""A release note as values: the pieces of evidence, each present or missing, and the learner's own words.
It refuses to know how a piece is found out and how the note is shown."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from app.store import Evidence

# The six kinds of evidence, by the names that lessons give them.
TITLES: Final = {
    "code": "Worked code, run",
    "hand": "A result checked by hand",
    "simulation": "Simulation output",
    "checkpoint": "Checkpoint",
    "rubric": "Production rubric",
    "fallback": "Named fallback",
}


@dataclass(frozen=True)
class Piece:
    """One piece: `state` says how far it is, `says` what the lesson asks for, both in plain words. `is_begun`: some of
    it is there, and not enough.

    way: path of the screen that gives it, with its title. run: address of the lab run that gives it, empty when none
    does. kept: the newest result that was kept for it.
    """

    kind: str
    says: str
    is_present: bool
    state: str
    way: str = ""
    way_title: str = ""
    run: str = ""
    kept: Evidence | None = None
    is_begun: bool = False

    @property
    def standing(self) -> str:
        return "present" if self.is_present else "begun" if self.is_begun else "missing"

    @property
    def title(self) -> str:
        return TITLES[self.kind]


@dataclass(frozen=True)
class Note:
    """The release note of a lesson; `release`, `fallback` and `words` are the learner's own, empty until written.
    `against` says how the release stands against the contract, empty where the lesson has none or none is named."""

    lesson: str
    title: str
    version: str
    item: str
    item_way: str
    pieces: tuple[Piece, ...]
    release: str = ""
    fallback: str = ""
    words: str = ""
    against: str = ""

    @property
    def num_present(self) -> int:
        return sum(each.is_present for each in self.pieces)

    def piece(self, place: int) -> Piece | None:
        """The piece at this place, counted from 0."""
        return self.pieces[place] if 0 <= place < len(self.pieces) else None


def when(at: datetime) -> str:
    """A moment for a reader: day and minute, in UTC."""
    return f"{at.day} {at:%B %Y, %H:%M} UTC"
