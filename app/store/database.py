"""The store: short reads on many connections, writes one after another on one, each failure as a typed sentence.
It refuses to know what is stored; attempts.py, learners.py and evidence.py do."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import BoundedSemaphore

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.exc import DBAPIError

from app.store.failures import NotRead, NotSaved, Reason, Unavailable, reason_of
from app.store.schema import HEAD, REVISIONS, migrate_in_own_process, revision_of
from app.store.sqlite import BUSY_SECONDS, reader_engine, writer_engine

FILE_NAME = "servelab.db"
TURN_SECONDS = 10.0
# How long a failed preparation answers for, so that a full disk does not start a process for every click.
RETRY_SECONDS = 2.0
POSTGRES_WRITERS = 8


def utc_now() -> datetime:
    return datetime.now(UTC)


class Store:
    """A SQLite file (a Path) or a PostgreSQL database (an URL). Making one touches nothing; the first use does."""

    def __init__(
        self,
        place: Path | str,
        busy_seconds: float = BUSY_SECONDS,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self.place = place
        self.clock = clock
        self._is_ready = False
        self._file: tuple[int, int] | None = None
        self._failed: tuple[float, Reason] | None = None
        self._preparing = BoundedSemaphore(1)
        self._writer: Engine
        self._reader: Engine
        if isinstance(place, Path):
            self._turn = BoundedSemaphore(1)
            self._writer = writer_engine(place, busy_seconds)
            self._reader = reader_engine(place, busy_seconds)
        else:
            self._turn = BoundedSemaphore(POSTGRES_WRITERS)
            self._writer = create_engine(place, pool_pre_ping=True, pool_size=2 * POSTGRES_WRITERS)
            self._reader = self._writer.execution_options(postgresql_readonly=True)

    def prepare(self) -> None:
        """Bring the tables to the newest revision if they are not. Raises NotSaved; a later call tries again."""
        if self._is_ready and self._file == self._file_now():
            return
        with self._preparing:
            if self._is_ready and self._file == self._file_now():
                return
            # Connections to a file that was moved away would save where nobody ever looks.
            self.close()
            if self._failed and time.monotonic() - self._failed[0] < RETRY_SECONDS:
                raise NotSaved(self._failed[1])
            reason = self._bring_to_head()
            self._failed = (time.monotonic(), reason) if reason else None
            if reason:
                raise NotSaved(reason)
            self._file = self._file_now()
            self._is_ready = True

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one moment of the data and refuses to write. Raises NotRead."""
        with self._explained(NotRead), self._reader.begin() as connection:
            if not self._is_ready and revision_of(connection) != HEAD:
                raise NotRead(self._failed[1] if self._failed else Reason.EMPTY)
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection whose changes are on the disk when the block has ended, all or none. Raises NotSaved."""
        self.prepare()
        if not self._turn.acquire(timeout=TURN_SECONDS):
            raise NotSaved(Reason.LOCKED)
        try:
            with self._explained(NotSaved), self._writer.begin() as connection:
                yield connection
        finally:
            self._turn.release()

    def close(self) -> None:
        self._reader.dispose()
        self._writer.dispose()

    def _bring_to_head(self) -> Reason | None:
        try:
            found = self._revision()
        except DBAPIError as problem:
            reason = reason_of(problem)
            if reason is None:
                raise
            if reason is not Reason.GONE:
                return reason
            found = None
        if found == HEAD:
            return None
        if found is not None and found not in REVISIONS:
            return Reason.NEWER
        return migrate_in_own_process(self.place)

    def _file_now(self) -> tuple[int, int] | None:
        """Which file lies at the place, so that another one there is noticed; None without one."""
        if not isinstance(self.place, Path):
            return None
        try:
            found = self.place.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _revision(self) -> str | None:
        with self._reader.begin() as connection:
            return revision_of(connection)

    @contextmanager
    def _explained(self, failure: type[Unavailable]) -> Iterator[None]:
        try:
            yield
        except DBAPIError as problem:
            reason = reason_of(problem)
            if reason is None:
                raise
            if reason not in (Reason.FULL, Reason.LOCKED):
                # The connections may hold a file that is no longer there; the next use looks anew.
                self._is_ready = False
                self.close()
            raise failure(reason) from problem
