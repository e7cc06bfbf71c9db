"""Who works in the clinic: read once at the opening, again after each change. One process has the clinic open, so nobody else changes it."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from sqlalchemy import Connection, text

from core.base.clock import Clock
from core.base.rights import Right, Role, TwoPersonRule, may
from core.store import operators
from core.store.operators import Operator, identity

T = TypeVar("T")


class Read(Protocol):
    """Runs queries on one consistent view: `core.store.store.Store.read`."""

    def __call__(self, work: Callable[[Connection], T]) -> T: ...


class Roster:
    """The operators as the store has them."""

    def __init__(self, read: Read, clock: Clock) -> None:
        self._read, self._clock = read, clock
        self.everyone: tuple[Operator, ...] = ()
        self.refresh()

    def refresh(self) -> None:
        """Read them anew."""
        self.everyone = tuple(self._read(lambda connection: operators.every(connection, self._clock.zone)))

    @property
    def active(self) -> tuple[Operator, ...]:
        return tuple(one for one in self.everyone if one.is_active)

    @property
    def physicians(self) -> int:
        """How many there are at present."""
        return sum(Role.PHYSICIAN in one.roles for one in self.active)

    def named(self, name: str) -> Operator | None:
        """The operator of a name, also one who left."""
        return next((one for one in self.everyone if identity(one.name) == identity(name)), None)


def can_be_two(rule: TwoPersonRule, people: Iterable[Operator]) -> bool:
    """Whether everyone who may do it finds somebody else who may say yes."""
    working = [one for one in people if one.is_active]
    return all(
        any(other.id != one.id and holds(other, rule.second) for other in working)
        for one in working
        if holds(one, rule.first)
    )


def holds(one: Operator, right: Right) -> bool:
    """Whether some role of theirs has the right."""
    return any(may(role, right) for role in one.roles)


def may_in(read: Read, clock: Clock, name: str, right: Right) -> bool:
    """Whether somebody whose key opens a store may do this there, for what is done while it is not open. In a store from before there
    were operators whoever opens it may everything (`admitted`).
    """
    tables = text("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'operators'")
    if not read(lambda connection: connection.scalar(tables)):
        return True
    roster = Roster(read, clock)
    one = roster.named(name)
    return not roster.everyone or (one is not None and one.is_active and holds(one, right))
