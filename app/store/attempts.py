"""Adding an attempt, and reading a learner's attempts in the order in which they came.
It refuses to change or judge one; what they mean is in projections.py."""

import hashlib
import json
from collections.abc import Collection
from dataclasses import asdict, fields

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from app.store.database import Store
from app.store.tables import attempt
from app.store.values import Attempt, NewAttempt

COLUMNS = [attempt.c[one.name] for one in fields(Attempt)]


def record_attempt(store: Store, learner_id: str, new: NewAttempt) -> Attempt:
    """Store an attempt and give it back with its number; on the disk when this returns.

    The same form sent again with the same answer gives the stored attempt and adds nothing; with another answer (a
    page that was gone back to) it is a new attempt. Raises NotSaved.
    """
    key = _own_key(learner_id, new)
    try:
        with store.writing() as connection:
            stored = _by_key(connection, key)
            if stored is None:
                row = {**asdict(new), "key": key, "learner_id": learner_id, "at": store.clock()}
                connection.execute(attempt.insert(), row)
                stored = _by_key(connection, key)
    except IntegrityError:
        # Only with several writers (PostgreSQL): the other one was first with the same form.
        with store.reading() as connection:
            stored = _by_key(connection, key)
        if stored is None:
            raise
    assert stored is not None
    return stored


def attempts_of(store: Store, learner_id: str, item_ids: Collection[str] | None = None) -> tuple[Attempt, ...]:
    """A learner's attempts, oldest first, of all items or of these. Raises NotRead."""
    query = select(*COLUMNS).where(attempt.c.learner_id == learner_id).order_by(attempt.c.seq)
    if item_ids is not None:
        query = query.where(attempt.c.item_id.in_(item_ids))
    with store.reading() as connection:
        return tuple(Attempt(**row) for row in connection.execute(query).mappings())


def _own_key(learner_id: str, new: NewAttempt) -> str:
    """The learner is part of it, so that another one's key neither blocks nor shows anything."""
    parts = [learner_id, new.key, new.item_id, new.kind, new.answer, new.skipped]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _by_key(connection: Connection, key: str) -> Attempt | None:
    row = connection.execute(select(*COLUMNS).where(attempt.c.key == key)).mappings().one_or_none()
    return None if row is None else Attempt(**row)
