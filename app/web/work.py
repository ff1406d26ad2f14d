"""The page of a learner's own work: what is due, ranges, release notes, how to keep it; and the attempts behind it.
It refuses to judge and to show another learner's."""

from flask import Flask
from flask.typing import ResponseReturnValue

from app.course.items import Question
from app.course.lesson import Lesson
from app.course.outline import item_ids
from app.practice.schedule import Standing, due, is_off, standings
from app.store import Attempt, attempts_of, renamed
from app.web.course import get_course, get_shelf, new_ids
from app.web.item_states import States
from app.web.learner import current_learner, get_store
from app.web.lessons import learner_states
from app.web.pieces import evidence_block
from app.web.private import private_page


def register(app: Flask) -> None:
    app.add_url_rule("/work", "work", work)


def work() -> ResponseReturnValue:
    attempts = own_attempts()
    states = learner_states()
    lessons = [(each, *told(each, states), evidence_block(each) is not None) for each in get_course().lessons]
    return private_page(
        "work.html",
        lessons=lessons,
        num_due=len(due_now(attempts)),
        is_off=is_off(attempts),
        learner=current_learner(),
    )


def told(lesson: Lesson, states: States) -> tuple[int, int]:
    """How many items of a lesson are answered or skipped, and how many there are."""
    ids = [id for screen in lesson.screens for id in item_ids(screen)]
    return sum(states.of(id).is_open for id in ids), len(ids)


def own_attempts() -> tuple[Attempt, ...]:
    """All attempts of the learner at the page under the ids that items have now, oldest first. Raises NotRead."""
    learner = current_learner()
    return renamed(attempts_of(get_store(), learner.id), new_ids()) if learner else ()


def reviewable() -> dict[str, Question]:
    """The graded questions of the course by id; predictions are made once, and words are not graded."""
    found = {id: place.block for id, place in get_shelf().places.items()}
    return {id: block for id, block in found.items() if isinstance(block, Question) and _is_graded(block)}


def own_standings(attempts: tuple[Attempt, ...]) -> dict[str, Standing]:
    return standings(attempts, reviewable().keys())


def due_now(attempts: tuple[Attempt, ...]) -> tuple[Standing, ...]:
    """What is due at this moment; nothing when reviews are switched off."""
    return () if is_off(attempts) else due(own_standings(attempts).values(), get_store().clock())


def _is_graded(block: Question) -> bool:
    return block.kind != "text" and (block.kind != "fields" or any(each.answer for each in block.fields))
