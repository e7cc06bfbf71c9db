"""Patients in the store: register, change, fetch, and gather those a question could mean.

The normal forms a patient is found by are written with the patient (`core.store.search.keys_of`), in the same transaction.
Names, phones and numbers are kept as typed; only their forms are normalised.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from sqlalchemy import Connection, Row, Select, delete, insert, or_, select, text, update

from core.base.birth import Birth
from core.base.clock import from_stored, local_date
from core.base.ids import RecordNo, record_no_of
from core.base.names import name_key, readings
from core.store.matching import Person, Query
from core.store.schema import patient_history, patient_keys, patients
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
    registered_at: datetime

    @property
    def person(self) -> Person:
        """The part that decides who is meant."""
        return Person(
            self.record_no, self.details.name, self.details.sex, self.details.birth, self.details.phone
        )


@dataclass(frozen=True, slots=True)
class Replaced:
    """Details as they stood until an edit replaced them."""

    at: str
    by: str
    details: Details


@dataclass(frozen=True, slots=True)
class Registration:
    """How a patient came to be registered. `override_reason` says why beside a namesake, None when there was none."""

    at: str
    by: str
    override_reason: str | None


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


def numbers_given(connection: Connection) -> int:
    """Up to which number record numbers were given out, to people who are not there any more too."""
    return connection.scalar(text("SELECT seq FROM sqlite_sequence WHERE name = 'patients'")) or 0


def give_none_up_to(connection: Connection, number: int) -> None:
    """Give out none of these any more."""
    if number <= numbers_given(connection):
        return
    # A table of the engine's own: it has no key that an insert could replace by.
    connection.execute(text("DELETE FROM sqlite_sequence WHERE name = 'patients'"))
    row = text("INSERT INTO sqlite_sequence (name, seq) VALUES ('patients', :number)")
    connection.execute(row, {"number": number})


def by_record_no(connection: Connection, record_no: RecordNo, zone: tzinfo) -> Patient | None:
    """The patient with a number."""
    row = connection.execute(select(patients).where(patients.c.record_no == record_no)).first()
    return of_row(row, zone) if row else None


def history(connection: Connection, patient_id: int) -> list[Replaced]:
    """What stood before each edit, oldest first."""
    rows = connection.execute(
        select(patient_history)
        .where(patient_history.c.patient_id == patient_id)
        .order_by(patient_history.c.id)
    )
    return [Replaced(row.replaced_at, row.replaced_by, from_json(row.before)) for row in rows]


def registration(connection: Connection, patient_id: int) -> Registration:
    """How a patient who exists was registered."""
    row = connection.execute(select(patients).where(patients.c.id == patient_id)).one()
    return Registration(row.created_at, row.created_by, row.override_reason)


def names(connection: Connection, record_nos: Iterable[str]) -> dict[str, str]:
    """The names behind these record numbers."""
    query = select(patients.c.record_no, patients.c.name).where(patients.c.record_no.in_(set(record_nos)))
    return {row.record_no: row.name for row in connection.execute(query)}


def by_ids(connection: Connection, ids: Sequence[int], zone: tzinfo) -> list[Patient]:
    """The patients with these row ids, in the order of the ids."""
    rows = connection.execute(select(patients).where(patients.c.id.in_(ids)))
    found = {row.id: of_row(row, zone) for row in rows}
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
    rows = connection.execute(select(patients).where(or_(*wanted)).order_by(patients.c.id))
    return [of_row(row, zone) for row in rows]


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


def from_json(text: str) -> Details:
    """The reverse of `as_json`."""
    plain = json.loads(text)
    birth = plain["birth"]
    return Details(
        name=plain["name"],
        sex=plain["sex"],
        birth=Birth(birth, plain["birth_estimated"]) if birth else None,
        phone=plain["phone"],
        id_card=plain["id_card"],
    )


def order_of(name: str) -> str:
    """What patients are sorted by: the likeliest reading, syllable by syllable, then the name. 陈 comes before 程."""
    likeliest = next(iter(readings(name)), ())
    return f"{' '.join(likeliest)}\t{name_key(name)}"


def _columns(details: Details) -> dict[str, object]:
    birth = details.birth
    return {
        "name": details.name,
        "name_key": name_key(details.name),
        "name_order": order_of(details.name),
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


def of_row(row: Row[tuple[object, ...]], zone: tzinfo) -> Patient:
    """A row with every column of the table as a patient."""
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
        visits=row.visit_count,
        last_visit=local_date(row.last_visited_at, zone) if row.last_visited_at else None,
        chief_complaint=row.last_complaint if row.visit_count else None,
        registered_at=from_stored(row.created_at, zone),
    )
