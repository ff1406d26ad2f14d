"""Who is killed (kill -9) at any moment while writing, migrating or backing up loses nothing and leaves no half.
Ten rounds of each; the long suite has two hundred."""

import random
from pathlib import Path

from app.store.migrate import migrate
from app.store.tables import metadata
from tests.crash_rounds import kill_backups, kill_migrations, kill_writers
from tests.crash_writer import migrate_and_say, said_until_killed
from tests.stored import rows

ROUNDS = 10
NUM_TABLES = len(metadata.tables) + 1


def test_no_acknowledged_write_is_lost_when_the_writer_is_killed(database: Path) -> None:
    kill_writers(database, ROUNDS, random.Random(20261129))


def test_a_migration_that_is_killed_keeps_every_row(tmp_path: Path) -> None:
    kill_migrations(tmp_path, ROUNDS, random.Random(20261130))


def test_a_backup_and_a_writer_that_are_killed_leave_a_whole_store(database: Path, tmp_path: Path) -> None:
    kill_backups(tmp_path, database, ROUNDS, random.Random(20261201))


def test_a_first_migration_that_is_killed_leaves_all_or_nothing(tmp_path: Path) -> None:
    chance = random.Random(20261202)
    for run in range(ROUNDS):
        database = tmp_path / f"{run}.db"
        said = said_until_killed(migrate_and_say, chance.random() * 0.15, database)
        tables = rows(database, "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
        assert len(tables) in ((NUM_TABLES,) if "done" in said else (0, NUM_TABLES))
        assert rows(database, "pragma integrity_check") == [("ok",)]
        migrate(database)
        assert len(rows(database, "select * from install")) == 1
