"""Opening the record of somebody whom others look after: asked once over the page, then it opens where the person wanted to go."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.base.ids import RecordNo
from core.services.patients.patients import Given
from desktop.actions.catalog import ActionId
from desktop.session.reason import ReasonSheet
from desktop.shell.desk import Desk
from desktop.shell.program import Program
from desktop.views.intake.page import IntakePage
from desktop.views.patients.page import PatientsPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import MENZHEN, PASSPHRASE, Clinic, clinic, content
from tests.fakes.people import PASSPHRASES, staffed

__all__ = ["clinic"]

CHEN, HE = RecordNo("P001"), RecordNo("P002")


@pytest.fixture
def program(qtbot: QtBot, clinic: Clinic) -> Iterator[Program]:
    """王大夫 is at work; both patients are 李大夫's."""
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        for name in ("陈敏", "何静"):
            number = kernel.patients.register(Given(name, "女")).patient.record_no
            kernel.intake.save(number, "menzhen", content(MENZHEN))
    with running(qtbot, clinic.home, clinic.vault) as made:
        card = made.window.entry.unlock
        qtbot.waitUntil(card.passphrase.isEnabled, timeout=WAIT_MS)
        card.passphrase.setText(PASSPHRASES["王大夫"])
        card.submit()
        desk_of(qtbot, made)
        made.window.activateWindow()
        qtbot.waitUntil(made.window.isActiveWindow, timeout=WAIT_MS)
        yield made


def asked(qtbot: QtBot, program: Program) -> ReasonSheet:
    qtbot.waitUntil(lambda: program.window.reasons.sheet is not None, timeout=WAIT_MS)
    sheet = program.window.reasons.sheet
    assert sheet is not None
    return sheet


def press(key: Qt.Key) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)


def until_turned(qtbot: QtBot, desk: Desk, record_no: RecordNo) -> None:
    qtbot.waitUntil(lambda: desk.context is not None and desk.context.record_no == record_no, timeout=WAIT_MS)


def reasons(clinic: Clinic) -> list[tuple[object, ...]]:
    return clinic.rows("SELECT operator, record_no, reason FROM audit WHERE reason != '' AND outcome = 'ok'")


@pytest.mark.parametrize("screen", [ActionId.INTAKE, ActionId.PATIENTS, ActionId.COMPARE])
def test_a_digit_and_enter_open_it_where_the_person_wanted_to_go(
    qtbot: QtBot, program: Program, clinic: Clinic, screen: ActionId
) -> None:
    desk = desk_of(qtbot, program)
    desk.open_patient(CHEN, screen)
    sheet = asked(qtbot, program)
    assert "陈敏" in sheet.accessibleName()
    press(Qt.Key.Key_Return)
    assert sheet.problem.words == "请先选一个事由。"
    press(Qt.Key.Key_3)
    assert sheet.problem.words == ""
    press(Qt.Key.Key_Return)
    until_turned(qtbot, desk, CHEN)
    assert desk.here is screen
    qtbot.waitUntil(lambda: program.window.reasons.sheet is None, timeout=WAIT_MS)
    desk.open_patient(CHEN, ActionId.PATIENTS)
    qtbot.waitUntil(lambda: desk.here is ActionId.PATIENTS, timeout=WAIT_MS)
    qtbot.wait(100)
    assert program.window.reasons.sheet is None
    program.window.close()
    program.clinic.shut_down()
    rows = [row for row in reasons(clinic) if row[0] == "王大夫"]
    assert ("王大夫", CHEN, "emergency") in rows
    assert all(row == ("王大夫", CHEN, "emergency") for row in rows)


def test_esc_leaves_and_nothing_is_opened_or_said(qtbot: QtBot, program: Program, clinic: Clinic) -> None:
    desk = desk_of(qtbot, program)
    desk.open_patient(CHEN, ActionId.INTAKE)
    asked(qtbot, program)
    press(Qt.Key.Key_Escape)
    assert program.window.reasons.sheet is None
    qtbot.wait(50)
    assert (desk.context, desk.here) == (None, ActionId.TODAY)
    assert [notice.text for notice in program.notices.standing] == ["王大夫 已打开诊所。"]
    desk.open_patient(CHEN, ActionId.INTAKE)
    asked(qtbot, program)
    press(Qt.Key.Key_Escape)
    program.window.close()
    program.clinic.shut_down()
    assert reasons(clinic) == []


def test_looking_along_the_table_asks_nothing_until_the_record_is_wanted(
    qtbot: QtBot, program: Program, clinic: Clinic
) -> None:
    desk = desk_of(qtbot, program)
    desk.go(ActionId.PATIENTS)
    page = desk.page
    assert isinstance(page, PatientsPage)
    qtbot.waitUntil(lambda: page.people.model.rowCount() == 2, timeout=WAIT_MS)
    page.people.table.setFocus()
    for row in (0, 1, 0):
        page.people.table.selectRow(row)
        qtbot.waitUntil(page.detail.give_reason.isVisible, timeout=WAIT_MS)
    assert program.window.reasons.sheet is None
    shown = page.detail.patient
    assert shown is not None
    assert "写明事由" in page.detail.note.text()
    page.detail.give_reason.click()
    sheet = asked(qtbot, program)
    assert sheet.record_no == shown.record_no
    page.refresh()
    press(Qt.Key.Key_1)
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.detail.visit is not None, timeout=WAIT_MS)
    assert not page.detail.give_reason.isVisible()
    program.window.close()
    program.clinic.shut_down()
    assert ("王大夫", shown.record_no, "handover") in reasons(clinic)


def test_whoever_turns_to_another_is_asked_about_that_one(qtbot: QtBot, program: Program) -> None:
    desk = desk_of(qtbot, program)
    desk.open_patient(CHEN, ActionId.INTAKE)
    asked(qtbot, program)
    desk.open_patient(HE, ActionId.INTAKE)
    qtbot.waitUntil(
        lambda: program.window.reasons.sheet is not None and program.window.reasons.sheet.record_no == HE,
        timeout=WAIT_MS,
    )
    press(Qt.Key.Key_2)
    press(Qt.Key.Key_Return)
    until_turned(qtbot, desk, HE)


def test_from_the_find_box_it_goes_on_into_the_form(qtbot: QtBot, program: Program) -> None:
    desk = desk_of(qtbot, program)
    desk.go(ActionId.INTAKE)
    page = desk.page
    assert isinstance(page, IntakePage)
    page.who.choose(CHEN)
    asked(qtbot, program)
    press(Qt.Key.Key_5)
    press(Qt.Key.Key_Return)
    until_turned(qtbot, desk, CHEN)
    qtbot.waitUntil(lambda: page._draft is not None or page._record is not None, timeout=WAIT_MS)


def test_a_lock_takes_the_question_away(qtbot: QtBot, program: Program) -> None:
    desk = desk_of(qtbot, program)
    desk.open_patient(CHEN, ActionId.INTAKE)
    asked(qtbot, program)
    program.window.lock()
    qtbot.waitUntil(lambda: program.window.desk is None, timeout=WAIT_MS)
    assert program.window.reasons.sheet is None


def test_ones_own_and_new_people_open_at_once(qtbot: QtBot, program: Program) -> None:
    desk = desk_of(qtbot, program)
    desk.go(ActionId.PATIENTS)
    page = desk.page
    assert isinstance(page, PatientsPage)
    page.register_new("周敏")
    page.sheet.form.sex.choose("女")
    page.sheet.submit()
    until_turned(qtbot, desk, RecordNo("P003"))
    assert program.window.reasons.sheet is None
