"""Who is at work, in which role, and what is there for it: in the real window, on a clinic of several people."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.base.rights import Role
from core.kernel import clock_of
from core.services.patients.patients import Given
from core.settings.model import Settings
from desktop.actions.catalog import SCREENS, ActionId
from desktop.bridge.clinic import ClinicState
from desktop.shell.desk import Desk
from desktop.shell.program import Program
from desktop.shell.role_sheet import RoleSheet
from desktop.views.patients.page import PatientsPage
from desktop.views.settings.page import SettingsPage
from desktop.views.today.page import TodayPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running, wait_state
from tests.fakes.clinic import MENZHEN, OPERATOR, PASSPHRASE, Clinic, clinic, content
from tests.fakes.people import PASSPHRASES, staffed

__all__ = ["clinic"]

COMPLAINT = "头晕一月"


@contextmanager
def at_work(qtbot: QtBot, clinic: Clinic, passphrase: str) -> Iterator[Program]:
    with running(qtbot, clinic.home, clinic.vault) as program:
        open_as(qtbot, program, passphrase)
        yield program


def open_as(qtbot: QtBot, program: Program, passphrase: str) -> Desk:
    card = program.window.entry.unlock
    qtbot.waitUntil(card.passphrase.isEnabled, timeout=WAIT_MS)
    card.passphrase.setText(passphrase)
    card.submit()
    return desk_of(qtbot, program)


def sheet_of(program: Program) -> RoleSheet:
    (sheet,) = program.window.sheets.shown
    assert isinstance(sheet, RoleSheet)
    return sheet


def press(key: Qt.Key) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)


def until_role(qtbot: QtBot, program: Program, role: Role) -> Desk:
    qtbot.waitUntil(
        lambda: program.clinic.opened is not None and program.clinic.opened.role is role, timeout=WAIT_MS
    )
    assert program.window.desk is not None
    return program.window.desk


def shown_words(desk: QWidget) -> str:
    parts: list[str] = []
    for part in desk.findChildren(QWidget):
        text: Callable[[], str] | None = getattr(part, "text", None)
        if part.isVisible():
            parts += [part.accessibleName(), text() if callable(text) else ""]
    return "\n".join(parts)


def refusals(clinic: Clinic) -> list[tuple[object, ...]]:
    return clinic.rows("SELECT operator, reason FROM audit WHERE action = 'access.refused'")


def test_a_clinic_of_one_shows_who_it_is_and_asks_nothing(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        status = program.window.status
        assert status.who.words == f"{OPERATOR}·医师"
        assert not status.who.is_special
        assert not program.window.registry.action(ActionId.OPERATOR).isVisible()
        for screen in SCREENS:
            desk.go(screen)
            assert desk.here is screen
        assert program.window.sheets.shown == []
        assert program.window.reasons.sheet is None


def test_digits_and_enter_switch_the_role_and_its_own_place_is_shown(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        first = desk_of(qtbot, program)
        program.window.registry.action(ActionId.ROLE).trigger()
        assert sheet_of(program).choice.value == Role.PHYSICIAN
        press(Qt.Key.Key_2)
        assert sheet_of(program).choice.value == Role.ADMIN
        press(Qt.Key.Key_Return)
        desk = until_role(qtbot, program, Role.ADMIN)
        qtbot.waitUntil(lambda: program.window.desk is not first, timeout=WAIT_MS)
        desk = desk_of(qtbot, program)
        assert desk.here is ActionId.SETTINGS
        status = program.window.status
        assert (status.who.words, status.who.is_special) == (f"{OPERATOR}·管理员", True)
        program.window.do(ActionId.INTAKE)
        assert desk.here is ActionId.SETTINGS
        assert set(desk._screens) == {ActionId.LEDGER, ActionId.SETTINGS}
        assert not program.window.registry.action(ActionId.NEW_PATIENT).isVisible()
    assert clinic.rows("SELECT operator, role FROM audit WHERE action = 'role.switch'") == [
        (OPERATOR, "physician")
    ]


def test_esc_and_the_present_role_change_nothing(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        QTest.mouseClick(program.window.status.who, Qt.MouseButton.LeftButton)
        press(Qt.Key.Key_Escape)
        program.window.do(ActionId.ROLE)
        press(Qt.Key.Key_Return)
        qtbot.wait(50)
        assert program.window.desk is desk
    assert clinic.rows("SELECT operator FROM audit WHERE action = 'role.switch'") == []


def test_reception_finds_registers_and_sees_nothing_clinical(qtbot: QtBot, clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE, clock=clock_of(Settings())) as kernel:
        kernel.patients.register(Given("陈敏", "女"))
        kernel.intake.save("P001", "menzhen", content(MENZHEN))
    with at_work(qtbot, clinic, PASSPHRASES["赵前台"]) as program:
        desk = desk_of(qtbot, program)
        assert set(desk._screens) == {ActionId.TODAY, ActionId.PATIENTS, ActionId.SETTINGS}
        assert program.window.status.who.words == "赵前台·前台"
        assert program.window.status.who.is_special
        today = desk.page
        assert isinstance(today, TodayPage)
        qtbot.waitUntil(lambda: len(today.visits.rows) == 1, timeout=WAIT_MS)
        qtbot.waitUntil(lambda: "陈敏" in shown_words(today), timeout=WAIT_MS)
        assert not today.drafts.isVisible()
        assert not today.waiting.isVisible()
        QTest.mouseClick(today.visits.rows[0], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: desk.context is not None, timeout=WAIT_MS)
        assert desk.here is ActionId.PATIENTS
        page = desk.page
        assert isinstance(page, PatientsPage)
        qtbot.waitUntil(lambda: not page.detail.is_busy and page.detail.note.isVisible(), timeout=WAIT_MS)
        assert page.detail.note.text() == "当前身份看不到病历。"
        assert not page.detail.give_reason.isVisible()
        assert not page.detail.visit_now.isVisible()
        assert COMPLAINT not in shown_words(program.window)
        desk.do(ActionId.NEW_PATIENT)
        page.sheet.form.name.setText("何静")
        page.sheet.form.sex.choose("女")
        page.sheet.submit()
        qtbot.waitUntil(
            lambda: desk.context is not None and desk.context.record_no == "P002", timeout=WAIT_MS
        )
        assert desk.here is ActionId.PATIENTS
        desk.go(ActionId.SETTINGS)
        settings = desk.page
        assert isinstance(settings, SettingsPage)
        for name in settings.sections:
            settings.show_section(name)
            qtbot.wait(50)
        assert "“前台”不能" in settings.sections["clinic"].limits.words.text()
        assert not settings.own.name.isEnabled()
    assert refusals(clinic) == []


@pytest.mark.parametrize(("name", "begins"), [("钱管理", ActionId.SETTINGS), ("孙审计", ActionId.LEDGER)])
def test_every_page_that_is_there_may_be_seen(
    qtbot: QtBot, clinic: Clinic, name: str, begins: ActionId
) -> None:
    staffed(clinic)
    with at_work(qtbot, clinic, PASSPHRASES[name]) as program:
        desk = desk_of(qtbot, program)
        assert desk.here is begins
        for screen in desk._screens:
            desk.go(screen)
            page = desk.page
            if isinstance(page, SettingsPage):
                for section in page.sections:
                    page.show_section(section)
                    qtbot.wait(30)
            qtbot.wait(50)
        assert ActionId.ROLE not in program.window.offered
    assert refusals(clinic) == []


def test_another_person_goes_on_on_their_own_page(qtbot: QtBot, clinic: Clinic) -> None:
    staffed(clinic)
    with at_work(qtbot, clinic, PASSPHRASE) as program:
        assert program.window.registry.action(ActionId.OPERATOR).isVisible()
        program.window.registry.action(ActionId.OPERATOR).trigger()
        wait_state(qtbot, program, ClinicState.CLOSED)
        desk = open_as(qtbot, program, PASSPHRASES["孙审计"])
        assert desk.here is ActionId.LEDGER
        assert program.window.status.who.words == "孙审计·审计员"
