"""The audit trail is looked through by time, operator and action, and for what was refused or has a reason, without walking all of it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_audit_at", "audit", ["at"])
    op.create_index("ix_audit_operator", "audit", ["operator"])
    op.create_index("ix_audit_action", "audit", ["action"])
    op.create_index("ix_audit_operator_action", "audit", ["operator", "action"])
    op.create_index("ix_audit_refused", "audit", ["seq"], sqlite_where=sa.text("outcome = 'refused'"))
    op.create_index("ix_audit_reasoned", "audit", ["seq"], sqlite_where=sa.text("reason <> ''"))
