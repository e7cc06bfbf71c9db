"""R14: what was typed to find somebody is the name somebody new is registered with, by whatever way they are registered."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.actions.catalog import ActionId
from desktop.shell.program import Program
from desktop.views.intake.page import IntakePage
from desktop.views.patients.page import PatientsPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]


def by_key(qtbot: QtBot, program: Program, page: IntakePage) -> None:
    QTest.keyClick(program.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)


def by_last_line(qtbot: QtBot, program: Program, page: IntakePage) -> None:
    qtbot.waitUntil(lambda: page.finder.found is not None, timeout=WAIT_MS)
    QTest.keyClick(page.finder.box, Qt.Key.Key_Down)
    QTest.keyClick(page.finder.list, Qt.Key.Key_Down)
    QTest.keyClick(page.finder.list, Qt.Key.Key_Down)
    QTest.keyClick(page.finder.list, Qt.Key.Key_Return)


def by_picker(qtbot: QtBot, program: Program, page: IntakePage) -> None:
    QTest.keyClick(page.finder.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.who.sheet is not None, timeout=WAIT_MS)
    assert page.who.sheet is not None
    QTest.keyClick(page.who.sheet, Qt.Key.Key_0)


@pytest.mark.parametrize("way", [by_key, by_last_line, by_picker])
def test_R14_the_typed_name_goes_along(
    qtbot: QtBot, clinic: Clinic, way: Callable[[QtBot, Program, IntakePage], None]
) -> None:
    clinic.add("王秀英", "女", "1962")
    clinic.add("王秀英", "女", "1984")
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        program.window.do(ActionId.INTAKE)
        page = desk.page
        assert isinstance(page, IntakePage)
        page.finder.box.setText("王秀英")
        way(qtbot, program, page)
        qtbot.waitUntil(lambda: isinstance(desk.page, PatientsPage), timeout=WAIT_MS)
        patients = desk.page
        assert isinstance(patients, PatientsPage)
        assert patients.sheet.isVisible()
        assert patients.sheet.form.name.text() == "王秀英"
        assert desk.context is None
        patients.sheet.leave()
