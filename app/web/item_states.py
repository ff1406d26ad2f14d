"""What a learner did at each item, from the stored attempts: latest answer, steps done, hints asked for.
It refuses to know pages and what is right."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from app.course.draws import turn_of
from app.course.given import Given
from app.course.lesson import Lesson, Screen
from app.course.outline import item_ids
from app.course.path import neighbours
from app.practice.schedule import REVIEWED
from app.store import Attempt, by_item, renamed

HINT = "hint"
ANSWER = "answer"
# The drawn settings that an answer belongs to, kept among its fields.
DRAWN = "drawn"


@dataclass(frozen=True)
class ItemState:
    """The attempts at one item, oldest first, hints among them. `answer` is the step that opens the consequences.

    `others` counts the attempts that are left out here.
    """

    attempts: tuple[Attempt, ...] = ()
    others: int = 0

    def latest(self, step: str = ANSWER) -> Attempt | None:
        return next((each for each in reversed(self.attempts) if each.kind == step), None)

    def first(self, step: str = ANSWER) -> Attempt | None:
        return next((each for each in self.attempts if each.kind == step), None)

    @property
    def is_open(self) -> bool:
        """Whether what follows from the answer may be shown."""
        return self.latest() is not None

    @property
    def hints(self) -> int:
        return max((each.hints for each in self.attempts), default=0)

    @property
    def key(self) -> str:
        """The same until something is stored, so that a form sent twice is one attempt."""
        return f"after-{self.others + len(self.attempts)}"

    def at_turn(self, turn: int) -> "ItemState":
        """What happened at one asking of a question with drawn numbers; the first answer or skip stands."""
        mine = [each for each in self.attempts if each.draw_seed is not None and turn_of(each.draw_seed) == turn]
        first = next((each for each in mine if each.kind == ANSWER), None)
        kept = tuple(each for each in mine if each.kind == HINT or each is first)
        return ItemState(kept, self.others + len(self.attempts) - len(kept))

    def at_first(self) -> "ItemState":
        """What happened at a prediction, which is made once: its first answer or skip stands, whatever another tab
        sent after it."""
        first = self.first()
        kept = tuple(each for each in self.attempts if each.kind != ANSWER or each is first)
        return ItemState(kept, self.others + len(self.attempts) - len(kept))

    def misses(self) -> int:
        """How often it was answered wrongly."""
        marked = [each for each in self.attempts if each.kind == ANSWER and not each.skipped]
        return sum(each.score is not None and each.score < 1 for each in marked)

    def with_one(self, attempt: Attempt) -> "ItemState":
        return replace(self, attempts=(*self.attempts, attempt))


NOTHING = ItemState()


@dataclass(frozen=True)
class States:
    """The states of a learner's items; `unread` is the sentence when they could not be read."""

    by_id: Mapping[str, ItemState]
    unread: str = ""

    def of(self, id: str) -> ItemState:
        return self.by_id.get(id, NOTHING)

    def with_one(self, id: str, attempt: Attempt) -> "States":
        return replace(self, by_id={**self.by_id, id: self.of(id).with_one(attempt)})

    def is_done(self, screen: Screen) -> bool:
        """Whether nothing on it waits for an answer or a skip."""
        return all(self.of(id).is_open for id in item_ids(screen))

    def word(self, screen: Screen) -> str:
        """What became of the screen's items: answered, skipped, or begun while one waits; empty before, and where
        nothing is asked, because that a page was looked at is not stored."""
        if not self.is_begun(screen):
            return ""
        if not self.is_done(screen):
            return "begun"
        ends = [self.of(id).latest() for id in item_ids(screen)]
        skipped = sum(each is not None and each.skipped for each in ends)
        if skipped in (0, len(ends)):
            return "skipped" if skipped else "answered"
        return f"{len(ends) - skipped} of {len(ends)} answered, the others skipped"

    def is_begun(self, screen: Screen) -> bool:
        return any(self.of(id).attempts for id in item_ids(screen))


def states_of(attempts: Iterable[Attempt], new_ids: Mapping[str, str]) -> States:
    """All items of a learner under the ids that they have now; reviews are told apart and leave the lesson as it is."""
    return States(states_by_id(renamed((each for each in attempts if each.kind != REVIEWED), new_ids)))


def states_by_id(attempts: Iterable[Attempt]) -> dict[str, ItemState]:
    return {id: ItemState(each) for id, each in by_item(attempts).items()}


def resume_screen(lesson: Lesson, states: States) -> Screen | None:
    """Where to go on: behind the last screen that was worked on, or at it while something waits there."""
    begun = [screen for screen in lesson.screens if states.is_begun(screen)]
    if not begun:
        return None
    last = begun[-1]
    return (neighbours(lesson, last).next if states.is_done(last) else None) or last


def given_of(attempt: Attempt | None) -> Given:
    """The fields as they were typed; none for a skip."""
    if attempt is None or not attempt.answer:
        return {}
    stored = json.loads(attempt.answer)
    return {name: tuple(values) for name, values in stored.items()}


def answer_text(given: Given) -> str:
    """The fields as the store keeps them; the same fields give the same text."""
    return json.dumps({name: list(given[name]) for name in sorted(given)}, ensure_ascii=False, separators=(",", ":"))
