"""R47: the wheel over a field scrolls the page and changes nothing, whatever class the field is of."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDateEdit,
    QDateTimeEdit,
    QDial,
    QDoubleSpinBox,
    QFontComboBox,
    QLineEdit,
    QScrollArea,
    QSlider,
    QSpinBox,
    QTimeEdit,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.widgets.combo_box import ComboBox
from desktop.widgets.wheel_guard import WheelGuard


@pytest.fixture(autouse=True)
def guard(qapp: QApplication) -> Iterator[None]:
    watch = WheelGuard(qapp)
    yield
    qapp.removeEventFilter(watch)
    watch.deleteLater()


def ours() -> QComboBox:
    return ComboBox("证型")


def editable() -> QComboBox:
    return ComboBox("证型", editable=True)


FIELDS: list[Callable[[], QWidget]] = [
    *(QSpinBox, QDoubleSpinBox, QDateEdit, QTimeEdit, QDateTimeEdit),
    *(QComboBox, QFontComboBox, ours, editable),
    *(QSlider, QDial),
]


class Page(QScrollArea):
    """A tall page with a field at its top."""

    def __init__(self, field: QWidget) -> None:
        super().__init__()
        self.field = field
        content = QWidget()
        column = QVBoxLayout(content)
        column.addWidget(field)
        field.setMaximumHeight(60)
        self.other = QLineEdit()
        column.addWidget(self.other)
        column.addStretch()
        content.setMinimumHeight(3000)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.resize(300, 300)


def filled(make: Callable[[], QWidget]) -> QWidget:
    """A field with somewhere to go in both directions."""
    field = make()
    if isinstance(field, QComboBox):
        field.clear()
        field.addItems(["一", "二", "三"])
        field.setCurrentIndex(1)
    elif isinstance(field, (QSlider, QDial)):
        field.setRange(0, 100)
        field.setValue(50)
    return field


def worth(field: QWidget) -> object:
    """What the wheel could change."""
    return (
        field.property("currentIndex")
        if isinstance(field, QComboBox)
        else field.property("value") or field.property("dateTime")
    )


def wheel(widget: QWidget) -> None:
    """A notch down over a widget, on the way a mouse's would come: Qt gives the focus first, then the event."""
    window = widget.window()
    place = widget.mapTo(window, widget.rect().center())
    QTest.wheelEvent(window.windowHandle(), QPointF(place), QPoint(0, -120))
    QApplication.processEvents()


@pytest.fixture(params=FIELDS, ids=[make.__name__ for make in FIELDS])
def page(request: pytest.FixtureRequest, qtbot: QtBot) -> Page:
    page = Page(filled(request.param))
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    page.other.setFocus()
    qtbot.waitUntil(page.other.hasFocus)
    return page


def test_R47_over_a_field_without_focus_it_scrolls_the_page(page: Page) -> None:
    field = page.field
    before = worth(field)
    wheel(field)
    assert worth(field) == before
    assert page.verticalScrollBar().value() > 0


def test_R47_the_wheel_gives_no_focus(page: Page) -> None:
    field = page.field
    assert not (field.focusPolicy().value & 0x4)  # what Qt.WheelFocus has and Qt.StrongFocus has not
    assert field.focusPolicy().value & Qt.FocusPolicy.StrongFocus.value


def test_R47_with_focus_it_changes_the_value(qtbot: QtBot) -> None:
    spin = filled(QSpinBox)
    qtbot.addWidget(spin)
    spin.show()
    spin.activateWindow()
    spin.setFocus()
    qtbot.waitUntil(spin.hasFocus)
    spin.setProperty("value", 50)
    wheel(spin)
    assert worth(spin) == 49


def test_scroll_bars_scroll(qtbot: QtBot) -> None:
    page = Page(QWidget())
    qtbot.addWidget(page)
    page.show()
    wheel(page.verticalScrollBar())
    assert page.verticalScrollBar().value() > 0
