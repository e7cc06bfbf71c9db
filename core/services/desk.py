"""The desk every service works at: the open store, the clock, who is acting, the bus and the mounted packs.

A change is one transaction that carries its audit row; what it announces is published after it is durable. A change that
forgets its row is a fault of this program and is rolled back.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection

from core.base.clock import Clock
from core.events.bus import Bus
from core.events.model import Event
from core.ledger.audit import Actor, Trail
from core.packhost.host import Packs
from core.store.audit_rows import StoredAuditRows
from core.store.store import Store

T = TypeVar("T")


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


@dataclass(frozen=True)
class Desk:
    """Handed to every service by the kernel."""

    store: Store
    clock: Clock
    actor: Actor
    bus: Bus
    packs: Packs

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run queries on one consistent view."""
        return self.store.read(work)

    def change(self, work: Callable[[Change], T]) -> T:
        """Run a change in one transaction with its audit row, then publish what it announced."""
        announced: list[Event] = []

        def carry_out(connection: Connection) -> T:
            at = self.clock.now()
            trail = Trail(StoredAuditRows(connection), self.actor, at)
            change = Change(connection, at, self.actor.operator, trail, announced)
            result = work(change)
            if not trail.written:
                raise RuntimeError("A change without an audit row")
            return result

        result = self.store.write(carry_out)
        for event in announced:
            self.bus.publish(event)
        return result
