"""The operators of the clinic, with their roles. Who opens a store that has none yet becomes the first (`core.services.at_work.roster`)."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "operators",
        sa.Column("id", sa.Integer(), nullable=False),
        *(
            sa.Column(name, sa.Text(), nullable=False)
            for name in ("name", "name_key", "roles", "active_from")
        ),
        sa.Column("ended_at", sa.Text()),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_operators")),
        sa.UniqueConstraint("name_key", name=op.f("uq_operators_name_key")),
    )
