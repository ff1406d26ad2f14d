"""Who passes a checkpoint: simulated learners sit every one of the course and of the test course, as compiled.
They refuse to know pages; the marks and the projection of attempts are those that pages use.
"""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from app.course.bench import door
from app.course.draws import TURNS
from app.course.given import Given
from app.course.items import Checkpoint, Question
from app.course.lesson import every_block
from app.course.marking import mark_question, shuffled
from app.course.posing import posed
from app.course.store import find_files
from app.store import Attempt
from app.web.item_states import ANSWER, ItemState, States
from app.web.rounds import can_be_right, round_at
from tests.course_world import compiled

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (ROOT / "tests" / "course_site" / "content", ROOT / "content")
DRAWS = 32
GUESSES = 10_000
TRIES = 400
AT_MOST = 0.02
CENTRAL = 3
FULL = 10
NOW = datetime(2026, 11, 30, tzinfo=UTC)
Answer = Callable[[Question, random.Random], Given]


@dataclass(frozen=True)
class Sat:
    """A checkpoint with each of its questions in many draws."""

    checkpoint: Checkpoint
    draws: dict[str, tuple[Question, ...]]


def lessons_with_checkpoints() -> list[Path]:
    paths = [path for folder in FOLDERS for path in sorted((folder / "lessons").glob("*.md"))]
    return [path for path in paths if "::: checkpoint" in path.read_text(encoding="utf-8")]


LESSONS = lessons_with_checkpoints()
for_each_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)


def only_checkpoints(text: str) -> str:
    """The lesson with no other screens, and no other runs than those screens name: runs are slow."""
    front, *screens = re.split(r"^(?=::: screen)", text, flags=re.MULTILINE)
    kept = "".join(screen for screen in screens if "::: checkpoint" in screen)
    is_run = re.compile(r"  (\w+): [a-z-]+(\?.*)?$")
    lines = [line for line in front.split("\n") if not (run := is_run.match(line)) or f"{run[1]}#" in kept]
    return "\n".join(lines) + kept


@cache
def sat(path: Path) -> tuple[Sat, ...]:
    text = only_checkpoints(path.read_text(encoding="utf-8"))
    lesson = compiled(text, files=find_files(path.parent.parent), name=path.name).lesson
    bench = door()
    blocks = [block for screen in lesson.screens for block in every_block(screen.blocks)]
    return tuple(
        Sat(
            block,
            {
                each.item.id: tuple(posed(bench, each, learner * TURNS)[0] for learner in range(DRAWS))
                for each in block.questions
            },
        )
        for block in blocks
        if isinstance(block, Checkpoint)
    )


def passes(sitting: Sat, answer: Answer, source: random.Random) -> bool:
    """One round: every question in a draw of its own, marked, stored as an attempt, and counted as the page counts."""
    states = {}
    for id, draws in sitting.draws.items():
        question = source.choice(draws)
        score = mark_question(question, answer(question, source)).score
        attempt = Attempt(
            seq=1, item_id=id, item_version="", content_version="", kind=ANSWER, answer="", draw_seed=0, score=score,
            hints=0, skipped=False, at=NOW,
        )  # fmt: skip
        states[id] = ItemState((attempt,))
    return round_at(sitting.checkpoint, States(states), 0).is_passed


def share(sitting: Sat, answer: Answer, tries: int) -> float:
    source = random.Random(5)
    return sum(passes(sitting, answer, source) for _ in range(tries)) / tries


def computed(question: Question, source: random.Random) -> Given:
    """The right answer, from the posed question."""
    if question.kind in ("choice", "multi"):
        return {"choice": tuple(str(place) for place, option in enumerate(question.options) if option.right)}
    if question.kind == "order":
        return {f"place-{place}": (str(rank + 1),) for place, rank in enumerate(shuffled(question))}
    if question.kind == "fields":
        return {
            each.name: (str(each.answer.value) if each.answer else "It is so for a reason.",)
            for each in question.fields
        }
    return {"value": (str(question.answer.value),)} if question.answer else {"words": ("It is so for a reason.",)}


def guesser(sitting: Sat) -> Answer:
    """Chooses blindly; a number is the right one of somebody else's draw, so it has the right size."""

    def guessed(question: Question, source: random.Random) -> Given:
        if question.kind in ("choice", "multi"):
            places = range(len(question.options))
            many = 1 if question.kind == "choice" else source.randint(1, len(question.options))
            return {"choice": tuple(str(place) for place in source.sample(places, many))}
        if question.kind == "order":
            places = source.sample(range(len(question.options)), len(question.options))
            return {f"place-{place}": (str(rank + 1),) for place, rank in enumerate(places)}
        if question.kind == "fields":
            return {each.name: (str(source.randint(1, 100)),) for each in question.fields}
        others = sitting.draws[question.item.id]
        return computed(source.choice(others), source)

    return guessed


def mistaken(name: str) -> Answer:
    """Makes one named mistake wherever it leads to another answer, and computes all else."""

    def led(question: Question, source: random.Random) -> Given:
        for place, option in enumerate(question.options):
            if name in option.mistakes:
                return {"value": (option.value,)} if question.kind == "number" else {"choice": (str(place),)}
        return computed(question, source)

    return led


def central_mistakes(sitting: Sat) -> list[str]:
    """The mistakes that at least three questions name."""
    named = [slip.name for each in sitting.checkpoint.questions if each.family for slip in each.family.wrong]
    return sorted({name for name in named if named.count(name) >= CENTRAL})


@for_each_lesson
def test_who_guesses_passes_in_fewer_than_two_of_a_hundred_tries(path: Path) -> None:
    for sitting in sat(path):
        passed = share(sitting, guesser(sitting), GUESSES)
        print(f"{path.stem} {sitting.checkpoint.item.id}: {passed:.4f} of {GUESSES} guessed rounds pass")
        assert passed < AT_MOST


@for_each_lesson
def test_who_computes_passes(path: Path) -> None:
    for sitting in sat(path):
        assert share(sitting, computed, TRIES) == 1


@for_each_lesson
def test_who_makes_one_named_mistake_throughout_fails(path: Path) -> None:
    for sitting in sat(path):
        central = central_mistakes(sitting)
        assert central or len(sitting.checkpoint.questions) < FULL
        for name in central:
            assert share(sitting, mistaken(name), TRIES) < AT_MOST


@for_each_lesson
def test_a_full_checkpoint_holds_what_it_must(path: Path) -> None:
    for sitting in sat(path):
        questions = sitting.checkpoint.questions
        if len(questions) < FULL:
            continue
        assert all(can_be_right(each) for each in questions)
        assert -(-sitting.checkpoint.percent * len(questions) // 100) >= 0.8 * len(questions)
        assert sum(each.sort == "decision" for each in questions) >= 4
        assert sum(each.sort == "calculator" for each in questions) >= 1
        assert sum(each.item.level == "transfer" for each in questions) >= 1
        assert sum(each.kind == "order" for each in questions) >= 1


@for_each_lesson
def test_every_option_and_every_wrong_number_has_a_reason(path: Path) -> None:
    for sitting in sat(path):
        for draws in sitting.draws.values():
            bare = [option for each in draws for option in each.options if not option.reason]
            assert [option for option in bare if not (option.right and draws[0].kind == "number")] == []


@for_each_lesson
def test_no_two_options_are_alike_in_any_draw(path: Path) -> None:
    for sitting in sat(path):
        for draws in sitting.draws.values():
            for each in draws:
                assert len({option.html for option in each.options}) == len(each.options)


def test_the_test_course_has_a_full_checkpoint() -> None:
    assert any(len(sitting.checkpoint.questions) == FULL for path in LESSONS for sitting in sat(path))
