"""What a wording rule kept from being shown, as it was written: kept in the store, encrypted like everything there, for a physician to open."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from core.base.clock import from_stored, to_stored
from core.base.errors import UserError
from core.base.ids import RecordNo
from core.base.rights import Right
from core.constraints.event import Event
from core.ledger.audit import Action
from core.services.at_work.desk import Change, Desk
from core.services.red_lines.places import Mark
from core.store import patients, quarantine

__all__ = ["Mark", "PutAside", "Quarantine", "put_aside"]

MOST = 200
"""Entries that are listed, the newest."""


@dataclass(frozen=True, slots=True)
class PutAside:
    """One text that was kept from being shown. `text` is None in a list: it is read one by one, and each reading has its row.

    `name` is the patient's. `marks` are the places in the text where the rules that kept it back fit today.
    """

    number: int
    at: datetime
    by: str
    source: str
    tool: str
    record_no: RecordNo | None
    constraints: tuple[str, ...]
    text: str | None = None
    name: str = ""
    marks: tuple[Mark, ...] = ()


class Quarantine:
    """Reading what was put aside. `marks` finds the places in a text where rules fit."""

    def __init__(self, desk: Desk, marks: Callable[[str, Iterable[str]], tuple[Mark, ...]]) -> None:
        self._desk, self._marks = desk, marks

    def every(self) -> tuple[PutAside, ...]:
        """What was put aside, without the texts, the newest first."""
        self._desk.require(Right.CLINICAL_READ)

        def work(connection: Connection) -> tuple[list[quarantine.Kept], dict[str, str]]:
            found = quarantine.newest(connection, MOST)
            return found, patients.names(connection, {one.record_no for one in found if one.record_no})

        found, names = self._desk.read(work)
        return tuple(self._of(one, name=names.get(one.record_no or "", "")) for one in found)

    def show(self, number: int) -> PutAside:
        """One of them with its text. Raises `UserError` unknown_put_aside; `Refused` reason_needed where it is about somebody whom others
        look after.
        """
        self._desk.require(Right.CLINICAL_READ)

        def work(connection: Connection) -> tuple[quarantine.Kept | None, str]:
            found = quarantine.one(connection, number)
            numbers = {found.record_no} if found and found.record_no else set()
            return found, "".join(patients.names(connection, numbers).values())

        found, name = self._desk.read(work)
        if found is None:
            raise UserError("unknown_put_aside", number=number)
        if found.record_no is not None:
            self._desk.refuse_without_reason(found.record_no)
        self._desk.change(
            lambda change: change.trail.record(
                Action.QUARANTINE_READ, found.record_no, tool=found.tool, quarantined=number
            )
        )
        marks = self._marks(found.content, found.constraints)
        return replace(self._of(found, name=name), text=found.content, marks=marks)

    def _of(self, kept: quarantine.Kept, *, name: str) -> PutAside:
        at = from_stored(kept.at, self._desk.clock.zone)
        return PutAside(
            *(kept.number, at, kept.by, kept.source, kept.tool, kept.record_no, kept.constraints), name=name
        )


def put_aside(
    change: Change,
    text: str,
    events: Iterable[Event],
    *,
    source: str,
    record_no: RecordNo | None = None,
    tool: str = "",
) -> int:
    """Keep a text, in the change that tells of the rules which kept it back; its number."""
    return quarantine.keep(
        change.connection,
        at=to_stored(change.at),
        by=change.by,
        source=source,
        tool=tool,
        record_no=record_no,
        constraints=tuple(dict.fromkeys(f"{event.pack}/{event.id}" for event in events)),
        content=text,
    )
