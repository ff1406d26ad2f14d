"""Third revision: evidence keeps the numbers behind its digest.
A revision is never changed once released; it refuses to import the tables, which move on."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("evidence", sa.Column("numbers", sa.Text))
