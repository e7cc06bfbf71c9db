"""What a wording rule kept from being shown, as it was written: kept in the store, encrypted like everything there, for a physician to open."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from core.base.clock import from_stored, to_stored
from core.base.errors import UserError
from core.base.ids import RecordNo
from core.base.rights import Right
from core.constraints.event import Event
from core.ledger.audit import Action
from core.services.at_work.desk import Change, Desk
from core.store import quarantine

__all__ = ["PutAside", "Quarantine", "put_aside"]

MOST = 200
"""Entries that are listed, the newest."""


@dataclass(frozen=True, slots=True)
class PutAside:
    """One text that was kept from being shown. `text` is None in a list: it is read one by one, and each reading has its row."""

    number: int
    at: datetime
    by: str
    source: str
    tool: str
    record_no: RecordNo | None
    constraints: tuple[str, ...]
    text: str | None = None


class Quarantine:
    """Reading what was put aside."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def every(self) -> tuple[PutAside, ...]:
        """What was put aside, without the texts, the newest first."""
        self._desk.require(Right.CLINICAL_READ)
        found = self._desk.read(lambda connection: quarantine.newest(connection, MOST))
        return tuple(self._of(one) for one in found)

    def show(self, number: int) -> PutAside:
        """One of them with its text. Raises `UserError` unknown_put_aside; `Refused` reason_needed where it is about somebody whom others
        look after.
        """
        self._desk.require(Right.CLINICAL_READ)

        def work(connection: Connection) -> quarantine.Kept | None:
            return quarantine.one(connection, number)

        found = self._desk.read(work)
        if found is None:
            raise UserError("unknown_put_aside", number=number)
        if found.record_no is not None:
            self._desk.refuse_without_reason(found.record_no)
        self._desk.change(
            lambda change: change.trail.record(
                Action.QUARANTINE_READ, found.record_no, tool=found.tool, quarantined=number
            )
        )
        return self._of(found, found.content)

    def _of(self, kept: quarantine.Kept, text: str | None = None) -> PutAside:
        at = from_stored(kept.at, self._desk.clock.zone)
        return PutAside(
            *(kept.number, at, kept.by, kept.source, kept.tool, kept.record_no, kept.constraints), text=text
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
