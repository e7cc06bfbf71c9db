"""A book of calls in memory."""

import time
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from core.base.errors import Damaged
from core.cost.books import OPEN, Entry, Settlement, Spent


@dataclass
class InMemoryBooks:
    """`core.cost.books.Books` without a store. While it is `unreadable`, nothing can be read, and everything written."""

    entries: list[Entry] = field(default_factory=list)
    settled: dict[int, Settlement] = field(default_factory=dict)
    unreadable: bool = False
    pause_s: float = 0.0
    """How long it takes to look: others get their turn meanwhile."""

    def newest_day(self, *, until: date) -> date | None:
        self._refuse()
        return max((one.day for one in self.entries if one.day <= until), default=None)

    def spent(self, since: date, pack: str, task: str) -> Spent:
        self._refuse()
        booked = [(one, self.booked(number)) for number, one in enumerate(self.entries)]
        these = [(one, amount) for one, amount in booked if one.day >= since]
        time.sleep(self.pause_s)
        ended = [(number, one) for number, one in self.settled.items() if one.ended.outcome != OPEN]
        return Spent(
            sum((amount for _, amount in these), Decimal(0)),
            sum((amount for one, amount in these if one.cause.pack == pack), Decimal(0)),
            sum((amount for one, amount in booked if task and one.cause.task == task), Decimal(0)),
            unknown=sum(one.cost is None and self.entries[number].worst is not None for number, one in ended),
            unpriced=sum(one.cost is None and self.entries[number].worst is None for number, one in ended),
        )

    def enter(self, entry: Entry) -> int:
        self.entries.append(entry)
        return len(self.entries) - 1

    def settle(self, number: int, settlement: Settlement) -> None:
        if number in self.settled:
            raise RuntimeError("A call is settled once")
        self.settled[number] = settlement

    def booked(self, number: int) -> Decimal:
        done = self.settled.get(number)
        known = None if done is None else done.cost
        return (self.entries[number].worst or Decimal(0)) if known is None else known

    def _refuse(self) -> None:
        if self.unreadable:
            raise Damaged("calls_unreadable")
