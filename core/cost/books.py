"""What budgets need kept: each call before it is made, and once it is over. Implemented over the store, handed in from above."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Protocol

from core.cost.guard import Asked
from core.cost.prices import Price
from core.cost.usage import Usage

OPEN = "open"
"""The outcome of a call that is under way."""
OK = "ok"
NOT_SENT = "not_sent"
"""Nothing of the call left this machine: it cost nothing, and that is known."""
STOPPED = "stopped"
"""By a person, within the answer."""
TRUNCATED = "truncated"
CUT_OFF = "cut_off"
"""Nobody waited for it any more, a fault of ours, or the clinic was left meanwhile: what it used nobody knows. Any other outcome is the code of
what failed.
"""


@dataclass(frozen=True, slots=True)
class Cause:
    """In whose name a call is made. Given by the kernel, never by a pack."""

    pack: str = ""
    tool: str = ""
    purpose: str = ""
    session: str = ""
    run: str = ""
    task: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A call that is about to be made. `worst` is None where the model has no price."""

    cause: Cause
    model: Asked
    at: datetime
    day: date
    price: Price | None
    worst: Decimal | None


@dataclass(frozen=True, slots=True)
class Ended:
    """How a call ended. `usage` is None where it is not known."""

    usage: Usage | None
    outcome: str
    answered_by: str = ""
    """The model's name as the server gives it."""
    ms: int | None = None
    first_token_ms: int | None = None
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a call is booked with. `cost` is None where it is not known; then the worst stays booked."""

    ended: Ended
    cost: Decimal | None
    price: Price | None


@dataclass(frozen=True, slots=True)
class Spent:
    """What is booked, reservations and worst cases among it: of all, of one pack, of one task (whatever the day)."""

    total: Decimal = Decimal(0)
    pack: Decimal = Decimal(0)
    task: Decimal = Decimal(0)
    unknown: int = 0
    """Finished calls of which nobody knows what they used, at their worst."""
    unpriced: int = 0
    """Calls of models without a price: no amount has them in it."""


class Books(Protocol):
    """The book of calls. Whatever cannot be read raises a `ClinicError` and is never left out of a sum."""

    def newest_day(self, *, until: date) -> date | None:
        """The last day up to one that a call counts for."""
        ...

    def spent(self, since: date, pack: str, task: str) -> Spent:
        """What is booked on a day and on later ones."""
        ...

    def enter(self, entry: Entry) -> int:
        """Durable when this returns; its number."""
        ...

    def settle(self, number: int, settlement: Settlement) -> None:
        """Once for each call; again raises RuntimeError."""
        ...
