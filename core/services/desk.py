"""The desk every service works at: the open store, the clock, who is acting, the bus and the mounted packs.

A change is one transaction that carries its audit row; what it announces is published after it is durable. A change that
forgets its row is a fault of this program and is rolled back. What is read from a patient's record is handed out after the row
that says who read it is durable: without the row there is no record.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection

from core.base.clock import Clock
from core.base.ids import RecordNo
from core.events.bus import Bus
from core.events.model import Event
from core.ledger.audit import Action, Actor, Book, Trail
from core.packhost.host import Packs
from core.store.audit_rows import StoredAuditRows
from core.store.store import Store

T = TypeVar("T")

ONE_READING_S = 300.0
"""A screen asks for a record in several pieces and again as it changes: within this time it is one reading of it."""


@dataclass
class Change:
    """One change under way. `at` is the moment it counts as made, `by` the operator who makes it."""

    connection: Connection
    at: datetime
    by: str
    trail: Trail
    announced: list[Event] = field(default_factory=list)

    def announce(self, event: Event) -> None:
        """Publish this once the change is durable."""
        self.announced.append(event)


class Readings:
    """Which records were read lately in this opening of the clinic, each with its row in the trail."""

    def __init__(self) -> None:
        self._until: dict[tuple[RecordNo, int | None], float] = {}

    def is_going_on(self, record_no: RecordNo, visit: int | None) -> bool:
        return self._until.get((record_no, visit), 0.0) > time.monotonic()

    def begin(self, record_no: RecordNo, visit: int | None) -> None:
        now = time.monotonic()
        self._until = {key: until for key, until in list(self._until.items()) if until > now}
        self._until[record_no, visit] = now + ONE_READING_S


@dataclass(frozen=True)
class Desk:
    """Handed to every service by the kernel."""

    store: Store
    clock: Clock
    actor: Actor
    bus: Bus
    packs: Packs
    book: Book
    readings: Readings = field(default_factory=Readings)

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run queries on one consistent view. What of a patient's record leaves a service goes through `read_record`."""
        return self.store.read(work)

    def read_record(
        self, tool: str, record_no: RecordNo, work: Callable[[Connection], T], visit: int | None = None
    ) -> T:
        """Run queries on a patient's record, or on one visit of it. `tool` is what it is read through.

        One row in the trail for a reading (`ONE_READING_S`), durable before anything is handed out; a question that fails shows
        nothing and leaves none.
        """
        result = self.store.read(work)
        if not self.readings.is_going_on(record_no, visit):
            self.change(lambda change: change.trail.record(Action.RECORD_READ, record_no, visit, tool=tool))
            self.readings.begin(record_no, visit)
        return result

    def read_told(self, work: Callable[[Connection], T], action: Action, **detail: object) -> T:
        """Run queries that leave a row whatever they find. It is written meanwhile, and durable before anything is handed out."""
        told = self.store.begin_write(
            self._carried_out(lambda change: change.trail.record(action, **detail), [])  # type: ignore[arg-type]
        )
        try:
            return self.store.read(work)
        finally:
            told.result()

    def change(self, work: Callable[[Change], T]) -> T:
        """Run a change in one transaction with its audit row, then publish what it announced."""
        announced: list[Event] = []
        result = self.store.write(self._carried_out(work, announced))
        for event in announced:
            self.bus.publish(event)
        return result

    def _carried_out(self, work: Callable[[Change], T], announced: list[Event]) -> Callable[[Connection], T]:
        def carry_out(connection: Connection) -> T:
            at = self.clock.now()
            trail = Trail(StoredAuditRows(connection), self.book, self.actor, at)
            change = Change(connection, at, self.actor.operator, trail, announced)
            result = work(change)
            if not trail.written:
                raise RuntimeError("A change without an audit row")
            return result

        return carry_out
