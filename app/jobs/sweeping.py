"""Puts right what a worker left behind: a silent run begins again, at most so often, and is then called lost.
It measures silence with its own clock, so that clocks which differ or jump do no harm."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select

from app.jobs.asking import COLUMNS, as_job
from app.jobs.database import JobStore
from app.jobs.events import add_event
from app.jobs.tables import job
from app.jobs.values import ACTIVE, MOST_TRIES, Job, State
from app.jobs.working import BEGINS_AGAIN

SILENT_SECONDS = 10.0
# A waiting run that nobody takes is put on the queue again: its message may be gone with a broker.
UNTAKEN_SECONDS = 20.0
KEPT_DAYS = 7
MOST_KEPT = 500


@dataclass(frozen=True)
class Seen:
    """What a run looked like, and since when by this process' clock."""

    state: State
    heartbeat_at: datetime | None
    tries: int
    since: float


class Sweeper:
    """Looks at all active runs; what has not changed for too long is put right."""

    def __init__(self, store: JobStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._seen: dict[str, Seen] = {}

    def sweep(self, dead_token: str = "") -> tuple[list[str], int]:
        """The ids to put on the queue (again), and how many runs are active. A run of the worker with `dead_token`, of
        which the caller knows that it has ended, is silent at once. Raises NotSaved, NotRead."""
        with self._store.reading() as connection:
            rows = connection.execute(select(*COLUMNS).where(job.c.state.in_(ACTIVE)).order_by(job.c.seq)).mappings()
            active = [as_job(row) for row in rows]
        self._seen = {each.id: self._looked_at(each) for each in active}
        again = []
        for each in active:
            waited = self._clock() - self._seen[each.id].since
            if each.state == State.QUEUED and waited > UNTAKEN_SECONDS and _is_first(active, each):
                del self._seen[each.id]
                again.append(each.id)
            is_dead = bool(dead_token) and each.worker.endswith(f":{dead_token}")
            if each.state == State.RUNNING and (is_dead or waited > SILENT_SECONDS) and self._begin_again(each):
                again.append(each.id)
        return again, len(active)

    def _looked_at(self, now: Job) -> Seen:
        before = self._seen.get(now.id)
        looks = (now.state, now.heartbeat_at, now.tries)
        if before is not None and (before.state, before.heartbeat_at, before.tries) == looks:
            return before
        return Seen(*looks, since=self._clock())

    def _begin_again(self, silent: Job) -> bool:
        """Queue a silent run again, or call it lost or cancelled; whether it is to be put on the queue."""
        mine = job.update().where(job.c.id == silent.id, job.c.state == State.RUNNING, job.c.tries == silent.tries)
        with self._store.writing() as connection:
            if silent.cancel or silent.tries >= MOST_TRIES:
                state = State.CANCELLED if silent.cancel else State.LOST
                words = "Cancelled." if silent.cancel else lost_words(silent.tries)
                ended = {"state": state, "note": words, "ended_at": self._store.clock()}
                if connection.execute(mine.values(**ended)).rowcount:
                    add_event(self._store, connection, silent.id, state.value, {"words": words})
                return False
            words = f"{BEGINS_AGAIN}, try {silent.tries + 1} of {MOST_TRIES}"
            back = {"state": State.QUEUED, "worker": "", "note": words, "done": 0}
            if connection.execute(mine.values(**back)).rowcount == 0:
                return False
            # `again` is for who listens: this is worth saying aloud where it lasts.
            told = {"done": 0, "total": silent.total, "words": words, "again": silent.tries + 1}
            add_event(self._store, connection, silent.id, "progress", told)
            return True


def lost_words(tries: int) -> str:
    """Why no further try is made."""
    return (
        f"The worker stopped in the middle {tries} times, so this run is given up. It may need more memory than the "
        "machine has; ask for less work, or run it again."
    )


def forget_old(store: JobStore) -> None:
    """Delete runs that ended long ago, and those beyond the newest 500. Results stay where they are kept. NotSaved."""
    with store.writing() as connection:
        newest = int(connection.execute(select(func.coalesce(func.max(job.c.seq), 0))).scalar_one())
        ended = job.delete().where(job.c.state.not_in(ACTIVE))
        connection.execute(ended.where(job.c.seq <= newest - MOST_KEPT))
        connection.execute(ended.where(job.c.ended_at < store.clock() - timedelta(days=KEPT_DAYS)))


def _is_first(active: list[Job], waiting: Job) -> bool:
    """Whether nothing runs and nobody waits longer: behind a run that goes on, waiting is no fault."""
    return not any(each.state == State.RUNNING or each.seq < waiting.seq for each in active)
