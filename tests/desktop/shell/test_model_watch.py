"""The window hears of calls, prices, policies, limits and keys as they happen, and T101: a call during intake is seen in the costs."""

import asyncio
from collections.abc import Callable
from decimal import Decimal
from functools import partial

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from core.base.ids import RecordNo
from core.base.messages import Phrase
from core.cost.books import Cause
from core.events.model import BudgetSpoke, CallSettled, Event
from core.kernel import Kernel
from core.llm.question import Answered, Question
from core.llm.request import Request
from core.services.egress import Boundary, PurposeRule
from core.services.models import Registration
from core.services.spending.facts import By
from core.services.spending.prices import Given
from desktop.actions.catalog import ActionId
from desktop.shell.desk import REFRESH_MS
from desktop.shell.model_watch import MINUTE_MS
from desktop.shell.program import Program
from desktop.theme.tokens import Tone
from desktop.views.ledger.costs_asked import CostsAsked, Period
from desktop.views.ledger.screen import LedgerScreen
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import Clinic, clinic
from tests.fakes.model_server import DONE, Script, data, model_server, said
from tests.fakes.spending import spend

__all__ = ["clinic"]

PURPOSE = "intake-extract"
ANYWHERE = PurposeRule(tuple(Boundary), True, 100_000, 8192)
USAGE = {"prompt_tokens": 500, "completion_tokens": 50, "prompt_cache_hit_tokens": 100}
ANSWER = Script((data(said("好", "stop", usage=USAGE)), DONE))


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DEEPSEEK_API_KEY", "MINGDAO_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def told(qtbot: QtBot, program: Program, work: Callable[[Kernel], object]) -> None:
    """Have something done with the clinic, and wait until the status line has heard of what came of it."""
    with qtbot.waitSignal(program.window.models.told, timeout=WAIT_MS):
        program.clinic.ask(program.window, work)


def opened(qtbot: QtBot, program: Program) -> None:
    """Wait until the status line says how it stands."""
    desk_of(qtbot, program)
    qtbot.waitUntil(lambda: program.window.status.costs.now is not None, timeout=WAIT_MS)


def test_what_a_call_cost_is_asked_for_at_once_and_shown_when_it_is_answered(
    qtbot: QtBot, clinic: Clinic
) -> None:
    """200 ms, held by the order of what happens: between a settled call and its amount lie one question and its answer, and no timer."""
    with running(qtbot, clinic.home, clinic.vault) as program:
        opened(qtbot, program)
        window, order = program.window, list[str]()
        ask, clinic_ = program.clinic.ask, program.clinic

        def asked(*given: object, **named: object) -> object:
            if named.get("latest") == "costs":
                order.append("asked")
            return ask(*given, **named)  # type: ignore[arg-type]

        def heard(event: Event) -> None:
            if isinstance(event, CallSettled):
                order.append("heard")
                waiting = [timer for timer in window.models.findChildren(QTimer) if timer.isActive()]
                assert [timer.interval() <= MINUTE_MS for timer in waiting] == [True]

        clinic_.ask = asked  # type: ignore[assignment]
        clinic_.happened.connect(heard)
        window.models.told.connect(lambda: order.append(window.status.cost.words))
        with qtbot.waitSignal(window.models.told, timeout=WAIT_MS):
            ask(window, partial(spend, yuan="0.4"))
        # "asked" before "heard": the window's ear is older than this one, and asks before it returns.
        assert order == ["asked", "heard", "今日 ¥0.40"]
        assert REFRESH_MS >= 200, "the page waits, the status line does not"
        clinic_.happened.disconnect(heard)
        clinic_.ask = ask  # type: ignore[method-assign]


def test_prices_policies_and_limits_are_heard_of(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        opened(qtbot, program)
        costs = program.window.status.costs
        assert (costs.boundary.words, costs.cost.words) == ("离线", "今日 ¥0")
        told(qtbot, program, lambda kernel: kernel.egress.replace({PURPOSE: ANYWHERE}))
        assert (costs.boundary.words, costs.boundary.tone) == ("外部·deepseek", Tone.WARN)
        assert costs.hours.isVisible()
        told(
            qtbot,
            program,
            lambda kernel: kernel.prices.set("deepseek-flash", Given(miss=Decimal(3), output=Decimal(6))),
        )
        told(qtbot, program, partial(spend, yuan="0.5"))
        with qtbot.waitSignal(program.window.models.told, timeout=WAIT_MS):
            program.options.change(
                program.window, None, {"cost_day_limit": "1"}, lambda _: None, program.options.refused.emit
            )
        assert costs.cost.words.endswith("/ ¥1.00·已到限额")


def test_the_keyring_is_not_asked_for_the_status_line(qtbot: QtBot, clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.egress.replace({PURPOSE: ANYWHERE})
        kernel.model_keys.enter("deepseek", "sk-4f1c9a7be2d84c55")
    with running(qtbot, clinic.home, clinic.vault) as program:
        opened(qtbot, program)
        read: list[str] = []
        vault_read = clinic.vault.read

        def noted(entry: str) -> str | None:
            read.append(entry)
            return vault_read(entry)

        clinic.vault.read = noted  # type: ignore[method-assign]
        told(qtbot, program, partial(spend, yuan="0.4"))
        with qtbot.waitSignal(program.window.models.told, timeout=WAIT_MS):
            program.window.models.look()
        assert read == []


def test_a_shadowing_variable_stands_as_a_notice_once_through_a_change_of_role(
    qtbot: QtBot, clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    with clinic.open() as kernel:
        kernel.model_keys.enter("deepseek", "sk-4f1c9a7be2d84c55")
    monkeypatch.setenv("MINGDAO_API_KEY", "sk-00aa11bb22cc33dd")
    with running(qtbot, clinic.home, clinic.vault) as program:
        opened(qtbot, program)
        notices = program.notices

        def use(kernel: Kernel) -> None:
            for _ in range(2):
                kernel.model_keys.key_for(kernel.models.resolve())

        program.clinic.ask(program.window, use)
        qtbot.waitUntil(lambda: len(notices.standing) == 1, timeout=WAIT_MS)
        (notice,) = notices.standing
        assert "MINGDAO_API_KEY" in notice.text
        assert "deepseek" in notice.text
        assert "sk-" not in notice.text
        program.window._renew_for_role(is_switched=False)
        assert [one.text for one in notices.standing] == [notice.text]
        bar = program.window.desk.notices.bar if program.window.desk else None
        assert bar is not None
        bar.acted.emit()
        assert program.window.desk is not None
        assert program.window.desk.here is ActionId.SETTINGS
        assert notices.standing == ()
        program.window._renew_for_role(is_switched=False)
        assert notices.standing == (), "what was put away stays away"


def test_what_the_budgets_say_is_told_once_a_day_and_only_to_who_may_see_costs(
    qtbot: QtBot, clinic: Clinic
) -> None:
    near = Phrase("spending.why.day_near", spent="4.10", limit="5.00")
    later = Phrase("spending.why.day_near", spent="4.20", limit="5.00")
    unpriced = Phrase("spending.why.unpriced")
    with running(qtbot, clinic.home, clinic.vault) as program:
        opened(qtbot, program)
        watch, notices = program.window.models, program.notices
        for said in ((near,), (later, unpriced), (unpriced,)):
            watch.tell_budget(BudgetSpoke("tcm", said))
        assert ["4.10" in one.text for one in notices.standing] == [True, False]
        program.clinic.may = lambda *_: False  # type: ignore[method-assign]
        watch.tell_budget(BudgetSpoke("hello", (near,)))
        assert len(notices.standing) == 2


def test_a_locked_clinic_shows_nothing_of_it(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        opened(qtbot, program)
        told(qtbot, program, partial(spend, yuan="0.4"))
        window = program.window
        window.models.look()
        window.cover("锁定")
        qtbot.wait(100)
        assert not any(item.isVisible() for item in window.status.costs.items[1:])


def test_the_items_open_their_places(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        opened(qtbot, program)
        window = program.window
        desk = desk_of(qtbot, program)
        window.status.cost.click()
        screen = desk.page
        assert isinstance(screen, LedgerScreen)
        assert screen.costs.isVisible()
        assert screen.costs.parts.choice.segment("cost").hasFocus()
        window.status.boundary.click()
        assert isinstance(desk.page, SettingsPage)
        if "models" in desk.page.sections:
            assert desk.page.place.startswith("models")


def called(text: str, kernel: Kernel) -> Answered:
    """One call of a pack's tool during intake, by the one exit there is."""
    cause = Cause("tcm", "pack__tcm__intake_collect", PURPOSE, "sitting-1")
    return asyncio.run(kernel.gateway.ask(Question(Request(text), cause, "far")))


@pytest.mark.loopback
def test_T101_a_call_during_intake_is_in_the_costs_with_its_purpose_and_once_in_the_day(
    qtbot: QtBot, clinic: Clinic
) -> None:
    number = clinic.add("周敏")
    with model_server(ANSWER) as server, running(qtbot, clinic.home, clinic.vault) as program:
        opened(qtbot, program)
        window, desk = program.window, desk_of(qtbot, program)
        desk.open_patient(RecordNo(number), ActionId.INTAKE)
        qtbot.waitUntil(lambda: desk.here is ActionId.INTAKE and desk.context is not None, timeout=WAIT_MS)

        def prepare(kernel: Kernel) -> None:
            kernel.models.add(
                Registration(
                    "far",
                    "ours",
                    "oneapi",
                    f"{server.url}/v1",
                    Boundary.EXTERNAL,
                    context=8192,
                    max_output=1024,
                )
            )
            kernel.prices.set("far", Given(miss=Decimal(100), output=Decimal(200), hit=Decimal(10)))
            kernel.egress.replace({PURPOSE: ANYWHERE})

        told(qtbot, program, prepare)
        settled: list[CallSettled] = []
        program.clinic.happened.connect(
            lambda event: settled.append(event) if isinstance(event, CallSettled) else None
        )
        told(qtbot, program, partial(called, "头晕三日，夜间加重。"))
        qtbot.waitUntil(lambda: window.status.cost.words == "今日 ¥0.05", timeout=WAIT_MS)
        assert [event.cost for event in settled] == [Decimal("0.051")]
        assert len(server.asked) == 1
        assert desk.here is ActionId.INTAKE
        window.status.cost.click()
        screen = desk.page
        assert isinstance(screen, LedgerScreen)
        asked = CostsAsked(Period.TODAY, By.PURPOSE)
        screen.costs.ask(asked)
        qtbot.waitUntil(
            lambda: screen.costs.read is not None and screen.costs.read.asked == asked, timeout=WAIT_MS
        )
        model = screen.costs.model
        words = [str(model.data(model.index(0, column))) for column in range(model.columnCount())]
        assert model.rowCount() == 1
        assert words == ["问诊整理", "1", "500", "50", "20%", "¥0.05100"]
        assert screen.costs.total.words == ["合计", "1", "500", "50", "20%", "¥0.05100"]
        today = window.status.costs.now.today if window.status.costs.now else None
        assert today is not None
        assert (today.spent, today.line.calls if today.line else 0) == (Decimal("0.051"), 1)
