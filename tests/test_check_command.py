"""`servelab check`: what it prints, in three forms, and how it ends.
They refuse to check what is found.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from tests.course_world import on_screen, write_course

WRONG = "::: noet\nAt 16 samples {fact}`bsae#total_gb` are used.\n:::\n"


def check(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", *arguments])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_course(tmp_path, "screen", WRONG)


def test_text_shows_place_message_line_caret_and_what_to_write(folder: Path) -> None:
    done = check(str(folder))
    assert done.exit_code == 1
    assert done.output == (
        f'{folder.as_posix()}/lessons/example.md:11:5: error E020: Unknown block "noet". Did you mean "note"?\n'
        "  11 | ::: noet\n"
        "     |     ^^^^\n"
        "  write: note\n\n"
        f'{folder.as_posix()}/lessons/example.md:12:22: error E067: Unknown run "bsae". Did you mean "base"?\n'
        "  12 | At 16 samples {fact}`bsae#total_gb` are used.\n"
        "     |                      ^^^^\n"
        "  write: base\n\n"
        "2 errors, 0 warnings\n"
    )


def test_json_is_a_list_with_all_fields(folder: Path) -> None:
    first = json.loads(check(str(folder), "--format", "json").output)[0]
    assert first == {
        "code": "E020",
        "severity": "error",
        "file": f"{folder.as_posix()}/lessons/example.md",
        "line": 11,
        "column": 5,
        "length": 4,
        "message": 'Unknown block "noet". Did you mean "note"?',
        "suggestion": "note",
        "fix": "note",
    }


def test_github_is_one_workflow_command_a_finding(folder: Path) -> None:
    lines = check(str(folder), "--format", "github").output.splitlines()
    name = f"{folder.as_posix()}/lessons/example.md".replace(":", "%3A").replace(",", "%2C")
    assert lines[0] == (
        f'::error file={name},line=11,col=5,endColumn=9,title=E020::Unknown block "noet". Did you mean "note"?'
    )
    assert len(lines) == 2


def test_all_forms_name_a_file_as_it_is_seen_from_here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    for path, name in ((folder.name, f"{folder.name}/lessons/example.md"), (f"{folder.name}/lessons/example.md",) * 2):
        assert {each["file"] for each in json.loads(check(path, "--format", "json").output)} == {name}
        assert check(path).output.startswith(f"{name}:11:5: ")
        assert check(path, "--format", "github").output.startswith(f"::error file={name},")
    monkeypatch.chdir(folder)
    assert check(".").output.startswith("lessons/example.md:11:5: ")
    assert json.loads(check(".", "--format", "json").output)[0]["file"] == "lessons/example.md"


def test_one_lesson_is_checked_alone(folder: Path) -> None:
    assert check(str(folder / "lessons" / "other.md")).output == "0 errors, 0 warnings\n"
    assert check(str(folder / "lessons" / "example.md")).exit_code == 1


def test_warnings_fail_only_a_strict_check(tmp_path: Path) -> None:
    folder = write_course(tmp_path, "front", "minutes: 45\n")
    assert check(str(folder)).exit_code == 0
    assert check(str(folder), "--strict").exit_code == 1


def test_a_path_without_a_course_is_exit_code_two(tmp_path: Path) -> None:
    done = check(str(tmp_path))
    assert done.exit_code == 2
    assert "Give a folder with a course.yml" in done.output


def test_the_built_in_content_has_no_finding() -> None:
    done = check("--strict")
    assert (done.exit_code, done.output) == (0, "0 errors, 0 warnings\n")


def test_a_long_line_is_cut_around_the_caret(tmp_path: Path) -> None:
    folder = write_course(tmp_path, "lesson", on_screen("word " * 100 + "{fact}`bsae#total_gb`" + " word" * 100))
    lines = check(str(folder)).output.splitlines()
    caret = lines[2].index("^")
    assert lines[1][caret : caret + 4] == "bsae"
    assert len(lines[1]) < 130
