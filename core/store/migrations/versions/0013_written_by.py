"""A store says which version of the program its tables are of, so that an older one can name it."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("clinic", sa.Column("written_by", sa.Text(), nullable=False, server_default=""))
