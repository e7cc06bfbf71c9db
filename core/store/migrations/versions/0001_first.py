"""The first tables: clinic, patients and what they are found by, visits, findings, comparisons, drafts, audit."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audit",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("operator", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("record_no", sa.Text(), nullable=True),
        sa.Column("visit", sa.Integer(), nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_audit")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_audit_record_no"), "audit", ["record_no"], unique=False)
    op.create_table(
        "clinic",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("store_id", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clinic")),
    )
    op.create_table(
        "form_definitions",
        sa.Column("ref", sa.Text(), nullable=False),
        sa.Column("definition", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("ref", name=op.f("pk_form_definitions")),
    )
    op.create_table(
        "patients",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("record_no", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("sex", sa.Text(), nullable=False),
        sa.Column("birth", sa.Text(), nullable=True),
        sa.Column("birth_estimated", sa.Boolean(), nullable=False),
        sa.Column("phone", sa.Text(), nullable=True),
        sa.Column("id_card", sa.Text(), nullable=True),
        sa.Column("override_reason", sa.Text(), nullable=True),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_patients")),
        sa.UniqueConstraint("record_no", name=op.f("uq_patients_record_no")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_patients_name_key"), "patients", ["name_key"], unique=False)
    op.create_table(
        "drafts",
        sa.Column("patient_id", sa.Integer(), nullable=False),
        sa.Column("form_url", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("saved_at", sa.Text(), nullable=False),
        sa.Column("saved_by", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["patient_id"], ["patients.id"], name=op.f("fk_drafts_patient_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("patient_id", "form_url", name=op.f("pk_drafts")),
    )
    op.create_table(
        "patient_history",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("patient_id", sa.Integer(), nullable=False),
        sa.Column("replaced_at", sa.Text(), nullable=False),
        sa.Column("replaced_by", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["patient_id"], ["patients.id"], name=op.f("fk_patient_history_patient_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_patient_history")),
    )
    op.create_index(op.f("ix_patient_history_patient_id"), "patient_history", ["patient_id"], unique=False)
    op.create_table(
        "patient_keys",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("patient_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["patient_id"], ["patients.id"], name=op.f("fk_patient_keys_patient_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("kind", "key", "patient_id", name=op.f("pk_patient_keys")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_patient_keys_patient_id", "patient_keys", ["patient_id"], unique=False)
    op.create_table(
        "visits",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("patient_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("visited_at", sa.Text(), nullable=False),
        sa.Column("form_ref", sa.Text(), nullable=False),
        sa.Column("chief_complaint", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("saved_at", sa.Text(), nullable=False),
        sa.Column("saved_by", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["form_ref"], ["form_definitions.ref"], name=op.f("fk_visits_form_ref")),
        sa.ForeignKeyConstraint(
            ["patient_id"], ["patients.id"], name=op.f("fk_visits_patient_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_visits")),
        sa.UniqueConstraint("patient_id", "number", name=op.f("uq_visits_patient_id_number")),
    )
    op.create_index(
        "ix_visits_patient_id_visited_at_number",
        "visits",
        ["patient_id", "visited_at", "number"],
        unique=False,
    )
    op.create_table(
        "comparisons",
        sa.Column("visit_id", sa.Integer(), nullable=False),
        sa.Column("base_number", sa.Integer(), nullable=False),
        sa.Column("rule_version", sa.Text(), nullable=False),
        sa.Column("rows", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["visit_id"], ["visits.id"], name=op.f("fk_comparisons_visit_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("visit_id", name=op.f("pk_comparisons")),
    )
    op.create_table(
        "findings",
        sa.Column("visit_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("term_key", sa.Text(), nullable=False),
        sa.Column("term", sa.Text(), nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("grade", sa.Integer(), nullable=True),
        sa.Column("count_value", sa.Text(), nullable=True),
        sa.Column("count_unit", sa.Text(), nullable=True),
        sa.Column("trend", sa.Text(), nullable=True),
        sa.Column("since", sa.Text(), nullable=False),
        sa.Column("frequency", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["visit_id"], ["visits.id"], name=op.f("fk_findings_visit_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("visit_id", "position", name=op.f("pk_findings")),
        sa.UniqueConstraint("visit_id", "term_key", name=op.f("uq_findings_visit_id_term_key")),
    )
    op.create_table(
        "overrides",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("visit_id", sa.Integer(), nullable=False),
        sa.Column("base_number", sa.Integer(), nullable=False),
        sa.Column("term_key", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=True),
        sa.Column("marker", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("computed", sa.Text(), nullable=False),
        sa.Column("decided_at", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["visit_id"], ["visits.id"], name=op.f("fk_overrides_visit_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_overrides")),
    )
    op.create_index(op.f("ix_overrides_visit_id"), "overrides", ["visit_id"], unique=False)
    op.create_table(
        "visit_answers",
        sa.Column("visit_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("response", sa.Text(), nullable=False),
        sa.Column("saved_at", sa.Text(), nullable=False),
        sa.Column("saved_by", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["visit_id"], ["visits.id"], name=op.f("fk_visit_answers_visit_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("visit_id", "version", name=op.f("pk_visit_answers")),
    )
