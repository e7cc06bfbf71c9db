"""The operators of the clinic: who they are, in which roles they may act, since when, and whether they left."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from sqlalchemy import Connection, exists, insert, or_, select, update

from core.base.clock import from_stored
from core.base.ids import RecordNo
from core.base.rights import Role
from core.store.schema import drafts, operators, patients, visits

FIRST = 1
"""The number of whoever set the clinic up."""


@dataclass(frozen=True, slots=True)
class Operator:
    """Somebody who works in the clinic, or did. `roles` come in the order of `Role`; `ended_at` is None while they may open it."""

    id: int
    name: str
    roles: tuple[Role, ...]
    active_from: datetime
    ended_at: datetime | None
    created_by: str

    @property
    def is_active(self) -> bool:
        return self.ended_at is None


def identity(name: str) -> str:
    """The form in which two names are one: whatever their width, case and surrounding blanks."""
    return unicodedata.normalize("NFKC", name).strip().casefold()


def every(connection: Connection, zone: tzinfo) -> list[Operator]:
    """All there ever were, in the order they came."""
    return [
        Operator(
            id=row.id,
            name=row.name,
            roles=tuple(map(Role, row.roles.split())),
            active_from=from_stored(row.active_from, zone),
            ended_at=from_stored(row.ended_at, zone) if row.ended_at else None,
            created_by=row.created_by,
        )
        for row in connection.execute(select(operators).order_by(operators.c.id))
    ]


def add(connection: Connection, name: str, roles: Iterable[Role], *, at: str, by: str) -> int:
    """Enter somebody; the number of the row."""
    return int(
        connection.scalar(
            insert(operators)
            .values(name=name, name_key=identity(name), roles=_written(roles), active_from=at, created_by=by)
            .returning(operators.c.id)
        )
        or 0
    )


def give_roles(connection: Connection, number: int, roles: Iterable[Role]) -> None:
    """These roles and no others from now on."""
    connection.execute(update(operators).where(operators.c.id == number).values(roles=_written(roles)))


def end(connection: Connection, number: int, *, at: str) -> None:
    """Somebody does not work here any more."""
    connection.execute(update(operators).where(operators.c.id == number).values(ended_at=at))


def anothers(connection: Connection, record_nos: Iterable[RecordNo], name: str) -> frozenset[RecordNo]:
    """Of these patients those who are looked after by others alone: there are visits or drafts, none of this operator's, who did not
    register the patient either.
    """
    written = [(table.c.patient_id == patients.c.id, table.c.saved_by == name) for table in (visits, drafts)]
    own = or_(patients.c.created_by == name, *(exists().where(of, by) for of, by in written))
    seen = or_(*(exists().where(of) for of, _ in written))
    asked = patients.c.record_no.in_(list(record_nos))
    return frozenset(map(RecordNo, connection.scalars(select(patients.c.record_no).where(asked, seen, ~own))))


def _written(roles: Iterable[Role]) -> str:
    held = set(roles)
    return " ".join(role for role in Role if role in held)
