"""In a low window a sheet covers what stands over its page, too, and lets go of it with the page or when the window grows."""

import pytest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.widgets.button import Button
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.sheet import Sheet, sheets_over
from desktop.widgets.sheet_ground import LOW, stand_sheets_on
from tests.desktop.shell.sheets import is_seen

HIGH = 700
SMALL = (683, 384)


class Window(QWidget):
    """A rail; beside it a banner over two pages."""

    def __init__(self) -> None:
        super().__init__()
        self.rail, self.banner, self.pages = Button("问诊"), Button("未选择患者"), QStackedWidget()
        self.page, self.other = QWidget(), QWidget()
        QVBoxLayout(self.page).addWidget(LineEdit("主诉"))
        self.pages.addWidget(self.page)
        self.pages.addWidget(self.other)
        self.beside = QWidget()
        column = QVBoxLayout(self.beside)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.banner)
        column.addWidget(self.pages, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.rail)
        row.addWidget(self.beside, 1)
        stand_sheets_on(self.beside)
        self.resize(*SMALL)


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    result = Window()
    qtbot.addWidget(result)
    result.show()
    result.activateWindow()
    qtbot.waitExposed(result).__enter__()
    return result


@pytest.fixture
def sheet(window: Window) -> Sheet:
    result = Sheet(window.page, "换新的恢复码", "旧的从此打不开病历")
    for name in ("现在的口令", "新口令"):
        result.body.addWidget(Label(name))
        result.body.addWidget(LineEdit(name))
    result.foot.addWidget(Button("确认"))
    result.open()
    return result


def focus() -> QWidget:
    """The widget with the focus."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


def test_in_a_low_window_it_covers_the_banner_too(window: Window, sheet: Sheet) -> None:
    assert sheet.parent() is window.beside
    assert sheet.geometry() == window.beside.rect()
    assert window.childAt(window.banner.mapTo(window, window.banner.rect().center())) is not window.banner
    assert is_seen(window.rail)
    assert is_seen(sheet.card)


def test_a_window_that_grows_or_shrinks_takes_it_along(window: Window, sheet: Sheet) -> None:
    field = sheet.findChildren(LineEdit)[1]
    field.setFocus()
    window.resize(1000, HIGH)
    QApplication.processEvents()
    assert sheet.parent() is window.page
    assert sheet.geometry() == window.page.rect()
    assert QApplication.focusWidget() is field
    window.resize(1000, LOW - 1)
    QApplication.processEvents()
    assert sheet.parent() is window.beside
    assert QApplication.focusWidget() is field


def test_it_goes_and_comes_back_with_its_page(window: Window, sheet: Sheet) -> None:
    window.pages.setCurrentWidget(window.other)
    assert not sheet.isVisible()
    assert not sheet.isHidden(), "it was not shut"
    assert is_seen(window.banner)
    window.pages.setCurrentWidget(window.page)
    assert is_seen(sheet.card)
    assert sheet.parent() is window.beside


def test_the_focus_does_not_get_under_it(window: Window, sheet: Sheet) -> None:
    window.banner.setFocus()
    assert sheet.isAncestorOf(focus())


def test_of_two_the_one_that_came_later_has_the_focus(window: Window, sheet: Sheet) -> None:
    over = Sheet(window.beside, "离开前")
    over.foot.addWidget(Button("留下"))
    over.open()
    assert over.isAncestorOf(focus())
    over.shut()
    assert sheet.isAncestorOf(focus())


def test_where_the_body_scrolls_it_follows_the_focus(window: Window) -> None:
    long = Sheet(window.page, "身份")
    fields = [LineEdit(f"第 {place} 项") for place in range(20)]
    for field in fields:
        long.body.addWidget(field)
    long.foot.addWidget(Button("确认"))
    long.open()
    assert long.card.height() < long.full_height
    for field in (*fields, fields[0]):
        field.setFocus()
        QApplication.processEvents()
        assert is_seen(field), field.accessibleName()


def test_a_page_knows_its_sheets_wherever_they_stand(window: Window, sheet: Sheet) -> None:
    assert sheets_over(window.page) == [sheet]
    assert sheets_over(window.other) == []


def test_the_card_has_the_name_of_the_sheet(sheet: Sheet) -> None:
    assert sheet.card.accessibleName() == "换新的恢复码"
    assert sheet.card.accessibleDescription() == "旧的从此打不开病历"
