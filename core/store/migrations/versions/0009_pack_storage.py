"""What packs keep for themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pack_storage",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("pack", "key", "value", "saved_at")),
        sa.PrimaryKeyConstraint("pack", "key", name=op.f("pk_pack_storage")),
    )
