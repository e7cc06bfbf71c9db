"""The keys of the audit trail lie inside the store, so that it stays one chain when the data key is replaced."""

import sqlalchemy as sa
from alembic import context, op

from core.base.chain import AuditKeys

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "clinic", sa.Column("audit_keys", sa.LargeBinary(), nullable=False, server_default=sa.text("x''"))
    )
    keys = AuditKeys.of(context.config.attributes["key"]).raw
    op.get_bind().execute(sa.text("UPDATE clinic SET audit_keys = :keys"), {"keys": keys})
