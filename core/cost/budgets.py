"""Budgets: before a call the worst it can cost is put aside, after it what it did cost is booked instead.

What is put aside counts as spent for everybody else, and looking and putting aside are one step under a lock: calls at the same time cannot
all see the same money. Everything is kept before the call is made, so that one that is cut off stays in the books: as unknown, with its worst.

* A limit of a pack or a task holds where the call could go beyond it; the day's, where it could reach it (spec/kernel.md §7.5).
* What was spent and cannot be read is told of and stops nothing: it is not taken for 0, and not for too much.
* A clock that was turned back opens no day again: a call counts for the newest day that has any (`SLACK`), and days to come count as today.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from decimal import Decimal
from threading import Lock

from core.base.errors import ClinicError, Refused
from core.cost.books import NOT_SENT, Books, Cause, Ended, Entry, Settlement, Spent
from core.cost.guard import Asked
from core.cost.meter import cost, worst
from core.cost.prices import FREE, Price, PriceTable
from core.cost.reasons import Reason, Why
from core.cost.usage import Usage
from core.cost.verdict import Answer, Limits, weigh

__all__ = ["Answer", "Budgets", "Decision", "Limits", "Reservation", "Settled", "Wanted"]

SLACK = timedelta(days=7)
"""How far ahead of the clock the newest day of the books may be to be taken for today. What lies further ahead was booked while the clock was
wrong: it still counts as spent, but no call is booked with it, or one mistake would join all days until then to one.
"""

ON_DEVICE = "on_device"
"""The boundary within which a call costs nothing."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A call somebody wants to make. Tokens at the most; `at` is when it is asked."""

    cause: Cause
    model: Asked
    at: datetime
    prompt: int
    max_output: int


@dataclass(frozen=True, slots=True)
class Reservation:
    """What was put aside for a call, and by what it will be billed. `model` is the one to ask."""

    number: int
    cause: Cause
    model: Asked
    at: datetime
    day: date
    price: Price | None
    worst: Decimal | None


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a call, and why. There is a reservation unless it is stopped, and then it must be settled or released."""

    answer: Answer
    reasons: tuple[Reason, ...] = ()
    reservation: Reservation | None = None

    def refusal(self) -> Refused:
        """What a stopped call raises: `Refused` pack_budget_reached, task_budget_reached, day_budget_reached."""
        said = self.reasons[0].params
        spent, limit, worst_case = said["spent"], said["limit"], said["worst"]
        match self.reasons[0].code:
            case Why.PACK_REACHED:
                return Refused(
                    "pack_budget_reached", pack=said["pack"], spent=spent, limit=limit, worst=worst_case
                )
            case Why.TASK_REACHED:
                return Refused("task_budget_reached", spent=spent, limit=limit, worst=worst_case)
            case _:
                return Refused("day_budget_reached", spent=spent, limit=limit, worst=worst_case)


@dataclass(frozen=True, slots=True)
class Settled:
    """What a call cost: None where nobody knows. `booked` is what stays counted: then its worst, where it has a price."""

    reservation: Reservation
    usage: Usage | None
    cost: Decimal | None
    booked: Decimal | None


class Budgets:
    """The budgets of one clinic. Safe from any thread."""

    def __init__(
        self, books: Books, prices: Callable[[], PriceTable], limits: Callable[[str], Limits], zone: tzinfo
    ) -> None:
        """`limits` are those of a call in a pack's name. A day is one of `zone`."""
        self._books, self._prices, self._limits, self._zone = books, prices, limits, zone
        self._lock = Lock()
        self._switched: set[tuple[date, str]] = set()

    def reserve(self, wanted: Wanted) -> Decision:
        """Decide on a call and put its worst aside. Raises a `ClinicError` when it cannot be entered: it must not be made then.

        A session whose model was changed at the day's limit is to go on with the new one: its next call beyond the limit is stopped.
        """
        limits = self._limits(wanted.cause.pack)
        with self._lock:
            day, spent = self._stands(wanted)
            price = self.price_of(wanted.model, wanted.at) or self._first_price(wanted)
            most = worst(wanted.prompt, wanted.max_output, price)
            verdict = weigh(wanted.cause.pack, spent, price, most, limits)
            if verdict.answer is Answer.STOP:
                return Decision(Answer.STOP, verdict.reasons)
            model, reasons = wanted.model, verdict.reasons
            if verdict.answer is Answer.DOWNGRADE:
                model, changed = self._changed(wanted, limits.day.downgrade_to, most, day)
                reasons = (reasons[0], changed, *reasons[1:])
                if changed.code is not Why.DOWNGRADED:
                    return Decision(Answer.STOP, reasons)
                price = self.price_of(model, wanted.at)
                most = worst(wanted.prompt, wanted.max_output, price)
            number = self._books.enter(Entry(wanted.cause, model, wanted.at, day, price, most))
            if verdict.answer is Answer.DOWNGRADE:
                self._switched.add((day, wanted.cause.session))
        made = Reservation(number, wanted.cause, model, wanted.at, day, price, most)
        return Decision(verdict.answer, reasons, made)

    def settle(self, reservation: Reservation, ended: Ended) -> Settled:
        """Book what a call cost, however it ended; without usage its worst stays. It is billed as of when it was asked, by the model that
        says it answered where that has a price, else by the one asked.
        """
        price = reservation.price
        if ended.answered_by and price is not None and price is not FREE:
            provider = reservation.model.provider
            price = self._prices().price_of(ended.answered_by, reservation.at, provider) or price
        amount = cost(ended.usage, price)
        self._books.settle(reservation.number, Settlement(ended, amount, price))
        return Settled(reservation, ended.usage, amount, reservation.worst if amount is None else amount)

    def release(self, reservation: Reservation, outcome: str = NOT_SENT) -> Settled:
        """Nothing of the call left this machine: what was put aside for it is free again."""
        nothing = Decimal(0)
        self._books.settle(reservation.number, Settlement(Ended(None, outcome), nothing, reservation.price))
        return Settled(reservation, None, nothing, nothing)

    def counted_day(self, at: datetime) -> date:
        """The day a call counts for. Raises a `ClinicError` when the books cannot be read."""
        clock = at.astimezone(self._zone).date()
        newest = self._books.newest_day(until=clock + SLACK)
        return clock if newest is None else max(clock, newest)

    def price_of(self, model: Asked, at: datetime) -> Price | None:
        """What a call costs by; on this machine nothing, unless somebody set a price."""
        found = self._prices().price_of(model.name, at, model.provider)
        return FREE if found is None and model.boundary == ON_DEVICE else found

    def _stands(self, wanted: Wanted) -> tuple[date, Spent | None]:
        """The day it is, and what was spent on it: None where that cannot be read."""
        try:
            day = self.counted_day(wanted.at)
            return day, self._books.spent(day, wanted.cause.pack, wanted.cause.task)
        except ClinicError:
            return wanted.at.astimezone(self._zone).date(), None

    def _first_price(self, wanted: Wanted) -> Price | None:
        """What a model cost first, where the clock was turned back to before that: nothing is unpriced by it."""
        first = self._prices().first_known(wanted.model.name, wanted.model.provider)
        try:
            newest = self._books.newest_day(until=date.max)
        except ClinicError:
            newest = None
        is_back = newest is not None and newest > wanted.at.astimezone(self._zone).date()
        return self.price_of(wanted.model, first) if first is not None and is_back else None

    def _changed(
        self, wanted: Wanted, to: Asked | None, most: Decimal | None, day: date
    ) -> tuple[Asked, Reason]:
        """The model that is asked at the day's limit, or why there is none to change to: it never goes to another provider, nor further."""
        asked, session = wanted.model, (day, wanted.cause.session)
        table = self._prices()
        if to is None or (to.provider, to.boundary) != (asked.provider, asked.boundary):
            return asked, Reason(Why.DOWNGRADE_UNFIT, {"to": to.name if to else "—"})
        if session in self._switched or table.canonical(to.name) == table.canonical(asked.name):
            return asked, Reason(Why.DOWNGRADE_SAME, {"model": to.name})
        then = worst(wanted.prompt, wanted.max_output, self.price_of(to, wanted.at))
        if then is None or (most is not None and then >= most):
            return asked, Reason(Why.DOWNGRADE_UNFIT, {"to": to.name})
        return to, Reason(Why.DOWNGRADED, {"model": asked.name, "to": to.name})
