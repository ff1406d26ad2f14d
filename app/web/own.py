"""What belongs to the learner at the page: the attempts, and which questions of them come again and when.
It refuses to print and to show another learner's."""

from app.course.items import Question
from app.practice.schedule import Standing, due, is_off, standings
from app.store import Attempt, renamed
from app.web.course import get_shelf, new_ids
from app.web.learner import current_attempts, get_store, refuse_unread
from app.web.rounds import can_be_right


def own_attempts() -> tuple[Attempt, ...]:
    """All attempts of the learner at the page under the ids that items have now, oldest first. Raises NotRead."""
    refuse_unread()
    return renamed(current_attempts(), new_ids())


def reviewable() -> dict[str, Question]:
    """The graded questions of the course by id; predictions are made once, and words are not graded."""
    found = {id: place.block for id, place in get_shelf().places.items()}
    return {id: block for id, block in found.items() if isinstance(block, Question) and can_be_right(block)}


def own_standings(attempts: tuple[Attempt, ...]) -> dict[str, Standing]:
    return standings(attempts, reviewable().keys())


def due_now(attempts: tuple[Attempt, ...]) -> tuple[Standing, ...]:
    """What is due at this moment; nothing when reviews are switched off."""
    return () if is_off(attempts) else due(own_standings(attempts).values(), get_store().clock())
