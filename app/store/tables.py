"""The tables, as the newest migration leaves them. Attempts are only ever added; all else about progress follows.
It refuses to know connections, and it never makes a table: migrations do."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    TypeDecorator,
)


class UtcTime(TypeDecorator[datetime]):
    """A moment with its zone, kept in UTC; SQLite forgets zones, so they are taken off and put back here."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC).replace(tzinfo=None) if value else None

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value else None


metadata = MetaData()
# SQLite numbers rows by itself only when the type is exactly INTEGER.
SEQUENCE = BigInteger().with_variant(Integer, "sqlite")


def owner() -> Column[Any]:
    return Column("learner_id", String(64), ForeignKey("learner.id", name="owner"), nullable=False)


install = Table(
    "install",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
learner = Table(
    "learner",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("code_hash", String(64), unique=True),
    Column("created_at", UtcTime, nullable=False),
    Column("seed", BigInteger, nullable=False),
)
# sqlite_autoincrement: a number is never given twice, even after the newest rows were erased.
attempt = Table(
    "attempt",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("key", String(64), nullable=False, unique=True),
    owner(),
    Column("item_id", String(200), nullable=False),
    Column("item_version", String(80), nullable=False),
    Column("content_version", String(80), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("draw_seed", BigInteger),
    Column("answer", Text, nullable=False),
    Column("score", Float),
    Column("hints", Integer, nullable=False),
    Column("skipped", Boolean, nullable=False),
    Column("at", UtcTime, nullable=False),
    Index("attempt_of_learner", "learner_id", "seq"),
    sqlite_autoincrement=True,
)
evidence = Table(
    "evidence",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    owner(),
    Column("lesson", String(80), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("address", Text, nullable=False),
    Column("digest", String(80), nullable=False),
    Column("version", String(80), nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("numbers", Text),
    Index("evidence_of_learner", "learner_id", "seq"),
    sqlite_autoincrement=True,
)
# Two learners may keep the same bytes, so a file belongs to a learner and a digest together.
file = Table(
    "file",
    metadata,
    Column("sha256", String(64), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("name", Text, nullable=False),
    Column("rows", BigInteger, nullable=False),
    Column("bytes", BigInteger, nullable=False),
    owner(),
    Column("at", UtcTime, nullable=False),
    PrimaryKeyConstraint("learner_id", "sha256", name="file_of_learner"),
)
