"""R43, R50: a sheet covers its page and nothing else, keeps the focus, and leaves by Esc without a loop of its own."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.widgets.button import Button
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.problem import Problem
from desktop.widgets.sheet import Sheet
from tests.desktop.shell.sheets import is_seen


class Page(QWidget):
    """A page with two fields, and the keys that reach it."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[int] = []
        self.one, self.two = QLineEdit(), QLineEdit()
        column = QVBoxLayout(self)
        column.addWidget(self.one)
        column.addWidget(self.two)
        column.addStretch()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.keys.append(event.key())


class Window(QWidget):
    """A rail beside a page."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self.rail, self.page = Button("问诊"), Page()
        row.addWidget(self.rail)
        row.addWidget(self.page, 1)
        self.resize(1200, 700)


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    result = Window()
    qtbot.addWidget(result)
    result.show()
    result.activateWindow()
    result.page.two.setFocus()
    qtbot.waitUntil(result.page.two.hasFocus)
    return result


@pytest.fixture
def sheet(window: Window) -> Sheet:
    result = Sheet(window.page, "3 位患者同名", "请核对")
    result.body.addWidget(LineEdit("理由"))
    result.foot.addStretch()
    result.foot.addWidget(Button("确认此患者"))
    result.open()
    return result


def focus() -> QWidget:
    """The widget with the focus."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


def test_it_covers_the_page_and_not_the_rail(window: Window, sheet: Sheet) -> None:
    assert sheet.parent() is window.page
    assert sheet.geometry() == window.page.rect()
    window.resize(1000, 600)
    QApplication.processEvents()
    assert sheet.geometry() == window.page.rect()
    assert sheet.card.width() == 720
    assert sheet.card.y() == 24


def test_the_first_control_has_the_focus(sheet: Sheet) -> None:
    assert isinstance(focus(), LineEdit)


@pytest.mark.parametrize("back", [False, True])
def test_tab_goes_round_inside(sheet: Sheet, qtbot: QtBot, back: bool) -> None:
    shift = Qt.KeyboardModifier.ShiftModifier if back else Qt.KeyboardModifier.NoModifier
    seen = []
    for _ in range(4):
        held = focus()
        assert sheet.isAncestorOf(held)
        seen.append(type(held))
        QTest.keyClick(held, Qt.Key.Key_Tab, shift)
    assert seen == [LineEdit, Button, LineEdit, Button]


def test_the_page_under_it_gets_no_focus(window: Window, sheet: Sheet) -> None:
    window.page.one.setFocus()
    assert sheet.isAncestorOf(focus())


def test_esc_leaves_and_gives_the_focus_back(window: Window, sheet: Sheet, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sheet.dismissed):
        QTest.keyClick(focus(), Qt.Key.Key_Escape)
    assert sheet.isHidden()
    assert window.page.two.hasFocus()
    assert window.page.keys == []


def test_R38_esc_of_a_composition_does_not_leave(sheet: Sheet, qtbot: QtBot) -> None:
    QApplication.sendEvent(focus(), QInputMethodEvent("li", []))
    with qtbot.assertNotEmitted(sheet.dismissed):
        QTest.keyClick(focus(), Qt.Key.Key_Escape)
    assert sheet.isVisible()


def test_an_answer_uncovers_without_being_a_dismissal(window: Window, sheet: Sheet, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(sheet.dismissed):
        sheet.shut()
    assert window.page.two.hasFocus()
    window.page.one.setFocus()
    assert window.page.one.hasFocus()


def test_no_key_and_no_click_reaches_the_page(window: Window, sheet: Sheet, qtbot: QtBot) -> None:
    QTest.keyClick(focus(), Qt.Key.Key_F5)
    assert window.page.keys == []
    under = window.page.childAt(QPoint(5, 5))
    assert under is sheet
    QTest.mouseClick(sheet, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert sheet.isVisible()
    assert not window.page.one.hasFocus()


def test_it_opens_again(window: Window, sheet: Sheet) -> None:
    for _ in range(3):
        sheet.dismiss()
        assert sheet.isHidden()
        sheet.open()
        assert sheet.isVisible()


def test_R43_the_body_scrolls_and_the_buttons_stay(window: Window, qtbot: QtBot) -> None:
    tall = Sheet(window.page, "很多")
    for number in range(60):
        tall.body.addWidget(Label(f"第 {number} 行"))
    button = Button("确认")
    tall.foot.addWidget(button)
    tall.open()
    QApplication.processEvents()
    foot = button.mapTo(tall, button.rect().bottomRight())
    assert tall.rect().contains(foot)
    assert tall.card.geometry().bottom() < tall.rect().bottom()


def test_a_narrow_page_narrows_it(window: Window, sheet: Sheet) -> None:
    window.setMinimumSize(0, 0)
    window.resize(500, 500)
    QApplication.processEvents()
    assert sheet.card.width() <= window.page.width() - 48 + 1
    assert sheet.card.x() >= 24


def test_it_keeps_the_left_edge_of_its_anchor(window: Window) -> None:
    anchor = QWidget(window.page)
    anchor.setGeometry(100, 100, 500, 50)
    sheet = Sheet(window.page, "同名", anchor=anchor)
    sheet.open()
    assert sheet.card.x() == 100


def test_over_a_wide_part_of_the_page_it_stands_in_its_middle(window: Window) -> None:
    anchor = QWidget(window.page)
    anchor.setGeometry(100, 100, 774, 50)
    sheet = Sheet(window.page, "同名", anchor=anchor)
    sheet.open()
    assert sheet.card.x() == 127


def test_a_sheet_that_is_shut_hears_no_more_of_its_page(window: Window, sheet: Sheet) -> None:
    sheet.dismiss()
    before = sheet.size()
    window.resize(900, 500)
    QApplication.processEvents()
    assert sheet.size() == before
    sheet.open()
    assert sheet.size() == window.page.size()
    window.resize(1000, 600)
    QApplication.processEvents()
    assert sheet.size() == window.page.size()


def test_sheets_for_one_question_leave_nothing_behind(window: Window) -> None:
    before = len(window.page.findChildren(QWidget))
    for number in range(200):
        sheet = Sheet(window.page, "问一次", once=True)
        sheet.foot.addWidget(Button("好"))
        sheet.open()
        if number % 2:
            sheet.dismiss()
        else:
            sheet.shut()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert len(window.page.findChildren(QWidget)) == before
    assert window.page.two.hasFocus()


def test_a_sheet_that_is_kept_opens_again_and_again(window: Window, sheet: Sheet) -> None:
    sheet.shut()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    sheet.open()
    assert sheet.isVisible()


def test_the_focus_goes_nowhere_when_what_had_it_is_gone(window: Window, sheet: Sheet) -> None:
    window.page.two.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    sheet.dismiss()
    assert sheet.isHidden()


def test_R45_its_name_is_its_title(sheet: Sheet) -> None:
    assert (sheet.accessibleName(), sheet.accessibleDescription()) == ("3 位患者同名", "请核对")


class Asking(Sheet):
    """Asks, in so many lines, and says under them what is wrong when Enter is pressed in its field."""

    def __init__(self, page: QWidget, lines: int) -> None:
        super().__init__(page, "换新的恢复码")
        self.field, self.problem = LineEdit("口令"), Problem()
        self.body.addWidget(self.field)
        for number in range(lines):
            self.body.addWidget(Label(f"第 {number} 行"))
        self.body.addWidget(self.problem)
        self.foot.addWidget(Button("更换"))
        self.field.returnPressed.connect(self._on_return)

    def _on_return(self) -> None:
        self.problem.say("口令不对。" * 20, "请再输入一次，大小写要紧。")


def test_it_grows_with_what_it_says_and_shrinks_again(window: Window, qtbot: QtBot) -> None:
    asking = Asking(window.page, 2)
    asking.open(asking.field)
    before = asking.card.height()
    for _ in range(2):
        QTest.keyClick(focus(), Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: asking.card.height() > before)
        assert asking.card.height() == asking.full_height
        assert is_seen(asking.problem)
        asking.problem.say("")
        qtbot.waitUntil(lambda: asking.card.height() == before)


def test_where_there_is_no_room_the_body_scrolls_to_the_message(window: Window, qtbot: QtBot) -> None:
    window.setMinimumSize(0, 0)
    window.resize(683, 384)
    asking = Asking(window.page, 40)
    asking.open(asking.field)
    bar = asking._card.area.verticalScrollBar()
    for _ in range(2):  # the same words once more, after somebody scrolled away from them
        bar.setValue(0)
        assert not is_seen(asking.problem)
        QTest.keyClick(focus(), Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: is_seen(asking.problem))
        assert focus() is asking.field


def test_made_smaller_it_still_shows_what_it_says(window: Window, qtbot: QtBot) -> None:
    window.setMinimumSize(0, 0)
    asking = Asking(window.page, 12)
    asking.open(asking.field)
    QTest.keyClick(focus(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: is_seen(asking.problem))
    window.resize(683, 384)
    QApplication.processEvents()
    assert asking.card.height() < asking.full_height
    assert is_seen(asking.problem)
