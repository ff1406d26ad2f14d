"""Which revision of the tables a database has, and how it is brought to the newest one.
It refuses to import alembic: a process of its own does the migration, so that the server never carries it."""

import subprocess
import sys
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from app.children import own_environment
from app.store.failures import Reason

# In order; a test holds them equal to the files in migrations/versions.
REVISIONS = ("0001", "0002", "0003")
HEAD = REVISIONS[-1]
MIGRATION_SECONDS = 120


class MigrationBroken(RuntimeError):
    """The migration's process ended with an error that has no plain reason: a bug, with its output."""


def revision_of(connection: Connection) -> str | None:
    """The revision that a database says it has; None when it has no tables yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("select version_num from alembic_version")).scalar_one_or_none()
    return None if found is None else str(found)


def migrate_in_own_process(place: Path | str) -> Reason | None:
    """Bring the database to HEAD; None on success, else the reason. Raises MigrationBroken."""
    done = subprocess.run(
        [sys.executable, "-m", "app.store.migrate"],
        # By standard input, because an URL can hold a password and everybody can list processes.
        input=str(place),
        env=own_environment(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=MIGRATION_SECONDS,
        check=False,
    )
    if done.returncode == 0:
        return None
    word = done.stdout.strip()
    if word in set(Reason):
        return Reason(word)
    raise MigrationBroken(f"The migration of the store ended with exit code {done.returncode}:\n{done.stderr}")
