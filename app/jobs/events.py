"""What runs told, numbered from 1 in each run, so that whoever was away reads on from the last number seen.
It refuses to know how events travel."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, func, select

from app.jobs.database import JobStore
from app.jobs.tables import job_event
from app.jobs.values import JobEvent

# Names of events after which nothing comes.
LAST = ("result", "failed", "cancelled", "lost")
MOST_READ = 200
# Something of the result stands already; and what the progress that begins a try has more than others.
PART, TRY = "part", "try"
# What that progress has besides when the run had begun before: the sentence for people.
INTERRUPTED = "interrupted"


def add_event(store: JobStore, connection: Connection, job_id: str, name: str, data: Mapping[str, Any]) -> int:
    """Write the next event of a run; its number."""
    n = _last(connection, job_id) + 1
    text = json.dumps(dict(data), separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    row = {"job_id": job_id, "n": n, "name": name, "data": text, "at": store.clock()}
    connection.execute(job_event.insert(), row)
    return n


def all_events(store: JobStore, job_id: str) -> tuple[JobEvent, ...]:
    """Every event of a run, however many there are. Raises NotRead."""
    found: tuple[JobEvent, ...] = ()
    while more := events_after(store, job_id, found[-1].n if found else 0):
        found += more
    return found


def parts_of(store: JobStore, job_id: str, most: int | None = None) -> tuple[str, ...]:
    """The sentences of what is finished already, up to the event `most`; a run that began again counts from there.
    Raises NotRead."""
    begun = select(func.max(job_event.c.n)).where(job_event.c.job_id == job_id, job_event.c.data.contains(f'"{TRY}":'))
    which = select(job_event.c.data).where(job_event.c.job_id == job_id, job_event.c.name == PART)
    which = which if most is None else which.where(job_event.c.n <= most)
    with store.reading() as connection:
        since = connection.execute(begun).scalar_one() or 0
        rows = connection.execute(which.where(job_event.c.n > since).order_by(job_event.c.n)).scalars()
        return tuple(json.loads(row)["says"] for row in rows)


def interruption_of(store: JobStore, job_id: str) -> str:
    """What is to be said of a run that was interrupted and began again; nothing of any other. Raises NotRead."""
    begins = select(job_event.c.data).where(job_event.c.job_id == job_id, job_event.c.data.contains(f'"{TRY}":'))
    with store.reading() as connection:
        newest = connection.execute(begins.order_by(job_event.c.n.desc()).limit(1)).scalar_one_or_none()
    return str(json.loads(newest or "{}").get(INTERRUPTED, ""))


def last_number(store: JobStore, job_id: str) -> int:
    """The number of the newest event, 0 before the first. Raises NotRead."""
    with store.reading() as connection:
        return _last(connection, job_id)


def events_after(store: JobStore, job_id: str, n: int) -> tuple[JobEvent, ...]:
    """At most 200 events with a number above n, in order. Raises NotRead."""
    which = select(job_event.c.n, job_event.c.name, job_event.c.data).where(
        job_event.c.job_id == job_id, job_event.c.n > n
    )
    with store.reading() as connection:
        rows = connection.execute(which.order_by(job_event.c.n).limit(MOST_READ))
        return tuple(JobEvent(row.n, row.name, row.data) for row in rows)


def has_told(connection: Connection, job_id: str) -> bool:
    """Whether the run has begun before."""
    return _last(connection, job_id) > 0


def _last(connection: Connection, job_id: str) -> int:
    last = select(func.coalesce(func.max(job_event.c.n), 0)).where(job_event.c.job_id == job_id)
    return int(connection.execute(last).scalar_one())
