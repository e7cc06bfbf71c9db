"""Records in the whole window: keys and menu know what can be printed and signed, and the banner leads across."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.base.ids import RecordNo
from desktop.actions.catalog import ActionId
from desktop.printing.preview import PrintSheet
from desktop.views.compare.page import ComparePage
from desktop.views.intake.page import IntakePage
from desktop.views.patients.page import PatientsPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import Clinic, clinic, symptom

__all__ = ["clinic"]

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def number(clinic: Clinic) -> str:
    """Somebody with two visits."""
    number = clinic.add("陈桂兰", birth="1967-09-04")
    for day, grade in (("2026-11-01", 3), ("2026-11-15", 2)):
        clinic.save(number, symptoms=[symptom("入睡困难", grade=grade)], at=day)
    return number


def test_print_and_sign_follow_what_is_shown(qtbot: QtBot, clinic: Clinic, number: str) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk, window = desk_of(qtbot, program), program.window
        desk.go(ActionId.PATIENTS)
        page = desk.page
        assert isinstance(page, PatientsPage)
        print_, sign = (window.registry.action(action) for action in (ActionId.PRINT, ActionId.SIGN))
        assert not print_.isEnabled()
        desk.open_patient(RecordNo(number), ActionId.PATIENTS)
        qtbot.waitUntil(print_.isEnabled, timeout=WAIT_MS)
        assert sign.isEnabled()
        QTest.keyClick(window, Qt.Key.Key_P, CONTROL)
        qtbot.waitUntil(lambda: isinstance(page.reader.sheet, PrintSheet), timeout=WAIT_MS)
        assert not print_.isEnabled()
        page.reader.leave()
        assert print_.isEnabled()
        QTest.keyClick(window, Qt.Key.Key_S, CONTROL | Qt.KeyboardModifier.ShiftModifier)
        question = desk.notices.questions[0]
        assert "陈桂兰 P001，第2诊（2026-11-15" in question.accessibleName()
        question.buttons["sign"].click()
        qtbot.waitUntil(lambda: not sign.isEnabled(), timeout=WAIT_MS)
        assert print_.isEnabled()


def test_R12_banner_and_page_show_one_person_and_the_banner_leads_across(
    qtbot: QtBot, clinic: Clinic, number: str
) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk, window = desk_of(qtbot, program), program.window
        assert not desk.banner.across.isVisible()
        desk.open_patient(RecordNo(number), ActionId.PATIENTS)
        qtbot.waitUntil(lambda: desk.context is not None, timeout=WAIT_MS)
        assert desk.banner.across.words == "对比"
        desk.banner.across.click()
        compare = desk.page
        assert isinstance(compare, ComparePage)
        assert compare.context is desk.context
        assert "陈桂兰" in desk.banner.accessibleName()
        qtbot.waitUntil(lambda: compare.is_ready, timeout=WAIT_MS)
        assert window.registry.action(ActionId.PRINT).isEnabled()
        assert not window.registry.action(ActionId.SIGN).isEnabled()
        QTest.keyClick(window, Qt.Key.Key_P, CONTROL)
        qtbot.waitUntil(lambda: isinstance(compare.sheet, PrintSheet), timeout=WAIT_MS)
        assert compare.sheet is not None
        assert "陈桂兰 P001" in compare.sheet.accessibleName()
        compare.sheet.dismiss()
        assert desk.banner.across.words == "回到问诊"
        desk.banner.across.click()
        assert isinstance(desk.page, IntakePage)
