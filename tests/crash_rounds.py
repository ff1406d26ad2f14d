"""Rounds of kill -9 while the store is written, migrated or backed up, each judged by what must then be true.
It refuses to choose how many rounds; the plain suite and the long one do."""

import os
import random
import shutil
from pathlib import Path

from app.store import Store, add_learner, attempts_of, evidence_of, record_attempt, record_evidence
from app.store.backup import back_up, check_backup
from app.store.migrate import migrate
from app.store.schema import HEAD, REVISIONS
from tests.crash_writer import back_up_and_say, killed_together, migrate_and_say, said_until_killed, write_until_killed
from tests.stored import a_piece, an_attempt, rows

RESTART_SECONDS = 2.0
OLDER = REVISIONS[-2]
# The pieces that a newer revision changes are written without what it adds.
EVIDENCE = (
    "insert into evidence (learner_id, lesson, kind, address, digest, version, at) "
    "values ('ann', 'speculation', 'lab', '/labs/x', 'sha256:0', '1', '2026-11-29 12:00:00.000000')"
)


def kill_writers(database: Path, rounds: int, chance: random.Random) -> None:
    """One learner's answers, each third with a piece of evidence that belongs to it; nothing acknowledged is lost."""
    store = Store(database)
    ann = add_learner(store)
    store.close()
    acknowledged: set[str] = set()
    for run in range(rounds):
        acknowledged |= {*said_until_killed(write_until_killed, chance.random() * 0.08, database, ann.id, run)}
        reopened_whole(database, ann.id, acknowledged)
    assert len(acknowledged) >= rounds
    kept = Store(database)
    attempts = attempts_of(kept, ann.id)
    assert [one.answer for one in attempts if one.kind == "pair"] == [one.lesson for one in evidence_of(kept, ann.id)]
    # Of each writer at most the last write was on the disk and not yet acknowledged.
    assert len(attempts) - len(acknowledged) <= rounds
    kept.close()


def kill_migrations(folder: Path, rounds: int, chance: random.Random) -> None:
    """A file of the revision before, with rows: it is of the old or the new one, whole, and goes on as the new one."""
    older = folder / "older.db"
    ann = filled_older(older)
    num_unfinished = 0
    for run in range(rounds):
        database = folder / f"{run}.db"
        shutil.copyfile(older, database)
        said = said_until_killed(migrate_and_say, moment(run, rounds, 0.03, chance), database)
        assert rows(database, "pragma integrity_check") == [("ok",)]
        (revision,) = rows(database, "select version_num from alembic_version")[0]
        assert revision in ((HEAD,) if "done" in said else (OLDER, HEAD))
        num_unfinished += "done" not in said
        migrate(database)
        reopened_whole(database, ann, {str(number) for number in range(20)})
        assert rows(database, "select learner_id, numbers from evidence") == [("ann", None)]
        assert rows(database, "pragma foreign_key_check") == []
        for left in folder.glob(f"{run}.db*"):
            left.unlink()
    print(f"{num_unfinished} of {rounds} were not done when they were killed")
    assert num_unfinished > 0


def kill_backups(folder: Path, database: Path, rounds: int, chance: random.Random) -> None:
    """A backup and a writer killed together: the store has every acknowledged answer, the copy is whole or not there,
    what is left of it is for nobody else's eyes, and the next backup under its name works."""
    store = Store(database)
    ann = add_learner(store)
    for number in range(100):
        record_attempt(store, ann.id, an_attempt(key=str(number), answer="x" * 30_000))
        record_evidence(store, ann.id, a_piece(lesson=f"lesson {number}"))
    store.close()
    acknowledged: set[str] = set()
    num_unfinished = 0
    for run in range(rounds):
        copy = folder / f"copy-{run}.db"
        wrote, said = killed_together(
            (write_until_killed, database, ann.id, run),
            (back_up_and_say, database, copy),
            moment(run, rounds, 0.02, chance),
        )
        acknowledged |= {*wrote}
        reopened_whole(database, ann.id, acknowledged)
        assert copy.exists() or "done" not in said
        num_unfinished += not copy.exists()
        assert [left for left in folder.glob(f"copy-{run}.db*") if left.stat().st_mode & 0o077] == []
        if not copy.exists():
            back_up(database, copy)
        assert check_backup(copy)["attempt"] >= 100
        for left in folder.glob(f"copy-{run}.db*"):
            left.unlink()
    print(f"{num_unfinished} of {rounds} were not done when they were killed")
    assert num_unfinished > 0


def moment(run: int, rounds: int, most: float, chance: random.Random) -> float:
    """Seconds from the first word to the kill, at random in each part of the time, and once at the very beginning."""
    return most * (run + chance.random()) / rounds if run else 0.0


def reopened_whole(database: Path, learner_id: str, acknowledged: set[str]) -> None:
    """Opened again as by a start: soon, sound, and with every acknowledged answer."""
    began = processor_seconds()
    store = Store(database)
    store.prepare()
    found = {one.answer for one in attempts_of(store, learner_id)}
    assert processor_seconds() - began < RESTART_SECONDS
    store.close()
    assert acknowledged - found == set()
    assert rows(database, "pragma integrity_check") == [("ok",)]


def processor_seconds() -> float:
    """Of this process and of those that it has waited for; a busy machine stretches no more than the clock."""
    return sum(os.times()[:4])


def filled_older(database: Path) -> str:
    """A file as the revision before left it, with a learner, 20 answers and a piece of evidence; the learner's id."""
    migrate(database, OLDER)
    store = Store(database)
    with store._writer.begin() as connection:
        connection.exec_driver_sql("insert into learner values ('ann', null, '2026-11-29 12:00:00.000000', 7)")
        for number in range(20):
            connection.exec_driver_sql(
                f"insert into attempt values (null, 'k{number}', 'ann', 'fit', 'v', 'c', 'number', null, '{number}',"
                " 1.0, 0, 0, '2026-11-29 12:00:00.000000')"
            )
        connection.exec_driver_sql(EVIDENCE)
    store.close()
    assert rows(database, "select version_num from alembic_version") == [(OLDER,)]
    return "ann"
