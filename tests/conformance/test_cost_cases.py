"""The shared kernel cases about costs (K46, K54–K57, K59, K60), by their numbers."""

from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from core.cost.books import Ended
from core.cost.budgets import Answer
from core.cost.guard import Action, DayGuard, Level
from core.cost.meter import cost
from core.cost.prices import Override, Period, PriceTable, Rates
from core.cost.reasons import Why
from core.cost.usage import Usage
from core.cost.verdict import Limits
from core.packhost.host import Mounted, Packs
from core.packhost.manifest import Manifest
from core.services.spending.facts import By
from tests.fakes.budgets import budgets, spend, wanted
from tests.fakes.clinic import Clinic
from tests.fakes.clock import ZONE
from tests.fakes.spending import FLASH, reserve
from tests.fakes.spending import spend as spend_in

M = 1_000_000
BEGUN = datetime(2026, 1, 1, tzinfo=ZONE)


def rates(hit: str, miss: str, output: str) -> Rates:
    return Rates(Decimal(hit), Decimal(miss), Decimal(output))


TABLE = PriceTable(
    "test",
    "deepseek",
    PriceTable.shipped().hours,
    {
        "flash": (Period(BEGUN, rates("0.1", "3", "9"), rates("0.05", "1.5", "4.5")),),
        "pro": (Period(BEGUN, rates("0.3", "9", "27"), rates("0.15", "4.5", "13.5")),),
    },
)
"""The price table of the cases."""

OFF_PEAK = "2026-09-12T10:00"
PEAK = "2026-09-09T10:00"


def costs(model: str, at: str, usage: Usage | None, table: PriceTable = TABLE) -> Decimal | None:
    return cost(usage, table.price_of(model, datetime.fromisoformat(at).replace(tzinfo=ZONE)))


def with_budget(action: str) -> Packs:
    manifest = {"apiVersion": 1, "name": "tcm", "version": "1.0.0", "engines": {"mingdao": "*"}}
    budget = {"dailyYuan": Decimal("0.5"), "action": action}
    return Packs((Mounted(Path(), Manifest.model_validate({**manifest, "budget": budget})),))


@pytest.mark.parametrize(("action", "answer"), [("block", Answer.STOP), ("warn", Answer.WARN)])
def test_K46_a_pack_s_day_is_stopped_or_told_of_at_its_budget(
    clinic: Clinic, action: str, answer: Answer
) -> None:
    with clinic.open() as kernel:
        spend_in(kernel, "0.6")
    with clinic.open(packs=with_budget(action)) as kernel:
        decision = reserve(kernel, prompt=1)
        assert decision.answer is answer
        said = decision.reasons[0].params
        assert (said["spent"], said["limit"], said["action"]) == ("0.60000", "0.50000", action)
        if action == "block":
            words, hint = kernel.spending._desk.words().error(decision.refusal())
            assert "0.60000" in words
            assert "0.50000" in words
            assert "budget.action=block" in words
            assert hint
            assert decision.reservation is None
        clinic.clock.advance(days=1)
        assert reserve(kernel, prompt=1).answer is Answer.GO


def test_K54_a_call_whose_usage_is_unknown_has_no_cost(clinic: Clinic) -> None:
    assert costs("flash", PEAK, None) is None
    with clinic.open() as kernel:
        made = reserve(kernel).reservation
        assert made is not None
        settled = kernel.spending.settle(made, Ended(None, "ok"))
        assert (settled.cost, settled.booked) == (None, Decimal(1))
        (line,) = kernel.spending.report(By.PACK).lines
        assert (line.cost, line.unknown, line.booked) == (None, 1, Decimal(1))


@pytest.mark.parametrize(
    ("at", "usage", "expected"),
    [
        (OFF_PEAK, Usage(M, 100_000, 0, M), "1.95"),
        ("2026-09-09T10:00", Usage(M, 0, 0, M), "3.0"),
        ("2026-09-09T12:00", Usage(M, 0, 0, M), "1.5"),
        ("2026-09-09T13:00", Usage(M, 0, 0, M), "1.5"),
        ("2026-09-09T14:00", Usage(M, 0, 0, M), "3.0"),
        ("2026-09-09T18:00", Usage(M, 0, 0, M), "1.5"),
        ("2026-09-12T10:00", Usage(M, 0, 0, M), "1.5"),
    ],
)
def test_K55_the_hours_decide(at: str, usage: Usage, expected: str) -> None:
    assert costs("flash", at, usage) == Decimal(expected)


@pytest.mark.parametrize(
    ("model", "at", "usage", "expected"),
    [
        ("flash", OFF_PEAK, Usage(M, 0, 800_000, 200_000), "0.34"),
        ("flash", OFF_PEAK, Usage(M, 0, 800_000, 100_000), "0.34"),
        ("pro", PEAK, Usage(M, M, 0, M), "36"),
    ],
)
def test_K56_the_cache_and_what_nobody_explains(model: str, at: str, usage: Usage, expected: str) -> None:
    assert costs(model, at, usage) == Decimal(expected)


def test_K57_an_unpriced_model_costs_what_nobody_knows_until_both_prices_are_set(clinic: Clinic) -> None:
    def table(miss: int, output: int | None) -> PriceTable:
        whole = None if output is None else Decimal(output)
        return TABLE.with_overrides(
            (Override(1, "gpt-5", BEGUN, Decimal(miss), whole, None, None, "x", BEGUN),)
        )

    usage = Usage(M, M, None, None)
    assert costs("gpt-5", PEAK, usage) is None
    assert costs("gpt-5", PEAK, usage, table(1, 2)) == 3
    assert costs("gpt-5", PEAK, usage, table(1, None)) is None
    clinic.clock.advance(days=-200)
    with clinic.open() as kernel:
        made = reserve(kernel).reservation
        assert made is not None
        kernel.spending.settle(made, Ended(usage, "ok"))
    printed = clinic.run("cost", "--by", "model").out
    assert "无法估算" in printed
    assert "¥0" not in printed


@pytest.mark.parametrize(
    ("used", "level"),
    [
        ("0", Level.CLEAR),
        ("7.9", Level.CLEAR),
        ("8", Level.NEAR),
        ("10", Level.REACHED),
        (None, Level.UNKNOWN),
    ],
)
def test_K59_levels_of_the_day(used: str | None, level: Level) -> None:
    guard = DayGuard(Decimal(10), action=Action.BLOCK)
    assert guard.level(None if used is None else Decimal(used)) is level


def test_K59_reached_it_pauses_and_unreadable_it_goes_on_with_a_warning() -> None:
    one, books = budgets(Limits(DayGuard(Decimal(10), action=Action.BLOCK)))
    assert one.reserve(wanted("0.1")).answer is Answer.GO, "without a book nothing was spent"
    spend(one, "9.8")
    assert one.reserve(wanted("0.1")).answer is Answer.STOP
    books.unreadable = True
    decision = one.reserve(wanted("0.1"))
    assert (decision.answer, decision.reasons[0].code) == (Answer.WARN, Why.UNREADABLE)


def test_K60_costs_by_pack_the_dearest_first(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    # The command line goes by the machine's clock.
    monkeypatch.setattr("core.kernel.opening.clock_of", lambda _: clinic.clock)
    assert "ctx.llm" in clinic.run("cost", "--by", "pack").out
    with clinic.open() as kernel:
        for pack, yuan in (("tcm", "0.02"), ("legal", "0.5"), ("tcm", "0.02")):
            spend_in(kernel, yuan, pack)
    done = clinic.run("cost", "--by", "pack")
    assert done.code == 0
    assert "按垂域 Pack 分账（ctx.llm 归因）" in done.out
    lines = [line.split() for line in done.out.splitlines()]
    heading = lines.index(["Pack", "调用", "↑", "↓", "≈费用"])
    table = [line for line in lines[heading:] if line and line[-1].startswith("¥")]
    assert table == [
        ["legal", "1", "500000", "0", "¥0.50000"],
        ["tcm", "2", "40000", "0", "¥0.04000"],
        ["合计", "3", "540000", "0", "¥0.54000"],
    ]
    document = clinic.json("cost", "--by", "pack", "--today")
    assert [(line["key"], line["calls"], line["cost"]) for line in document["lines"]] == [
        ("legal", 1, 0.5),
        ("tcm", 2, 0.04),
    ]


def test_P39_a_call_that_spans_noon_is_billed_as_of_when_it_was_asked(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        clinic.clock.advance(days=1, seconds=-1)
        made = reserve(kernel, model=FLASH).reservation
        assert made is not None
        clinic.clock.advance(minutes=10)
        settled = kernel.spending.settle(made, Ended(Usage(M, 0, 0, M), "ok"))
        assert settled.cost == 2
        assert made.at.hour == 11
        assert clinic.clock.now() - made.at == timedelta(minutes=10)
