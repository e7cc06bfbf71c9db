"""Patients in the store: register, change, fetch, and gather those a question could mean.

The normal forms a patient is found by are written with the patient (`core.store.search.keys_of`), in the same transaction.
Names, phones and numbers are kept as typed; only their forms are normalised.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from functools import cache

from sqlalchemy import Connection, Row, Select, delete, func, insert, or_, select, update

from core.base.birth import Birth
from core.base.clock import local_date
from core.base.ids import RecordNo, record_no_of
from core.base.names import name_key
from core.store.matching import Person, Query
from core.store.schema import patient_history, patient_keys, patients, visits
from core.store.search import begins, homophone_keys, keys_of, phone_key


@dataclass(frozen=True, slots=True)
class Details:
    """What is registered of a person. Every text is as typed; `phone` and `id_card` are optional."""

    name: str
    sex: str
    birth: Birth | None = None
    phone: str | None = None
    id_card: str | None = None


@dataclass(frozen=True, slots=True)
class Patient:
    """A registered patient with what a list shows of the visits. `last_visit` is a day of the clinic's calendar."""

    id: int
    record_no: RecordNo
    details: Details
    visits: int
    last_visit: date | None
    chief_complaint: str | None

    @property
    def person(self) -> Person:
        """The part that decides who is meant."""
        return Person(
            self.record_no, self.details.name, self.details.sex, self.details.birth, self.details.phone
        )


def register(
    connection: Connection, details: Details, *, at: str, by: str, override_reason: str | None
) -> RecordNo:
    """Add a patient under the next number. Numbers are never given out twice, also not after a deletion."""
    placeholder = (
        f"?{at}"  # the number is the row's own, known once the row is there; both happen in one transaction
    )
    row_id = connection.scalar(
        insert(patients)
        .values(
            record_no=placeholder,
            override_reason=override_reason,
            created_at=at,
            created_by=by,
            **_columns(details),
        )
        .returning(patients.c.id)
    )
    record_no = record_no_of(int(row_id or 0))
    connection.execute(update(patients).where(patients.c.id == row_id).values(record_no=record_no))
    _write_keys(connection, int(row_id or 0), details)
    return record_no


def change(connection: Connection, patient: Patient, details: Details, *, at: str, by: str) -> None:
    """Replace the details of a patient; what stood before is kept in the history."""
    connection.execute(
        insert(patient_history).values(
            patient_id=patient.id, replaced_at=at, replaced_by=by, before=as_json(patient.details)
        )
    )
    connection.execute(
        update(patients).where(patients.c.id == patient.id).values(updated_at=at, **_columns(details))
    )
    connection.execute(delete(patient_keys).where(patient_keys.c.patient_id == patient.id))
    _write_keys(connection, patient.id, details)


def by_record_no(connection: Connection, record_no: RecordNo, zone: tzinfo) -> Patient | None:
    """The patient with a number."""
    row = connection.execute(_with_visits().where(patients.c.record_no == record_no)).first()
    return _patient(row, zone) if row else None


def by_ids(connection: Connection, ids: Sequence[int], zone: tzinfo) -> list[Patient]:
    """The patients with these row ids, in the order of the ids."""
    rows = connection.execute(_with_visits().where(patients.c.id.in_(ids)))
    found = {row.id: _patient(row, zone) for row in rows}
    return [found[row_id] for row_id in ids if row_id in found]


def fitting(connection: Connection, query: Query, zone: tzinfo) -> list[Patient]:
    """Everyone a query could mean: of the number, of the name or sounding like it, or with the phone. A superset."""
    wanted = []
    if query.record_no is not None:
        wanted.append(patients.c.record_no == query.record_no)
    if query.name is not None:
        wanted.append(patients.c.name_key == name_key(query.name))
        sounding = homophone_keys(query.name)
        if sounding:
            wanted.append(patients.c.id.in_(_with_key(sounding)))
    elif query.phone is not None:
        wanted.append(patients.c.id.in_(_with_key([phone_key(query.phone)], prefix=True)))
    if not wanted:
        return []
    rows = connection.execute(_with_visits().where(or_(*wanted)).order_by(patients.c.id))
    return [_patient(row, zone) for row in rows]


def as_json(details: Details) -> str:
    """The details as the history and a visit's subject keep them."""
    birth = details.birth
    return json.dumps(
        {
            "name": details.name,
            "sex": details.sex,
            "birth": birth.text if birth else None,
            "birth_estimated": bool(birth and birth.estimated),
            "phone": details.phone,
            "id_card": details.id_card,
        },
        ensure_ascii=False,
    )


def _columns(details: Details) -> dict[str, object]:
    birth = details.birth
    return {
        "name": details.name,
        "name_key": name_key(details.name),
        "sex": details.sex,
        "birth": birth.text if birth else None,
        "birth_estimated": bool(birth and birth.estimated),
        "phone": details.phone,
        "id_card": details.id_card,
    }


def _write_keys(connection: Connection, row_id: int, details: Details) -> None:
    keys = keys_of(details.name, details.phone)
    connection.execute(
        insert(patient_keys), [{"kind": kind, "key": key, "patient_id": row_id} for kind, key in keys]
    )


def _with_key(keys: Iterable[tuple[str, str]], *, prefix: bool = False) -> Select[tuple[int]]:
    conditions = [
        (patient_keys.c.kind == kind)
        & (begins(patient_keys.c.key, key) if prefix else patient_keys.c.key == key)
        for kind, key in keys
    ]
    return select(patient_keys.c.patient_id).where(or_(*conditions))


@cache
def _with_visits() -> Select[tuple[object, ...]]:
    """Patients with the number of visits, and the latest visit's time and chief complaint.

    Built once, since building a statement takes longer than running it.
    """
    own = visits.c.patient_id == patients.c.id
    count = select(func.count()).select_from(visits).where(own).correlate(patients).scalar_subquery()
    latest = (
        select(visits.c.id)
        .where(own)
        .order_by(visits.c.visited_at.desc(), visits.c.number.desc())
        .limit(1)
        .correlate(patients)
        .scalar_subquery()
    )
    last = visits.alias("last")
    return select(
        patients,
        count.label("visits"),
        last.c.visited_at.label("last_visited_at"),
        last.c.chief_complaint,
    ).select_from(patients.outerjoin(last, last.c.id == latest))


def _patient(row: Row[tuple[object, ...]], zone: tzinfo) -> Patient:
    return Patient(
        id=row.id,
        record_no=RecordNo(row.record_no),
        details=Details(
            name=row.name,
            sex=row.sex,
            birth=Birth(row.birth, row.birth_estimated) if row.birth else None,
            phone=row.phone,
            id_card=row.id_card,
        ),
        visits=row.visits,
        last_visit=local_date(row.last_visited_at, zone) if row.last_visited_at else None,
        chief_complaint=row.chief_complaint,
    )
