"""The rules of two people stand with the records instead of in a text file."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("clinic", sa.Column("two_person_rules", sa.Text(), nullable=False, server_default=""))
