"""Processes to be killed at any moment: one that saves without end, one that migrates, one that backs up.

They know the store's door and refuse to tidy up when they are killed.
"""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from app.store import Store, record_attempt
from app.store.backup import back_up
from app.store.migrate import migrate
from app.store.tables import attempt, evidence
from tests.stored import a_piece, an_attempt

DEADLINE_SECONDS = 60.0


Task = tuple[Any, ...]


def said_until_killed(task: Callable[..., None], seconds: float, *given: Any) -> list[str]:
    """Run task(*given, connection) in a process, kill it this long after its first word, and give all its words."""
    return _until_killed([(task, *given)], seconds)[0]


def killed_together(one: Task, other: Task, seconds: float) -> list[list[str]]:
    """The same with two at once, each (task, *given), killed this long after both have said something."""
    return _until_killed([one, other], seconds)


def _until_killed(tasks: Sequence[Task], seconds: float) -> list[list[str]]:
    # A server that has everything loaded and forks; where that is not known, each process starts Python anew.
    has_server = "forkserver" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if has_server else "spawn")
    context.set_forkserver_preload(["tests.crash_writer"])
    ends, processes = [], []
    for task, *given in tasks:
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(target=task, args=(*given, sender), daemon=True)  # type: ignore[attr-defined]
        process.start()
        sender.close()
        ends.append(receiver)
        processes.append(process)
    assert all(receiver.poll(DEADLINE_SECONDS) for receiver in ends)
    processes[-1].join(timeout=seconds)
    for process in processes:
        process.kill()
    for process in processes:
        process.join()
        process.close()
    return [list(_words(receiver)) for receiver in ends]


def _words(receiver: Connection) -> Iterator[str]:
    with receiver:
        while True:
            try:
                yield receiver.recv()
            except EOFError:
                return


def migrate_and_say(database: Path, says: Connection) -> None:
    says.send("begun")
    migrate(database)
    says.send("done")


def back_up_and_say(database: Path, copy: Path, says: Connection) -> None:
    says.send("begun")
    back_up(database, copy)
    says.send("done")


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
