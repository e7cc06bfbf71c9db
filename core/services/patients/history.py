"""What was registered of a patient before each edit: who changed what, when, from what, into what."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import datetime, tzinfo
from typing import TypeAlias

from sqlalchemy import Connection

from core.base.birth import Birth
from core.base.clock import from_stored
from core.base.id_card import masked
from core.store import patients as store
from core.store.patients import Details, Patient

Value: TypeAlias = str | Birth | None
"""What stands in one field. An id card is masked: there is no way to see it whole."""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field of one edit. `field` is a name of `Details`."""

    field: str
    before: Value
    after: Value


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit: when, by whom, and what it changed."""

    at: datetime
    by: str
    changes: tuple[FieldChange, ...]


@dataclass(frozen=True, slots=True)
class History:
    """How a patient was registered, and the edits since, the newest first.

    `override_reason` is why the patient was registered beside someone who could have been the same person.
    """

    registered_at: datetime
    registered_by: str
    override_reason: str | None
    edits: tuple[Edit, ...]


def history_of(connection: Connection, patient: Patient, zone: tzinfo) -> History:
    """The history of a patient who exists."""
    first = store.registration(connection, patient.id)
    replaced = store.history(connection, patient.id)
    after = [*(one.details for one in replaced), patient.details][1:]
    edits = [
        Edit(from_stored(one.at, zone), one.by, tuple(_changes(one.details, now)))
        for one, now in zip(replaced, after, strict=True)
    ]
    return History(from_stored(first.at, zone), first.by, first.override_reason, tuple(reversed(edits)))


def changed_fields(before: Details, after: Details) -> list[str]:
    """The names of the fields that differ."""
    return [
        field.name for field in fields(Details) if getattr(before, field.name) != getattr(after, field.name)
    ]


def _changes(before: Details, after: Details) -> Iterator[FieldChange]:
    for name in changed_fields(before, after):
        yield FieldChange(name, _shown(before, name), _shown(after, name))


def _shown(details: Details, name: str) -> Value:
    value: Value = getattr(details, name)
    return masked(value) if name == "id_card" and isinstance(value, str) else value
