"""The audit trail becomes a chain: who, where, with what, sealed row by row. Rows there are come into it, and say that they did."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import context, op

from core.base.chain import START, AuditKeys, sealer, values_bytes
from core.base.clock import to_stored
from core.base.ports import AUDIT_FIELDS
from core.store.schema import AUDIT_GUARDS

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TEXTS = (
    *("session", "role", "workstation", "tool", "reason", "outcome", "program", "packs"),
    *("digest_before", "digest_after", "brought_in"),
)


def upgrade() -> None:
    op.add_column("clinic", sa.Column("anchored_at", sa.Text(), nullable=False, server_default=""))
    for name in ("utc_offset", "tick"):
        op.add_column("audit", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    for name in TEXTS:
        op.add_column("audit", sa.Column(name, sa.Text(), nullable=False, server_default=""))
    for name in ("prev", "mac"):
        op.add_column(
            "audit", sa.Column(name, sa.LargeBinary(), nullable=False, server_default=sa.text("x''"))
        )
    _chain(context.config.attributes["key"])
    for guard in AUDIT_GUARDS.values():
        op.execute(guard)


def _chain(key: bytes) -> None:
    """Seal the rows there are, in their order, as brought in now."""
    connection = op.get_bind()
    connection.execute(sa.text("UPDATE audit SET brought_in = :now"), {"now": to_stored(datetime.now(UTC))})
    seal, prev = sealer(AuditKeys.of(key).rows), START
    sealed = []
    for values in connection.execute(
        sa.text(f"SELECT {', '.join(AUDIT_FIELDS)} FROM audit ORDER BY seq")  # noqa: S608 - names of columns
    ):
        mac = seal(values_bytes(values) + prev)
        sealed.append({"seq": values[0], "prev": prev, "mac": mac})
        prev = mac
    if sealed:
        connection.execute(sa.text("UPDATE audit SET prev = :prev, mac = :mac WHERE seq = :seq"), sealed)
