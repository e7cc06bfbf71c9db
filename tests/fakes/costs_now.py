"""How it can stand with models, as the status line is told of it: every state of it, without a clinic."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import partial

from core.base.errors import Damaged
from core.cost.guard import DayGuard
from core.cost.holidays import DayKind
from core.cost.prices import Price
from core.cost.windows import Window
from core.services.spending.facts import Line, PackStanding, Tariff, Today
from desktop.models.costs_now import EXTERNAL, ON_DEVICE, CostsNow, Reach
from tests.fakes.clock import ZONE

AT = datetime(2026, 11, 30, 9, 7, 20, tzinfo=ZONE)
"""A Monday, within peak hours."""

PURPOSES = ("assistant", "intake-extract")
OUTSIDE = Reach(EXTERNAL, "deepseek-flash", "deepseek", 3, PURPOSES, PURPOSES)
HERE = Reach(ON_DEVICE, "qwen3:8b", "ollama", 3, PURPOSES)
BOTH = Reach(ON_DEVICE, "qwen3:8b", "ollama", 3, PURPOSES, PURPOSES[:1])
OTHERS = Reach(EXTERNAL, "", "", 3, (), PURPOSES[:1])


def line_of(
    cost: str | None,
    calls: int = 12,
    *,
    unknown: int = 0,
    unpriced: int = 0,
    running: int = 0,
    booked: str = "",
) -> Line:
    """The calls of a day; six tenths of their prompts came from the cache."""
    amount = None if cost is None else Decimal(cost)
    return Line(
        "",
        calls,
        10_000,
        800,
        amount,
        Decimal(booked) if booked else amount or Decimal(0),
        hit=6_120 if calls else 0,
        counted=10_000 if calls else 0,
        unknown=unknown,
        unpriced=unpriced,
        running=running,
        is_total=True,
    )


def today_of(
    line: Line | None,
    limit: str | None = "5",
    *,
    packs: tuple[PackStanding, ...] = (),
    day: date | None = None,
    warn_at: str | None = None,
) -> Today:
    """A day against a limit; without a line it cannot be read."""
    guard = DayGuard(Decimal(limit) if limit else None, Decimal(warn_at) if warn_at else None)
    spent = line.booked if line else None
    return Today(day or AT.date(), AT.date(), spent, line, guard, guard.level(spent), packs)


def price_of(window: Window, day: DayKind = DayKind.WORKDAY) -> Price:
    return Price(window, Decimal("0.04"), Decimal(2), Decimal(4), "2026-09-01", day)


def tariff_of(window: Window, minutes: int, day: DayKind = DayKind.WORKDAY) -> Tariff:
    """Prices that change after so many minutes to those of the other window."""
    other = Window.OFF_PEAK if window is Window.PEAK else Window.PEAK
    until = AT.replace(second=0) + timedelta(minutes=minutes)
    return Tariff(price_of(window, day), until, minutes, price_of(other, day))


PEAK = tariff_of(Window.PEAK, 412)
TCM = PackStanding("tcm", Decimal("0.39"), Decimal(3), True)


def pack_of(spent: str, *, stops: bool = True) -> PackStanding:
    return PackStanding("tcm", Decimal(spent), Decimal(3), stops)


def _outside(today: Today | None, tariff: Tariff = PEAK, reach: Reach = OUTSIDE) -> CostsNow:
    return CostsNow(reach, True, "deepseek-flash", today, tariff, {"tcm": "中医"})


_day = partial(today_of, packs=(TCM,))

STATES: dict[str, CostsNow] = {
    "offline": CostsNow(Reach(), True, "deepseek-flash", today_of(line_of(None, 0), None), PEAK),
    "on-device": CostsNow(
        HERE,
        True,
        "qwen3:8b",
        today_of(line_of("0", 4), None),
        Tariff(Price(Window.FLAT, Decimal(0), Decimal(0), Decimal(0), "on_device"), None, None),
    ),
    "on-device-and-outside": _outside(_day(line_of("0.39")), reach=BOTH),
    "only-others": _outside(_day(line_of("0.39")), reach=OTHERS),
    "external": _outside(_day(line_of("0.39"))),
    "little": _outside(_day(line_of("0.00042", 1))),
    "near": _outside(_day(line_of("4.10"), packs=(pack_of("2.61"),))),
    "over": _outside(_day(line_of("5.02"), packs=(pack_of("3.02"),))),
    "unreadable": _outside(_day(None)),
    "failed": CostsNow(OUTSIDE, True, "deepseek-flash", trouble=Damaged("calls_unreadable")),
    "unpriced": _outside(_day(line_of(None, 2, unpriced=2))),
    "partly-unpriced": _outside(_day(line_of("0.39", unpriced=2, unknown=1, booked="0.69"))),
    "off-peak": _outside(_day(line_of("0.39")), tariff_of(Window.OFF_PEAK, 53)),
    "holidays-unknown": _outside(_day(line_of("0.39")), tariff_of(Window.PEAK, 112, DayKind.UNLISTED)),
    "clock-back": _outside(_day(line_of("0.39"), day=AT.date() + timedelta(days=1))),
}
