"""The tour sees what a person sees, by name, and types as a person types."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.tour import eyes, hands
from desktop.tour.walk import Astray
from desktop.widgets.button import Button
from desktop.widgets.line_edit import LineEdit


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A field and a button of one name, a label, and a field out of sight."""
    window = QWidget()
    column = QVBoxLayout(window)
    for part in (Button("添加"), LineEdit("添加"), LineEdit("藏着的"), QLabel("写在墙上")):
        column.addWidget(part)
        part.setVisible(part.accessibleName() != "藏着的")
    qtbot.addWidget(window)
    window.show()
    qtbot.waitActive(window).__enter__()
    return window


def test_what_is_out_of_sight_is_not_there(window: QWidget) -> None:
    assert eyes.says("写在墙上")
    assert not eyes.says("藏着的")
    with pytest.raises(Astray, match="藏着的"):
        eyes.control("藏着的")


def test_a_field_and_a_button_of_one_name_are_told_apart(window: QWidget, qtbot: QtBot) -> None:
    pressed: list[int] = []
    button = eyes.control("添加", use=eyes.Use.PRESS)
    assert isinstance(button, Button)
    button.clicked.connect(lambda: pressed.append(1))
    hands.press("添加")
    hands.fill("添加", "失眠")
    hands.keys("12")
    hands.key(Qt.Key.Key_Backspace)
    field = window.findChildren(LineEdit)[0]
    assert (pressed, field.text()) == ([1], "失眠1")


def test_a_composition_is_open_until_it_is_committed(window: QWidget) -> None:
    field = hands.to_field(window)
    hands.compose("zhong")
    assert (field.text(), isinstance(field, LineEdit) and field.composing) == ("", True)
    hands.commit("中")
    assert (field.text(), isinstance(field, LineEdit) and field.composing) == ("中", False)


def test_a_picture_of_one_colour_is_blank(window: QWidget) -> None:
    plain = QImage(200, 100, QImage.Format.Format_RGB32)
    plain.fill(QColor("white"))
    assert eyes.is_blank(plain)
    for column in range(0, 200, 8):
        plain.setPixelColor(column, 0, QColor(column, column, column))
    assert not eyes.is_blank(plain)
