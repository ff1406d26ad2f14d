"""The guide for authors in the README against the checker: its lesson is without findings, its table names every block.
They refuse to judge the words.
"""

import re
from pathlib import Path

from app.course.kinds import KINDS, QUESTIONS
from app.course.source import MAX_BRACKETS, MAX_BYTES
from app.course.tries import KEYS
from tests.course_world import compiled

README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")
GUIDE = README.partition("## How to write a lesson")[2].partition("## How to add a lab")[0]


def test_the_lesson_of_the_guide_has_no_finding() -> None:
    text = GUIDE.partition("```markdown\n")[2].partition("```")[0]
    made = compiled(text, name="fit.md")
    assert made.findings == ()
    assert [screen.id for screen in made.lesson.screens] == ["card", "check"]


def test_the_guide_names_every_block() -> None:
    rows = [line.split("|")[1] for line in GUIDE.splitlines() if line.startswith("| `")]
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row)) == sorted(KINDS)


def test_the_guide_names_the_kinds_of_questions_and_the_keys_of_a_try() -> None:
    assert f"`{' '.join(QUESTIONS)}`" in GUIDE
    assert f"`{' '.join(KEYS)}`" in GUIDE


def test_the_limits_that_the_readme_tells_are_those_that_hold() -> None:
    assert f"{MAX_BYTES // 1000} kB" in README
    assert f"{MAX_BRACKETS:,} opening brackets" in README
