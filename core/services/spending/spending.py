"""What calls of models cost the clinic. The exit to models reserves and settles here; front-ends ask how it stands.

Amounts are estimates by the prices of the clinic: what is owed is on the provider's bill. A call of which nobody knows what it used, or cost, has
no amount; it is never told of as 0.
"""

from calendar import monthrange
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from core.base.errors import ClinicError, UserError
from core.base.messages import Messages
from core.base.paths import Home
from core.base.rights import Right
from core.cost.books import NOT_SENT, OPEN, Cause, Ended
from core.cost.budgets import Answer, Budgets, Decision, Limits, Reservation, Settled, Wanted
from core.cost.guard import Action, Asked, DayGuard, Level
from core.cost.reasons import Why
from core.cost.verdict import PackBudget
from core.events.model import BudgetSpoke, CallSettled
from core.ledger.audit import OK, REFUSED
from core.ledger.audit import Action as Row
from core.llm.model import Model
from core.services.at_work.desk import Desk
from core.services.spending import table_file
from core.services.spending.books import StoredBooks
from core.services.spending.facts import (
    By,
    Line,
    PackStanding,
    Report,
    Tariff,
    Today,
    line_of,
    together,
)
from core.services.spending.prices import Prices
from core.settings.model import Settings
from core.store import calls
from core.store.backup.outside import refuse_among_ours

__all__ = [
    "Action",
    "By",
    "Level",
    "Line",
    "PackStanding",
    "Report",
    "Spending",
    "Tariff",
    "Today",
]

_MINUTE = timedelta(minutes=1)


class Spending:
    """The costs of the open clinic."""

    def __init__(self, desk: Desk, prices: Prices, resolve: Callable[[str], Model], home: Home) -> None:
        """`resolve` finds a model by its name; raises a `ClinicError` where there is none."""
        self._desk, self._prices, self._resolve, self._home = desk, prices, resolve, home
        self._books = StoredBooks(desk.store, desk.clock)
        self._budgets = Budgets(self._books, prices.table, self._limits, desk.clock.zone)

    def reserve(self, cause: Cause, model: Model, *, prompt: int, max_output: int) -> Decision:
        """Before a call: whether it fits every limit, with the worst it can cost put aside. Tokens at the most.

        A call that is stopped, or made with another model, leaves its row; of one that is made the event `BudgetSpoke` tells what there is
        to say. Raises a `ClinicError` when it cannot be entered: then it must not be made.
        """
        now = self._desk.clock.now()
        decision = self._budgets.reserve(Wanted(cause, asked(model), now, prompt, max_output))
        if decision.answer in {Answer.STOP, Answer.DOWNGRADE}:
            self._keep_row(cause, model, decision)
        if decision.answer in {Answer.WARN, Answer.DOWNGRADE}:
            said = tuple(reason.phrase for reason in decision.reasons)
            self._desk.bus.publish(BudgetSpoke(cause.pack, said))
        return decision

    def settle(self, reservation: Reservation, ended: Ended) -> Settled:
        """After a call, however it ended. Without usage its worst stays booked. The event `CallSettled` tells of it."""
        return self._told(self._budgets.settle(reservation, ended))

    def release(self, reservation: Reservation, outcome: str = NOT_SENT) -> Settled:
        """In place of `settle`, where nothing of the call left this machine: it cost nothing."""
        return self._told(self._budgets.release(reservation, outcome))

    def note_cut_off(self) -> None:
        """Calls that were under way when the clinic was left: their usage is unknown from now on. Part of opening."""
        # A book of calls that cannot be read keeps nobody from the records; it is told of where costs are.
        with suppress(ClinicError):
            self._books.cut_off()

    def today(self) -> Today:
        """How it stands today, against the limits."""
        self._desk.require(Right.COSTS)
        now, guard = self._desk.clock.now(), self._guard(self._desk.settings())
        day = now.date()
        spent: Decimal | None = None
        line: Line | None = None
        by_pack: dict[str, Decimal] = {}
        try:
            day = self._budgets.counted_day(now)
            spent = self._books.spent(day, "", "").total
            lines = self._lines(By.PACK, day, None)
            line = together(lines)
            by_pack = {one.key: one.booked for one in lines}
        except ClinicError:
            spent = line = None
            by_pack = {}
        packs = () if spent is None else self._standings(by_pack)
        return Today(day, now.date(), spent, line, guard, guard.level(spent), packs)

    def report(self, by: By, since: date | None = None, until: date | None = None) -> Report:
        """What was spent on some days, both bounds among them. Raises `Damaged` calls_unreadable."""
        self._desk.require(Right.COSTS)
        return _report(by, since, until, self._lines(by, since, until))

    def reports(self, by: By, since: date | None = None, until: date | None = None) -> tuple[Report, Report]:
        """The same, and the same calls day by day, by one walk through the book. Raises as `report`."""
        self._desk.require(Right.COSTS)
        kinds: dict[str, list[Line]] = {}
        days: dict[str, list[Line]] = {}
        for one in self._together(by, since, until, per_day=True):
            line = line_of(one)
            kinds.setdefault(one.key, []).append(line)
            days.setdefault(one.day, []).append(line)
        by_day = _report(By.DAY, since, until, _each_together(days))
        return _report(by, since, until, _each_together(kinds), by_day.total), by_day

    def days(self) -> tuple[date, ...]:
        """The days that have calls."""
        self._desk.require(Right.COSTS)
        return tuple(map(date.fromisoformat, self._desk.read(calls.days)))

    def export(self, file: Path, by: By, since: date | None, until: date | None, words: Messages) -> int:
        """Write a report into a new file, for a spreadsheet; how many lines it has.

        Raises as `report`; `UserError` out_inside, file_exists; OSError.
        """
        self._desk.require(Right.COSTS)
        refuse_among_ours(self._home, file)
        report = self.report(by, since, until)
        table_file.write(file, table_file.rows_of(report, self.titles(), words))
        return len(report.lines)

    def tariff(self, model: str) -> Tariff:
        """What a model costs now, and for how long yet. Raises `UserError` for one that is not there."""
        self._desk.require(Right.COSTS)
        one, now = asked(self._resolve(model)), self._desk.clock.now()
        price = self._budgets.price_of(one, now)
        change = self._prices.table().next_change(one.name, now, one.provider)
        until = None if change is None else change.at.astimezone(self._desk.clock.zone)
        if change is None or until is None:
            return Tariff(price, None, None)
        return Tariff(price, until, -((now - until) // _MINUTE), change.price)

    def titles(self) -> dict[str, str]:
        """What the packs of the clinic call themselves, by their names."""
        return {one.manifest.name: one.manifest.title for one in self._desk.packs.mounted}

    def pack(self, name: str) -> PackStanding:
        """What a pack cost today, and what is left for it. Raises `Damaged` calls_unreadable."""
        self._desk.require(Right.COSTS)
        day = self._budgets.counted_day(self._desk.clock.now())
        return self._standing(name, self._books.spent(day, name, "").pack)

    def _keep_row(self, cause: Cause, model: Model, decision: Decision) -> None:
        made = decision.reservation
        instead = {"instead": made.model.name} if made else {}
        try:
            self._desk.change(
                lambda change: change.trail.record(
                    Row.MODEL_BUDGET,
                    tool=cause.tool,
                    outcome=REFUSED if made is None else OK,
                    reason=decision.refusal().code if made is None else Why.DOWNGRADED,
                    pack=cause.pack,
                    purpose=cause.purpose,
                    provider=model.provider,
                    model=model.name,
                    **instead,  # type: ignore[arg-type] # no parameter of `record` is called so
                )
            )
        except ClinicError:
            if made is not None:
                self._budgets.release(made)
            raise

    def _told(self, settled: Settled) -> Settled:
        made = settled.reservation
        self._desk.bus.publish(
            CallSettled(made.cause.pack, made.model.name, str(made.model.boundary), settled.cost)
        )
        return settled

    def _lines(self, by: By, since: date | None, until: date | None) -> list[Line]:
        return [line_of(one) for one in self._together(by, since, until)]

    def _together(
        self, by: By, since: date | None, until: date | None, *, per_day: bool = False
    ) -> list[calls.Together]:
        return self._desk.read(
            lambda connection: calls.together(
                connection, by, since, until, open_=OPEN, left_out=(NOT_SENT,), per_day=per_day
            )
        )

    def _limits(self, pack: str) -> Limits:
        settings = self._desk.settings()
        return Limits(self._guard(settings), settings.cost_task_limit, self._budget_of(pack))

    def _guard(self, settings: Settings) -> DayGuard:
        action = Action(settings.cost_day_action)
        to = self._found(settings.cost_downgrade_model) if action is Action.DOWNGRADE else None
        return DayGuard(settings.cost_day_limit, settings.cost_day_warn, action, to)

    def _found(self, model: str) -> Asked | None:
        try:
            return asked(self._resolve(model))
        except ClinicError:
            return None

    def _budget_of(self, pack: str) -> PackBudget | None:
        for one in self._desk.packs.mounted:
            budget = one.manifest.budget
            if one.manifest.name == pack and budget is not None and budget.dailyYuan is not None:
                return PackBudget(budget.dailyYuan, Action(budget.action))
        return None

    def _standings(self, spent: dict[str, Decimal]) -> tuple[PackStanding, ...]:
        limited = [one.manifest.name for one in self._desk.packs.mounted if one.manifest.budget]
        names = dict.fromkeys([*limited, *filter(None, sorted(spent))])
        return tuple(self._standing(name, spent.get(name, Decimal(0))) for name in names)

    def _standing(self, name: str, spent: Decimal) -> PackStanding:
        budget = self._budget_of(name)
        limit, stops = (None, False) if budget is None else (budget.limit, budget.action is Action.BLOCK)
        return PackStanding(name, spent, limit, stops)


def _each_together(lines: dict[str, list[Line]]) -> list[Line]:
    """Those of each name as one line of that name."""
    return [
        replace(these[0] if len(these) == 1 else together(these), key=name, is_total=False)
        for name, these in lines.items()
    ]


def _report(
    by: By, since: date | None, until: date | None, lines: list[Line], total: Line | None = None
) -> Report:
    """The dearest first, days in their order. `total` where it is known already."""
    if by is By.DAY:
        lines.sort(key=lambda one: one.key)
    else:
        lines.sort(key=lambda one: (-(one.cost or Decimal(0)), -one.calls, one.key))
    return Report(by, since, until, tuple(lines), total or together(lines))


def asked(model: Model) -> Asked:
    """A model as budgets know it."""
    return Asked(model.name, model.provider, model.boundary)


def month(text: str) -> tuple[date, date]:
    """The first and the last day of a month as it is typed, `2026-11`. Raises `UserError` bad_month."""
    try:
        first = datetime.strptime(text.strip(), "%Y-%m").date()  # noqa: DTZ007 - a calendar month has no zone
    except ValueError as error:
        raise UserError("bad_month", value=text) from error
    return first, first.replace(day=monthrange(first.year, first.month)[1])
