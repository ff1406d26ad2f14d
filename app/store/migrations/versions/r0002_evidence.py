"""Second revision: evidence of a lesson, and the files that a learner brought.
A revision is never changed once released; it refuses to import the tables, which move on."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

SEQUENCE = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "evidence",
        sa.Column("seq", SEQUENCE, primary_key=True),
        sa.Column("learner_id", sa.String(64), sa.ForeignKey("learner.id", name="owner"), nullable=False),
        sa.Column("lesson", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("digest", sa.String(80), nullable=False),
        sa.Column("version", sa.String(80), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("evidence_of_learner", "evidence", ["learner_id", "seq"])
    op.create_table(
        "file",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("rows", sa.BigInteger, nullable=False),
        sa.Column("bytes", sa.BigInteger, nullable=False),
        sa.Column("learner_id", sa.String(64), sa.ForeignKey("learner.id", name="owner"), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("learner_id", "sha256", name="file_of_learner"),
    )
