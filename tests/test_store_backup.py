"""A backup is a whole file, made while others write, opened again before it counts; a bad copy is never trusted."""

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest
from click.testing import CliRunner

from app.cli import main
from app.store import FILE_NAME, Store, add_learner, attempts_of, record_attempt
from app.store import backup as backup_module
from app.store.backup import BadBackup, back_up, check_backup
from tests.stored import an_attempt, rows
from tests.test_store_faults import may_mount, small_disk

Full = Callable[[Path], AbstractContextManager[None]]


def test_a_backup_put_in_place_gives_every_row_again(store: Store, database: Path, tmp_path: Path) -> None:
    ann = add_learner(store)
    for number in range(20):
        record_attempt(store, ann.id, an_attempt(key=str(number), answer=str(number)))
    copy = tmp_path / "copy.db"
    counts = back_up(database, copy)
    assert (counts["learner"], counts["attempt"], counts["evidence"]) == (1, 20, 0)
    record_attempt(store, ann.id, an_attempt(key="later"))
    put_back = tmp_path / "other" / FILE_NAME
    put_back.parent.mkdir()
    put_back.write_bytes(copy.read_bytes())
    restored = Store(put_back)
    assert attempts_of(restored, ann.id) == attempts_of(store, ann.id)[:20]
    assert add_learner(restored).id != ann.id
    restored.close()


def test_a_backup_during_writes_holds_one_moment(store: Store, database: Path, tmp_path: Path) -> None:
    ann, stop = add_learner(store), Event()

    def write() -> int:
        number = 0
        while not stop.is_set():
            record_attempt(store, ann.id, an_attempt(key=str(number)))
            number += 1
        return number

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        try:
            copies = [back_up(database, tmp_path / f"{number}.db")["attempt"] for number in range(5)]
        finally:
            stop.set()
    assert copies == sorted(copies)
    assert copies[-1] <= writing.result()
    for number, count in enumerate(copies):
        assert rows(tmp_path / f"{number}.db", "select count(*), max(seq) from attempt") == [(count, count or None)]


def test_a_backup_is_never_written_over(store: Store, database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(b"an older one")
    with pytest.raises(BadBackup, match="exists already, and a backup is never written over"):
        back_up(database, copy)
    assert copy.read_bytes() == b"an older one"


def test_nobody_else_can_read_a_copy_while_it_grows(
    store: Store, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_learner(store)
    real_counts, modes = backup_module._counts, []

    def counts(connection: sqlite3.Connection) -> backup_module.Counts:
        modes.extend(part.stat().st_mode & 0o777 for part in tmp_path.glob("copy.db.part"))
        return real_counts(connection)

    monkeypatch.setattr(backup_module, "_counts", counts)
    back_up(database, tmp_path / "copy.db")
    assert {*modes, (tmp_path / "copy.db").stat().st_mode & 0o777} == {0o600}
    assert len(modes) == 2


def test_a_folder_that_is_missing_is_named(store: Store, database: Path, tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match=r"There is no folder .*nowhere\. Make it, or name a file in a folder"):
        back_up(database, tmp_path / "nowhere" / "copy.db")


@contextmanager
def no_room_to_restore(folder: Path) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        refused = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        patch.setattr(backup_module.shutil, "copyfile", Mock(side_effect=refused))
        yield


@contextmanager
def no_room_to_copy(folder: Path) -> Iterator[None]:
    with small_disk(folder, 200):
        yield


# A file system of one's own needs the right to mount.
FULL = [no_room_to_restore, *([no_room_to_copy] if may_mount() else [])]


@pytest.mark.parametrize("full", FULL, ids=lambda full: str(full.__name__))
def test_a_full_disk_is_said_and_leaves_nothing(store: Store, database: Path, tmp_path: Path, full: Full) -> None:
    ann = add_learner(store)
    for number in range(100):
        record_attempt(store, ann.id, an_attempt(key=str(number), answer="x" * 4000))
    small = tmp_path / "small"
    small.mkdir()
    with full(small):
        with pytest.raises(BadBackup, match=r"is full\. Make room, or name a file on another disk"):
            back_up(database, small / "copy.db")
        assert [*small.iterdir()] == []


def test_a_copy_with_fewer_rows_is_refused(
    store: Store, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = add_learner(store)
    record_attempt(store, ann.id, an_attempt())
    store.close()
    real_check = backup_module.check_backup
    monkeypatch.setattr(backup_module, "check_backup", lambda copy: {**real_check(copy), "attempt": 0})
    with pytest.raises(BadBackup, match=r"restored copy has .*0 rows in attempt.* the store has .*1 row in attempt"):
        back_up(database, tmp_path / "copy.db")
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE_NAME]


def damage(copy: Path) -> None:
    """Overwrite the middle of the file, where rows and indices lie."""
    body = bytearray(copy.read_bytes())
    body[8192:-4096] = b"\xff" * (len(body) - 12288)
    copy.write_bytes(bytes(body))


def orphan(copy: Path) -> None:
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("delete from learner")


def from_the_future(copy: Path) -> None:
    store = Store(copy)
    with store.writing() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    store.close()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda copy: copy.write_bytes(copy.read_bytes()[:9000]), "damaged|cannot be restored"),
        (damage, "damaged|cannot be restored"),
        (lambda copy: copy.write_bytes(b""), "cannot be restored"),
        (lambda copy: copy.write_bytes(b"words" * 5000), "file is not a database"),
        (lambda copy: copy.unlink(), "There is no file"),
        (orphan, "rows of learners that are not in it"),
        (from_the_future, "revision '9999', which this Servelab does not know"),
    ],
)
def test_a_spoiled_copy_is_refused(store: Store, database: Path, tmp_path: Path, spoil: object, words: str) -> None:
    ann = add_learner(store)
    for number in range(50):
        record_attempt(store, ann.id, an_attempt(key=str(number), answer="x" * 500))
    copy = tmp_path / "copy.db"
    back_up(database, copy)
    assert callable(spoil)
    spoil(copy)
    with pytest.raises(BadBackup, match=words):
        check_backup(copy)


def test_the_commands_copy_and_check(store: Store, tmp_path: Path) -> None:
    add_learner(store)
    copy = str(tmp_path / "copy.db")
    made = CliRunner().invoke(main, ["backup", copy, "--data", str(tmp_path)])
    assert made.output == (
        f"Saved to {copy}, restored and compared: 1 row in learner, 0 rows in attempt, 0 rows in evidence, "
        "0 rows in file.\n"
    )
    checked = CliRunner().invoke(main, ["restore-check", copy])
    assert checked.output.startswith(f"{copy} can be restored: 1 row in learner")
    again = CliRunner().invoke(main, ["backup", copy, "--data", str(tmp_path)])
    assert (again.exit_code, again.output.startswith("Error: ")) == (1, True)


def test_without_a_store_there_is_nothing_to_copy(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["backup", str(tmp_path / "copy.db"), "--data", str(tmp_path / "none")])
    assert done.exit_code == 1
    assert "so there is nothing to copy" in done.output
