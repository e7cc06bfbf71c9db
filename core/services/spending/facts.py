"""What is told of costs: the day, a report, the hours of prices. Plain values, for whoever shows them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from functools import reduce
from typing import TYPE_CHECKING

from core.cost.guard import DayGuard, Level
from core.cost.holidays import DayKind
from core.cost.prices import Price

if TYPE_CHECKING:
    # The database library is not loaded for whoever only shows what is told.
    from core.store.calls import Together

__all__ = [
    "By",
    "Level",
    "Line",
    "PackStanding",
    "Report",
    "Tariff",
    "Today",
    "line_of",
    "together",
]

_HUNDRED = Decimal(100)


class By(StrEnum):
    """What calls are put together by."""

    PACK = "pack"
    TOOL = "tool"
    PURPOSE = "purpose"
    MODEL = "model"
    SESSION = "session"
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Line:
    """The calls of one kind. `key` is "" for those in nobody's name.

    `cost` is the sum of the amounts that are known; None where none is. `unknown` calls are over, and nobody knows what they used: `booked`
    has their worst, too. `unpriced` ones are of models without a price: no amount has them in it. Of `unmeasured` ones the usage is not known:
    `prompt` and `completion` do not have theirs in it.
    """

    key: str
    calls: int
    prompt: int
    completion: int
    cost: Decimal | None
    booked: Decimal
    hit: int
    counted: int
    unknown: int
    unpriced: int
    running: int
    unmeasured: int = 0
    is_total: bool = False

    @property
    def hit_percent(self) -> Decimal | None:
        """How much of the prompts came from the provider's cache, of those calls whose provider tells; None where none does."""
        return None if not self.counted else self.hit * _HUNDRED / self.counted

    @property
    def not_estimated(self) -> int:
        """Calls without an amount that is known."""
        return self.unknown + self.unpriced


@dataclass(frozen=True, slots=True)
class Report:
    """Lines, the dearest first, days in their order; and all of them together. None for a bound is as far as there are calls."""

    by: By
    since: date | None
    until: date | None
    lines: tuple[Line, ...]
    total: Line


@dataclass(frozen=True, slots=True)
class PackStanding:
    """What a pack cost today and may. `left` is None without a limit, and never below 0."""

    pack: str
    spent: Decimal
    limit: Decimal | None
    stops: bool
    """Whether calls beyond the limit are refused, and not only told of."""

    @property
    def left(self) -> Decimal | None:
        return None if self.limit is None else max(Decimal(0), self.limit - self.spent)


@dataclass(frozen=True, slots=True)
class Today:
    """How it stands today. `spent` is all that is booked, reservations and worst cases among it; it and `line` are None where that cannot be
    read (`Level.UNKNOWN`). `clock_day` is the day the clock shows, where that is another: the clock was turned back.
    """

    day: date
    clock_day: date
    spent: Decimal | None
    line: Line | None
    guard: DayGuard
    level: Level
    packs: tuple[PackStanding, ...]

    @property
    def left(self) -> Decimal | None:
        if self.guard.limit is None or self.spent is None:
            return None
        return max(Decimal(0), self.guard.limit - self.spent)


@dataclass(frozen=True, slots=True)
class Tariff:
    """What a model costs now and when that changes. `price` is None for one without a price, `until` where no change is near."""

    price: Price | None
    until: datetime | None
    minutes: int | None
    """Until then, begun ones counted."""
    then: Price | None = None
    """What it costs from then on."""

    @property
    def is_holiday_unknown(self) -> bool:
        """Whether the holidays of this year are not known to the program, so that a holiday would be taken for a workday."""
        return self.price is not None and self.price.day is DayKind.UNLISTED


def line_of(one: "Together") -> Line:
    return Line(
        one.key,
        one.calls,
        one.prompt,
        one.completion,
        one.cost if one.known else None,
        one.booked,
        hit=one.hit,
        counted=one.counted,
        unknown=one.unknown,
        unpriced=one.unpriced,
        running=one.running,
        unmeasured=one.unmeasured,
    )


def together(lines: Sequence[Line]) -> Line:
    """All of them as one."""
    return reduce(_added, lines, Line("", 0, 0, 0, None, Decimal(0), 0, 0, 0, 0, 0, is_total=True))


def _added(one: Line, other: Line) -> Line:
    known = [line.cost for line in (one, other) if line.cost is not None]
    return Line(
        "",
        one.calls + other.calls,
        one.prompt + other.prompt,
        one.completion + other.completion,
        sum(known, Decimal(0)) if known else None,
        one.booked + other.booked,
        hit=one.hit + other.hit,
        counted=one.counted + other.counted,
        unknown=one.unknown + other.unknown,
        unpriced=one.unpriced + other.unpriced,
        running=one.running + other.running,
        unmeasured=one.unmeasured + other.unmeasured,
        is_total=True,
    )
