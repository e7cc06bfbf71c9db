"""What became of a visit after it was saved: further versions of its answers, its void, and what is being typed to amend it.

Versions and voids are only added: triggers of the store hold it (`core.store.schema.RECORD_GUARDS`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection, delete, insert, select, update

from core.forms.findings import Finding
from core.store import visits as store
from core.store.schema import amendment_drafts, signatures, visit_answers, visits, voids
from core.store.visits import Correction, Signature, Visit


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a visit's answers, as it was written. The first has no reason."""

    number: int
    response: str
    saved_at: str
    saved_by: str
    reason: str
    note: str
    source: str
    signature: Signature | None


@dataclass(frozen=True, slots=True)
class AmendmentDraft:
    """What is being typed to amend a visit, from which version on."""

    version: int
    content: str
    saved_at: str
    saved_by: str


def as_of(visit: Visit, version: Version) -> Visit:
    """The visit as it read in one version; only answers and signature are those of then."""
    return replace(visit, response=version.response, version=version.number, signature=version.signature)


def of_visit(connection: Connection, visit_id: int) -> list[Version]:
    """Every version of a visit, the first one first."""
    rows = connection.execute(
        select(visit_answers, signatures.c.signed_at, signatures.c.signed_by, signatures.c.digest)
        .outerjoin_from(
            visit_answers,
            signatures,
            (signatures.c.visit_id == visit_answers.c.visit_id)
            & (signatures.c.version == visit_answers.c.version),
        )
        .where(visit_answers.c.visit_id == visit_id)
        .order_by(visit_answers.c.version)
    )
    return [
        Version(
            number=row.version,
            response=row.response,
            saved_at=row.saved_at,
            saved_by=row.saved_by,
            reason=row.reason,
            note=row.note,
            source=row.source,
            signature=Signature(row.signed_at, row.signed_by, row.digest) if row.signed_at else None,
        )
        for row in rows
    ]


def add(
    connection: Connection,
    patient_id: int,
    visit_id: int,
    version: Version,
    *,
    chief_complaint: str,
    found: Sequence[Finding],
) -> None:
    """Add a version, whose findings and complaint are the visit's from now on. The draft of it goes."""
    connection.execute(
        insert(visit_answers).values(
            visit_id=visit_id,
            version=version.number,
            response=version.response,
            saved_at=version.saved_at,
            saved_by=version.saved_by,
            reason=version.reason,
            note=version.note,
            source=version.source,
        )
    )
    connection.execute(
        update(visits)
        .where(visits.c.id == visit_id)
        .values(version=version.number, chief_complaint=chief_complaint)
    )
    store.put_findings(connection, visit_id, found)
    remove_draft(connection, visit_id)
    store.tell_patient(connection, patient_id)


def void(connection: Connection, patient_id: int, visit_id: int, void: Correction, source: str) -> None:
    """Say of a visit that it counts no more. Nothing of it is touched; the draft of an amendment goes."""
    connection.execute(
        insert(voids).values(
            visit_id=visit_id,
            voided_at=void.at,
            voided_by=void.by,
            reason=void.reason,
            note=void.note,
            source=source,
        )
    )
    connection.execute(update(visits).where(visits.c.id == visit_id).values(voided=True))
    remove_draft(connection, visit_id)
    store.tell_patient(connection, patient_id)


def keep_draft(connection: Connection, visit_id: int, draft: AmendmentDraft) -> None:
    """Keep this in place of the draft before."""
    remove_draft(connection, visit_id)
    connection.execute(
        insert(amendment_drafts).values(
            visit_id=visit_id,
            version=draft.version,
            content=draft.content,
            saved_at=draft.saved_at,
            saved_by=draft.saved_by,
        )
    )


def draft_of(connection: Connection, visit_id: int) -> AmendmentDraft | None:
    """What is being typed to amend a visit, None when nothing is."""
    row = connection.execute(select(amendment_drafts).where(amendment_drafts.c.visit_id == visit_id)).first()
    return AmendmentDraft(row.version, row.content, row.saved_at, row.saved_by) if row else None


def drafts_of_patient(connection: Connection, patient_id: int) -> list[tuple[int, AmendmentDraft]]:
    """What is being typed to amend visits of a patient, with the number of each, the newest first."""
    rows = connection.execute(
        select(visits.c.number, amendment_drafts)
        .join_from(amendment_drafts, visits)
        .where(visits.c.patient_id == patient_id)
        .order_by(amendment_drafts.c.saved_at.desc(), visits.c.number.desc())
    )
    return [
        (row.number, AmendmentDraft(row.version, row.content, row.saved_at, row.saved_by)) for row in rows
    ]


def remove_draft(connection: Connection, visit_id: int) -> bool:
    """Remove it; whether there was one."""
    return bool(
        connection.execute(delete(amendment_drafts).where(amendment_drafts.c.visit_id == visit_id)).rowcount
    )
