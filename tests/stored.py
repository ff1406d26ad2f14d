"""Attempts and rows for the tests of the store.

It knows the store's values and refuses to judge them.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from app.store import NewAttempt, NewEvidence


def an_attempt(key: str = "form-1", item_id: str = "fit-1", answer: str = "8.64 GB", **more: Any) -> NewAttempt:
    return NewAttempt(
        key=key, item_id=item_id, item_version="v1", content_version="c1", kind="number", answer=answer, **more
    )


def a_piece(lesson: str = "speculation") -> NewEvidence:
    return NewEvidence(
        lesson=lesson, kind="lab", address="/labs/gpu-memory-ledger?layers=8", digest="sha256:0", version="1"
    )


def rows(database: Path, query: str) -> list[tuple[Any, ...]]:
    """What a connection of its own, without the store, finds in the file."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()
