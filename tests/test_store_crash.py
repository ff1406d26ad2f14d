"""A writer that is killed (kill -9) at any moment loses nothing that it acknowledged, and leaves no half of a pair."""

import multiprocessing
import random
import time
from multiprocessing.connection import Connection
from pathlib import Path

from app.store import Store, add_learner, attempts_of, evidence_of
from tests.crash_writer import write_until_killed
from tests.stored import rows

ROUNDS = 50
MOST_SECONDS = 0.08
DEADLINE_SECONDS = 60.0


def keys_until_killed(context: object, database: Path, learner_id: str, run: int, seconds: float) -> list[str]:
    """Let a writer save for this long after its first acknowledgement, kill it, and give all that it acknowledged."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = context.Process(  # type: ignore[attr-defined]
        target=write_until_killed, args=(database, learner_id, run, sender), daemon=True
    )
    process.start()
    sender.close()
    assert receiver.poll(DEADLINE_SECONDS)
    acknowledged = [receiver.recv()]
    process.join(timeout=seconds)
    process.kill()
    process.join()
    acknowledged.extend(drained(receiver))
    process.close()
    return acknowledged


def drained(receiver: Connection) -> list[str]:
    found = []
    with receiver:
        while True:
            try:
                found.append(receiver.recv())
            except EOFError:
                return found


def test_no_acknowledged_write_is_lost_when_the_writer_is_killed(database: Path) -> None:
    store = Store(database)
    ann = add_learner(store)
    store.close()
    # A server that has everything loaded and forks; where that is not known, each round starts Python anew.
    has_server = "forkserver" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if has_server else "spawn")
    context.set_forkserver_preload(["tests.crash_writer"])
    chance = random.Random(20261129)
    acknowledged: set[str] = set()
    for run in range(ROUNDS):
        acknowledged.update(keys_until_killed(context, database, ann.id, run, chance.random() * MOST_SECONDS))
        assert rows(database, "pragma integrity_check") == [("ok",)]
    kept = Store(database)
    began = time.monotonic()
    attempts = attempts_of(kept, ann.id)
    assert time.monotonic() - began < 2
    assert acknowledged - {one.answer for one in attempts} == set()
    assert len(acknowledged) >= ROUNDS
    pairs = [one.answer for one in attempts if one.kind == "pair"]
    assert pairs == [one.lesson for one in evidence_of(kept, ann.id)]
    assert len(attempts) - len(acknowledged) <= ROUNDS
    kept.close()
