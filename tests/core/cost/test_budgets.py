"""Budgets: what is put aside counts, what is settled replaces it, and no limit is overshot by calls at the same time or a clock turned back."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import ClinicError
from core.cost.books import NOT_SENT, Ended, Entry
from core.cost.budgets import Answer, Budgets, Decision, Limits, Wanted
from core.cost.guard import Action, Asked, DayGuard
from core.cost.reasons import Why
from core.cost.usage import Usage
from core.cost.verdict import PackBudget
from tests.fakes.books import InMemoryBooks
from tests.fakes.budgets import (
    DEAR,
    LOCAL,
    MILLION,
    MODEL,
    PACK,
    TABLE,
    budgets,
    set_price,
    spend,
    used,
    wanted,
)
from tests.fakes.clock import NOON, ZONE


def codes(decision: Decision) -> list[Why]:
    return [reason.code for reason in decision.reasons]


def day(limit: str, action: Action = Action.BLOCK, to: Asked | None = None) -> Limits:
    return Limits(DayGuard(Decimal(limit), None, action, to))


def pack(limit: str, action: Action = Action.BLOCK) -> Limits:
    return Limits(pack=PackBudget(Decimal(limit), action))


@pytest.mark.parametrize("limits", [pack("5"), Limits(task=Decimal(5)), day("5")])
def test_calls_at_the_same_time_do_not_see_the_same_money(limits: Limits) -> None:
    one, books = budgets(limits, InMemoryBooks(pause_s=0.01))
    cause = replace(PACK, task="t")
    with ThreadPoolExecutor(8) as threads:
        decisions = list(threads.map(lambda _: one.reserve(wanted("2", cause=cause)), range(8)))
    going = [decision for decision in decisions if decision.answer is not Answer.STOP]
    assert len(going) == 2
    assert len(books.entries) == 2


def test_what_was_put_aside_and_not_used_is_free_again() -> None:
    one, _ = budgets(pack("1"))
    first = one.reserve(wanted("1"))
    assert first.reservation is not None
    assert one.reserve(wanted("0.1")).answer is Answer.STOP
    settled = one.settle(first.reservation, Ended(used("0.25"), "ok"))
    assert (settled.cost, settled.booked) == (Decimal("0.25"), Decimal("0.25"))
    assert one.reserve(wanted("0.75")).answer is Answer.GO
    assert one.reserve(wanted("0.01")).answer is Answer.STOP


def test_a_call_that_died_keeps_its_worst_as_unknown_and_one_that_never_left_nothing() -> None:
    one, books = budgets(pack("2"))
    first, second = one.reserve(wanted("1")), one.reserve(wanted("1"))
    assert first.reservation is not None
    assert second.reservation is not None
    died = one.settle(first.reservation, Ended(None, "cut"))
    assert (died.cost, died.booked) == (None, Decimal(1))
    assert one.release(second.reservation).booked == 0
    assert books.settled[second.reservation.number].ended.outcome == NOT_SENT
    third = one.reserve(wanted("1"))
    assert third.answer is Answer.GO
    assert codes(third) == [Why.UNKNOWN_BOOKED]
    assert one.reserve(wanted("0.01")).answer is Answer.STOP


def test_a_call_is_settled_once() -> None:
    one, _ = budgets()
    made = one.reserve(wanted()).reservation
    assert made is not None
    one.settle(made, Ended(used("1"), "ok"))
    with pytest.raises(RuntimeError, match="once"):
        one.settle(made, Ended(used("1"), "ok"))


def test_a_pack_that_only_warns_goes_on_and_says_why() -> None:
    one, _ = budgets(pack("1", Action.WARN))
    spend(one, "1")
    decision = one.reserve(wanted("1"))
    assert (decision.answer, codes(decision)) == (Answer.WARN, [Why.PACK_REACHED])
    assert decision.reasons[0].params == {
        "pack": "tcm",
        "spent": "1.00000",
        "worst": "1.00000",
        "limit": "1.00000",
        "action": "warn",
    }


def test_the_pack_of_another_does_not_count_and_the_task_counts_over_days() -> None:
    one, _ = budgets(Limits(task=Decimal(2), pack=PackBudget(Decimal(2), Action.BLOCK)))
    spend(one, "2", cause=replace(PACK, pack="legal"))
    spend(one, "2", cause=replace(PACK, task="t"))
    later = NOON + timedelta(days=1)
    assert codes(one.reserve(wanted("1", at=later, cause=replace(PACK, task="t")))) == [Why.TASK_REACHED]
    assert one.reserve(wanted("1", at=later, cause=replace(PACK, task="u"))).answer is Answer.GO


def test_the_strictest_limit_decides_and_says_which_it_is() -> None:
    limits = Limits(
        DayGuard(Decimal(1), None, Action.WARN), Decimal(100), PackBudget(Decimal(1), Action.BLOCK)
    )
    one, _ = budgets(limits)
    spend(one, "1")
    decision = one.reserve(wanted("1"))
    assert (decision.answer, codes(decision)) == (Answer.STOP, [Why.PACK_REACHED, Why.DAY_REACHED])
    assert (decision.reservation, decision.refusal().code) == (None, "pack_budget_reached")


def test_near_the_limit_it_is_told_and_beyond_it_warned_where_that_is_the_action() -> None:
    one, _ = budgets(day("10", Action.WARN))
    spend(one, "7.9")
    assert one.reserve(wanted("0")).answer is Answer.GO
    spend(one, "0.1")
    assert codes(one.reserve(wanted("9"))) == [Why.DAY_NEAR]
    spend(one, "3")
    decision = one.reserve(wanted("9"))
    assert (decision.answer, codes(decision)) == (Answer.WARN, [Why.DAY_REACHED])


def test_a_stop_at_the_day_s_limit_is_foreseen() -> None:
    one, books = budgets(day("10"))
    spend(one, "9")
    assert codes(one.reserve(wanted("0.99"))) == [Why.DAY_NEAR]
    decision = one.reserve(wanted("0.5"))
    assert (decision.answer, decision.refusal().code) == (Answer.STOP, "day_budget_reached")
    assert len(books.entries) == 2


def test_P40_at_the_limit_a_cheaper_model_is_asked_and_billed_and_after_it_none() -> None:
    one, books = budgets(day("3", Action.DOWNGRADE, MODEL))
    spend(one, "3")
    decision = one.reserve(wanted("1", model=DEAR))
    assert (decision.answer, codes(decision)) == (Answer.DOWNGRADE, [Why.DAY_REACHED, Why.DOWNGRADED])
    made = decision.reservation
    assert made is not None
    assert (made.model, made.worst) == (MODEL, Decimal(1))
    assert one.settle(made, Ended(used("1"), "ok")).cost == 1
    assert books.entries[-1].model == MODEL
    assert codes(one.reserve(wanted("1", model=MODEL))) == [Why.DAY_REACHED, Why.DOWNGRADE_SAME]
    again = one.reserve(wanted("1", model=DEAR))
    assert (again.answer, codes(again)) == (Answer.STOP, [Why.DAY_REACHED, Why.DOWNGRADE_SAME])
    assert again.refusal().code == "day_budget_reached"
    assert (
        one.reserve(wanted("1", model=DEAR, cause=replace(PACK, session="other"))).answer is Answer.DOWNGRADE
    )


def test_a_session_whose_change_could_not_be_entered_was_not_changed() -> None:
    class Full(InMemoryBooks):
        is_full = False

        def enter(self, entry: Entry) -> int:
            if self.is_full:
                raise ClinicError("disk_full")
            return super().enter(entry)

    books = Full()
    one, _ = budgets(day("3", Action.DOWNGRADE, MODEL), books)
    spend(one, "3")
    books.is_full = True
    with pytest.raises(ClinicError, match="disk_full"):
        one.reserve(wanted("1", model=DEAR))
    books.is_full = False
    assert one.reserve(wanted("1", model=DEAR)).answer is Answer.DOWNGRADE


@pytest.mark.parametrize(
    "to",
    [
        None,
        replace(MODEL, provider="another"),
        replace(MODEL, boundary="on_device"),
        Asked("dearest", "p", "external"),
        Asked("unpriced", "p", "external"),
    ],
)
def test_no_call_is_changed_to_another_provider_boundary_or_a_dearer_model(to: Asked | None) -> None:
    table = TABLE.with_overrides((*TABLE.overrides, set_price(3, "dearest", 30)))
    books = InMemoryBooks()
    one = Budgets(books, lambda: table, lambda _: day("3", Action.DOWNGRADE, to), ZONE)
    spend(one, "3")
    decision = one.reserve(wanted("1", model=DEAR))
    assert (decision.answer, codes(decision)) == (Answer.STOP, [Why.DAY_REACHED, Why.DOWNGRADE_UNFIT])
    assert len(books.entries) == 1


@pytest.mark.parametrize("limits", [pack("1"), day("1"), Limits(task=Decimal(1))])
def test_what_cannot_be_read_is_told_and_is_not_nothing(limits: Limits) -> None:
    one, books = budgets(limits)
    spend(one, "0.9")
    books.unreadable = True
    decision = one.reserve(wanted("5"))
    assert (decision.answer, codes(decision)) == (Answer.WARN, [Why.UNREADABLE])
    assert len(books.entries) == 2
    assert codes(budgets(None, books)[0].reserve(wanted())) == [Why.UNREADABLE]


def test_of_a_model_without_a_price_it_is_said_that_no_limit_holds_it() -> None:
    one, _ = budgets(day("1"))
    decision = one.reserve(wanted("9", model=Asked("gpt-5", "openai", "external")))
    assert (decision.answer, codes(decision)) == (Answer.WARN, [Why.UNPRICED])
    assert decision.reservation is not None
    settled = one.settle(decision.reservation, Ended(used("9"), "ok"))
    assert (settled.cost, settled.booked) == (None, None)


def test_a_model_on_this_machine_costs_nothing_and_no_limit_stops_it() -> None:
    one, _ = budgets(day("1"))
    spend(one, "0.99")
    one.reserve(wanted("0.001"))
    decision = one.reserve(wanted("9", model=LOCAL))
    assert decision.answer is Answer.GO
    assert decision.reservation is not None
    assert one.settle(decision.reservation, Ended(used("9"), "ok", answered_by="m")).cost == 0
    unknown = one.reserve(wanted("9", model=LOCAL)).reservation
    assert unknown is not None
    assert one.settle(unknown, Ended(None, "ok")).cost == 0


def test_a_price_that_was_set_for_a_model_here_holds_whatever_name_its_server_gives() -> None:
    table = TABLE.with_overrides((*TABLE.overrides, set_price(3, "local", 2)))
    one = Budgets(InMemoryBooks(), lambda: table, lambda _: Limits(), ZONE)
    made = one.reserve(wanted("1", model=LOCAL)).reservation
    assert made is not None
    assert one.settle(made, Ended(used("1"), "ok", answered_by="/srv/qwen.gguf")).cost == 2


def test_P33_P39_a_call_is_billed_as_of_when_it_was_asked_by_the_model_that_answered() -> None:
    one, _ = budgets()
    peak = datetime(2026, 11, 27, 11, 59, 59, tzinfo=ZONE)
    flash = Asked("deepseek-flash", "deepseek", "external")
    pro = Asked("deepseek-v4-pro", "deepseek", "external")
    usage = Usage(MILLION, 0, 0, MILLION)
    found = []
    for model, answered in (
        (flash, ""),
        (flash, "deepseek-v4-flash"),
        (pro, "deepseek-flash"),
        (pro, "made-up"),
    ):
        made = one.reserve(Wanted(PACK, model, peak, MILLION, 100)).reservation
        assert made is not None
        found.append(one.settle(made, Ended(usage, "ok", answered_by=answered)).cost)
    assert found == [2, 2, 2, 9]


# ── The day ──


def test_yesterday_s_money_is_not_today_s() -> None:
    one, _ = budgets(pack("1"))
    spend(one, "1", at=NOON - timedelta(days=1))
    assert one.reserve(wanted("1")).answer is Answer.GO


def test_a_day_begins_at_midnight_of_the_clinic() -> None:
    one, books = budgets(pack("1"))
    spend(one, "1", at=datetime.fromisoformat("2026-09-10T15:59:59+00:00"))
    spend(one, "1", at=datetime.fromisoformat("2026-09-10T16:00:00+00:00"))
    assert [entry.day.isoformat() for entry in books.entries] == ["2026-09-10", "2026-09-11"]


@pytest.mark.parametrize("back", [1, 5, 30, 3000])
def test_a_clock_turned_back_opens_no_day_again(back: int) -> None:
    one, _ = budgets(day("10"))
    spend(one, "9.5")
    assert one.reserve(wanted("1", at=NOON - timedelta(days=back))).answer is Answer.STOP


def test_turned_back_and_on_again_it_is_still_one_day() -> None:
    one, books = budgets(day("10"))
    spend(one, "6")
    spend(one, "3.9", at=NOON - timedelta(days=1))
    assert {entry.day for entry in books.entries} == {NOON.date()}
    assert one.reserve(wanted("1")).answer is Answer.STOP


def test_one_call_of_a_wrong_clock_does_not_join_all_days_until_then() -> None:
    one, books = budgets(day("10"))
    spend(one, "1", at=NOON + timedelta(days=900))
    spend(one, "8")
    assert books.entries[-1].day == NOON.date()
    assert one.reserve(wanted("2")).answer is Answer.STOP
    spend(one, "8", at=NOON + timedelta(days=1))


amounts = st.decimals(Decimal("0.01"), Decimal(4), places=2)
steps = st.lists(
    st.tuples(
        amounts,
        st.sampled_from(["settle", "less", "die", "release", "hang"]),
        st.integers(-6, 0),
    ),
    max_size=25,
)


@given(steps, st.sampled_from(["pack", "task", "day"]))
def test_nothing_ever_goes_beyond_a_limit(taken: list[tuple[Decimal, str, int]], kind: str) -> None:
    limit = Decimal(10)
    limits = {"pack": pack("10"), "task": Limits(task=limit), "day": day("10")}[kind]
    one, books = budgets(limits)
    books_before = one.reserve(wanted("0.01", cause=replace(PACK, task="t")))
    assert books_before.reservation is not None
    for yuan, end, days in taken:
        at = NOON + timedelta(days=days)
        made = one.reserve(wanted(str(yuan), at=at, cause=replace(PACK, task="t"))).reservation
        if made is None:
            assert sum(map(books.booked, range(len(books.entries)))) + yuan >= limit
            continue
        match end:
            case "settle":
                one.settle(made, Ended(used(str(yuan)), "ok"))
            case "less":
                one.settle(made, Ended(used(str(yuan / 2)), "ok"))
            case "die":
                one.settle(made, Ended(None, "cut"))
            case "release":
                one.release(made)
            case _:
                pass  # it hangs: nobody settles it
        assert sum(map(books.booked, range(len(books.entries)))) <= limit
