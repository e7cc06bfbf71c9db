"""The book of calls that budgets go by (`core.cost.books.Books`), in the clinic's store. What is written is durable when it returns."""

from datetime import date

from core.base.clock import Clock, to_stored
from core.cost.books import CUT_OFF, OPEN, Entry, Settlement, Spent
from core.store import calls
from core.store.store import Store


class StoredBooks:
    """Kept in the store of the open clinic."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    def newest_day(self, *, until: date) -> date | None:
        return self._store.read(lambda connection: calls.newest_day(connection, until))

    def spent(self, since: date, pack: str, task: str) -> Spent:
        sums = self._store.read(lambda connection: calls.spent(connection, since, pack, task, OPEN))
        return Spent(sums.total, sums.pack, sums.task, sums.unknown, sums.unpriced)

    def enter(self, entry: Entry) -> int:
        cause, model, price = entry.cause, entry.model, entry.price
        values = {
            "started_at": to_stored(entry.at),
            "day": entry.day.isoformat(),
            **{name: getattr(cause, name) for name in type(cause).__slots__},
            "model": model.name,
            "provider": model.provider,
            "boundary": str(model.boundary),
            "price_version": price.version if price else "",
            "window": str(price.window) if price else "",
            "outcome": OPEN,
        }
        return self._store.write(lambda connection: calls.enter(connection, values, entry.worst))

    def settle(self, number: int, settlement: Settlement) -> None:
        ended, price = settlement.ended, settlement.price
        usage = ended.usage
        values = {
            "settled_at": to_stored(self._clock.now()),
            "outcome": ended.outcome,
            "answered_by": ended.answered_by,
            "price_version": price.version if price else "",
            "window": str(price.window) if price else "",
            "ms": ended.ms,
            "first_token_ms": ended.first_token_ms,
            "truncated": ended.truncated,
            **({} if usage is None else {name: getattr(usage, name) for name in type(usage).__slots__}),
        }
        self._store.write(lambda connection: calls.settle(connection, number, values, settlement.cost))

    def cut_off(self) -> None:
        """At the opening: calls that were under way when the clinic was left stay booked at their worst."""
        if self._store.read(lambda connection: calls.has(connection, OPEN)):
            self._store.write(lambda connection: calls.end(connection, OPEN, CUT_OFF))
