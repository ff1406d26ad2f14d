"""Who is killed (kill -9) at any moment while writing, migrating or backing up loses nothing and leaves no half."""

import random
import time
from pathlib import Path

from app.store import Store, add_learner, attempts_of, evidence_of, record_attempt
from app.store.backup import check_backup
from app.store.migrate import migrate
from app.store.tables import metadata
from tests.crash_writer import back_up_and_say, migrate_and_say, said_until_killed, write_until_killed
from tests.stored import an_attempt, rows

WRITES, MIGRATIONS, BACKUPS = 50, 12, 12
NUM_TABLES = len(metadata.tables) + 1


def test_no_acknowledged_write_is_lost_when_the_writer_is_killed(database: Path) -> None:
    store = Store(database)
    ann = add_learner(store)
    store.close()
    chance = random.Random(20261129)
    acknowledged: set[str] = set()
    for run in range(WRITES):
        seconds = chance.random() * 0.08
        acknowledged.update(said_until_killed(write_until_killed, seconds, database, ann.id, run))
        assert rows(database, "pragma integrity_check") == [("ok",)]
    kept = Store(database)
    began = time.monotonic()
    attempts = attempts_of(kept, ann.id)
    assert time.monotonic() - began < 2
    assert acknowledged - {one.answer for one in attempts} == set()
    assert len(acknowledged) >= WRITES
    pairs = [one.answer for one in attempts if one.kind == "pair"]
    assert pairs == [one.lesson for one in evidence_of(kept, ann.id)]
    assert len(attempts) - len(acknowledged) <= WRITES
    kept.close()


def test_a_migration_that_is_killed_leaves_all_or_nothing(tmp_path: Path) -> None:
    chance = random.Random(20261130)
    for run in range(MIGRATIONS):
        database = tmp_path / f"{run}.db"
        said = said_until_killed(migrate_and_say, chance.random() * 0.15, database)
        tables = rows(database, "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
        assert len(tables) in ((NUM_TABLES,) if "done" in said else (0, NUM_TABLES))
        assert rows(database, "pragma integrity_check") == [("ok",)]
        migrate(database)
        assert len(rows(database, "select * from install")) == 1


def test_a_backup_that_is_killed_is_whole_or_not_there(database: Path, tmp_path: Path) -> None:
    store = Store(database)
    ann = add_learner(store)
    for number in range(100):
        record_attempt(store, ann.id, an_attempt(key=str(number), answer="x" * 1000))
    chance = random.Random(20261201)
    for run in range(BACKUPS):
        copy = tmp_path / f"copy-{run}.db"
        said = said_until_killed(back_up_and_say, chance.random() * 0.1, database, copy)
        assert copy.exists() or "done" not in said
        if copy.exists():
            assert check_backup(copy)["attempt"] == 100
    assert len(attempts_of(store, ann.id)) == 100
    store.close()
