"""What calls cost, through the services and the encrypted store: nothing is lost, rounded, guessed or read as nothing."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from core.base.errors import Damaged, Refused, UserError
from core.cost.books import Cause, Ended
from core.cost.budgets import Answer
from core.cost.guard import Level
from core.cost.reasons import Why
from core.cost.usage import Usage
from core.cost.windows import Window
from core.events.model import BudgetSpoke, CallSettled, Event
from core.packhost.host import Mounted, Packs
from core.packhost.manifest import Manifest
from core.services.models import Boundary, Registration
from core.services.spending.facts import By
from core.services.spending.spending import month
from core.settings.model import Settings
from core.store import calls
from tests.fakes.clinic import Clinic, rows, store_of
from tests.fakes.clock import NOON
from tests.fakes.people import PASSPHRASES, staffed
from tests.fakes.spending import FLASH, MILLION, PRO, reserve, spend

COLUMNS = (
    "day, pack, tool, purpose, session, run, task, model, answered_by, provider, boundary, prompt, completion,"
    " hit, miss, reasoning, price_version, window, outcome, ms, first_token_ms, truncated"
)

BUDGET_ROWS = "SELECT outcome, reason, detail FROM audit WHERE action = 'model.budget' ORDER BY seq"


def settings(clinic: Clinic, **values: str) -> None:
    lines = [f"{name} = {value}" for name, value in values.items()]
    clinic.home.settings.write_text("\n".join(lines), encoding="utf-8")


def pack_with(limit: str, action: str = "block", name: str = "tcm") -> Packs:
    manifest = Manifest.model_validate(
        {
            "apiVersion": 1,
            "name": name,
            "version": "1.0.0",
            "engines": {"mingdao": "*"},
            "budget": {"dailyYuan": Decimal(limit), "action": action},
        }
    )
    return Packs((Mounted(Path(), manifest),))


def test_a_call_stands_in_the_book_with_all_that_is_known_and_no_text(clinic: Clinic) -> None:
    cause = {"tool": "intake_extract", "purpose": "intake-extract", "session": "s", "run": "r", "task": "t"}
    with clinic.open() as kernel:
        asked_for = Cause(pack="tcm", **cause)
        flash = kernel.models.resolve(FLASH)
        made = kernel.spending.reserve(asked_for, flash, prompt=MILLION, max_output=0).reservation
        assert made is not None
        told: list[Event] = []
        kernel.bus.subscribe(CallSettled, told.append)
        usage = Usage(MILLION, 100, 800_000, 200_000, 40)
        settled = kernel.spending.settle(
            made, Ended(usage, "ok", FLASH, ms=900, first_token_ms=300, truncated=True)
        )
        assert settled.cost == Decimal("0.2164")
        assert told == [CallSettled("tcm", FLASH, "external", Decimal("0.2164"))]
        version = made.price.version if made.price else ""
        found = rows(store_of(kernel), f"SELECT {COLUMNS} FROM calls")
        asked = ("2026-11-29", "tcm", *cause.values(), FLASH, FLASH, "deepseek", "external")
        answered = (MILLION, 100, 800_000, 200_000, 40, version, "off_peak", "ok", 900, 300, 1)
        assert found == [(*asked, *answered)]
        assert rows(store_of(kernel), "SELECT worst, cost FROM calls") == [(10**12, 216_400_000_000)]


def test_a_call_cut_off_by_a_crash_stays_booked_as_unknown(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        assert reserve(kernel).reservation
        assert kernel.spending.today().line.running == 1  # type: ignore[union-attr]
    with clinic.open() as kernel:
        today = kernel.spending.today()
        assert today.line is not None
        assert (today.spent, today.line.cost) == (Decimal(1), None)
        assert (today.line.running, today.line.unknown, today.line.calls) == (0, 1, 1)
        assert rows(store_of(kernel), "SELECT outcome, settled_at, cost FROM calls") == [
            ("cut_off", None, None)
        ]


def test_a_call_of_a_model_here_that_was_cut_off_cost_nothing(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.models.add(
            Registration("local", "lab", "ollama", "http://127.0.0.1:11434/v1", Boundary.ON_DEVICE)
        )
        local = kernel.models.resolve("local")
        assert kernel.spending.reserve(Cause(), local, prompt=MILLION, max_output=9).reservation
    with clinic.open() as kernel:
        line = kernel.spending.today().line
        assert line is not None
        assert line.cost == 0
        assert (line.unknown, line.unmeasured, line.running) == (0, 1, 0)


def test_eight_calls_at_the_same_time_do_not_overshoot(clinic: Clinic) -> None:
    with clinic.open(packs=pack_with("2.5")) as kernel:
        with ThreadPoolExecutor(8) as threads:
            decisions = list(threads.map(lambda _: reserve(kernel), range(8)))
        assert sorted(decision.answer for decision in decisions) == [Answer.GO] * 2 + [Answer.STOP] * 6
        assert rows(store_of(kernel), "SELECT count(*) FROM calls") == [(2,)]
        assert kernel.spending.pack("tcm").left == Decimal("0.5")


def test_a_stopped_and_a_changed_call_leave_a_row_and_a_warning_is_told(clinic: Clinic) -> None:
    settings(clinic, cost_day_limit='"2.5"', cost_day_warn='"0.5"', cost_day_action='"block"')
    with clinic.open(packs=pack_with("1.5")) as kernel:
        told: list[Event] = []
        kernel.bus.subscribe(BudgetSpoke, told.append)
        assert reserve(kernel).reservation
        assert told == []
        assert reserve(kernel).answer is Answer.STOP
        assert rows(store_of(kernel), "SELECT count(*) FROM calls") == [(1,)]
        assert told == [], "who is refused hears of it by the refusal"
        stopped = rows(store_of(kernel), BUDGET_ROWS)
        assert [row[:2] for row in stopped] == [("refused", "pack_budget_reached")]
        assert json.loads(str(stopped[0][2])) == {
            "pack": "tcm",
            "purpose": "",
            "provider": "deepseek",
            "model": FLASH,
        }
    settings(clinic, cost_day_limit='"0.5"', cost_day_action='"downgrade"', cost_downgrade_model=f'"{FLASH}"')
    with clinic.open() as kernel:
        kernel.bus.subscribe(BudgetSpoke, told.append)
        assert reserve(kernel, model=PRO).answer is Answer.DOWNGRADE
        (spoke,) = told
        assert isinstance(spoke, BudgetSpoke)
        assert [phrase.key for phrase in spoke.said][:2] == [
            "spending.why.day_reached",
            "spending.why.downgraded",
        ]
        outcome, reason, detail = rows(store_of(kernel), BUDGET_ROWS)[-1]
        assert (outcome, reason, json.loads(str(detail))["instead"]) == ("ok", "downgraded", FLASH)


def test_P37_a_book_that_cannot_be_read_is_never_nothing(clinic: Clinic) -> None:
    settings(clinic, cost_day_limit='"1"', cost_day_action='"block"')
    with clinic.open() as kernel:
        spend(kernel, "0.99")
        assert reserve(kernel).answer is Answer.STOP
    clinic.execute("UPDATE calls SET cost = 'x'")
    with clinic.open() as kernel:
        decision = reserve(kernel)
        assert (decision.answer, [one.code for one in decision.reasons]) == (Answer.WARN, [Why.UNREADABLE])
        today = kernel.spending.today()
        assert (today.spent, today.line, today.level) == (None, None, Level.UNKNOWN)
        with pytest.raises(Damaged, match="calls_unreadable"):
            kernel.spending.report(By.PACK)
        with pytest.raises(Damaged, match="calls_unreadable"):
            kernel.spending.pack("tcm")


def test_a_book_of_calls_that_cannot_be_read_keeps_nobody_from_the_records(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    clinic.add("陈敏")

    def damaged(*_: object) -> bool:
        raise Damaged("store_damaged", file=clinic.home.store)

    monkeypatch.setattr(calls, "has", damaged)
    with clinic.open() as kernel:
        assert kernel.patients.show("P001").details.name == "陈敏"


def test_a_call_is_settled_once_and_in_no_finer_amount_than_is_kept(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        made, other = (reserve(kernel).reservation for _ in range(2))
        assert made is not None
        assert other is not None
        kernel.spending.settle(made, Ended(Usage(1, 1, None, None), "ok"))
        for again in (kernel.spending.release, lambda one: kernel.spending.settle(one, Ended(None, "ok"))):
            with pytest.raises(RuntimeError, match="once"):
                again(made)
        with pytest.raises(ValueError, match="finer"):
            store_of(kernel).write(
                lambda connection: calls.settle(connection, other.number, {}, Decimal("1E-13"))
            )


def test_today_is_told_against_its_limits(clinic: Clinic) -> None:
    settings(clinic, cost_day_limit="10.50", cost_day_warn="5")
    assert Settings.model_validate({"cost_day_limit": ""}) == Settings()
    with clinic.open(packs=pack_with("3", "warn")) as kernel:
        spend(kernel, "2", hit=MILLION)
        spend(kernel, "1.5", "legal")
        today = kernel.spending.today()
        assert today.line is not None
        assert (today.spent, today.left, today.level) == (Decimal("3.52"), Decimal("6.98"), Level.CLEAR)
        assert f"{today.line.hit_percent:.1f}" == "22.2"
        assert [(one.pack, one.spent, one.limit, one.left, one.stops) for one in today.packs] == [
            ("tcm", Decimal("2.02"), 3, Decimal("0.98"), False),
            ("legal", Decimal("1.5"), None, None, False),
        ]
        spend(kernel, "2")
        assert kernel.spending.today().level is Level.NEAR
        spend(kernel, "9")
        assert kernel.spending.today().level is Level.REACHED
        assert kernel.spending.today().left == 0


def test_at_the_limit_the_cheaper_model_of_the_clinic_is_asked(clinic: Clinic) -> None:
    settings(clinic, cost_day_limit="1", cost_day_action='"downgrade"')
    with clinic.open() as kernel:
        spend(kernel, "1")
        decision = reserve(kernel, model=PRO)
        assert decision.answer is Answer.DOWNGRADE
        assert decision.reservation is not None
        assert decision.reservation.model.name == FLASH
        assert reserve(kernel, model=FLASH).answer is Answer.STOP
    settings(clinic, cost_day_limit="1", cost_day_action='"downgrade"', cost_downgrade_model='"none-such"')
    with clinic.open() as kernel:
        assert [one.code for one in reserve(kernel, model=PRO).reasons][:2] == [
            Why.DAY_REACHED,
            Why.DOWNGRADE_UNFIT,
        ]


def test_a_task_has_its_own_limit(clinic: Clinic) -> None:
    settings(clinic, cost_task_limit='"1.5"')
    with clinic.open() as kernel:
        spend(kernel, "1", task="t")
        stopped = reserve(kernel, task="t")
        assert (stopped.answer, stopped.refusal().code) == (Answer.STOP, "task_budget_reached")
        assert reserve(kernel, task="u").answer is Answer.GO
        assert reserve(kernel).answer is Answer.GO


def test_a_report_adds_exactly_and_tells_what_it_cannot_add(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        for _ in range(10):
            spend(kernel, "0.1", purpose="intake-extract")
        spend(kernel, "5", "legal", purpose="visit-compare")
        made = reserve(kernel, "legal", purpose="visit-compare").reservation
        assert made is not None
        kernel.spending.settle(made, Ended(None, "cut"))
        made = reserve(kernel, "legal", purpose="visit-compare").reservation
        assert made is not None
        kernel.spending.release(made)
        clinic.clock.advance(days=1)
        spend(kernel, "0.3", "")
        report = kernel.spending.report(By.PACK)
        assert [(one.key, one.calls, one.cost, one.booked, one.unknown) for one in report.lines] == [
            ("legal", 2, 5, 6, 1),
            ("tcm", 10, 1, 1, 0),
            ("", 1, Decimal("0.3"), Decimal("0.3"), 0),
        ]
        assert (report.total.calls, report.total.cost, report.total.booked) == (
            13,
            Decimal("6.3"),
            Decimal("7.3"),
        )
        for by in By:
            assert kernel.spending.report(by).total == report.total
        days = kernel.spending.report(By.DAY)
        assert [(one.key, one.calls) for one in days.lines] == [("2026-11-29", 12), ("2026-11-30", 1)]
        day = date(2026, 11, 30)
        assert [one.key for one in kernel.spending.report(By.DAY, day, day).lines] == ["2026-11-30"]
        assert kernel.spending.report(By.PURPOSE, *month("2026-10")).lines == ()
        assert kernel.spending.report(By.PURPOSE, *month("2026-11")).total == report.total


def test_calls_of_unpriced_models_have_no_amount(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        # The model has no price before its first one.
        clinic.clock.advance(days=-200)
        made = reserve(kernel).reservation
        assert made is not None
        assert kernel.spending.settle(made, Ended(Usage(5, 5, None, None), "ok")).cost is None
        (line,) = kernel.spending.report(By.MODEL).lines
        assert (line.cost, line.unpriced, line.calls) == (None, 1, 1)


def test_the_hours_of_a_price_are_told_with_what_is_left_of_them(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        tariff = kernel.spending.tariff(FLASH)
        assert tariff.price is not None
        assert (tariff.price.window, tariff.minutes) == (Window.OFF_PEAK, 21 * 60)
        clinic.clock.advance(hours=21, seconds=1)
        tariff = kernel.spending.tariff(FLASH)
        assert tariff.price is not None
        assert (tariff.price.window, tariff.minutes, tariff.is_holiday_unknown) == (Window.PEAK, 180, False)
        clinic.clock.advance(days=400)
        assert kernel.spending.tariff(FLASH).is_holiday_unknown


def test_a_clock_turned_back_is_told_of(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        spend(kernel, "1")
        clinic.clock.advance(days=-2)
        today = kernel.spending.today()
        assert (today.day, today.clock_day) == (NOON.date(), NOON.date() - timedelta(days=2))
        assert today.spent == 1


def test_costs_are_seen_by_those_who_may_and_reception_may_not(clinic: Clinic) -> None:
    staffed(clinic)
    for name, may in (("王大夫", True), ("钱管理", True), ("孙审计", True), ("赵前台", False)):
        with clinic.open(passphrase=PASSPHRASES[name]) as kernel:
            if may:
                kernel.spending.today()
            else:
                with pytest.raises(Refused, match="not_allowed"):
                    kernel.spending.today()
            # Whoever works here may have a call made: the limits hold for all.
            assert reserve(kernel).answer is Answer.GO


@pytest.mark.parametrize("text", ["2026", "2026-13", "november", "2026-1-1"])
def test_a_month_is_written_as_one(text: str) -> None:
    with pytest.raises(UserError, match="bad_month"):
        month(text)


def test_a_month_ends_with_its_last_day() -> None:
    assert month("2028-02") == (date(2028, 2, 1), date(2028, 2, 29))
    assert month("2026-12") == (date(2026, 12, 1), date(2026, 12, 31))
    assert month("9999-12") == (date(9999, 12, 1), date.max)


def test_the_book_holds_no_number_that_was_rounded(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        for _ in range(3):
            spend(kernel, "0.000001")
        assert kernel.spending.report(By.PACK).total.cost == Decimal("0.000003")
        kinds = rows(store_of(kernel), "SELECT DISTINCT typeof(worst), typeof(cost) FROM calls")
        assert json.dumps(kinds) == '[["integer", "integer"]]'
