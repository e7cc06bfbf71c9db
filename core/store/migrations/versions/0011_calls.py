"""Calls of models, what they cost, and prices an admin set."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    def texts(*names: str, nullable: bool = False) -> "list[sa.Column[str]]":
        return [sa.Column(name, sa.Text(), nullable=nullable) for name in names]

    op.create_table(
        "calls",
        sa.Column("id", sa.Integer(), nullable=False),
        *texts("started_at"),
        *texts("settled_at", nullable=True),
        *texts("day", "pack", "tool", "purpose", "session", "run", "task"),
        *texts("model", "answered_by", "provider", "boundary"),
        *(
            sa.Column(name, sa.Integer(), nullable=True)
            for name in ("prompt", "completion", "hit", "miss", "reasoning")
        ),
        *(sa.Column(name, sa.BigInteger(), nullable=True) for name in ("worst", "cost")),
        *texts("price_version", "window", "outcome"),
        *(sa.Column(name, sa.Integer(), nullable=True) for name in ("ms", "first_token_ms")),
        sa.Column("truncated", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calls")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_calls_day", "calls", ["day"])
    op.create_index("ix_calls_task", "calls", ["task"], sqlite_where=sa.text("task <> ''"))
    op.create_table(
        "price_overrides",
        sa.Column("id", sa.Integer(), nullable=False),
        *texts("model", "since"),
        *texts("hit", "miss", "output", "peak_hit", "peak_miss", "peak_output", nullable=True),
        *texts("entered_at", "entered_by"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_price_overrides")),
        sqlite_autoincrement=True,
    )
