"""A full, read-only, held, damaged or lost store: a typed sentence, reads go on, and it recovers without a restart."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from app.store import (
    FILE_NAME,
    Attempt,
    NotRead,
    NotSaved,
    Reason,
    Store,
    add_learner,
    attempts_of,
    erase_learner,
    record_attempt,
)
from app.store import database as database_module
from tests.servers import SMALL, StartServer
from tests.stored import an_attempt, rows

CAN_MOUNT = 1 << 21


def may_mount() -> bool:
    """Whether this process has the right to mount (CAP_SYS_ADMIN): root on Linux, but not in every container."""
    status = Path("/proc/self/status")
    if sys.platform != "linux" or not status.is_file():
        return False
    (line,) = [line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("CapEff")]
    return bool(int(line.split()[1], 16) & CAN_MOUNT)


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[None]:
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def pragma(store: Store, text: str) -> None:
    """Set on the connection that writes, where it stays."""
    with store._writer.begin() as connection:
        connection.exec_driver_sql(f"PRAGMA {text}")


def fill(store: Store, learner_id: str, most: int = 3000) -> int:
    """Save large answers until one is refused; how many were saved."""
    for number in range(most):
        try:
            record_attempt(store, learner_id, an_attempt(key=str(number), answer=f"{number} " + "x" * 2000))
        except NotSaved as refusal:
            assert refusal.reason is Reason.FULL
            assert str(refusal).startswith("The disk of this server is full, so this was not saved.")
            return number
    pytest.fail(f"{most} answers fitted.")


def saved(store: Store, learner_id: str) -> list[int]:
    return [int(one.answer.split()[0]) for one in attempts_of(store, learner_id)]


def database_that_may_not_grow(tmp_path: Path, empty_database: Path) -> None:
    """SQLite's own limit gives the very error of a full disk, on every system."""
    database = tmp_path / FILE_NAME
    database.write_bytes(empty_database.read_bytes())
    store = Store(database)
    ann = add_learner(store)
    pragma(store, "max_page_count = 60")
    number = fill(store, ann.id)
    assert saved(store, ann.id) == list(range(number))
    assert number > 3
    with pytest.raises(NotSaved):
        record_attempt(store, ann.id, an_attempt(answer="x" * 9000))
    assert saved(store, ann.id) == list(range(number))
    pragma(store, "max_page_count = 1000000")
    assert record_attempt(store, ann.id, an_attempt(answer="9 after all")).seq > number
    store.close()
    assert rows(database, "pragma integrity_check") == [("ok",)]


def full_disk(tmp_path: Path, empty_database: Path) -> None:
    """The same on a real file system of 1 MB, where erasing fails too until something else makes room."""
    folder = tmp_path / "disk"
    folder.mkdir()
    with small_disk(folder, 1024):
        ballast = folder / "ballast"
        ballast.write_bytes(b"x" * 300_000)
        (folder / FILE_NAME).write_bytes(empty_database.read_bytes())
        store = Store(folder / FILE_NAME)
        ann = add_learner(store)
        number = fill(store, ann.id)
        assert saved(store, ann.id) == list(range(number))
        with pytest.raises(NotSaved):
            erase_learner(store, ann.id)
        ballast.unlink()
        record_attempt(store, ann.id, an_attempt(key="later", answer=f"{number} after all"))
        assert saved(store, ann.id) == list(range(number + 1))
        store.close()
        assert rows(folder / FILE_NAME, "pragma integrity_check") == [("ok",)]


def disk_that_is_full_from_the_start(tmp_path: Path, empty_database: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    with small_disk(folder, 64):
        ballast = folder / "ballast"
        ballast.write_bytes(b"x" * 60_000)
        store = Store(folder / FILE_NAME)
        with pytest.raises(NotSaved) as refusal:
            store.prepare()
        assert refusal.value.reason in (Reason.FULL, Reason.DISK)
        ballast.unlink()
        subprocess.run(["mount", "-o", "remount,size=4096k", str(folder)], check=True)
        store._failed = None
        assert add_learner(store).seed >= 0
        store.close()


def disk_that_turns_read_only(tmp_path: Path, empty_database: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    with small_disk(folder, 4096):
        (folder / FILE_NAME).write_bytes(empty_database.read_bytes())
        store = Store(folder / FILE_NAME)
        ann = add_learner(store)
        record_attempt(store, ann.id, an_attempt(answer="0"))
        store.close()
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        with pytest.raises(NotSaved):
            record_attempt(store, ann.id, an_attempt(answer="1"))
        subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)
        store._failed = None
        record_attempt(store, ann.id, an_attempt(answer="2"))
        assert saved(store, ann.id) == [0, 2]
        store.close()


# A file system of one's own needs the right to mount.
MOUNTED = [full_disk, disk_that_is_full_from_the_start, disk_that_turns_read_only] if may_mount() else []


@pytest.mark.parametrize("disk", [database_that_may_not_grow, *MOUNTED], ids=lambda disk: str(disk.__name__))
def test_a_disk_that_refuses_loses_nothing_and_the_store_recovers(
    disk: Callable[[Path, Path], None], tmp_path: Path, empty_database: Path
) -> None:
    disk(tmp_path, empty_database)


def test_a_read_only_store_is_read_and_recovers(store: Store) -> None:
    ann = add_learner(store)
    record_attempt(store, ann.id, an_attempt(answer="0"))
    pragma(store, "query_only = ON")
    with pytest.raises(NotSaved, match="This server may not write where answers are kept") as refusal:
        record_attempt(store, ann.id, an_attempt(answer="1"))
    assert refusal.value.reason is Reason.READ_ONLY
    assert saved(store, ann.id) == [0]
    record_attempt(store, ann.id, an_attempt(answer="2"))
    assert saved(store, ann.id) == [0, 2]


def test_a_store_that_another_program_holds_is_read_and_recovers(store: Store, database: Path) -> None:
    ann = add_learner(store)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotSaved, match="Another program holds the file of answers") as refusal:
            record_attempt(store, ann.id, an_attempt(answer="0"))
        assert refusal.value.reason is Reason.LOCKED
        assert saved(store, ann.id) == []
    record_attempt(store, ann.id, an_attempt(answer="1"))
    assert saved(store, ann.id) == [1]


def test_a_writer_that_never_ends_is_not_waited_for_forever(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "TURN_SECONDS", 0.05)
    ann = add_learner(store)
    with store.writing(), pytest.raises(NotSaved) as refusal:
        record_attempt(store, ann.id, an_attempt())
    assert refusal.value.reason is Reason.LOCKED


def test_a_damaged_file_is_named_and_a_backup_in_its_place_works(database: Path, empty_database: Path) -> None:
    database.write_bytes(b"not a database, whatever its name says" * 100)
    store = Store(database)
    for use, failure in ((add_learner, NotSaved), (lambda store: attempts_of(store, "ann"), NotRead)):
        with pytest.raises(failure, match="The file of answers is damaged, and a backup must be put in its place"):
            use(store)
    database.write_bytes(empty_database.read_bytes())
    store._failed = None
    assert add_learner(store).seed >= 0
    store.close()


def test_a_place_that_is_not_there_is_tried_again(tmp_path: Path) -> None:
    store = Store(tmp_path / "lost" / FILE_NAME)
    with pytest.raises(NotSaved, match="The file of answers cannot be opened") as refusal:
        add_learner(store)
    assert refusal.value.reason is Reason.GONE
    (tmp_path / "lost").mkdir()
    with pytest.raises(NotSaved):
        add_learner(store)
    store._failed = None
    assert add_learner(store).seed >= 0
    store.close()


def test_a_bug_is_no_unavailable_store(store: Store) -> None:
    with pytest.raises(Exception, match="no such table"), store.writing() as connection:
        connection.exec_driver_sql("insert into no_table values (1)")
    stored: Attempt = record_attempt(store, add_learner(store).id, an_attempt())
    assert stored.seq == 1


def test_the_server_runs_and_says_that_nothing_is_saved(start_server: StartServer, tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database" * 1000)
    running = start_server("-m", "app", "serve", "--port", "0", "--data", str(tmp_path), *SMALL)
    running.wait_for("Answers are not being saved")
    assert running.address().startswith("http://")
    assert running.process.poll() is None


def test_readers_cannot_write(store: Store) -> None:
    with pytest.raises(NotRead) as refusal, store.reading() as connection:
        connection.exec_driver_sql("delete from learner")
    assert refusal.value.reason is Reason.READ_ONLY


def test_the_file_of_answers_is_for_this_user_alone(tmp_path: Path) -> None:
    store = Store(tmp_path / FILE_NAME)
    add_learner(store)
    exposed = [path.name for path in tmp_path.iterdir() if os.name == "posix" and path.stat().st_mode & 0o077]
    store.close()
    assert exposed == []
