"""The way through a lesson: what is before the hour, in it and beyond it, where Continue leads, how long it takes.
They refuse to look at pages.
"""

from app.course.lesson import Lesson
from app.course.path import minutes_left, neighbours, ways
from tests.course_lab import tiny_bench
from tests.course_world import compiled

ASKED = "::: question choice {{#{id}-asked}}\nWhich?\n\n- [x] This\n  > It is.\n- [ ] That\n  > It is not.\n{more}:::\n"
LAB = "::: lab batching-replay {#hidden-lab}\n:::\n"


def screen(id: str, more: str = "", option: str = "") -> str:
    asked = ASKED.format(id=id, more=more)
    return f"::: screen {{#{id}{option}}}\n## What is {id}?\n{'word ' * 80}\n\n{asked}:::\n"


def lesson(*screens: str) -> Lesson:
    made = compiled(f"---\nid: example\ntitle: An example\n---\n{''.join(screens)}", tiny_bench())
    assert made.findings == ()
    return made.lesson


def whole() -> Lesson:
    no = " hour=no"
    return lesson(
        screen("ready", option=no), screen("refresh", option=no), screen("first"), screen("aside", option=no),
        screen("second", "\n::: reveal\n" + LAB + ":::\n"), screen("work", option=no),
    )  # fmt: skip


def ids(lesson: Lesson, id: str) -> tuple[str, str]:
    found = lesson.screen(id)
    assert found is not None
    beside = neighbours(lesson, found)
    return beside.before.id if beside.before else "", beside.next.id if beside.next else ""


def test_the_hour_goes_past_what_is_beside_it_and_then_on_to_it() -> None:
    made = whole()
    found = ways(made)
    assert [[each.id for each in part] for part in (found.lead, found.hour, found.beyond)] == [
        ["ready", "refresh"], ["first", "second"], ["aside", "work"],
    ]  # fmt: skip
    assert {each.id: ids(made, each.id) for each in made.screens} == {
        "ready": ("", "first"), "refresh": ("ready", "first"), "first": ("ready", "second"),
        "second": ("first", "aside"), "aside": ("second", "work"), "work": ("aside", ""),
    }  # fmt: skip


def test_minutes_are_those_of_the_hour_and_a_lab_behind_an_answer_costs_nothing() -> None:
    made = whole()
    # Two screens of about 85 words and one answer each: 2 x (85/200 + 1) = 2.9
    assert made.minutes == 3
    left = [minutes_left(made, each) for each in made.screens]
    assert left == [1, 1, 3, 1, 2, 1]


def test_a_lesson_beside_the_hour_alone_still_has_a_way_through() -> None:
    made = lesson(screen("one", option=" hour=no"), screen("two", option=" hour=no"))
    assert (ids(made, "one"), ids(made, "two")) == (("", "two"), ("one", ""))
    assert made.minutes == 1


def test_a_checkpoint_is_read_question_by_question_and_other_screens_are_not() -> None:
    asked = ASKED.format(id="it", more="")
    long = f"{'word ' * 130}\n\n"
    plain = f"::: screen {{#one}}\n## What?\n{long}{asked}:::\n"
    test = f"::: screen {{#two}}\n## What?\n::: checkpoint {{#gate}}\n{long}{asked.replace('it-', 'other-')}:::\n:::\n"
    text = f"---\nid: example\ntitle: An example\n---\n{plain}{test}"
    made = compiled(text, tiny_bench(), anatomy=("thesis",))
    assert [each.line for each in made.findings if each.code == "W123"] == [6]
