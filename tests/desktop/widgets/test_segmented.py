"""The four answers and the grade, by keyboard, by click, and to a screen reader."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop.widgets.grade import GradeDots, GradePicker
from desktop.widgets.segmented import Emphasis, Option, Segmented

ANSWERS = (
    Option("yes", "有", Emphasis.FILLED, "Y"),
    Option("no", "无", Emphasis.OUTLINED, "N"),
    Option("unasked", "未问", Emphasis.QUIET, "U"),
    Option("unknown", "不详", Emphasis.OUTLINED, "B"),
)


@pytest.fixture
def answer(qtbot: QtBot) -> Iterator[Segmented]:
    choice = Segmented("多梦", ANSWERS, value="unasked")
    with shown(qtbot, choice):
        yield choice


@pytest.fixture
def grade(qtbot: QtBot) -> Iterator[Segmented]:
    choice = GradePicker("多梦 程度")
    with shown(qtbot, choice):
        yield choice


@contextmanager
def shown(qtbot: QtBot, choice: Segmented) -> Iterator[None]:
    """The choice on a page before a line edit, with the focus; the page lives as long as this."""
    page = QWidget()
    row = QHBoxLayout(page)
    row.addWidget(choice)
    row.addWidget(QLineEdit())
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    choice.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(choice.hasFocus)
    yield
    page.close()


def focus() -> QWidget:
    """The widget with the focus."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


def press(key: Qt.Key) -> None:
    """Press a key where the focus is."""
    QTest.keyClick(focus(), key)


def test_right_and_left_move_the_choice_and_the_focus(answer: Segmented, qtbot: QtBot) -> None:
    seen: list[object] = []
    answer.chosen.connect(seen.append)
    assert focus() is answer.segment("unasked")
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Left):
        press(key)
        assert answer.value is not None
        assert focus() is answer.segment(answer.value)
    assert seen == ["unknown", "unasked", "no"]


@pytest.mark.parametrize(("key", "value"), [("Y", "yes"), ("n", "no"), ("U", "unasked"), ("b", "unknown")])
def test_one_key_chooses(answer: Segmented, qtbot: QtBot, key: str, value: str) -> None:
    QTest.keyClicks(focus(), key)
    assert answer.value == value


def test_a_chord_is_not_a_key_of_it(answer: Segmented, qtbot: QtBot) -> None:
    QTest.keyClick(focus(), Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert answer.value == "unasked"


def test_tab_passes_the_whole(answer: Segmented, qtbot: QtBot) -> None:
    press(Qt.Key.Key_Tab)
    assert isinstance(focus(), QLineEdit)
    QTest.keyClick(focus(), Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert focus() is answer.segment("unasked")


def test_a_click_chooses_and_says_so(answer: Segmented, qtbot: QtBot) -> None:
    with qtbot.waitSignals([answer.chosen, answer.value_changed]):
        QTest.mouseClick(answer.segment("yes"), Qt.MouseButton.LeftButton)
    assert answer.segment("yes").isChecked()
    assert not answer.segment("unasked").isChecked()


def test_the_chosen_segment_stays_when_it_is_clicked_again(answer: Segmented, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(answer.chosen):
        QTest.mouseClick(answer.segment("unasked"), Qt.MouseButton.LeftButton)
    assert answer.segment("unasked").isChecked()


def test_a_value_from_elsewhere_is_a_change_and_no_choice(answer: Segmented, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(answer.chosen), qtbot.waitSignal(answer.value_changed) as heard:
        answer.set_value("yes")
    assert heard.args == ["yes"]
    with pytest.raises(KeyError):
        answer.set_value("perhaps")


def test_disabled_it_takes_no_key(answer: Segmented, qtbot: QtBot) -> None:
    answer.setEnabled(False)
    QTest.keyClicks(answer.segment("unasked"), "Y")
    assert answer.value == "unasked"


def test_R45_every_segment_has_a_name_and_a_role(answer: Segmented) -> None:
    assert answer.accessibleName() == "多梦"
    for option in ANSWERS:
        interface = QAccessible.queryAccessibleInterface(answer.segment(option.value))
        assert interface.text(QAccessible.Text.Name) == f"多梦 {option.words}"
        assert interface.role() == QAccessible.Role.RadioButton
        assert answer.segment(option.value).isChecked() is (option.value == "unasked")


@pytest.mark.parametrize("digit", "123")
def test_digits_set_the_grade(grade: Segmented, qtbot: QtBot, digit: str) -> None:
    assert grade.value is None
    QTest.keyClicks(focus(), digit)
    assert grade.value == digit


def test_a_grade_can_be_taken_back(grade: Segmented, qtbot: QtBot) -> None:
    QTest.keyClicks(focus(), "2")
    press(Qt.Key.Key_Backspace)
    assert grade.value is None
    QTest.mouseClick(grade.segment("3"), Qt.MouseButton.LeftButton)
    QTest.mouseClick(grade.segment("3"), Qt.MouseButton.LeftButton)
    assert grade.value is None
    assert not grade.segment("3").isChecked()


def test_the_first_step_chooses_an_end(grade: Segmented, qtbot: QtBot) -> None:
    press(Qt.Key.Key_Right)
    assert grade.value == "1"
    press(Qt.Key.Key_Left)
    assert grade.value == "1"


def test_dots_speak_their_word(qtbot: QtBot) -> None:
    dots = GradeDots(2, "中")
    qtbot.addWidget(dots)
    assert dots.accessibleName() == "中"
    dots.set_grade(3)
    assert dots.accessibleName() == "3/3"
