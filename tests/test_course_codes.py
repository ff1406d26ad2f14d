"""Every finding is registered, explained, and shown by its own examples: the wrong one has it, the right one has none.
They refuse to repeat the examples; app/course/codes.yml holds them.
"""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli import main
from app.course.codes import Explanation, explanations
from tests.course_world import found_in, write_course

ROOT = Path(__file__).resolve().parent.parent
EXPLAINED = tuple(explanations().values())
SHOWN = tuple(each for each in EXPLAINED if each.part != "none")


def test_every_code_that_the_checker_uses_is_explained_and_no_other() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "app" / "course").glob("*.py"))]
    used = {code for text in texts for code in re.findall(r'"([EW]\d{3})"', text)}
    assert used == set(explanations())


def test_there_are_at_least_twenty_five_kinds() -> None:
    assert len(EXPLAINED) >= 25


@pytest.mark.parametrize("each", SHOWN, ids=lambda each: each.code)
def test_the_wrong_example_has_the_finding(each: Explanation, tmp_path: Path) -> None:
    found = found_in(write_course(tmp_path, each.part, each.wrong))
    assert each.code in {finding.code for finding in found}


@pytest.mark.parametrize("each", SHOWN, ids=lambda each: each.code)
def test_the_right_example_has_no_finding(each: Explanation, tmp_path: Path) -> None:
    found = found_in(write_course(tmp_path, each.part, each.right))
    # A lesson of one screen cannot have all fifteen parts, so there only its own code must be gone.
    wrong = [finding for finding in found if each.part != "full" or finding.code == each.code]
    if each.code == "W112":
        wrong = [finding for finding in wrong if '"checkpoint"' in finding.message]
    assert wrong == []


@pytest.mark.parametrize("each", SHOWN, ids=lambda each: each.code)
def test_what_a_finding_says_to_write_undoes_it(each: Explanation, tmp_path: Path) -> None:
    folder = write_course(tmp_path, each.part, each.wrong)
    for finding in [one for one in found_in(folder) if one.code == each.code and one.fix is not None]:
        path = folder / finding.file
        lines = path.read_text(encoding="utf-8").split("\n")
        line, start = lines[finding.line - 1], finding.column - 1
        lines[finding.line - 1] = line[:start] + (finding.fix or "") + line[start + finding.length :]
        path.write_text("\n".join(lines), encoding="utf-8")
        left = [
            one for one in found_in(folder) if (one.code, one.file, one.line) == (each.code, finding.file, finding.line)
        ]
        assert left == []


@pytest.mark.parametrize("each", EXPLAINED, ids=lambda each: each.code)
def test_explain_prints_what_it_means_why_and_the_examples(each: Explanation) -> None:
    done = CliRunner().invoke(main, ["explain", each.code.lower()])
    assert done.exit_code == 0
    assert each.title in done.output and f"Why: {each.why}" in done.output
    assert ("Wrong:" in done.output) == bool(each.wrong)


def test_an_unknown_code_is_answered_with_the_nearest() -> None:
    done = CliRunner().invoke(main, ["explain", "E0211"])
    assert done.exit_code == 1
    assert 'There is no code "E0211". Did you mean "E021"?' in done.output


def test_explain_alone_lists_all() -> None:
    done = CliRunner().invoke(main, ["explain"])
    assert [line[:4] for line in done.output.splitlines()] == list(explanations())
