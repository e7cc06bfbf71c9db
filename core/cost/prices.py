"""What a million tokens cost, by model and moment: the dated table that ships (`resources/prices.json`), and over it what an admin set.

Amounts are yuan, `Decimal`. A model without a price has none: it is never free. Before the first price in yuan of a model there is none either;
prices in another currency are not converted. Which instant counts for a call that spans two windows no provider says; it is the one at which
it was asked, and whatever shows an amount calls it an estimate.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, time
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import Any

from core.base.clock import zone_named
from core.cost.holidays import DayKind
from core.cost.windows import PeakHours, Window
from core.forms.exact_json import load_json

LOOK_AHEAD_DAYS = 16
"""How far the next change of a price is looked for: longer than any holiday."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Yuan for a million tokens: of the prompt from the cache, of the rest of it, of the answer."""

    hit: Decimal
    miss: Decimal
    output: Decimal


@dataclass(frozen=True, slots=True)
class Price:
    """What one call costs by, and of which state of the prices that is. `day` is the kind of day that decided the window; None for `FLAT`."""

    window: Window
    hit: Decimal
    miss: Decimal
    output: Decimal
    version: str
    day: DayKind | None = None

    @property
    def rates(self) -> Rates:
        return Rates(self.hit, self.miss, self.output)

    @property
    def is_free(self) -> bool:
        return not (self.hit or self.miss or self.output)

    @property
    def is_flat(self) -> bool:
        """Whether it is the same at all hours."""
        return self.window is Window.FLAT


FREE = Price(Window.FLAT, Decimal(0), Decimal(0), Decimal(0), "on_device")
"""What a model on this machine costs by, unless somebody set a price."""


@dataclass(frozen=True, slots=True)
class Override:
    """What an admin set for a model, from a moment on. What is None is taken from the table; with nothing set, the table counts again.

    `peak` is for peak hours; without it the others are for all hours. By whom and when it was entered stays on record.
    """

    number: int
    model: str
    since: datetime
    miss: Decimal | None
    output: Decimal | None
    hit: Decimal | None
    peak: Rates | None
    by: str
    at: datetime

    @property
    def is_end(self) -> bool:
        """Whether it ends those before it."""
        return self.miss is None and self.output is None and self.hit is None and self.peak is None


@dataclass(frozen=True, slots=True)
class Period:
    """Prices of the table from a moment on."""

    since: datetime
    peak: Rates
    off_peak: Rates


@dataclass(frozen=True, slots=True)
class Change:
    """When a price changes, and to what."""

    at: datetime
    price: Price | None


@dataclass(frozen=True)
class PriceTable:
    """The prices of every model that has one. `models` has the periods in order, `aliases` other names of the same models."""

    version: str
    provider: str
    """Whose prices the table has: a model of this name elsewhere costs something else."""
    hours: PeakHours
    models: Mapping[str, tuple[Period, ...]]
    aliases: Mapping[str, str] = field(default_factory=dict)
    overrides: tuple[Override, ...] = ()

    @classmethod
    def shipped(cls) -> "PriceTable":
        """The table that comes with the program."""
        return _shipped()

    def with_overrides(self, overrides: tuple[Override, ...]) -> "PriceTable":
        return replace(self, overrides=overrides)

    def canonical(self, model: str) -> str:
        """The name under which a model is priced."""
        return self.aliases.get(model, model)

    def price_of(self, model: str, at: datetime, provider: str = "") -> Price | None:
        """What a call of a model costs by that was asked at a moment; None where nobody knows. Without a provider it is that of the table."""
        model = self.canonical(model)
        window, day = self.hours.at(at)
        is_ours = provider in {"", self.provider}
        period = self._period(model, at) if is_ours else None
        listed = None if period is None else period.peak if window is Window.PEAK else period.off_peak
        override = self.override_at(model, at)
        if override is None:
            return None if listed is None else _price(listed, window, self.version, day)
        version = f"{self.version}+{override.number}"
        if override.peak is not None and window is Window.PEAK:
            return _price(override.peak, window, version, day)
        rates = _merged(override, listed)
        if rates is None:
            return None
        if override.peak is not None or (listed is not None and rates != _whole(override)):
            return _price(rates, window, version, day)
        return Price(Window.FLAT, rates.hit, rates.miss, rates.output, version)

    def next_change(self, model: str, at: datetime, provider: str = "") -> Change | None:
        """When the price of a model is next another one; None when that is not near."""
        now = self.price_of(model, at, provider)
        for moment in self._moments(self.canonical(model), at):
            then = self.price_of(model, moment, provider)
            if _told(then) != _told(now):
                return Change(moment, then)
        return None

    def first_known(self, model: str, provider: str = "") -> datetime | None:
        """Since when a model has a price; None where it never had one."""
        model = self.canonical(model)
        listed = self.models.get(model, ()) if provider in {"", self.provider} else ()
        known = [one.since for one in listed]
        known += [one.since for one in self.overrides if one.model == model and not one.is_end]
        return min(known, default=None)

    def override_at(self, model: str, at: datetime) -> Override | None:
        """What an admin set that counts at a moment: the one with the latest beginning, of those the one entered last."""
        begun = [one for one in self.overrides if one.model == self.canonical(model) and one.since <= at]
        last = max(begun, key=lambda one: (one.since, one.number), default=None)
        return None if last is None or last.is_end else last

    def _period(self, model: str, at: datetime) -> Period | None:
        begun = [one for one in self.models.get(model, ()) if one.since <= at]
        return begun[-1] if begun else None

    def _moments(self, model: str, at: datetime) -> Iterator[datetime]:
        """Every instant after this one at which the price may change, in order."""
        dated = [one.since for one in self.models.get(model, ())]
        dated += [one.since for one in self.overrides if one.model == model]
        moments = {*self.hours.bounds(at, LOOK_AHEAD_DAYS), *dated}
        yield from sorted(moment for moment in moments if moment > at)


def read_prices(text: str) -> PriceTable:
    """A table as it is written in `resources/prices.json`."""
    raw: Any = load_json(text)
    peak, zone = raw["peak"], zone_named(raw["peak"]["zone"])
    return PriceTable(
        raw["version"],
        raw["provider"],
        PeakHours(
            zone,
            tuple((time.fromisoformat(start), time.fromisoformat(end)) for start, end in peak["hours"]),
            tuple(
                (datetime.fromisoformat(since), datetime.fromisoformat(until))
                for since, until in peak["weekends_too"]
            ),
        ),
        {name: tuple(map(_period, one["periods"])) for name, one in raw["models"].items()},
        {alias: name for name, one in raw["models"].items() for alias in one["aliases"]},
    )


@cache
def _shipped() -> PriceTable:
    return read_prices((resources.files("resources") / "prices.json").read_text(encoding="utf-8"))


def _period(raw: Mapping[str, Any]) -> Period:
    since = datetime.fromisoformat(raw["since"])
    return Period(since, _rates(raw["peak"]), _rates(raw["off_peak"]))


def _rates(raw: Mapping[str, Any]) -> Rates:
    return Rates(Decimal(raw["hit"]), Decimal(raw["miss"]), Decimal(raw["output"]))


def _price(rates: Rates, window: Window, version: str, day: DayKind) -> Price:
    return Price(window, rates.hit, rates.miss, rates.output, version, day)


def _whole(override: Override) -> Rates | None:
    """What an override says alone; without a price for the cache that is the price of everything read. Nothing is free by this (§7.3)."""
    if not override.miss or not override.output:
        return None
    return Rates(override.miss if override.hit is None else override.hit, override.miss, override.output)


def _merged(override: Override, listed: Rates | None) -> Rates | None:
    """An override over what the table lists; None where neither says enough."""
    if listed is None:
        return _whole(override)
    return Rates(
        listed.hit if override.hit is None else override.hit,
        listed.miss if override.miss is None else override.miss,
        listed.output if override.output is None else override.output,
    )


def _told(price: Price | None) -> object:
    """What somebody is told of a price: not which kind of day it is."""
    return None if price is None else (price.window, price.rates)
