"""Texts that a wording rule kept from being shown."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "quarantine",
        sa.Column("id", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("kept_at", "kept_by", "source", "tool")),
        sa.Column("record_no", sa.Text(), nullable=True),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("constraints", "content")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quarantine")),
        sqlite_autoincrement=True,
    )
