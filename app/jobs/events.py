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


def add_event(store: JobStore, connection: Connection, job_id: str, name: str, data: Mapping[str, Any]) -> int:
    """Write the next event of a run; its number."""
    n = _last(connection, job_id) + 1
    text = json.dumps(dict(data), separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    row = {"job_id": job_id, "n": n, "name": name, "data": text, "at": store.clock()}
    connection.execute(job_event.insert(), row)
    return n


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


def _last(connection: Connection, job_id: str) -> int:
    last = select(func.coalesce(func.max(job_event.c.n), 0)).where(job_event.c.job_id == job_id)
    return int(connection.execute(last).scalar_one())
