"""A ring says where the keyboard is, and only while the keyboard is in use."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.widgets.button import small
from desktop.widgets.last_input import LastInput


def test_a_focus_that_moves_on_after_a_click_has_no_ring_and_after_a_key_it_has(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    first, second = small("一"), small("二")
    column.addWidget(first)
    column.addWidget(second)
    page.show()
    qtbot.waitExposed(page)
    window = page.windowHandle()
    LastInput(window)
    for by_pointer in (True, False):
        first.show()
        first.setFocus(Qt.FocusReason.MouseFocusReason)
        if by_pointer:
            QTest.mouseClick(window, Qt.MouseButton.LeftButton, pos=first.geometry().center())
        else:
            QTest.keyClick(window, Qt.Key.Key_Shift)
        first.hide()  # Qt itself gives the focus to what comes next
        qtbot.waitUntil(second.hasFocus)
        assert second._ring is not by_pointer
    LastInput.by_pointer = False
