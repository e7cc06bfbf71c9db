"""The menu offers every action the window can do, in the groups of the catalogue, and does what is chosen."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.actions.catalog import CATALOG, ActionId
from desktop.shell.desk import Desk
from desktop.shell.menu import Menu
from desktop.shell.program import Program
from desktop.views.patients.page import PatientsPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]


def opened(qtbot: QtBot, program: Program) -> Menu:
    QTest.keyClick(program.window, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), Menu), timeout=WAIT_MS)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, Menu)
    return menu


def menus(desk: Desk) -> list[Menu]:
    return desk.window().findChildren(Menu)


def test_by_its_key_it_lists_everything_and_does_what_is_chosen(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        menu = opened(qtbot, program)
        listed = [action for action in menu.actions() if not action.isSeparator()]
        # Nobody else works here, so there is nobody to hand over to.
        wanted = [
            program.window.registry.action(spec.id)
            for spec in CATALOG
            if spec.id not in {ActionId.MENU, ActionId.OPERATOR}
        ]
        assert listed == wanted
        assert sum(action.isSeparator() for action in menu.actions()) == 3
        assert not program.window.registry.action(ActionId.SAVE).isEnabled()
        for _ in range(listed.index(program.window.registry.action(ActionId.PATIENTS))):
            QTest.keyClick(menu, Qt.Key.Key_Down)
        QTest.keyClick(menu, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: isinstance(desk.page, PatientsPage), timeout=WAIT_MS)
        qtbot.waitUntil(lambda: menus(desk) == [], timeout=WAIT_MS)


def test_by_the_mark_and_left_by_escape(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        QTest.mouseClick(desk.rail.menu, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: menus(desk) != [], timeout=WAIT_MS)
        QTest.keyClick(menus(desk)[0], Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: menus(desk) == [], timeout=WAIT_MS)
