"""The guide for authors in the README against the checker: its lesson is without findings, its table names every block.
They refuse to judge the words.
"""

import re
from pathlib import Path

from app.course.course import KEYS as COURSE_KEYS
from app.course.kinds import KINDS, QUESTIONS
from app.course.lesson_checks import MAX_WORDS
from app.course.links import SCHEMES
from app.course.parts import PARTS
from app.course.source import MAX_BRACKETS, MAX_BYTES
from app.course.tries import KEYS
from app.course.vary import VARY_KEYS
from tests.course_world import compiled, found_in, write_course

README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")
GUIDE = README.partition("## How to write a lesson")[2].partition("## How to add a lab")[0]


def test_the_lesson_of_the_guide_has_no_finding() -> None:
    text = GUIDE.partition("```markdown\n")[2].partition("```")[0]
    made = compiled(text, name="fit.md")
    assert made.findings == ()
    assert [screen.id for screen in made.lesson.screens] == ["card", "check"]


def test_the_course_of_the_guide_is_a_whole_one_and_the_guide_says_what_each_key_does(tmp_path: Path) -> None:
    rest = GUIDE.partition("```yaml\n")[2]
    course, _, after = rest.partition("```")
    (tmp_path / "lessons").mkdir()
    (tmp_path / "course.yml").write_text(course, encoding="utf-8")
    (tmp_path / "lessons" / "fit.md").write_text(
        GUIDE.partition("```markdown\n")[2].partition("```")[0], encoding="utf-8"
    )
    assert found_in(tmp_path) == ()
    told = after.partition("```")[0]
    assert [key for key in COURSE_KEYS if f"`{key}`" not in told] == []
    assert f"`{' '.join(PARTS)}`" in told.replace("\n", " ")
    assert [key for key in COURSE_KEYS if key != "items" and f"{key}:" not in course] == []


def test_the_guide_tells_where_links_may_lead_and_how_many_words_a_screen_may_have() -> None:
    assert [scheme for scheme in SCHEMES if f"`{scheme}:`" not in GUIDE] == []
    assert f"{MAX_WORDS} words (W123" in GUIDE


def test_the_guide_names_every_block() -> None:
    assert sorted(first_column(GUIDE.partition("### ")[0])) == sorted(KINDS)


def first_column(text: str) -> list[str]:
    """The names in the first cells of its tables."""
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


def test_the_families_of_the_guide_have_no_finding_in_many_draws(tmp_path: Path) -> None:
    families = GUIDE.partition("### Questions with drawn numbers")[2]
    folder = write_course(tmp_path, "screen", families.partition("```markdown\n")[2].partition("```")[0])
    assert found_in(folder) == ()
    assert {*first_column(families)} == {*VARY_KEYS}


def test_the_guide_names_the_kinds_of_questions_and_the_keys_of_a_try() -> None:
    assert f"`{' '.join(QUESTIONS)}`" in GUIDE
    assert f"`{' '.join(KEYS)}`" in GUIDE


def test_the_limits_that_the_readme_tells_are_those_that_hold() -> None:
    assert f"{MAX_BYTES // 1000} kB" in README
    assert f"{MAX_BRACKETS:,} opening brackets" in README
