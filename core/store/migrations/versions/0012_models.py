"""Models an admin registered, and the policy of what may be given to one."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "registrations",
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=True),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("changed_at", "changed_by")),
        sa.PrimaryKeyConstraint("revision", name=op.f("pk_registrations")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_registrations_name", "registrations", ["name"])
    op.create_table(
        "egress_policies",
        sa.Column("revision", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("content", "digest", "set_at", "set_by")),
        sa.PrimaryKeyConstraint("revision", name=op.f("pk_egress_policies")),
    )
