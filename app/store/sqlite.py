"""Connections to the SQLite file: one that writes, many that only read; and which SQLite is known to be at fault.
It refuses to know the tables and whose turn it is to write."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event

BUSY_SECONDS = 5.0
FAULT_FIRST, FAULT_MENDED = (3, 7, 0), (3, 51, 3)
# Release lines that got the repair on their own: from this patch on they are sound.
FAULT_BACKPORTS = {(3, 44): (3, 44, 6), (3, 50): (3, 50, 7)}


def sqlite_warning(version: tuple[int, int, int]) -> str | None:
    """A sentence when this SQLite has the WAL-reset fault, which two writing connections can meet."""
    mended = FAULT_BACKPORTS.get(version[:2], FAULT_MENDED)
    if not FAULT_FIRST <= version < mended:
        return None
    shown = ".".join(map(str, version))
    return (
        f"SQLite {shown} has a fault (WAL reset, mended in 3.51.3) that can damage a file which two programs write. "
        "Servelab writes from one place only, so start it once for each data folder, and open the file with no other "
        "program meanwhile."
    )


def writer_engine(path: Path, busy_seconds: float, mode: str = "rw") -> Engine:
    """An engine with exactly one connection. Mode rw never makes a file; rwc may."""

    def connect() -> sqlite3.Connection:
        connection = _open(path, mode, busy_seconds)
        # An acknowledged answer is on the disk (FULL); an erased one is overwritten (secure_delete).
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    # IMMEDIATE takes the write lock first; a lock taken halfway fails at once instead of waiting its turn.
    return pooled_engine(connect, "BEGIN IMMEDIATE", pool_size=1, most_more=0)


def reader_engine(path: Path, busy_seconds: float) -> Engine:
    """An engine whose connections refuse to write; as many as there are threads that read."""

    def connect() -> sqlite3.Connection:
        connection = _open(path, "rw", busy_seconds)
        connection.execute("PRAGMA query_only=ON")
        return connection

    return pooled_engine(connect, "BEGIN", pool_size=0)


def pooled_engine(connect: Callable[[], sqlite3.Connection], begin: str, pool_size: int, most_more: int = -1) -> Engine:
    """Keeps `pool_size` connections and opens `most_more` beside them (-1: any); `begin` starts each transaction."""
    engine = create_engine(
        "sqlite://", creator=connect, poolclass=QueuePool, pool_size=pool_size, max_overflow=most_more
    )

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _open(path: Path, mode: str, busy_seconds: float) -> sqlite3.Connection:
    # isolation_level None keeps Python's module from beginning transactions by rules of its own.
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=busy_seconds,
        isolation_level=None,
        check_same_thread=False,
    )
