"""Budgets over a book in memory, with prices that are easily reckoned with."""

from datetime import datetime, timedelta
from decimal import Decimal

from core.cost.books import Cause, Ended
from core.cost.budgets import Budgets, Limits, Wanted
from core.cost.guard import Asked
from core.cost.prices import Override, PriceTable
from core.cost.usage import Usage
from tests.fakes.books import InMemoryBooks
from tests.fakes.clock import NOON, ZONE

MODEL = Asked("m", "p", "external")
DEAR = Asked("dear", "p", "external")
LOCAL = Asked("local", "ollama", "on_device")
MILLION = 1_000_000
PACK = Cause(pack="tcm", purpose="intake-extract", session="s")


def set_price(number: int, model: str, yuan: int) -> Override:
    amount = Decimal(yuan)
    return Override(number, model, NOON - timedelta(days=400), amount, amount, None, None, "x", NOON)


TABLE = PriceTable.shipped().with_overrides((set_price(1, "m", 1), set_price(2, "dear", 3)))
"""A million tokens of `m` cost a yuan, of `dear` three."""


def budgets(
    limits: Limits | None = None, books: InMemoryBooks | None = None
) -> tuple[Budgets, InMemoryBooks]:
    books = books or InMemoryBooks()
    return Budgets(books, lambda: TABLE, lambda _: limits or Limits(), ZONE), books


def wanted(yuan: str = "1", *, model: Asked = MODEL, at: datetime = NOON, cause: Cause = PACK) -> Wanted:
    """A call that costs an amount at the worst, with `m`."""
    return Wanted(cause, model, at, int(Decimal(yuan) * MILLION), 0)


def used(yuan: str) -> Usage:
    return Usage(int(Decimal(yuan) * MILLION), 0, None, None)


def spend(one: Budgets, yuan: str, *, at: datetime = NOON, cause: Cause = PACK) -> None:
    decision = one.reserve(wanted(yuan, at=at, cause=cause))
    assert decision.reservation is not None
    one.settle(decision.reservation, Ended(used(yuan), "ok"))
