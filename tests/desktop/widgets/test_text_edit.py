"""R38: several lines of typing, as tall as what is written."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.widgets.text_edit import TextEdit


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(400, 600)
    return widget


def placed(page: QWidget, qtbot: QtBot, *, enter_submits: bool = False) -> TextEdit:
    """A text edit with a line edit after it, on screen and focused."""
    edit = TextEdit("现病史", enter_submits=enter_submits)
    column = QVBoxLayout(page)
    column.addWidget(edit)
    column.addWidget(QLineEdit())
    column.addStretch()
    page.show()
    page.activateWindow()
    edit.setFocus()
    qtbot.waitUntil(edit.hasFocus)
    return edit


def test_it_grows_from_two_lines_to_eight(page: QWidget, qtbot: QtBot) -> None:
    edit = placed(page, qtbot)
    heights = []
    for lines in (1, 2, 3, 8, 20):
        edit.setPlainText("\n".join("行" * lines))
        QApplication.processEvents()
        heights.append(edit.height())
    one, two, three, eight, twenty = heights
    assert one == two < three < eight == twenty
    line = edit.fontMetrics().lineSpacing()
    assert two >= 2 * line
    assert eight >= 8 * line


def test_a_line_that_wraps_counts(page: QWidget, qtbot: QtBot) -> None:
    edit = placed(page, qtbot)
    before = edit.height()
    edit.setPlainText("字" * 100)
    QApplication.processEvents()
    assert edit.height() > before
    wide = edit.height()
    page.resize(1200, 600)
    QApplication.processEvents()
    assert edit.height() < wide


@pytest.mark.parametrize("lines", [2, 5, 8])
def test_nothing_scrolls_before_the_last_line(page: QWidget, qtbot: QtBot, lines: int) -> None:
    edit = placed(page, qtbot)
    edit.setPlainText("\n".join("行" * lines))
    QApplication.processEvents()
    assert not edit.verticalScrollBar().isVisible()


def test_tab_leaves(page: QWidget, qtbot: QtBot) -> None:
    edit = placed(page, qtbot)
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    assert not edit.hasFocus()
    assert edit.toPlainText() == ""


def test_R38_enter_does_nothing_while_a_composition_is_open(page: QWidget, qtbot: QtBot) -> None:
    edit = placed(page, qtbot, enter_submits=True)
    QApplication.sendEvent(edit, QInputMethodEvent("shi", []))
    assert edit.composing
    with qtbot.assertNotEmitted(edit.submitted):
        QTest.keyClick(edit, Qt.Key.Key_Return)
    assert edit.toPlainText() == ""
    closing = QInputMethodEvent("", [])
    closing.setCommitString("失眠")
    QApplication.sendEvent(edit, closing)
    with qtbot.waitSignal(edit.submitted) as heard:
        QTest.keyClick(edit, Qt.Key.Key_Return)
    assert heard.args == ["失眠"]


def test_shift_enter_makes_a_line_where_enter_submits(page: QWidget, qtbot: QtBot) -> None:
    edit = placed(page, qtbot, enter_submits=True)
    with qtbot.assertNotEmitted(edit.submitted):
        QTest.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert (
        edit.document().blockCount() + edit.toPlainText().count("\u2028") >= 2 or "\n" in edit.toPlainText()
    )


def test_enter_makes_a_line_elsewhere(page: QWidget, qtbot: QtBot) -> None:
    edit = placed(page, qtbot)
    with qtbot.assertNotEmitted(edit.submitted):
        QTest.keyClick(edit, Qt.Key.Key_Return)
    assert edit.toPlainText() == "\n"


def test_pasted_markup_comes_as_words(page: QWidget, qtbot: QtBot) -> None:
    edit = placed(page, qtbot)
    data = QMimeData()
    data.setHtml("<b>粗</b>")
    data.setText("粗")
    edit.insertFromMimeData(data)
    assert edit.toPlainText() == "粗"


def test_R45_it_has_a_name(page: QWidget, qtbot: QtBot) -> None:
    assert placed(page, qtbot).accessibleName() == "现病史"
