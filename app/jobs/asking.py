"""A learner's side of long runs: ask for one, see it, leave it. One run for equal wishes, one wish a learner.
It refuses to compute and to know pages."""

import re
import secrets
from collections.abc import Callable, Set
from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError

from app.jobs.database import JobStore
from app.jobs.events import add_event
from app.jobs.tables import job, job_asker
from app.jobs.values import ACTIVE, LAB_RUN, MOST_QUEUED, Job, OneAtATime, QueueFull, State, Wish

ID_BYTES = 16
ID = re.compile(r"[0-9a-f]{32}", re.ASCII)
COLUMNS = [job.c[one.name] for one in fields(Job)]


def ask(store: JobStore, learner_id: str, wish: Wish, may_begin: Callable[[], None] = lambda: None) -> tuple[Job, bool]:
    """The run of this wish, and whether it is a new one, which must be put on the queue. A run that somebody asked for
    already is shared. `may_begin` is asked before a new one is made, and raises to refuse it. Raises OneAtATime,
    QueueFull, NotSaved."""
    try:
        with store.writing() as connection:
            return _ask(store, connection, learner_id, wish, may_begin)
    except IntegrityError:
        # Only with several servers (PostgreSQL): another one made the run of this wish meanwhile.
        with store.writing() as connection:
            return _ask(store, connection, learner_id, wish, may_begin)


def _ask(
    store: JobStore, connection: Connection, learner_id: str, wish: Wish, may_begin: Callable[[], None]
) -> tuple[Job, bool]:
    _wait_for_own_turn(connection, learner_id)
    other = _active_of(connection, learner_id)
    if other is not None:
        if other.key == wish.key:
            return other, False
        raise OneAtATime(other)
    found = one(connection, job.c.key == wish.key, job.c.state.in_(ACTIVE))
    is_new = found is None
    if found is None:
        may_begin()
        found = _insert(store, connection, wish)
    _join(store, connection, found.id, learner_id)
    # Whoever comes before a cancelled run has stopped wants it after all.
    connection.execute(job.update().where(job.c.id == found.id).values(cancel=False))
    return found, is_new


def _wait_for_own_turn(connection: Connection, learner_id: str) -> None:
    """One question of a learner after another, so that two at once are not two runs. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"servelab:{learner_id}"))))


def _insert(store: JobStore, connection: Connection, wish: Wish) -> Job:
    if count(connection, job.c.state == State.QUEUED) >= MOST_QUEUED:
        raise QueueFull
    made = secrets.token_hex(ID_BYTES)
    row = {
        "id": made, "kind": LAB_RUN, "slug": wish.slug, "version": wish.version, "query": wish.query, "key": wish.key,
        "state": State.QUEUED, "tries": 0, "worker": "", "cancel": False, "done": 0, "total": 1, "note": "",
        "error_id": "", "created_at": store.clock(),
    }  # fmt: skip
    connection.execute(job.insert(), row)
    found = one(connection, job.c.id == made)
    assert found is not None
    return found


def _join(store: JobStore, connection: Connection, job_id: str, learner_id: str) -> None:
    mine = (job_asker.c.job_id == job_id) & (job_asker.c.learner_id == learner_id)
    if connection.execute(job_asker.update().where(mine).values(has_left=False)).rowcount == 0:
        row = {"job_id": job_id, "learner_id": learner_id, "has_left": False, "at": store.clock()}
        connection.execute(job_asker.insert(), row)


def find_job(store: JobStore, job_id: str, learner_id: str) -> Job | None:
    """A run that this learner asked for; None for anybody else's. Raises NotRead."""
    # What is no id is not looked up: PostgreSQL takes no text with a NUL in it.
    if not store.exists() or not ID.fullmatch(job_id):
        return None
    with store.reading() as connection:
        return one(connection, job.c.id == job_id, _asked_by(learner_id))


def active_of(store: JobStore, ids: Set[str]) -> frozenset[str]:
    """Those of these runs that wait or run. Raises NotRead."""
    if not ids or not store.exists():
        return frozenset()
    with store.reading() as connection:
        query = select(job.c.id).where(job.c.id.in_(ids), job.c.state.in_(ACTIVE))
        return frozenset(connection.execute(query).scalars())


def latest_job(store: JobStore, learner_id: str, wish: Wish) -> tuple[Job, bool] | None:
    """The learner's last run of this wish, and whether the learner has left it. Raises NotRead."""
    if not store.exists():
        return None
    with store.reading() as connection:
        found = one(connection, job.c.key == wish.key, _asked_by(learner_id))
        if found is None:
            return None
        mine = (job_asker.c.job_id == found.id) & (job_asker.c.learner_id == learner_id)
        return found, bool(connection.execute(select(job_asker.c.has_left).where(mine)).scalar_one())


def result_text(store: JobStore, wish: Wish) -> str | None:
    """The kept text of a finished run, whoever asked for it. Raises NotRead."""
    if not store.exists():
        return None
    query = select(job.c.result).where(job.c.key == wish.key, job.c.state == State.DONE).order_by(job.c.seq.desc())
    with store.reading() as connection:
        return connection.execute(query.limit(1)).scalar_one_or_none()


def place_of(store: JobStore, waiting: Job) -> tuple[int, int, bool]:
    """The place in the queue, 1 for the next to run; how many wait; and whether one runs now. Raises NotRead."""
    with store.reading() as connection:
        before = count(connection, job.c.state == State.QUEUED, job.c.seq < waiting.seq)
        all_waiting = max(before + 1, count(connection, job.c.state == State.QUEUED))
        return before + 1, all_waiting, count(connection, job.c.state == State.RUNNING) > 0


def leave(store: JobStore, job_id: str, learner_id: str) -> None:
    """The learner wants it no more; when nobody does, it is cancelled: at once where it waits, soon where it runs.

    Nothing happens for a run that has ended or that is not the learner's. Raises NotSaved."""
    with store.writing() as connection:
        mine = (job_asker.c.job_id == job_id) & (job_asker.c.learner_id == learner_id)
        if connection.execute(job_asker.update().where(mine).values(has_left=True)).rowcount:
            _cancel_unwanted(store, connection, job_id)


def forget_asker(store: JobStore, learner_id: str) -> None:
    """Erase who asked; runs that nobody else wants are cancelled. Raises NotSaved."""
    if not store.exists():
        return
    with store.writing() as connection:
        asked = select(job_asker.c.job_id).where(job_asker.c.learner_id == learner_id)
        found = connection.execute(asked).scalars().all()
        connection.execute(job_asker.delete().where(job_asker.c.learner_id == learner_id))
        for job_id in found:
            _cancel_unwanted(store, connection, job_id)


def asked_by(store: JobStore, learner_id: str) -> list[dict[str, Any]]:
    """What this learner asked for, as plain values for the learner's own download. Raises NotRead."""
    if not store.exists():
        return []
    shown = (job.c.slug, job.c.version, job.c.query, job.c.state, job_asker.c.at)
    query = select(*shown).join(job, job.c.id == job_asker.c.job_id).where(job_asker.c.learner_id == learner_id)
    with store.reading() as connection:
        rows = connection.execute(query.order_by(job.c.seq)).mappings()
        return [{**row, "at": row["at"].isoformat()} for row in rows]


def _cancel_unwanted(store: JobStore, connection: Connection, job_id: str) -> None:
    wanted = select(job_asker.c.job_id).where(job_asker.c.job_id == job_id, job_asker.c.has_left.is_(False)).limit(1)
    if connection.execute(wanted).first() is not None:
        return
    waiting = job.update().where(job.c.id == job_id, job.c.state == State.QUEUED)
    ended = {"state": State.CANCELLED, "cancel": True, "note": "Cancelled before it began.", "ended_at": store.clock()}
    if connection.execute(waiting.values(**ended)).rowcount:
        add_event(store, connection, job_id, "cancelled", {"words": ended["note"]})
    else:
        running = job.update().where(job.c.id == job_id, job.c.state == State.RUNNING)
        connection.execute(running.values(cancel=True))


def _active_of(connection: Connection, learner_id: str) -> Job | None:
    mine = select(job_asker.c.job_id).where(job_asker.c.learner_id == learner_id, job_asker.c.has_left.is_(False))
    return one(connection, job.c.id.in_(mine), job.c.state.in_(ACTIVE))


def _asked_by(learner_id: str) -> Any:
    return job.c.id.in_(select(job_asker.c.job_id).where(job_asker.c.learner_id == learner_id))


def one(connection: Connection, *which: Any) -> Job | None:
    """The newest run of these."""
    row = connection.execute(select(*COLUMNS).where(*which).order_by(job.c.seq.desc()).limit(1)).mappings().first()
    return None if row is None else as_job(row)


def as_job(row: Any) -> Job:
    return Job(**{**row, "state": State(row["state"])})


def count(connection: Connection, *which: Any) -> int:
    return int(connection.execute(select(func.count()).select_from(job).where(*which)).scalar_one())
