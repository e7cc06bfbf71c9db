"""Whether the records say what the trail says was written.

A page of the store that is old has a good seal, and where no index runs over it nothing of the engine notices. Each change left a
keyed digest of what it wrote in the trail, which is chained: the newest one of each record must fit what is there now. What is
derived is derived again. A row from before there were digests says nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, exists, func, select

from core.base.chain import AuditKeys
from core.base.clock import Clock
from core.base.ids import RecordNo
from core.ledger.audit import OK, Action
from core.store import schema
from core.store.lanes import Lane
from core.store.patients import Patient, as_json, by_ids

AT_A_TIME = 500
"""Patients that are looked at in one transaction."""

DETAILS = (Action.PATIENT_ADD, Action.PATIENT_EDIT)
ANSWERS = (Action.INTAKE_SAVE, Action.VISIT_AMEND)


@dataclass(frozen=True, slots=True)
class _Told:
    """What the trail says of some patients: the newest digest of each one's details and of each visit's answers."""

    details: Mapping[str, str]
    answers: Mapping[tuple[str, int], str]
    drafts: Mapping[str, frozenset[str]]
    """Every draft that was ever kept of a patient: which of them is the present one depends on forms."""


def disagreeing(lane: Lane, keys: AuditKeys, clock: Clock) -> tuple[RecordNo, ...]:
    """The numbers of the records that are not what the trail says. Raises `ClinicError` when the store cannot be read."""
    found: list[RecordNo] = []
    after = 0
    while True:
        ids = lane.run(lambda connection, after=after: _next(connection, after))  # type: ignore[misc]
        if not ids:
            return tuple(found)
        found += lane.run(lambda connection, ids=ids: list(_of(connection, ids, keys, clock)))  # type: ignore[misc]
        after = ids[-1]


def _next(connection: Connection, after: int) -> Sequence[int]:
    one = schema.patients.c.id
    return connection.scalars(select(one).where(one > after).order_by(one).limit(AT_A_TIME)).all()


def _of(connection: Connection, ids: Sequence[int], keys: AuditKeys, clock: Clock) -> Iterator[RecordNo]:
    patients = by_ids(connection, ids, clock.zone)
    told = _told(connection, [patient.record_no for patient in patients])
    answers, kept = _answers(connection, ids), _drafts(connection, ids)
    underived = {*_wrongly_listed(connection, ids), *_uncompared(connection, ids)}
    for patient in patients:
        if patient.id in underived or not _agrees(patient, told, answers, kept, keys):
            yield patient.record_no


def _agrees(
    patient: Patient,
    told: _Told,
    answers: Mapping[tuple[int, int], str],
    drafts: Mapping[int, list[str]],
    keys: AuditKeys,
) -> bool:
    number = patient.record_no
    said = told.details.get(number)
    if said and keys.digest(as_json(patient.details)) != said:
        return False
    for (record_no, visit), digest in told.answers.items():
        if record_no == number and keys.digest(answers.get((patient.id, visit), "")) != digest:
            return False
    known = told.drafts.get(number, frozenset())
    return not known or all(keys.digest(content) in known for content in drafts.get(patient.id, ()))


def _told(connection: Connection, record_nos: Sequence[RecordNo]) -> _Told:
    audit = schema.audit
    rows = connection.execute(
        select(audit.c.record_no, audit.c.visit, audit.c.action, audit.c.digest_after)
        .where(
            audit.c.record_no.in_(record_nos),
            audit.c.action.in_((*DETAILS, *ANSWERS, Action.DRAFT_SAVE)),
            audit.c.outcome == OK,
            audit.c.digest_after != "",
        )
        .order_by(audit.c.seq)
    )
    details: dict[str, str] = {}
    answers: dict[tuple[str, int], str] = {}
    drafts: dict[str, set[str]] = {}
    for record_no, visit, action, digest in rows:
        if action in DETAILS:
            details[record_no] = digest
        elif action in ANSWERS:
            answers[record_no, visit] = digest
        elif visit is None:
            drafts.setdefault(record_no, set()).add(digest)
    return _Told(details, answers, {number: frozenset(known) for number, known in drafts.items()})


def _answers(connection: Connection, ids: Sequence[int]) -> dict[tuple[int, int], str]:
    """The newest answers of every visit, by patient and number of the visit."""
    visits, versions = schema.visits, schema.visit_answers
    rows = connection.execute(
        select(visits.c.patient_id, visits.c.number, versions.c.response)
        .join(versions, versions.c.visit_id == visits.c.id)
        .where(visits.c.patient_id.in_(ids))
        .order_by(versions.c.version)
    )
    return {(patient, number): response for patient, number, response in rows}


def _drafts(connection: Connection, ids: Sequence[int]) -> dict[int, list[str]]:
    kept = schema.drafts
    found: dict[int, list[str]] = {}
    for patient, content in connection.execute(
        select(kept.c.patient_id, kept.c.content).where(kept.c.patient_id.in_(ids))
    ):
        found.setdefault(patient, []).append(content)
    return found


def _wrongly_listed(connection: Connection, ids: Sequence[int]) -> Sequence[int]:
    """Patients whose row in the list does not say what their visits say, or whose visits do not say which of them are void."""
    patients, visits = schema.patients, schema.visits
    own = (visits.c.patient_id == patients.c.id) & visits.c.voided.is_(False)
    count = select(func.count()).select_from(visits).where(own).scalar_subquery()
    last = select(func.coalesce(func.max(visits.c.visited_at), "")).where(own).scalar_subquery()
    marked = exists().where(schema.voids.c.visit_id == visits.c.id)
    unlike = exists().where(visits.c.patient_id == patients.c.id, visits.c.voided != marked)
    differs = (patients.c.visit_count != count) | (patients.c.last_visited_at != last) | unlike
    return connection.scalars(select(patients.c.id).where(patients.c.id.in_(ids), differs)).all()


def _uncompared(connection: Connection, ids: Sequence[int]) -> Sequence[int]:
    """Patients with a visit whose comparison with the one before it is gone. Where a visit was voided, which was before it is not told."""
    visits, kept = schema.visits, schema.comparisons
    before, voided = visits.alias(), visits.alias()
    had_one_before = exists().where(
        before.c.patient_id == visits.c.patient_id,
        before.c.number < visits.c.number,
        before.c.visited_at <= visits.c.visited_at,
    )
    query = select(visits.c.patient_id).where(
        visits.c.patient_id.in_(ids),
        had_one_before,
        ~exists().where(kept.c.visit_id == visits.c.id),
        ~exists().where(voided.c.patient_id == visits.c.patient_id, voided.c.voided.is_(True)),
    )
    return connection.scalars(query).all()
