"""Brings a database to a revision with alembic, as `python -m app.store.migrate` with the place on standard input.
It refuses to run inside the server; app/store/schema.py starts it as a process of its own."""

import os
import sys
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError

from app.store.failures import reason_of
from app.store.sqlite import BUSY_SECONDS, writer_engine


def migrate(place: Path | str, revision: str = "head") -> None:
    """Upgrade a SQLite file (made when missing) or a PostgreSQL URL. All in one transaction, or nothing."""
    engine = writer_engine(place, BUSY_SECONDS, mode="rwc") if isinstance(place, Path) else create_engine(place)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
    finally:
        engine.dispose()


def main() -> int:
    # The file that this makes is for this user alone; other people's answers come into it.
    os.umask(0o077)
    text = sys.stdin.read()
    try:
        migrate(text if text.startswith("postgresql") else Path(text))
    except DBAPIError as problem:
        reason = reason_of(problem)
        if reason is None:
            raise
        print(reason.value)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
