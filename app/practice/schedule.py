"""When an answered item comes again: 1, 3, 7 and 21 days after the last right answer; pure, of attempts and now.
It refuses to count days in a row and to know what an item asks."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from app.store import Attempt

DAYS: Final = (1, 3, 7, 21)
ANSWERED, REVIEWED, SWITCHED = "answer", "review", "switch"
# No item of a course can have this name, since it holds a colon.
SWITCH_ITEM: Final = "servelab:review"
ON, OFF = "on", "off"
AT_THE_START: Final = 3
# Three at the start of a lesson are enough for one sitting, however often its first screen is opened.
SITTING: Final = timedelta(hours=12)


@dataclass(frozen=True)
class Standing:
    """Where an item stands: `right` are the right answers that came when due since the last miss."""

    item_id: str
    right: int
    answered_at: datetime

    @property
    def days(self) -> int:
        """How many days after the last answer it comes again."""
        return DAYS[max(0, min(self.right, len(DAYS)) - 1)]

    @property
    def due_at(self) -> datetime:
        return self.answered_at + timedelta(days=self.days)


def standings(attempts: Iterable[Attempt], item_ids: Collection[str]) -> dict[str, Standing]:
    """The standing of each of these items that was answered, by id.

    A right answer that came when it was due goes one step on; one that came early goes none, and the days count from
    it. A miss goes back to the beginning, and so does a skip in the review. Partly right is a miss.
    """
    found: dict[str, Standing] = {}
    for one in sorted(attempts, key=lambda each: each.seq):
        if one.item_id in item_ids and _counts(one):
            found[one.item_id] = Standing(one.item_id, _right(found.get(one.item_id), one), one.at)
    return found


def due(found: Iterable[Standing], now: datetime) -> tuple[Standing, ...]:
    """What is due now, the longest waiting first."""
    waiting = [each for each in found if each.due_at <= now]
    return tuple(sorted(waiting, key=lambda each: (each.due_at, each.item_id)))


def at_the_start(
    found: Iterable[Standing], own: Collection[str], attempts: Iterable[Attempt], now: datetime
) -> tuple[Standing, ...]:
    """At most three items of earlier days, for the start of a lesson whose own items are `own`.

    Those of other lessons first, what is due before what is not, the longest untouched first. None once three were
    reviewed in the last twelve hours.
    """
    lately = sum(one.kind == REVIEWED and abs(now - one.at) < SITTING for one in attempts)
    earlier = [each for each in found if each.answered_at.date() < now.date()]
    ranked = sorted(earlier, key=lambda each: (each.item_id in own, each.due_at > now, each.answered_at, each.item_id))
    return tuple(ranked[: max(0, AT_THE_START - lately)])


def is_off(attempts: Iterable[Attempt]) -> bool:
    """Whether the learner's last word on reviews was to switch them off."""
    switches = [one for one in attempts if one.kind == SWITCHED and one.item_id == SWITCH_ITEM]
    return bool(switches) and max(switches, key=lambda each: each.seq).answer == OFF


def _counts(one: Attempt) -> bool:
    if one.kind == REVIEWED:
        return one.skipped or one.score is not None
    return one.kind == ANSWERED and not one.skipped and one.score is not None


def _right(before: Standing | None, one: Attempt) -> int:
    if one.skipped or one.score != 1:
        return 0
    if before is None:
        return 1
    return before.right + 1 if one.at >= before.due_at else max(1, before.right)
