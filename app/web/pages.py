"""The first page: the next thing to do when there is a lesson, what is planned, what can be used today.
It refuses to know labs and lessons beyond their names."""

from dataclasses import dataclass

from flask import Flask, render_template

from app.course.lesson import Lesson
from app.course.path import ways
from app.web.course import get_course
from app.web.item_states import resume_screen
from app.web.lessons import learner_states, readiness
from app.web.reference import total
from labs import all_labs


@dataclass(frozen=True)
class Planned:
    """A lesson of the course as it is announced; `lesson` is there when it is written."""

    number: int
    id: str
    title: str
    failure: str
    lesson: Lesson | None = None


PLANNED = (
    ("attention", "Efficient attention", "Long prompts blow the latency budget."),
    ("kv-cache", "The KV cache and paged attention", "The card is full at a third of the expected concurrency."),
    ("quantization", "Quantization with quality gates", "The average score held; one language broke."),
    (
        "batching-speculation",
        "Continuous batching and speculative decoding",
        "Tokens a second rose; one rare caller in a hundred waited 19 seconds.",
    ),
    ("moe", "Mixture of experts and routing", "Memory was sized by the active parameters, not by all of them."),
    (
        "capacity-plan",
        "Capstone: an inference capacity plan",
        "A plan that looked cheap could not survive the real trace.",
    ),
)


def register(app: Flask) -> None:
    app.add_url_rule("/", "home", home)


def home() -> str:
    course = get_course()
    lessons = course.lessons
    states = learner_states() if lessons else None
    first = lessons[0] if lessons else None
    resume = resume_screen(first, states) if first and states else None
    return render_template(
        "home.html",
        labs=all_labs().values(),
        checks=total(),
        first=first,
        number=number_of(first),
        start=resume or (ways(first).hour[0] if first else None),
        is_begun=resume is not None,
        readiness=readiness(),
        preparing=tuple(each for each in planned(()) if each.id in course.preparing),
        planned=planned(lessons),
    )


def number_of(lesson: Lesson | None) -> int | None:
    """The place of a lesson in the planned course."""
    return next((place for place, (id, _, _) in enumerate(PLANNED, 1) if lesson and lesson.id == id), None)


def planned(lessons: tuple[Lesson, ...]) -> tuple[Planned, ...]:
    """The built-in course's plan with what is written of it; another course's own lessons."""
    known = {lesson.id: lesson for lesson in lessons}
    if known and not known.keys() & {id for id, _, _ in PLANNED}:
        return tuple(Planned(place, each.id, each.title, "", each) for place, each in enumerate(lessons, 1))
    return tuple(Planned(place, id, title, why, known.get(id)) for place, (id, title, why) in enumerate(PLANNED, 1))
