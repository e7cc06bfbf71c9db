"""The guard of the day: how much calls of models may cost the clinic in a day, and what happens near the limit and at it (spec/kernel.md §7.5)."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

_WARN_SHARE = Decimal("0.8")


class Action(StrEnum):
    """What happens at a limit."""

    WARN = "warn"
    BLOCK = "block"
    """No call until tomorrow."""
    DOWNGRADE = "downgrade"
    """Another, cheaper model of the same provider and boundary; where there is none, as `BLOCK`."""


class Level(StrEnum):
    """How near the limit the day is."""

    CLEAR = "clear"
    NEAR = "near"
    REACHED = "reached"
    UNKNOWN = "unknown"
    """What was spent cannot be read."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A model as budgets know it: its name, whose it is, and how far what is said to it goes."""

    name: str
    provider: str
    boundary: str


@dataclass(frozen=True, slots=True)
class DayGuard:
    """Without a `limit` there is none. `warn_at` is where it is told of, four fifths of the limit unless said otherwise."""

    limit: Decimal | None = None
    warn_at: Decimal | None = None
    action: Action = Action.WARN
    downgrade_to: Asked | None = None

    @property
    def warned_at(self) -> Decimal | None:
        return self.warn_at if self.warn_at is not None or self.limit is None else self.limit * _WARN_SHARE

    def level(self, used: Decimal | None) -> Level:
        """`used` is what the day has cost so far; None when that cannot be read."""
        if used is None:
            return Level.UNKNOWN
        if self.limit is not None and used >= self.limit:
            return Level.REACHED
        if self.warned_at is not None and used >= self.warned_at:
            return Level.NEAR
        return Level.CLEAR
