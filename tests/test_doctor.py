"""`servelab doctor`: each thing that can be wrong with a machine has its line, with what to do, and its exit code.
It refuses to change the machine; faults are made in folders of the tests."""

import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from app.config import Settings
from app.doctor import CHECKS, Line
from app.doctor.kept import answers, data_folder, judged_space, key
from app.doctor.machine import chromium, port, python, sqlite, torch
from app.doctor.shipped import assets, content
from app.store import FILE_NAME
from app.web.signing import KEY_FILE
from tests.course_world import write_course


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course without lessons, which is checked at once."""
    folder = tmp_path / "content"
    folder.mkdir()
    (folder / "course.yml").write_text("title: Empty\nlessons: []\n", encoding="utf-8")
    return folder


def doctor(data: Path, content: Path, port: int) -> Result:
    arguments = ["--data", str(data), "--content", str(content), "--port", str(port)]
    return CliRunner().invoke(main, ["doctor", *arguments])


def test_a_sound_machine_is_ready_and_nothing_is_changed(tmp_path: Path, course: Path, free_port: int) -> None:
    data = tmp_path / "data"
    done = doctor(data, course, free_port)
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "Ready to serve: servelab serve")
    assert not data.exists()
    lines = [line for line in done.output.splitlines() if not line.startswith(" " * 8)]
    assert len(lines) == len(CHECKS) + 1
    data.mkdir()
    assert doctor(data, course, free_port).exit_code == 0
    assert list(data.iterdir()) == []


def test_faults_are_told_all_at_once_with_what_to_do_and_exit_code_one(tmp_path: Path, course: Path) -> None:
    (tmp_path / "data").write_text("a file", encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as held:
        done = doctor(tmp_path / "data", course, held.getsockname()[1])
    assert done.exit_code == 1
    assert "NOT OK  Data folder: " in done.output and "is a file, not a folder." in done.output
    assert "NOT OK  Port: " in done.output and "is in use by another program." in done.output
    assert done.output.splitlines()[-1] == "2 things are not ok."


def test_a_bad_setting_is_said_before_anything_is_looked_at() -> None:
    done = CliRunner().invoke(main, ["doctor", "--port", "many"])
    assert done.exit_code == 1
    assert "must be a whole number" in done.output


def state(line: Line) -> str:
    assert line.state == "ok" or line.do
    return line.state


def test_python_sqlite_and_space_are_judged_by_their_numbers() -> None:
    plain = Settings()
    assert [state(python(plain, version)) for version in ((3, 10, 9), (3, 11, 0), (3, 14, 1))] == ["bad", "ok", "ok"]
    versions = ((3, 40, 1), (3, 44, 6), (3, 51, 2), (3, 51, 3))
    assert [state(sqlite(plain, version)) for version in versions] == ["note", "ok", "note", "ok"]
    assert "WAL reset" in sqlite(plain, (3, 40, 1)).says
    assert "not used" in sqlite(Settings(database_url="postgresql+psycopg://nobody"), (3, 40, 1)).says
    assert [state(judged_space(size)) for size in (10**7, 10**8, 10**10)] == ["bad", "note", "ok"]


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    assert state(data_folder(Settings(data=tmp_path / "new" / "deep"))) == "ok"
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert state(data_folder(Settings(data=tmp_path / "file"))) == "bad"


def test_the_file_of_answers_is_counted_and_damage_is_named(database: Path) -> None:
    settings = Settings(data=database.parent)
    assert answers(settings).says == "0 records in servelab.db, undamaged."
    assert sorted(each.name for each in database.parent.iterdir()) == [FILE_NAME]
    database.write_bytes(b"no database at all" * 100)
    assert state(answers(settings)) == "bad"
    database.unlink()
    assert "None are saved yet" in answers(settings).says


def test_a_newer_or_an_empty_file_of_answers_is_bad(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
        connection.commit()
    assert "newer Servelab" in answers(Settings(data=database.parent)).says
    (database.parent / FILE_NAME).write_bytes(b"")
    assert state(answers(Settings(data=database.parent))) == "bad"


def test_a_key_that_is_no_key_or_that_others_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / KEY_FILE
    assert state(key(Settings(data=tmp_path))) == "ok"
    path.write_text("x" * 40, encoding="ascii")
    path.chmod(0o644)
    assert state(key(Settings(data=tmp_path))) == "note"
    assert state(key(Settings(data=tmp_path, host="0.0.0.0"))) == "bad"
    path.chmod(0o600)
    assert state(key(Settings(data=tmp_path, host="0.0.0.0"))) == "ok"
    path.write_text("short", encoding="ascii")
    assert state(key(Settings(data=tmp_path))) == "bad"
    assert "SERVELAB_SECRET_KEY" in key(Settings(data=tmp_path, secret_key="s" * 40)).says


def test_missing_assets_and_a_missing_or_faulty_course_are_bad(tmp_path: Path) -> None:
    assert state(assets(Settings())) == "ok"
    assert state(assets(Settings(), tmp_path)) == "bad"
    assert state(content(Settings(content=tmp_path))) == "bad"
    line = content(Settings(content=write_course(tmp_path, "screen", "::: noet\nWords.\n:::\n")))
    assert line.state == "bad" and "1 error in the course" in line.says and "servelab check" in line.do


def test_what_serving_does_not_need_is_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert state(chromium(Settings(chromium=tmp_path / "none"))) == "note"
    monkeypatch.setattr("app.doctor.machine.find_spec", lambda name: None)
    assert state(torch(Settings())) == "note"
    monkeypatch.setattr("app.doctor.machine.installed_chromium", lambda chosen: None)
    assert state(chromium(Settings())) == "note"
    assert "Any free one" in port(Settings(port=0)).says
