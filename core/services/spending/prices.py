"""The prices of the clinic: those that ship, and over them what an admin set, from a moment on and never for the past.

What was set stays on record with who set it and when; calls that were made keep the amount they were booked with.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from threading import Lock

from sqlalchemy import Connection

from core.base.clock import from_stored, to_stored
from core.base.errors import UserError
from core.base.rights import Right
from core.cost.prices import Override, Price, PriceTable, Rates
from core.events.model import PricesChanged
from core.ledger.audit import Action
from core.services.at_work.desk import Change, Desk
from core.store import price_overrides as store

__all__ = ["Given", "Listed", "Override", "Price", "Prices"]

MOST = Decimal(100_000)
"""Yuan for a million tokens. More is a slip of the pen."""

DECIMALS = 6
"""Of a price: then an amount is exact in the store (`core.store.calls`)."""

NAME_LIMIT = 128


@dataclass(frozen=True, slots=True)
class Given:
    """What an admin sets, in yuan for a million tokens. What is None is taken from the table; `hit` without one is what `miss` is.

    The `peak_…` are for peak hours, all of them or none; without them the others hold all day.
    """

    miss: Decimal | None = None
    output: Decimal | None = None
    hit: Decimal | None = None
    peak_miss: Decimal | None = None
    peak_output: Decimal | None = None
    peak_hit: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """What a model costs now; `override` is what was set, None where it is the table's."""

    model: str
    price: Price | None
    override: Override | None


class Prices:
    """Those of the open clinic."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._table: PriceTable | None = None
        self._changes, self._turn = 0, Lock()
        desk.bus.subscribe(PricesChanged, lambda _: self._forget())

    def table(self) -> PriceTable:
        """All prices there are, as calls are billed by. For whatever is under way, in any role."""
        with self._turn:
            table, changes = self._table, self._changes
        if table is None:
            table = PriceTable.shipped().with_overrides(self._desk.read(self._kept))
            with self._turn:
                # What was set while this was read may not be in it.
                self._table = table if changes == self._changes else None
        return table

    def every(self) -> tuple[Listed, ...]:
        """What each model costs now, those of the table first."""
        self._desk.require(Right.COSTS)
        table, now = self.table(), self._desk.clock.now()
        names = dict.fromkeys([*table.models, *(one.model for one in table.overrides)])
        return tuple(Listed(name, table.price_of(name, now), table.override_at(name, now)) for name in names)

    def history(self) -> tuple[Override, ...]:
        """All that was ever set, in that order."""
        self._desk.require(Right.COSTS)
        return self.table().overrides

    def set(self, model: str, given: Given, since: datetime | None = None) -> Override:
        """What a model costs from a moment on; from now without one.

        Raises `Refused` not_allowed; `UserError` price_model, price_amount, price_incomplete where neither this nor the table says enough, price_past.
        """
        self._desk.require(Right.SETTINGS)
        model = self._named(model)
        for name in Given.__slots__:
            _refuse_amount(getattr(given, name))
        at = self._from(since)
        peak = (given.peak_miss, given.peak_output)
        listed = PriceTable.shipped().price_of(model, at)
        is_bare = given.miss is None or given.output is None
        is_without_peak = all(part is None for part in (*peak, given.peak_hit))
        if given == Given() or (listed is None and is_bare) or (None in peak and not is_without_peak):
            raise UserError("price_incomplete", model=model)
        if listed is None and not all((given.miss, given.output)):
            raise UserError("price_amount", value="0", most=MOST, decimals=DECIMALS)
        return self._keep(Action.PRICE_SET, model, at, given)

    def remove(self, model: str, since: datetime | None = None) -> Override:
        """From a moment on the table counts again, or nothing where it has no price. Raises `UserError` price_not_set, and as `set`."""
        self._desk.require(Right.SETTINGS)
        model, at = self._named(model), self._from(since)
        if self.table().override_at(model, at) is None:
            raise UserError("price_not_set", model=model)
        return self._keep(Action.PRICE_REMOVE, model, at, Given())

    def _keep(self, action: Action, model: str, at: datetime, given: Given) -> Override:
        peak_hit = given.peak_miss if given.peak_hit is None else given.peak_hit
        amounts = {**{name: getattr(given, name) for name in Given.__slots__}, "peak_hit": peak_hit}

        def work(change: Change) -> int:
            change.trail.record(action, model=model, effective=to_stored(at))
            change.announce(PricesChanged(model))
            return store.add(
                change.connection,
                model=model,
                since=to_stored(at),
                **{name: None if value is None else f"{value:f}" for name, value in amounts.items()},
                entered_at=to_stored(change.at),
                entered_by=change.by,
            )

        number = self._desk.change(work)
        return next(one for one in self.table().overrides if one.number == number)

    def _named(self, model: str) -> str:
        name = model.strip()
        if not name or len(name) > NAME_LIMIT or not name.isprintable():
            raise UserError("price_model", limit=NAME_LIMIT)
        return PriceTable.shipped().canonical(name)

    def _from(self, since: datetime | None) -> datetime:
        now = self._desk.clock.now()
        if since is not None and since < now:
            raise UserError("price_past", since=since.isoformat(sep=" ", timespec="minutes"))
        return since or now

    def _kept(self, connection: Connection) -> tuple[Override, ...]:
        zone = self._desk.clock.zone
        return tuple(
            Override(
                one.number,
                one.model,
                from_stored(one.since, zone),
                miss=_amount(one.miss),
                output=_amount(one.output),
                hit=_amount(one.hit),
                peak=_rates(one),
                by=one.entered_by,
                at=from_stored(one.entered_at, zone),
            )
            for one in store.every(connection)
        )

    def _forget(self) -> None:
        with self._turn:
            self._table, self._changes = None, self._changes + 1


def _refuse_amount(value: Decimal | None) -> None:
    """Raises `UserError` price_amount."""
    if value is not None and not (value.is_finite() and 0 <= value <= MOST and _decimals(value) <= DECIMALS):
        raise UserError("price_amount", value=str(value)[:40], most=MOST, decimals=DECIMALS)


def _decimals(value: Decimal) -> int:
    exponent = value.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _amount(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


def _rates(one: store.Kept) -> Rates | None:
    if one.peak_hit is None or one.peak_miss is None or one.peak_output is None:
        return None
    return Rates(Decimal(one.peak_hit), Decimal(one.peak_miss), Decimal(one.peak_output))
