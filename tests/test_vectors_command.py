"""`servelab vectors` on a lab's own file of cases: passed, failed and unreadable, each with its exit code.
Files of formulas are tested with the checker."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from labs import all_labs
from labs.lab_vectors import lab_folder

ENTRY = {
    "id": "lanes",
    "params": {"view": "lanes"},
    "expected": {"static_steps": 20},
    "tolerance": {"abs": 0},
    "source": "by hand",
}


def checked(path: Path) -> Result:
    return CliRunner().invoke(main, ["vectors", str(path)])


def test_the_own_cases_of_a_lab_are_run_by_it() -> None:
    lab = all_labs()["acceptance-prefix"]
    made = checked(lab_folder(lab) / lab.vectors)
    assert made.exit_code == 0
    assert made.output.rstrip().endswith(" passed, 0 failed")


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({}, 0, "1 passed, 0 failed"),
        ({"expected": {"static_steps": 21}}, 1, "lanes: static_steps is 20, expected 21"),
        ({"expected": {"no_such": 1}}, 2, "KeyError: 'no_such'"),
        ({"params": {"view": "walls"}}, 2, "View is"),
        ({"params": []}, 2, "The form is"),
    ],
)
def test_a_case_of_a_lab_passes_fails_or_cannot_be_read(
    tmp_path: Path, change: dict[str, object], code: int, words: str
) -> None:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"lab": "batching-replay", "entries": [ENTRY | change]}))
    made = checked(path)
    assert made.exit_code == code
    assert words in made.output


def test_an_unknown_lab_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text('{"lab": "batching-repaly", "entries": []}')
    made = checked(path)
    assert made.exit_code == 2
    assert "Did you mean batching-replay" in made.output
