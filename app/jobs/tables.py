"""The tables of long runs: a run, what it told, and who asked for it. FORM counts changes of these columns.
It refuses to know connections, and it holds nothing that cannot be asked for again."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    text,
)

from app.store.tables import SEQUENCE, UtcTime

FORM = 1
ACTIVE = "state in ('queued', 'running')"

metadata = MetaData()

# The number of these columns; another one in a database means that all of it is made anew.
job_form = Table("job_form", metadata, Column("number", Integer, primary_key=True))
# key: digest of lab, version and settings, so that equal wishes meet in one run. result: the kept text of the result.
job = Table(
    "job",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("kind", String(20), nullable=False),
    Column("slug", String(80), nullable=False),
    Column("version", Integer, nullable=False),
    Column("query", Text, nullable=False),
    Column("key", String(64), nullable=False),
    Column("state", String(12), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("worker", String(120), nullable=False),
    Column("heartbeat_at", UtcTime),
    Column("cancel", Boolean, nullable=False),
    Column("done", Float, nullable=False),
    Column("total", Float, nullable=False),
    Column("note", Text, nullable=False),
    Column("result", Text),
    Column("error_id", String(16), nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("started_at", UtcTime),
    Column("ended_at", UtcTime),
    Index("job_of_key", "key", "seq"),
    Index("job_active", "key", unique=True, sqlite_where=text(ACTIVE), postgresql_where=text(ACTIVE)),
    sqlite_autoincrement=True,
)
job_event = Table(
    "job_event",
    metadata,
    Column("job_id", String(32), ForeignKey("job.id", ondelete="CASCADE"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("name", String(20), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", UtcTime, nullable=False),
    PrimaryKeyConstraint("job_id", "n"),
)
# has_left: the learner pressed Cancel; a run that all have left is cancelled.
job_asker = Table(
    "job_asker",
    metadata,
    Column("job_id", String(32), ForeignKey("job.id", ondelete="CASCADE"), nullable=False),
    Column("learner_id", String(64), nullable=False),
    Column("has_left", Boolean, nullable=False),
    Column("at", UtcTime, nullable=False),
    PrimaryKeyConstraint("job_id", "learner_id"),
    Index("job_of_learner", "learner_id"),
)
