"""Whom the clinic knows, as rows: for telling known people from other words (`core.net.deid`).

What was added since is read by row numbers, never by a clock, which may be set back. Former names and telephones are in the history.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, select

from core.base.ids import RecordNo
from core.store.patients import from_json
from core.store.schema import patient_history, patients


@dataclass(frozen=True, slots=True, repr=False)
class Known:
    """What tells one patient, or what a patient was before an edit. `birth` is as it is kept, estimated or not."""

    record_no: RecordNo
    name: str
    phone: str | None
    id_card: str | None
    birth: str | None


@dataclass(frozen=True, slots=True)
class Mark:
    """How far it was read: the newest rows, and when they were written. In another file these numbers are of other rows."""

    patient: int = 0
    registered: str = ""
    edit: int = 0
    edited: str = ""


def newest(connection: Connection) -> Mark:
    """The mark of everything there is now."""
    patient = connection.execute(
        select(patients.c.id, patients.c.created_at).order_by(patients.c.id.desc()).limit(1)
    ).first()
    edit = connection.execute(
        select(patient_history.c.id, patient_history.c.replaced_at)
        .order_by(patient_history.c.id.desc())
        .limit(1)
    ).first()
    return Mark(*(patient or (0, "")), *(edit or (0, "")))


def continues(connection: Connection, mark: Mark) -> bool:
    """Whether what was read up to a mark is what this file has up to there: not after a backup took its place."""
    registered = connection.scalar(select(patients.c.created_at).where(patients.c.id == mark.patient))
    edited = connection.scalar(select(patient_history.c.replaced_at).where(patient_history.c.id == mark.edit))
    return (registered or "", edited or "") == (mark.registered, mark.edited)


def since(connection: Connection, mark: Mark) -> Iterator[Known]:
    """Whoever was registered or edited after a mark: as they are now, and as they were before each edit."""
    edited = select(patient_history.c.patient_id).where(patient_history.c.id > mark.edit)
    now = select(
        patients.c.record_no, patients.c.name, patients.c.phone, patients.c.id_card, patients.c.birth
    )
    for row in connection.execute(now.where((patients.c.id > mark.patient) | patients.c.id.in_(edited))):
        yield Known(RecordNo(row.record_no), row.name, row.phone, row.id_card, row.birth)
    before = (
        select(patients.c.record_no, patient_history.c.before)
        .join(patients)
        .where(patient_history.c.id > mark.edit)
    )
    for record_no, details in connection.execute(before):
        yield _before(RecordNo(record_no), details)


def of(connection: Connection, record_no: RecordNo) -> list[Known]:
    """One patient, as they are and as they were. Nobody for a number that was never given."""
    now = select(patients.c.id, patients.c.name, patients.c.phone, patients.c.id_card, patients.c.birth)
    row = connection.execute(now.where(patients.c.record_no == record_no)).first()
    if row is None:
        return []
    edits = select(patient_history.c.before).where(patient_history.c.patient_id == row.id)
    former = [_before(record_no, details) for details in connection.scalars(edits)]
    return [Known(record_no, row.name, row.phone, row.id_card, row.birth), *former]


def _before(record_no: RecordNo, kept: str) -> Known:
    details = from_json(kept)
    birth = details.birth.text if details.birth else None
    return Known(record_no, details.name, details.phone, details.id_card, birth)
