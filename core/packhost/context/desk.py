"""What the ports need of the open clinic. The services' desk is one (`core.services.at_work.desk`)."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeVar

from core.base.clock import Clock
from core.ledger.audit import Trail
from core.settings.model import Settings

if TYPE_CHECKING:
    # Packs are mounted before a clinic is opened, and the store's library takes its time.
    from sqlalchemy import Connection

T = TypeVar("T")


class Change(Protocol):
    """One change under way, in its transaction."""

    @property
    def connection(self) -> "Connection": ...

    @property
    def at(self) -> datetime: ...

    @property
    def trail(self) -> Trail: ...


class Desk(Protocol):
    """The store, the clock and the options."""

    @property
    def clock(self) -> Clock: ...

    @property
    def settings(self) -> Callable[[], Settings]: ...

    def read(self, work: "Callable[[Connection], T]") -> T: ...

    def change(self, work: Callable[[Change], T]) -> T:
        """Run a change in one transaction with its audit row."""
        ...
