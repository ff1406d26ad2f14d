"""First revision: learners and their attempts, and the salt of the come-back codes.
A revision is never changed once released; it refuses to import the tables, which move on."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

SEQUENCE = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    install = op.create_table(
        "install",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    # Beside the hashes that need it, so that a backup holds both.
    op.bulk_insert(install, [{"name": "code_salt", "value": secrets.token_hex(16)}])
    op.create_table(
        "learner",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("code_hash", sa.String(64), unique=True),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "attempt",
        sa.Column("seq", SEQUENCE, primary_key=True),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("learner_id", sa.String(64), sa.ForeignKey("learner.id", name="owner"), nullable=False),
        sa.Column("item_id", sa.String(200), nullable=False),
        sa.Column("item_version", sa.String(80), nullable=False),
        sa.Column("content_version", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("draw_seed", sa.BigInteger),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("score", sa.Float),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("skipped", sa.Boolean, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("attempt_of_learner", "attempt", ["learner_id", "seq"])
