"""The verdict on each drafted token: accepted up to the first difference, rejected there, not checked after it.
It refuses to know probabilities and words for a page."""

from collections.abc import Sequence
from dataclasses import dataclass

from labs.speculation_rejection import prefix_match_length

ACCEPTED, REJECTED, UNCHECKED, ADDED = "accepted", "rejected", "not checked", "added"


@dataclass(frozen=True)
class Place:
    """One place of the text: the drafted token, the target's, and the verdict; a token is None where a list ended."""

    position: int
    draft: int | None
    target: int | None
    state: str
    would_match: bool


@dataclass(frozen=True)
class Verdict:
    """All places, how many drafts count, and how many matches came too late to count."""

    places: tuple[Place, ...]
    accepted: int
    drafted: int
    late: int

    @property
    def first_difference(self) -> Place | None:
        """The rejected place; None when no difference was met."""
        return next((place for place in self.places if place.state == REJECTED), None)

    @property
    def added(self) -> int:
        """1 when the target gives a token of its own after the accepted ones, 0 when its list ended there."""
        return int(any(place.state == ADDED for place in self.places) or self.first_difference is not None)


def judge_tokens(draft: Sequence[int], target: Sequence[int]) -> Verdict:
    """The verdict place by place; after a full acceptance the target's next token is added."""
    accepted = prefix_match_length(draft, target)
    places = [_place(at, draft, target, accepted) for at in range(len(draft))]
    if accepted == len(draft) < len(target):
        places.append(Place(accepted + 1, None, target[accepted], ADDED, False))
    late = sum(place.would_match for place in places)
    return Verdict(tuple(places), accepted, len(draft), late)


def _place(at: int, draft: Sequence[int], target: Sequence[int], accepted: int) -> Place:
    own = target[at] if at < len(target) else None
    state = ACCEPTED if at < accepted else REJECTED if at == accepted and own is not None else UNCHECKED
    return Place(at + 1, draft[at], own, state, state == UNCHECKED and own == draft[at])
