"""Signatures, and what a list of all patients and a day's visits are read by."""

import sqlalchemy as sa
from alembic import op

from core.store.patients import order_of

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "signatures",
        sa.Column("visit_id", sa.Integer(), nullable=False),
        sa.Column("signed_at", sa.Text(), nullable=False),
        sa.Column("signed_by", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["visit_id"], ["visits.id"], name=op.f("fk_signatures_visit_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("visit_id", name=op.f("pk_signatures")),
    )
    op.add_column("patients", sa.Column("name_order", sa.Text(), nullable=False, server_default=""))
    op.add_column("patients", sa.Column("visit_count", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("patients", sa.Column("last_visited_at", sa.Text(), nullable=False, server_default=""))
    op.add_column("patients", sa.Column("last_complaint", sa.Text(), nullable=False, server_default=""))
    _fill()
    op.create_index("ix_patients_by_name", "patients", ["name_order", "id", "sex", "last_visited_at"])
    op.create_index("ix_patients_by_last_visit", "patients", ["last_visited_at", "id", "sex"])
    op.create_index("ix_patients_by_registration", "patients", ["created_at", "id", "sex", "last_visited_at"])
    op.create_index("ix_visits_visited_at", "visits", ["visited_at"])


def _fill() -> None:
    """Work out the derived columns of the patients there are."""
    connection = op.get_bind()
    names = connection.execute(sa.text("SELECT id, name FROM patients")).all()
    if names:
        connection.execute(
            sa.text("UPDATE patients SET name_order = :name_order WHERE id = :id"),
            [{"id": row.id, "name_order": order_of(row.name)} for row in names],
        )
    connection.execute(
        sa.text(
            """
            UPDATE patients SET (visit_count, last_visited_at, last_complaint) = (
                SELECT
                    (SELECT count(*) FROM visits WHERE patient_id = patients.id), visited_at, chief_complaint
                FROM visits WHERE patient_id = patients.id
                ORDER BY visited_at DESC, number DESC LIMIT 1
            )
            WHERE EXISTS (SELECT 1 FROM visits WHERE patient_id = patients.id)
            """
        )
    )
