"""The page of a learner's own work: what is due, ranges, release notes, how to keep it and be rid of it.
It refuses to judge and to show another learner's."""

from flask import Flask
from flask.typing import ResponseReturnValue

from app.course.lesson import Lesson
from app.course.outline import item_ids
from app.practice.calibration import sentence
from app.practice.schedule import is_off
from app.web.course import get_course
from app.web.item_states import States, states_by_id
from app.web.learner import current_learner
from app.web.own import due_now, own_attempts
from app.web.private import private_page
from app.web.ranges import ranges_of


def register(app: Flask) -> None:
    app.add_url_rule("/work", "work", work)


def work() -> ResponseReturnValue:
    attempts = own_attempts()
    states = States(states_by_id(attempts))
    lessons = [(each, *_counts(each, states)) for each in get_course().lessons]
    return private_page(
        "work.html",
        lessons=lessons,
        num_due=len(due_now(attempts)),
        is_off=is_off(attempts),
        ranges=sentence(ranges_of(attempts)),
        learner=current_learner(),
    )


def _counts(lesson: Lesson, states: States) -> tuple[int, int]:
    """How many items of a lesson are answered or skipped, and how many there are."""
    ids = [id for screen in lesson.screens for id in item_ids(screen)]
    return sum(states.of(id).is_open for id in ids), len(ids)
