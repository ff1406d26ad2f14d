"""Carries the ids of runs to workers with huey: through a SQLite file, PostgreSQL or Redis.
It refuses to hold any truth: an id that is lost or comes twice changes nothing, for the table says what is so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.config import Settings

if TYPE_CHECKING:
    from huey.api import Huey

QUEUE_FILE = "jobs-queue.db"
QUEUE_NAME = "servelab"
TASK = "run"
Perform = Callable[[str], None]


class NoQueue(Exception):
    """The broker does not answer; str() is the sentence for the page."""

    def __init__(self) -> None:
        super().__init__("The queue of this server does not answer, so no long run can begin now. Try again later.")


class Sender:
    """The server's end of the queue; opened at the first run."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._queue: Huey | None = None
        self._post: Perform

    def send(self, job_id: str) -> None:
        """Put an id on the queue. Raises NoQueue."""
        try:
            if self._queue is None:
                queue = queue_of(self._settings)
                self._post = queue.task(name=TASK)(_not_here)
                self._queue = queue
            self._post(job_id)
        except Exception as problem:
            # Each broker has failures of its own; whichever it is, the run stays in the table and is sent again.
            self._queue = None
            raise NoQueue from problem

    def close(self) -> None:
        if self._queue is not None:
            self._queue.storage.close()
            self._queue = None


def queue_of(settings: Settings) -> Huey:
    """The queue of these settings. huey is loaded only now, so that a server without long runs never carries it."""
    from huey.api import PostgresHuey, RedisHuey, SqliteHuey

    from app.jobs.message import IdOnly

    given = {"results": False, "serializer": IdOnly()}
    place = settings.queue_url or settings.database_url
    if place is None:
        # Not WAL, for the reason given in database.py.
        path = Path(settings.data / QUEUE_FILE)
        return SqliteHuey(QUEUE_NAME, filename=str(path), journal_mode="truncate", cache_mb=0, **given)
    if place.startswith("postgresql"):
        return PostgresHuey(QUEUE_NAME, dsn=place.replace("postgresql+psycopg://", "postgresql://"), **given)
    return RedisHuey(QUEUE_NAME, url=place, **given)


def _not_here(job_id: str) -> None:
    raise RuntimeError(f"The run {job_id} belongs to a worker; the server only sends it.")
