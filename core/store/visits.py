"""Visits in the store: the answers by version, the findings, the comparison made at saving, and the overrides.

A visit's number is given when it is saved and never changes. Its place, which labels it 初诊 or 第N诊, is its place in time.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import Connection, func, insert, select, update

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
    """Who signed a visit, and the stored moment of it."""

    at: str
    by: str


@dataclass(frozen=True, slots=True)
class Visit:
    """A saved visit with its newest answers. `place` counts from 1 in order of time."""

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
    rows = [_columns(finding, position) for position, finding in enumerate(visit.findings)]
    if rows:
        connection.execute(insert(findings), [{"visit_id": visit_id, **row} for row in rows])
    _tell_patient(connection, patient_id)
    return number


def of_patient(connection: Connection, patient_id: int) -> list[Visit]:
    """All visits of a patient in order of time, then of number."""
    versions = visit_answers.alias("versions")
    newest = (
        select(func.max(versions.c.version))
        .where(versions.c.visit_id == visits.c.id)
        .correlate(visits)
        .scalar_subquery()
    )
    rows = connection.execute(
        select(visits, visit_answers.c.response, signatures.c.signed_at, signatures.c.signed_by)
        .outerjoin_from(visits, signatures, signatures.c.visit_id == visits.c.id)
        .where(
            visits.c.patient_id == patient_id,
            visit_answers.c.visit_id == visits.c.id,
            visit_answers.c.version == newest,
        )
        .order_by(visits.c.visited_at, visits.c.number)
    ).all()
    found = _findings_of(connection, [row.id for row in rows])
    return [
        Visit(
            id=row.id,
            number=row.number,
            place=place,
            visited_at=row.visited_at,
            form_ref=row.form_ref,
            chief_complaint=row.chief_complaint,
            subject=row.subject,
            response=row.response,
            saved_at=row.saved_at,
            saved_by=row.saved_by,
            source=row.source,
            findings=tuple(found.get(row.id, ())),
            signature=Signature(row.signed_at, row.signed_by) if row.signed_at else None,
        )
        for place, row in enumerate(rows, start=1)
    ]


def sign(connection: Connection, visit_id: int, signature: Signature) -> None:
    """Sign a visit that is not signed yet; the table holds no second signature."""
    connection.execute(
        insert(signatures).values(visit_id=visit_id, signed_at=signature.at, signed_by=signature.by)
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


def _tell_patient(connection: Connection, patient_id: int) -> None:
    """Write what a list shows of the visits to the patient's row, from the visits as they now stand."""
    own = visits.c.patient_id == patient_id
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
