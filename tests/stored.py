"""Attempts and rows for the tests of the store.

It knows the store's values and refuses to judge them.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from app.store import NewAttempt, NewEvidence, Store
from app.store.tables import file


def an_attempt(key: str = "form-1", item_id: str = "fit-1", answer: str = "8.64 GB", **more: Any) -> NewAttempt:
    return NewAttempt(
        key=key, item_id=item_id, item_version="v1", content_version="c1", kind="number", answer=answer, **more
    )


def a_piece(lesson: str = "speculation") -> NewEvidence:
    return NewEvidence(
        lesson=lesson, kind="lab", address="/labs/gpu-memory-ledger?layers=8", digest="sha256:0", version="1"
    )


def keep_file(store: Store, learner_id: str) -> None:
    """A row of what a learner brought, as an earlier Servelab kept it; today none is written, but all must go."""
    row = {"sha256": "0" * 64, "kind": "trace", "name": "week.csv", "rows": 3, "bytes": 120}
    with store.writing() as connection:
        connection.execute(file.insert(), {**row, "learner_id": learner_id, "at": store.clock()})


def rows(database: Path, query: str) -> list[tuple[Any, ...]]:
    """What a connection of its own, without the store, finds in the file."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()
