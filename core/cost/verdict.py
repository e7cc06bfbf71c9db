"""Whether a call fits its limits, given what was spent. Pure: the strictest limit decides, and every reason is told."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from enum import IntEnum

from core.cost.books import Spent
from core.cost.guard import Action, DayGuard, Level
from core.cost.prices import Price
from core.cost.reasons import Reason, Why
from core.cost.yuan import yuan


class Answer(IntEnum):
    """What becomes of a call, from the mildest to the strictest."""

    GO = 0
    WARN = 1
    """It may be made, and somebody is told why that is not so well."""
    DOWNGRADE = 2
    """It may be made, with another model than was asked for."""
    STOP = 3


@dataclass(frozen=True, slots=True)
class PackBudget:
    """What calls in a pack's name may cost a day (`budget` of its manifest)."""

    limit: Decimal
    action: Action


@dataclass(frozen=True, slots=True)
class Limits:
    """What holds for one call."""

    day: DayGuard = field(default_factory=DayGuard)
    task: Decimal | None = None
    pack: PackBudget | None = None

    @property
    def are_none(self) -> bool:
        return self.pack is None and self.task is None and self.day.limit is None and self.day.warn_at is None


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer, and its reasons, the strictest first."""

    answer: Answer
    reasons: tuple[Reason, ...]


def weigh(
    pack: str, spent: Spent | None, price: Price | None, most: Decimal | None, limits: Limits
) -> Verdict:
    """`spent` is None where it cannot be read; `most` what the call can cost, None without a price. What costs nothing no limit holds."""
    found = list(_of_statistics(spent, price, limits))
    if spent is not None and (price is None or not price.is_free):
        found += [*_of_pack(pack, spent, most, limits.pack), *_of_task(spent, most, limits.task)]
        found += _of_day(spent, most, limits.day)
    found.sort(key=lambda one: one[0], reverse=True)
    return Verdict(found[0][0] if found else Answer.GO, tuple(reason for _, reason in found))


def _of_statistics(
    spent: Spent | None, price: Price | None, limits: Limits
) -> Iterator[tuple[Answer, Reason]]:
    if spent is None:
        yield Answer.WARN, Reason(Why.UNREADABLE)
    if limits.are_none:
        return
    if price is None:
        yield Answer.WARN, Reason(Why.UNPRICED)
    if spent is not None and spent.unknown:
        yield Answer.GO, Reason(Why.UNKNOWN_BOOKED, {"count": spent.unknown})


def _of_pack(
    pack: str, spent: Spent, most: Decimal | None, budget: PackBudget | None
) -> Iterator[tuple[Answer, Reason]]:
    if budget is not None and _goes_beyond(spent.pack, most, budget.limit):
        said = _said(spent.pack, budget.limit, most)
        answer = Answer.STOP if budget.action is Action.BLOCK else Answer.WARN
        yield answer, Reason(Why.PACK_REACHED, {"pack": pack, **said, "action": budget.action.value})


def _of_task(spent: Spent, most: Decimal | None, limit: Decimal | None) -> Iterator[tuple[Answer, Reason]]:
    if limit is not None and _goes_beyond(spent.task, most, limit):
        yield Answer.STOP, Reason(Why.TASK_REACHED, _said(spent.task, limit, most))


def _of_day(spent: Spent, most: Decimal | None, guard: DayGuard) -> Iterator[tuple[Answer, Reason]]:
    level, limit = guard.level(spent.total), guard.limit
    if limit is not None:
        said = {**_said(spent.total, limit, most), "action": guard.action.value}
        could_reach = guard.action is Action.BLOCK and spent.total + (most or 0) >= limit
        if level is Level.REACHED or could_reach:
            yield _ANSWERS[guard.action], Reason(Why.DAY_REACHED, said)
            return
    if level is Level.NEAR:
        shown = "—" if limit is None else yuan(limit)
        yield Answer.WARN, Reason(Why.DAY_NEAR, {"spent": yuan(spent.total), "limit": shown})


_ANSWERS = {Action.WARN: Answer.WARN, Action.BLOCK: Answer.STOP, Action.DOWNGRADE: Answer.DOWNGRADE}


def _goes_beyond(spent: Decimal, most: Decimal | None, limit: Decimal) -> bool:
    return spent >= limit or spent + (most or 0) > limit


def _said(spent: Decimal, limit: Decimal, most: Decimal | None) -> dict[str, object]:
    return {"spent": yuan(spent), "limit": yuan(limit), "worst": yuan(most or Decimal(0))}
