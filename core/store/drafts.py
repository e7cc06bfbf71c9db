"""Drafts in the store: what was typed and not yet saved, one for each patient and form. A draft is never a visit."""

from dataclasses import dataclass
from datetime import tzinfo

from sqlalchemy import Connection, delete, func, select
from sqlalchemy.dialects.sqlite import insert

from core.store.patients import Patient, of_row
from core.store.schema import drafts, patients


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft as kept: `content` is the answers file as JSON, complete or not."""

    form_url: str
    content: str
    saved_at: str
    saved_by: str


def keep(connection: Connection, patient_id: int, draft: Draft) -> None:
    """Keep a draft in place of the one before."""
    values = {
        "content": draft.content,
        "saved_at": draft.saved_at,
        "saved_by": draft.saved_by,
    }
    connection.execute(
        insert(drafts)
        .values(patient_id=patient_id, form_url=draft.form_url, **values)
        .on_conflict_do_update(index_elements=["patient_id", "form_url"], set_=values)
    )


def of_patient(connection: Connection, patient_id: int) -> list[Draft]:
    """The drafts of a patient, the newest first."""
    rows = connection.execute(
        select(drafts).where(drafts.c.patient_id == patient_id).order_by(drafts.c.saved_at.desc())
    )
    return [Draft(row.form_url, row.content, row.saved_at, row.saved_by) for row in rows]


def newest(connection: Connection, limit: int, zone: tzinfo) -> list[tuple[Patient, Draft]]:
    """The newest drafts of all patients, the newest first."""
    rows = connection.execute(
        select(patients, drafts.c.form_url, drafts.c.content, drafts.c.saved_at, drafts.c.saved_by)
        .select_from(drafts.join(patients))
        .order_by(drafts.c.saved_at.desc(), drafts.c.patient_id, drafts.c.form_url)
        .limit(limit)
    )
    return [(of_row(row, zone), Draft(row.form_url, row.content, row.saved_at, row.saved_by)) for row in rows]


def count(connection: Connection) -> int:
    """How many drafts there are."""
    return int(connection.scalar(select(func.count()).select_from(drafts)) or 0)


def remove(connection: Connection, patient_id: int, form_url: str) -> bool:
    """Remove a draft. False when there was none."""
    gone = connection.execute(
        delete(drafts).where(drafts.c.patient_id == patient_id, drafts.c.form_url == form_url)
    )
    return bool(gone.rowcount)
