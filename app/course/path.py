"""The way through a lesson: what may be read before the hour, the hour, what lies beyond it, and how long it takes.
It refuses to know learners.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from app.course.items import Checkpoint, Predict, Question, Try
from app.course.lesson import Block, Code, Evidence, FailureMode, LabBlock, Lesson, Note, Rubric, Screen

WORDS_A_MINUTE: Final = 200
MINUTES_AN_ANSWER: Final = 1
MINUTES_A_TRY: Final = 3
MINUTES_A_LAB: Final = 2
RULE: Final = "words/200 + 1 an answer + 3 a try + 2 a lab by itself, over the screens of the hour"


@dataclass(frozen=True)
class Ways:
    """Screens in file order. `lead` stands before the first screen of the hour, `beyond` are its other hour=no ones."""

    lead: tuple[Screen, ...]
    hour: tuple[Screen, ...]
    beyond: tuple[Screen, ...]


@dataclass(frozen=True)
class Neighbours:
    """Where Back and Continue lead; None at an end."""

    before: Screen | None
    next: Screen | None


def ways(lesson: Lesson) -> Ways:
    """The three parts; a lesson without a screen of the hour is all hour, so that it has a way through."""
    hour = tuple(screen for screen in lesson.screens if screen.in_hour) or lesson.screens
    first = lesson.screens.index(hour[0])
    lead = lesson.screens[:first]
    return Ways(lead, hour, tuple(screen for screen in lesson.screens[first:] if screen not in hour))


def neighbours(lesson: Lesson, screen: Screen) -> Neighbours:
    """Each screen before the hour leads into it; the hour leads on to what lies beyond it."""
    parts = ways(lesson)
    if screen in parts.lead:
        place = parts.lead.index(screen)
        return Neighbours(parts.lead[0] if place else None, parts.hour[0])
    line = (*parts.lead[:1], *parts.hour, *parts.beyond)
    place = line.index(screen)
    return Neighbours(line[place - 1] if place else None, line[place + 1] if place + 1 < len(line) else None)


def hour_minutes(screens: tuple[Screen, ...]) -> int:
    """RULE, at least one."""
    total = sum(screen_minutes(screen) for screen in screens if screen.in_hour)
    return max(1, int(total + 0.5))


def minutes_left(lesson: Lesson, screen: Screen) -> int:
    """From this screen to the end of the hour, as a share of the lesson's minutes; the screen's own beside the hour."""
    hour = ways(lesson).hour
    if screen not in hour:
        return max(1, round(screen_minutes(screen)))
    costs = [screen_minutes(each) for each in hour]
    return max(1, round(lesson.minutes * sum(costs[hour.index(screen) :]) / (sum(costs) or 1)))


def screen_minutes(screen: Screen) -> float:
    """One screen by RULE; what follows an answer belongs to that answer and costs nothing more."""
    minutes = screen.words / WORDS_A_MINUTE
    for block in _before_answers(screen.blocks):
        if isinstance(block, Try):
            minutes += MINUTES_A_TRY
        elif isinstance(block, LabBlock):
            minutes += MINUTES_A_LAB
        elif isinstance(block, Predict | Question | Rubric | FailureMode | Evidence):
            minutes += MINUTES_AN_ANSWER
    return minutes


def _before_answers(blocks: tuple[Block, ...]) -> Iterator[Block]:
    for block in blocks:
        yield block
        if isinstance(block, Checkpoint):
            yield from block.questions
        elif isinstance(block, Note):
            yield from _before_answers(block.blocks)
        elif isinstance(block, Code):
            yield from _before_answers(block.notice)
