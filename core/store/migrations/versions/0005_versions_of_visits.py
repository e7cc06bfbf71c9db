"""Amendments and voids: reasons of versions, signatures bound to a version, voids, drafts of amendments, and the guards of it all."""

import sqlalchemy as sa
from alembic import op

from core.store.schema import RECORD_GUARDS
from core.store.visits import version_digest

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("visits", sa.Column("version", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("visits", sa.Column("voided", sa.Boolean(), nullable=False, server_default="0"))
    for name in ("reason", "note", "source"):
        op.add_column("visit_answers", sa.Column(name, sa.Text(), nullable=False, server_default=""))
    _bind_signatures()
    op.create_table(
        "voids",
        sa.Column("visit_id", sa.Integer(), nullable=False),
        *(
            sa.Column(name, sa.Text(), nullable=False)
            for name in ("voided_at", "voided_by", "reason", "note", "source")
        ),
        sa.ForeignKeyConstraint(
            ["visit_id"], ["visits.id"], name=op.f("fk_voids_visit_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("visit_id", name=op.f("pk_voids")),
    )
    op.create_table(
        "amendment_drafts",
        sa.Column("visit_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("content", "saved_at", "saved_by")),
        sa.ForeignKeyConstraint(
            ["visit_id"], ["visits.id"], name=op.f("fk_amendment_drafts_visit_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("visit_id", name=op.f("pk_amendment_drafts")),
    )
    for guard in RECORD_GUARDS.values():
        op.execute(guard)


def _bind_signatures() -> None:
    """Give each signature the version it was for, the only one there was, and the digest of what that holds."""
    op.rename_table("signatures", "signatures_before")
    op.create_table(
        "signatures",
        sa.Column("visit_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("signed_at", "signed_by", "digest")),
        sa.ForeignKeyConstraint(
            ["visit_id", "version"],
            ["visit_answers.visit_id", "visit_answers.version"],
            name=op.f("fk_signatures_visit_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("visit_id", "version", name=op.f("pk_signatures")),
    )
    connection = op.get_bind()
    found = connection.execute(
        sa.text(
            """
            SELECT s.visit_id, s.signed_at, s.signed_by, v.number, v.visited_at, v.form_ref, v.subject, a.response
            FROM signatures_before AS s JOIN visits AS v ON v.id = s.visit_id
            JOIN visit_answers AS a ON a.visit_id = v.id AND a.version = 1
            """
        )
    ).all()
    if found:
        connection.execute(
            sa.text("INSERT INTO signatures VALUES (:visit_id, 1, :signed_at, :signed_by, :digest)"),
            [
                {
                    "visit_id": row.visit_id,
                    "signed_at": row.signed_at,
                    "signed_by": row.signed_by,
                    "digest": version_digest(
                        number=row.number,
                        version=1,
                        visited_at=row.visited_at,
                        form_ref=row.form_ref,
                        subject=row.subject,
                        response=row.response,
                    ),
                }
                for row in found
            ],
        )
    op.drop_table("signatures_before")
