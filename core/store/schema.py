"""Every table of the patient store, in one place.

Moments are UTC text of fixed width (`core.base.clock.to_stored`), so text order is time order. Documents (form definitions,
answers, computed comparisons) are JSON text kept byte for byte. SQLAlchemy Core, so that the same tables can move to
PostgreSQL when a clinic outgrows one machine.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

REVISION = "0013"
"""The migration this program's tables correspond to. A test holds it to the newest migration."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

clinic = Table(
    "clinic",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("store_id", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("anchored_at", Text, nullable=False, server_default=""),
    Column("audit_keys", LargeBinary, nullable=False, server_default=text("x''")),
    Column("two_person_rules", Text, nullable=False, server_default=""),
    Column("written_by", Text, nullable=False, server_default=""),
)
"""One row: which envelope this store belongs to, since when the head of its audit trail is also kept outside it, the keys of that trail
(`core.base.chain.AuditKeys`), which rules of two people are on (`core.base.rights.TwoPersonRule`), parted by blanks, and the version of the
program that made the tables what they are. An older program reads that of a newer store: the column keeps its name.
"""

patients = Table(
    "patients",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("record_no", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, index=True),
    Column("sex", Text, nullable=False),
    Column("birth", Text),
    Column("birth_estimated", Boolean, nullable=False),
    Column("phone", Text),
    Column("id_card", Text),
    Column("override_reason", Text),
    Column("created_at", Text, nullable=False),
    Column("created_by", Text, nullable=False),
    Column("updated_at", Text),
    Column("name_order", Text, nullable=False, server_default=""),
    Column("visit_count", Integer, nullable=False, server_default="0"),
    Column("last_visited_at", Text, nullable=False, server_default=""),
    Column("last_complaint", Text, nullable=False, server_default=""),
    # One for each way the list is sorted, with what it is filtered by, so that a row left out is never fetched.
    Index("ix_patients_by_name", "name_order", "id", "sex", "last_visited_at"),
    Index("ix_patients_by_last_visit", "last_visited_at", "id", "sex"),
    Index("ix_patients_by_registration", "created_at", "id", "sex", "last_visited_at"),
    # Numbers of deleted rows are never given out again.
    sqlite_autoincrement=True,
)
"""The last four columns are derived, so that a list of all patients reads this table alone: `name_order` from the name
(`core.store.patients.order_of`), the others from the visits (`core.store.visits`), in the transaction of the change.
`last_visited_at` is empty before the first visit, which sorts before every moment.
"""

patient_keys = Table(
    "patient_keys",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("patient_id", Integer, ForeignKey("patients.id", ondelete="CASCADE"), primary_key=True),
    Index("ix_patient_keys_patient_id", "patient_id"),
    sqlite_with_rowid=False,
)
"""What a patient is found by (`core.store.search`): one row for each form of the name, number or phone."""

patient_history = Table(
    "patient_history",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("patient_id", Integer, ForeignKey("patients.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("replaced_at", Text, nullable=False),
    Column("replaced_by", Text, nullable=False),
    Column("before", Text, nullable=False),
)
"""The details of a patient as they stood before each edit, as JSON."""

form_definitions = Table(
    "form_definitions",
    metadata,
    Column("ref", Text, primary_key=True),
    Column("definition", Text, nullable=False),
)
"""Each form a visit was ever filled in with, by `url|version`, so that an old visit can always be read."""

visits = Table(
    "visits",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("patient_id", Integer, ForeignKey("patients.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("visited_at", Text, nullable=False),
    Column("form_ref", Text, ForeignKey("form_definitions.ref"), nullable=False),
    Column("chief_complaint", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("saved_at", Text, nullable=False),
    Column("saved_by", Text, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
    Column("voided", Boolean, nullable=False, server_default="0"),
    UniqueConstraint("patient_id", "number"),
    Index("ix_visits_patient_id_visited_at_number", "patient_id", "visited_at", "number"),
    Index("ix_visits_visited_at", "visited_at"),
)
"""`subject` is the patient as registered at the moment of saving, as JSON: a later edit does not change the record.

Three columns are derived, so that a list reads this table alone: `version` is the newest of the answers, `chief_complaint` is
theirs, `voided` says that there is a row in `voids`. Nothing else of a row ever changes.
"""

visit_answers = Table(
    "visit_answers",
    metadata,
    Column("visit_id", Integer, ForeignKey("visits.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("response", Text, nullable=False),
    Column("saved_at", Text, nullable=False),
    Column("saved_by", Text, nullable=False),
    Column("reason", Text, nullable=False, server_default=""),
    Column("note", Text, nullable=False, server_default=""),
    Column("source", Text, nullable=False, server_default=""),
)
"""The answers of a visit as FHIR QuestionnaireResponse; the highest version counts, the others are kept as they were written.

From version 2 on `reason` is the code of why it was amended, `note` what was typed to it, `source` the front-end.
"""

signatures = Table(
    "signatures",
    metadata,
    Column("visit_id", Integer, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("signed_at", Text, nullable=False),
    Column("signed_by", Text, nullable=False),
    Column("digest", Text, nullable=False),
    ForeignKeyConstraint(
        ["visit_id", "version"], ["visit_answers.visit_id", "visit_answers.version"], ondelete="CASCADE"
    ),
)
"""Who signed which version of a visit, and when. Each is signed once; `digest` binds the signature to what was signed."""

voids = Table(
    "voids",
    metadata,
    Column("visit_id", Integer, ForeignKey("visits.id", ondelete="CASCADE"), primary_key=True),
    Column("voided_at", Text, nullable=False),
    Column("voided_by", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("source", Text, nullable=False),
)
"""The visits that count no more: by whom, when and why. There is no way back; the visit is entered anew."""

amendment_drafts = Table(
    "amendment_drafts",
    metadata,
    Column("visit_id", Integer, ForeignKey("visits.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("content", Text, nullable=False),
    Column("saved_at", Text, nullable=False),
    Column("saved_by", Text, nullable=False),
)
"""What is being typed to amend a visit, and which version it began from."""

findings = Table(
    "findings",
    metadata,
    Column("visit_id", Integer, ForeignKey("visits.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("term_key", Text, nullable=False),
    Column("term", Text, nullable=False),
    Column("field", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("grade", Integer),
    Column("count_value", Text),
    Column("count_unit", Text),
    Column("trend", Text),
    Column("since", Text, nullable=False),
    Column("frequency", Text, nullable=False),
    Column("words", Text, nullable=False),
    UniqueConstraint("visit_id", "term_key"),
)

comparisons = Table(
    "comparisons",
    metadata,
    Column("visit_id", Integer, ForeignKey("visits.id", ondelete="CASCADE"), primary_key=True),
    Column("base_number", Integer, nullable=False),
    Column("rule_version", Text, nullable=False),
    Column("rows", Text, nullable=False),
)
"""The comparison with the visit before, as computed when the visit was saved. It is never written again."""

overrides = Table(
    "overrides",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("visit_id", Integer, ForeignKey("visits.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("base_number", Integer, nullable=False),
    Column("term_key", Text, nullable=False),
    Column("state", Text),
    Column("marker", Text),
    Column("reason", Text, nullable=False),
    Column("computed", Text, nullable=False),
    Column("decided_at", Text, nullable=False),
    Column("decided_by", Text, nullable=False),
)
"""What a physician chose instead of a computed result. Rows are only added; the newest counts."""

drafts = Table(
    "drafts",
    metadata,
    Column("patient_id", Integer, ForeignKey("patients.id", ondelete="CASCADE"), primary_key=True),
    Column("form_url", Text, primary_key=True),
    Column("content", Text, nullable=False),
    Column("saved_at", Text, nullable=False),
    Column("saved_by", Text, nullable=False),
)

operators = Table(
    "operators",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),
    Column("roles", Text, nullable=False),
    Column("active_from", Text, nullable=False),
    Column("ended_at", Text),
    Column("created_by", Text, nullable=False),
)
"""Who works here, or did: rows of the past name them, so none is ever removed. `roles` are codes parted by blanks."""

pack_storage = Table(
    "pack_storage",
    metadata,
    Column("pack", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    Column("saved_at", Text, nullable=False),
)
"""What packs keep for themselves, each under its own name: JSON text. A pack that is gone leaves it for the day it comes back."""

quarantine = Table(
    "quarantine",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kept_at", Text, nullable=False),
    Column("kept_by", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("tool", Text, nullable=False),
    Column("record_no", Text),
    Column("constraints", Text, nullable=False),
    Column("content", Text, nullable=False),
    sqlite_autoincrement=True,
)
"""Texts that a wording rule kept from being shown, as they were written. Rows are only added; `constraints` are `pack/id`, parted by blanks."""

calls = Table(
    "calls",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("started_at", Text, nullable=False),
    Column("settled_at", Text),
    Column("day", Text, nullable=False),
    Column("pack", Text, nullable=False),
    Column("tool", Text, nullable=False),
    Column("purpose", Text, nullable=False),
    Column("session", Text, nullable=False),
    Column("run", Text, nullable=False),
    Column("task", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("answered_by", Text, nullable=False),
    Column("provider", Text, nullable=False),
    Column("boundary", Text, nullable=False),
    Column("prompt", Integer),
    Column("completion", Integer),
    Column("hit", Integer),
    Column("miss", Integer),
    Column("reasoning", Integer),
    Column("worst", BigInteger),
    Column("cost", BigInteger),
    Column("price_version", Text, nullable=False),
    Column("window", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("ms", Integer),
    Column("first_token_ms", Integer),
    Column("truncated", Boolean, nullable=False),
    Index("ix_calls_day", "day"),
    Index("ix_calls_task", "task", sqlite_where=text("task <> ''")),
    sqlite_autoincrement=True,
)
"""Every call of a model: entered before it is made, with the worst it can cost, and settled once, with what it did. One that was cut off in
between stays as it was entered. Amounts are whole numbers of 10⁻¹² yuan, so that the database adds them without rounding; null is not known,
never nothing. `day` is the clinic's calendar day a call counts for. Nothing of what was asked or answered stands here.
"""

price_overrides = Table(
    "price_overrides",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("model", Text, nullable=False),
    Column("since", Text, nullable=False),
    *(Column(name, Text) for name in ("hit", "miss", "output", "peak_hit", "peak_miss", "peak_output")),
    Column("entered_at", Text, nullable=False),
    Column("entered_by", Text, nullable=False),
    sqlite_autoincrement=True,
)
"""Prices an admin set, in yuan for a million tokens, each from a moment on. Rows are only added: one without any price ends those before it."""

registrations = Table(
    "registrations",
    metadata,
    Column("revision", Integer, primary_key=True),
    Column("name", Text, nullable=False, index=True),
    Column("content", Text),
    Column("changed_at", Text, nullable=False),
    Column("changed_by", Text, nullable=False),
    sqlite_autoincrement=True,
)
"""Models an admin registered: JSON text, null where one was taken out. Rows are only added; the newest of a name counts. No key stands here."""

egress_policies = Table(
    "egress_policies",
    metadata,
    Column("revision", Integer, primary_key=True),
    Column("content", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("set_at", Text, nullable=False),
    Column("set_by", Text, nullable=False),
)
"""Every policy of what may be given to a model, in its canonical form. Rows are only added; the highest revision is in force."""

audit = Table(
    "audit",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("at", Text, nullable=False),
    Column("operator", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("record_no", Text, index=True),
    Column("visit", Integer),
    Column("detail", Text, nullable=False),
    Column("utc_offset", Integer, nullable=False, server_default="0"),
    Column("session", Text, nullable=False, server_default=""),
    Column("tick", Integer, nullable=False, server_default="0"),
    Column("role", Text, nullable=False, server_default=""),
    Column("workstation", Text, nullable=False, server_default=""),
    Column("tool", Text, nullable=False, server_default=""),
    Column("reason", Text, nullable=False, server_default=""),
    Column("outcome", Text, nullable=False, server_default=""),
    Column("program", Text, nullable=False, server_default=""),
    Column("packs", Text, nullable=False, server_default=""),
    Column("digest_before", Text, nullable=False, server_default=""),
    Column("digest_after", Text, nullable=False, server_default=""),
    Column("brought_in", Text, nullable=False, server_default=""),
    Column("prev", LargeBinary, nullable=False, server_default=text("x''")),
    Column("mac", LargeBinary, nullable=False, server_default=text("x''")),
    Index("ix_audit_at", "at"),
    Index("ix_audit_operator", "operator"),
    Index("ix_audit_action", "action"),
    Index("ix_audit_operator_action", "operator", "action"),
    Index("ix_audit_refused", "seq", sqlite_where=text("outcome = 'refused'")),
    Index("ix_audit_reasoned", "seq", sqlite_where=text("reason <> ''")),
    sqlite_autoincrement=True,
)
"""Who did what, when, to whose record, each row chained to the one before (`core.base.ports.AuditRow` says what stands where).
Carries names of fields, codes and digests, never clinical text.
"""

AUDIT_GUARDS = {
    f"audit_{name}": f"CREATE TRIGGER audit_{name} BEFORE {statement} BEGIN SELECT RAISE(ABORT, 'the audit trail only grows'); END"
    for name, statement in (
        ("no_update", "UPDATE ON audit"),
        ("no_delete", "DELETE ON audit"),
        # REPLACE deletes a row without asking the trigger above.
        ("no_replace", "INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE seq = NEW.seq)"),
    )
}
"""The triggers of the trail, by name. Whoever drops one is found out by its absence."""

_KEYS = {
    visit_answers: "visit_id = NEW.visit_id AND version = NEW.version",
    signatures: "visit_id = NEW.visit_id AND version = NEW.version",
    voids: "visit_id = NEW.visit_id",
}
_KEPT = ("patient_id", "number", "visited_at", "form_ref", "subject", "source", "saved_at", "saved_by")

RECORD_GUARDS = {
    f"{table}_{name}": f"CREATE TRIGGER {table}_{name} BEFORE {statement} BEGIN SELECT RAISE(ABORT, 'a saved record only grows'); END"
    for table, name, statement in (
        *((table.name, "no_update", f"UPDATE ON {table.name}") for table in _KEYS),
        *((table.name, "no_delete", f"DELETE ON {table.name}") for table in _KEYS),
        *(
            (
                table.name,
                "no_replace",
                f"INSERT ON {table.name} WHEN EXISTS (SELECT 1 FROM {table.name} WHERE {key})",  # noqa: S608 - names of our own
            )
            for table, key in _KEYS.items()
        ),
        ("visits", "no_update", f"UPDATE OF {', '.join(_KEPT)} ON visits"),
    )
}
"""The triggers that keep versions, signatures and voids as they were written, and of a visit what is not derived."""
