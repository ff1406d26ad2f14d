"""A copy of the SQLite file while it is in use, and the proof that a copy can be put back: each copy is opened again.
It refuses PostgreSQL, which has its own tools, and it never changes the store."""

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from app.store.schema import REVISIONS
from labs import count

Counts = dict[str, int]


class BadBackup(Exception):
    """A copy that could not be made or cannot be trusted; the message says why."""


def back_up(database: Path, target: Path) -> Counts:
    """Copy the database to a new file, restore that copy elsewhere, and compare; the rows of each table.

    The file appears under its name only when complete and checked. Raises BadBackup.
    """
    if target.exists():
        raise BadBackup(f"{target} exists already, and a backup is never written over. Give another name.")
    if not target.parent.is_dir():
        raise BadBackup(f"There is no folder {target.parent}. Make it, or name a file in a folder that exists.")
    if not database.is_file():
        raise BadBackup(f"There is no store at {database} yet, so there is nothing to copy.")
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        # For this user alone from the first byte on: the answers of others are in it.
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        counts = _copy(database, part)
        restored = check_backup(part)
        if restored != counts:
            raise BadBackup(f"The restored copy has {_shown(restored)}; the store has {_shown(counts)}.")
        part.replace(target)
    except (sqlite3.Error, OSError) as problem:
        raise BadBackup(f"The store could not be copied to {target}: {_cause(target.parent, problem)}.") from problem
    finally:
        part.unlink(missing_ok=True)
    return counts


def check_backup(copy: Path) -> Counts:
    """Restore a copy into a folder of its own, test every page and reference, and count rows. Raises BadBackup."""
    if not copy.is_file():
        raise BadBackup(f"There is no file {copy}.")
    try:
        with tempfile.TemporaryDirectory(prefix="servelab-restore-") as folder:
            restored = Path(folder) / "servelab.db"
            shutil.copyfile(copy, restored)
            with closing(sqlite3.connect(restored, isolation_level=None)) as connection:
                _refuse_damage(copy, connection)
                return _counts(connection)
    except (sqlite3.Error, OSError) as problem:
        raise BadBackup(f"{copy} cannot be restored: {_cause(Path(tempfile.gettempdir()), problem)}.") from problem


def _refuse_damage(copy: Path, connection: sqlite3.Connection) -> None:
    found = connection.execute("PRAGMA integrity_check").fetchall()
    if found != [("ok",)]:
        raise BadBackup(f"{copy} is damaged: {found[0][0]}.")
    if connection.execute("PRAGMA foreign_key_check").fetchall():
        raise BadBackup(f"{copy} has rows of learners that are not in it.")
    (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or (None,)
    if revision not in REVISIONS:
        raise BadBackup(f"{copy} has the revision {revision!r}, which this Servelab does not know.")


def _copy(database: Path, part: Path) -> Counts:
    """Counting and copying see the same moment, because both happen inside one read transaction."""
    with _opened(database) as source, closing(sqlite3.connect(part)) as target:
        source.execute("BEGIN")
        counts = _counts(source)
        source.backup(target)
        source.execute("COMMIT")
        # A copy that was one file stays one file when it is opened.
        target.execute("PRAGMA journal_mode=DELETE")
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    return counts


@contextmanager
def _opened(database: Path) -> Iterator[sqlite3.Connection]:
    address = f"{database.absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
        connection.execute("PRAGMA query_only=ON")
        yield connection


def _counts(connection: sqlite3.Connection) -> Counts:
    named = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
    tables = [name for (name,) in connection.execute(named)]
    return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables}


def _cause(folder: Path, problem: sqlite3.Error | OSError) -> str:
    """What is in the way and what to do, without a dot at the end."""
    is_full = getattr(problem, "sqlite_errorname", "") == "SQLITE_FULL" or getattr(problem, "errno", 0) == errno.ENOSPC
    if is_full:
        return f"the disk of {folder} is full. Make room, or name a file on another disk"
    if isinstance(problem, PermissionError) or getattr(problem, "errno", 0) == errno.EROFS:
        return f"no file may be written in {folder}. Name one in a folder of yours"
    return str(problem)


def _shown(counts: Counts) -> str:
    return ", ".join(f"{count(many, 'row')} in {name}" for name, many in counts.items())
