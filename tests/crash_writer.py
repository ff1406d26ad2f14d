"""A process that saves without end and says what was acknowledged, to be killed at any moment.

It knows the store's door and refuses to stop by itself.
"""

from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

from app.store import Store, record_attempt
from app.store.tables import attempt, evidence
from tests.stored import a_piece, an_attempt


def write_until_killed(database: Path, learner_id: str, run: int, acknowledged: Connection) -> None:
    """Sends the key of each saved attempt; each third write is a pair of rows that belong together."""
    store = Store(database)
    for number in count():
        key = f"{run}-{number}"
        if number % 3:
            record_attempt(store, learner_id, an_attempt(key=key, answer=key))
        else:
            write_pair(store, learner_id, key)
        acknowledged.send(key)


def write_pair(store: Store, learner_id: str, key: str) -> None:
    with store.writing() as connection:
        given = {"learner_id": learner_id, "at": store.clock()}
        new = {**vars(an_attempt(key=key, answer=key)), "kind": "pair", **given}
        connection.execute(attempt.insert(), new)
        connection.execute(evidence.insert(), {**vars(a_piece(lesson=key)), **given})
