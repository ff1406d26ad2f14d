"""Where long runs are kept: a SQLite file of their own, or the PostgreSQL database of the answers.
It refuses to share the file of the answers, because that one has one writer, and here workers write too."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, Engine, create_engine, inspect, select
from sqlalchemy.exc import DBAPIError

from app.config import Settings
from app.jobs.tables import FORM, job_form, metadata
from app.store import NotRead, NotSaved, Unavailable
from app.store.database import utc_now
from app.store.failures import Reason, reason_of
from app.store.sqlite import BUSY_SECONDS, pooled_engine

JOBS_FILE = "jobs.db"
POOL = 8


class JobStore:
    """Made without touching anything; the first write makes the file and the tables."""

    def __init__(self, place: Path | str, clock: Callable[[], datetime] = utc_now) -> None:
        self.place = place
        self.clock = clock
        self._is_ready = False
        self._lock = Lock()
        self._writer, self._reader = _engines(place)

    def exists(self) -> bool:
        """Whether there can be any run: False spares a visit to a file that was never made."""
        return not isinstance(self.place, Path) or self.place.is_file()

    def stamp(self) -> tuple[int, ...] | None:
        """What changes with the file: between two equal ones nothing new came in, but for the last 10 ms, since systems
        keep such times no finer. None where only asking tells. It never opens the file, because closing it would take
        away the locks that SQLite holds in this process."""
        if not isinstance(self.place, Path) or os.name != "posix":
            return None
        try:
            found = self.place.stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One moment of the data. Raises NotRead; the tables must be there, which `exists` and a write make sure."""
        with self._explained(NotRead):
            self._prepare()
            with self._reader.begin() as connection:
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Changes that happen all or not at all. Raises NotSaved."""
        with self._explained(NotSaved):
            self._prepare()
            with self._writer.begin() as connection:
                yield connection

    def close(self) -> None:
        self._writer.dispose()
        self._reader.dispose()

    def _prepare(self) -> None:
        if self._is_ready:
            return
        with self._lock:
            if not self._is_ready:
                self._make()
                self._is_ready = True

    def _make(self) -> None:
        if isinstance(self.place, Path):
            # For this user alone, since it says who asked for what; SQLite says better than this why it cannot be.
            with suppress(OSError):
                self.place.touch(mode=0o600)
        try:
            _make_tables(self._writer)
        except DBAPIError as problem:
            if reason_of(problem) is not Reason.DAMAGED:
                raise
            self._begin_anew()
            _make_tables(self._writer)

    def _begin_anew(self) -> None:
        """A damaged file goes: it holds only work under way, which can be asked for again."""
        self._is_ready = False
        self.close()
        if isinstance(self.place, Path):
            self.place.unlink(missing_ok=True)

    @contextmanager
    def _explained(self, failure: type[Unavailable]) -> Iterator[None]:
        try:
            yield
        except DBAPIError as problem:
            reason = reason_of(problem)
            if reason is None:
                raise
            if reason is Reason.DAMAGED:
                self._begin_anew()
            raise failure(reason) from problem


def open_jobs(settings: Settings) -> JobStore:
    """The runs of these settings."""
    return JobStore(settings.database_url or settings.data / JOBS_FILE)


def _engines(place: Path | str) -> tuple[Engine, Engine]:
    if isinstance(place, str):
        engine = create_engine(place, pool_pre_ping=True, pool_size=POOL)
        return engine, engine
    return _sqlite_engine(place, "BEGIN IMMEDIATE"), _sqlite_engine(place, "BEGIN")


def _sqlite_engine(path: Path, begin: str) -> Engine:
    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        # Not WAL: several processes write here, and the SQLite of many systems can damage a WAL file that way. OFF: a
        # killed process loses nothing, and after a power cut only work under way is gone; an event costs no disk wait.
        for pragma in ("journal_mode=TRUNCATE", "synchronous=OFF", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    return pooled_engine(connect, begin, POOL)


def _make_tables(engine: Engine) -> None:
    """Tables of another form are dropped: they hold only work under way, which can be asked for again."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # Two processes that start together would make the same table twice.
            connection.exec_driver_sql("select pg_advisory_xact_lock(7270331)")
        if inspect(connection).has_table("job_form"):
            if connection.execute(select(job_form.c.number)).scalar_one_or_none() == FORM:
                return
            metadata.drop_all(connection)
        metadata.create_all(connection)
        connection.execute(job_form.insert(), {"number": FORM})
