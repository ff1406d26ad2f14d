"""A worker's side of long runs: take one, say that it goes on, write what it tells, end it.
Every write names worker and try, so that a worker whose run was given to another can change nothing any more."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, select

from app.jobs.asking import one
from app.jobs.database import JobStore
from app.jobs.events import INTERRUPTED, TRY, add_event, has_told
from app.jobs.tables import job
from app.jobs.values import Job, State
from app.jobs.words import again_words

STARTING = "Starting"
BEGINS_AGAIN = "The run was interrupted and waits to begin again"


@dataclass(frozen=True)
class Claim:
    """A run that this worker has: its id and which try this is."""

    job_id: str
    worker: str
    tries: int

    @property
    def is_mine(self) -> ColumnElement[bool]:
        """The row, while it is still this worker's."""
        return and_(
            job.c.id == self.job_id,
            job.c.state == State.RUNNING,
            job.c.worker == self.worker,
            job.c.tries == self.tries,
        )


class Taken(Exception):
    """The run is no longer this worker's: it was silent too long, and another one has it."""


def claim(store: JobStore, job_id: str, worker: str) -> tuple[Claim, Job] | None:
    """Take a waiting run; None when it waits no more, such as after a second delivery of its id. Raises NotSaved."""
    now = store.clock()
    with store.writing() as connection:
        waiting = job.update().where(job.c.id == job_id, job.c.state == State.QUEUED)
        took = {"state": State.RUNNING, "worker": worker, "tries": job.c.tries + 1, "started_at": now}
        if connection.execute(waiting.values(**took, heartbeat_at=now, done=0, note=STARTING)).rowcount == 0:
            return None
        # Told by the worker, because a lab may have much to do before it tells anything.
        found = one(connection, job.c.id == job_id)
        assert found is not None
        begins = {"done": 0, "total": 1, "words": STARTING, TRY: found.tries}
        again = {INTERRUPTED: again_words(found.tries)} if has_told(connection, job_id) else {}
        add_event(store, connection, job_id, "progress", begins | again)
        return Claim(job_id, worker, found.tries), found


def claim_next(store: JobStore, worker: str) -> tuple[Claim, Job] | None:
    """Take the run that waits longest, so that the places that learners are told are true: servers may have put ids on
    the queue in another order than they wrote the runs. None when nothing waits. Raises NotRead, NotSaved."""
    waiting = select(job.c.id).where(job.c.state == State.QUEUED).order_by(job.c.seq).limit(1)
    while True:
        with store.reading() as connection:
            job_id = connection.execute(waiting).scalar_one_or_none()
        if job_id is None:
            return None
        # Another worker may have taken it meanwhile; then the next one is the first.
        found = claim(store, job_id, worker)
        if found is not None:
            return found


def beat(store: JobStore, mine: Claim) -> bool:
    """Say that the work goes on; False when the run is no longer this worker's. Raises NotSaved."""
    with store.writing() as connection:
        return connection.execute(job.update().where(mine.is_mine).values(heartbeat_at=store.clock())).rowcount > 0


def write_event(store: JobStore, mine: Claim, name: str, data: Mapping[str, Any]) -> bool:
    """Write what the run tells; whether it is to stop, since nobody wants it. Raises Taken, NotSaved."""
    changes: dict[str, Any] = {"heartbeat_at": store.clock()}
    if name == "progress":
        changes |= {"done": data["done"], "total": data["total"], "note": data["words"]}
    with store.writing() as connection:
        _change(connection, mine, changes)
        add_event(store, connection, mine.job_id, name, data)
        return bool(connection.execute(select(job.c.cancel).where(job.c.id == mine.job_id)).scalar_one())


def finish(store: JobStore, mine: Claim, text: str) -> None:
    """Keep the result. Raises Taken, NotSaved."""
    words = "The result is there."
    with store.writing() as connection:
        _change(connection, mine, {**_ended(store, State.DONE, words), "done": job.c.total, "result": text})
        add_event(store, connection, mine.job_id, "result", {"words": words})


def fail(store: JobStore, mine: Claim, words: str, error_id: str = "") -> None:
    """End it without a result; `words` say why. Raises Taken, NotSaved."""
    with store.writing() as connection:
        _change(connection, mine, {**_ended(store, State.FAILED, words), "error_id": error_id})
        add_event(store, connection, mine.job_id, "failed", {"words": words})


def cancelled(store: JobStore, mine: Claim) -> bool:
    """End it because nobody wants it; False, and nothing changed, when meanwhile somebody does. Raises NotSaved."""
    words = "Cancelled while it ran; nothing of it is kept."
    with store.writing() as connection:
        still = job.update().where(mine.is_mine, job.c.cancel.is_(True))
        if connection.execute(still.values(**_ended(store, State.CANCELLED, words))).rowcount == 0:
            return False
        add_event(store, connection, mine.job_id, "cancelled", {"words": words})
        return True


def put_back(store: JobStore, mine: Claim) -> bool:
    """Give an unfinished run back to the queue when the worker stops in order; the try does not count.

    False when it is no longer this worker's. Raises NotSaved."""
    with store.writing() as connection:
        back = {"state": State.QUEUED, "worker": "", "tries": job.c.tries - 1, "note": BEGINS_AGAIN, "done": 0}
        return connection.execute(job.update().where(mine.is_mine).values(**back)).rowcount > 0


def _change(connection: Connection, mine: Claim, changes: Mapping[str, Any]) -> None:
    if connection.execute(job.update().where(mine.is_mine).values(**changes)).rowcount == 0:
        raise Taken


def _ended(store: JobStore, state: State, words: str) -> dict[str, Any]:
    return {"state": state, "note": words, "ended_at": store.clock()}
