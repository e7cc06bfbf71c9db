"""Visits in the store: the newest answers, the findings, the comparison made at saving, and the overrides.

A visit's number is given when it is saved and never changes. Its place, which labels it 初诊 or 第N诊, is its place in time among
the visits that stand; one that is void has none. What became of a visit after it was saved: `core.store.versions`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from hashlib import sha256

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, true, update

from core.forms.exact_json import dump_json
from core.forms.findings import Count, Finding, Status, Trend
from core.store.schema import (
    comparisons,
    findings,
    form_definitions,
    overrides,
    patients,
    signatures,
    visit_answers,
    visits,
    voids,
)


@dataclass(frozen=True, slots=True)
class NewVisit:
    """What is saved as one visit. Moments are stored moments; `response` and `subject` are JSON."""

    visited_at: str
    form_ref: str
    chief_complaint: str
    subject: str
    response: str
    findings: tuple[Finding, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Signature:
    """Who signed a version of a visit, the stored moment of it, and the digest of what was signed."""

    at: str
    by: str
    digest: str


@dataclass(frozen=True, slots=True)
class Correction:
    """That a saved visit was amended, or counts no more: the stored moment, who, and why by code and in words."""

    at: str
    by: str
    reason: str
    note: str


@dataclass(frozen=True, slots=True)
class Visit:
    """A saved visit with its newest answers. `place` counts from 1 in order of time; a void visit has 0.

    `signature` is that of the newest version, `amendment` how it came about when it is not the first.
    """

    id: int
    number: int
    place: int
    visited_at: str
    form_ref: str
    chief_complaint: str
    subject: str
    response: str
    saved_at: str
    saved_by: str
    source: str
    findings: tuple[Finding, ...]
    signature: Signature | None
    version: int = 1
    amendment: Correction | None = None
    void: Correction | None = None

    @property
    def digest(self) -> str:
        """Of the newest version."""
        return version_digest(
            number=self.number,
            version=self.version,
            visited_at=self.visited_at,
            form_ref=self.form_ref,
            subject=self.subject,
            response=self.response,
        )


@dataclass(frozen=True, slots=True)
class StoredComparison:
    """The comparison as computed when the visit was saved; `rows` is JSON."""

    base_number: int
    rule_version: str
    rows: str


@dataclass(frozen=True, slots=True)
class Override:
    """What a physician chose instead of a computed row. `computed` is that row as JSON."""

    base_number: int
    term_key: str
    state: str | None
    marker: str | None
    reason: str
    computed: str
    decided_at: str
    decided_by: str


def add(connection: Connection, patient_id: int, visit: NewVisit, *, at: str, by: str) -> int:
    """Save a visit under the patient's next number, which is returned."""
    highest = connection.scalar(select(func.max(visits.c.number)).where(visits.c.patient_id == patient_id))
    number = int(highest or 0) + 1
    visit_id = connection.scalar(
        insert(visits)
        .values(
            patient_id=patient_id,
            number=number,
            visited_at=visit.visited_at,
            form_ref=visit.form_ref,
            chief_complaint=visit.chief_complaint,
            subject=visit.subject,
            source=visit.source,
            saved_at=at,
            saved_by=by,
        )
        .returning(visits.c.id)
    )
    connection.execute(
        insert(visit_answers).values(
            visit_id=visit_id, version=1, response=visit.response, saved_at=at, saved_by=by
        )
    )
    put_findings(connection, int(visit_id or 0), visit.findings)
    tell_patient(connection, patient_id)
    return number


def put_findings(connection: Connection, visit_id: int, found: Sequence[Finding]) -> None:
    """Keep these as what a visit found, in place of what stood there: they are those of its newest answers."""
    connection.execute(delete(findings).where(findings.c.visit_id == visit_id))
    rows = [_columns(finding, position) for position, finding in enumerate(found)]
    if rows:
        connection.execute(insert(findings), [{"visit_id": visit_id, **row} for row in rows])


def is_signed() -> ColumnElement[bool]:
    """What joins a visit to the signature of its newest version."""
    return (signatures.c.visit_id == visits.c.id) & (signatures.c.version == visits.c.version)


def of_patient(connection: Connection, patient_id: int) -> list[Visit]:
    """The visits of a patient that stand, in order of time, then of number. Void ones are left out."""
    return _of_patient(connection, patient_id, visits.c.voided.is_(False))


def every_of_patient(connection: Connection, patient_id: int) -> list[Visit]:
    """All visits of a patient, void ones too, in order of time, then of number."""
    return _of_patient(connection, patient_id, true())


def _of_patient(connection: Connection, patient_id: int, wanted: ColumnElement[bool]) -> list[Visit]:
    rows = connection.execute(
        select(
            visits,
            visit_answers.c.response,
            visit_answers.c.saved_at.label("amended_at"),
            visit_answers.c.saved_by.label("amended_by"),
            visit_answers.c.reason.label("amended_for"),
            visit_answers.c.note.label("amended_note"),
            signatures.c.signed_at,
            signatures.c.signed_by,
            signatures.c.digest,
            voids.c.voided_at,
            voids.c.voided_by,
            voids.c.reason,
            voids.c.note,
        )
        .join_from(
            visits,
            visit_answers,
            (visit_answers.c.visit_id == visits.c.id) & (visit_answers.c.version == visits.c.version),
        )
        .outerjoin(signatures, is_signed())
        .outerjoin(voids, voids.c.visit_id == visits.c.id)
        .where(visits.c.patient_id == patient_id, wanted)
        .order_by(visits.c.visited_at, visits.c.number)
    ).all()
    found = _findings_of(connection, [row.id for row in rows])
    standing = [row.id for row in rows if not row.voided]
    places = {visit_id: place for place, visit_id in enumerate(standing, start=1)}
    return [
        Visit(
            id=row.id,
            number=row.number,
            place=places.get(row.id, 0),
            visited_at=row.visited_at,
            form_ref=row.form_ref,
            chief_complaint=row.chief_complaint,
            subject=row.subject,
            response=row.response,
            saved_at=row.saved_at,
            saved_by=row.saved_by,
            source=row.source,
            findings=tuple(found.get(row.id, ())),
            signature=Signature(row.signed_at, row.signed_by, row.digest) if row.signed_at else None,
            version=row.version,
            amendment=Correction(row.amended_at, row.amended_by, row.amended_for, row.amended_note)
            if row.version > 1
            else None,
            void=Correction(row.voided_at, row.voided_by, row.reason, row.note) if row.voided_at else None,
        )
        for row in rows
    ]


def version_digest(
    *, number: int, version: int, visited_at: str, form_ref: str, subject: str, response: str
) -> str:
    """What a signature is bound to: the SHA-256 of one version of a visit, all of it that is kept as it was written."""
    whole = dump_json([number, version, visited_at, form_ref, subject, response])
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def sign(connection: Connection, visit_id: int, version: int, signature: Signature) -> None:
    """Sign a version that is not signed yet; the table holds no second signature."""
    connection.execute(
        insert(signatures).values(
            visit_id=visit_id,
            version=version,
            signed_at=signature.at,
            signed_by=signature.by,
            digest=signature.digest,
        )
    )


def keep_comparison(connection: Connection, visit_id: int, comparison: StoredComparison) -> None:
    """Store the comparison made when the visit was saved. It is written once."""
    connection.execute(
        insert(comparisons).values(
            visit_id=visit_id,
            base_number=comparison.base_number,
            rule_version=comparison.rule_version,
            rows=comparison.rows,
        )
    )


def kept_comparison(connection: Connection, visit_id: int) -> StoredComparison | None:
    """The comparison stored with a visit; the first visit of a patient has none."""
    row = connection.execute(select(comparisons).where(comparisons.c.visit_id == visit_id)).first()
    return StoredComparison(row.base_number, row.rule_version, row.rows) if row else None


def add_override(connection: Connection, visit_id: int, override: Override) -> None:
    """Keep an override beside the computed result. Earlier ones stay."""
    connection.execute(
        insert(overrides).values(
            visit_id=visit_id,
            base_number=override.base_number,
            term_key=override.term_key,
            state=override.state,
            marker=override.marker,
            reason=override.reason,
            computed=override.computed,
            decided_at=override.decided_at,
            decided_by=override.decided_by,
        )
    )


def overrides_of(connection: Connection, visit_id: int) -> list[Override]:
    """The overrides decided at a visit, the newest last."""
    rows = connection.execute(
        select(overrides).where(overrides.c.visit_id == visit_id).order_by(overrides.c.id)
    )
    return [
        Override(
            base_number=row.base_number,
            term_key=row.term_key,
            state=row.state,
            marker=row.marker,
            reason=row.reason,
            computed=row.computed,
            decided_at=row.decided_at,
            decided_by=row.decided_by,
        )
        for row in rows
    ]


def keep_definition(connection: Connection, ref: str, definition: str) -> str:
    """Keep a form's definition the first time it is used, and return the one that is kept for this `url|version`."""
    kept = connection.scalar(select(form_definitions.c.definition).where(form_definitions.c.ref == ref))
    if kept is None:
        connection.execute(insert(form_definitions).values(ref=ref, definition=definition))
        return definition
    return str(kept)


def definitions(connection: Connection, refs: Iterable[str]) -> dict[str, str]:
    """The kept definitions of forms, by `url|version`."""
    rows = connection.execute(select(form_definitions).where(form_definitions.c.ref.in_(set(refs))))
    return {row.ref: row.definition for row in rows}


def tell_patient(connection: Connection, patient_id: int) -> None:
    """Write what a list shows of the visits to the patient's row, from the visits as they now stand."""
    own = (visits.c.patient_id == patient_id) & visits.c.voided.is_(False)
    last = connection.execute(
        select(visits).where(own).order_by(visits.c.visited_at.desc(), visits.c.number.desc()).limit(1)
    ).first()
    connection.execute(
        update(patients)
        .where(patients.c.id == patient_id)
        .values(
            visit_count=select(func.count()).select_from(visits).where(own).scalar_subquery(),
            last_visited_at=last.visited_at if last else "",
            last_complaint=last.chief_complaint if last else "",
        )
    )


def _columns(finding: Finding, position: int) -> dict[str, object]:
    return {
        "position": position,
        "term_key": finding.key,
        "term": finding.term,
        "field": finding.field,
        "status": finding.status.value,
        "grade": finding.grade,
        "count_value": str(finding.count.value) if finding.count else None,
        "count_unit": finding.count.unit if finding.count else None,
        "trend": finding.trend.value if finding.trend else None,
        "since": finding.since,
        "frequency": finding.frequency,
        "words": finding.words,
    }


def _findings_of(connection: Connection, visit_ids: Sequence[int]) -> dict[int, list[Finding]]:
    rows = connection.execute(
        select(findings)
        .where(findings.c.visit_id.in_(visit_ids))
        .order_by(findings.c.visit_id, findings.c.position)
    )
    found: dict[int, list[Finding]] = {}
    for row in rows:
        found.setdefault(row.visit_id, []).append(
            Finding(
                term=row.term,
                field=row.field,
                status=Status(row.status),
                grade=row.grade,
                count=Count(Decimal(row.count_value), row.count_unit)
                if row.count_value is not None
                else None,
                trend=Trend(row.trend) if row.trend else None,
                since=row.since,
                frequency=row.frequency,
                words=row.words,
            )
        )
    return found
