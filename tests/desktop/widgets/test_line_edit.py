"""R38, R39: the line that is typed into, with an input method and without."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.theme.icons import Icon
from desktop.widgets.icon_button import IconButton
from desktop.widgets.key_cap import KeyCap
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.plain_digits import plain_digits


def compose(widget: QWidget, preedit: str, commit: str = "") -> None:
    """What an input method sends."""
    event = QInputMethodEvent(preedit, [])
    if commit:
        event.setCommitString(commit)
    QApplication.sendEvent(widget, event)


class Outer(QWidget):
    """A page with a field in it, and the keys that reach the page."""

    def __init__(self, field: LineEdit) -> None:
        super().__init__()
        self.keys: list[int] = []
        self.field = field
        self.next = QLineEdit()
        column = QVBoxLayout(self)
        column.addWidget(field)
        column.addWidget(self.next)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.keys.append(event.key())


@pytest.fixture
def page(qtbot: QtBot) -> Outer:
    edit = LineEdit("姓名", hint="姓名", leading=Icon.SEARCH, clearable=True, key="Ctrl F")
    result = Outer(edit)
    qtbot.addWidget(result)
    result.show()
    result.activateWindow()
    edit.setFocus()
    qtbot.waitUntil(edit.hasFocus)
    return result


@pytest.fixture
def field(page: Outer) -> LineEdit:
    return page.field


ENTER = pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])


@ENTER
def test_R38_enter_submits_nothing_while_a_composition_is_open(
    page: Outer, field: LineEdit, qtbot: QtBot, key: Qt.Key
) -> None:
    compose(field, "wang")
    assert field.composing
    with (
        qtbot.assertNotEmitted(field.returnPressed),
        qtbot.assertNotEmitted(field.editingFinished),
    ):
        QTest.keyClick(field, key)
    assert page.keys == []


@ENTER
def test_R38_enter_submits_when_it_is_closed(field: LineEdit, qtbot: QtBot, key: Qt.Key) -> None:
    compose(field, "wang")
    compose(field, "", "王")
    assert not field.composing
    with qtbot.waitSignal(field.returnPressed):
        QTest.keyClick(field, key)
    assert field.text() == "王"


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape])
def test_R38_other_keys_of_a_composition_do_nothing_else(
    page: Outer, field: LineEdit, qtbot: QtBot, key: Qt.Key
) -> None:
    compose(field, "wang")
    QTest.keyClick(field, key)
    assert page.keys == []
    assert field.hasFocus()


def test_R38_a_shortcut_does_not_take_enter_from_a_composition(field: LineEdit) -> None:
    def asks() -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
        event.ignore()
        QApplication.sendEvent(field, event)
        return event.isAccepted()

    assert not asks()
    compose(field, "wang")
    assert asks()


def test_R38_a_composition_ends_with_the_focus(page: Outer, field: LineEdit, qtbot: QtBot) -> None:
    compose(field, "wang")
    page.next.setFocus()
    assert not field.composing


@pytest.mark.parametrize(
    ("typed", "kept"), [("１２．５", "12.5"), ("－３", "-3"), ("３６。８", "36.8"), ("7", "7")]
)
def test_R39_full_width_digits_become_plain(field: LineEdit, typed: str, kept: str) -> None:
    field.set_plain_digits()
    compose(field, "", typed)
    assert field.text() == kept


def test_R39_what_is_no_number_is_refused(field: LineEdit, qtbot: QtBot) -> None:
    field.set_plain_digits(r"\d{0,3}")
    QTest.keyClicks(field, "1a2")
    compose(field, "", "三")
    compose(field, "", "４")
    QTest.keyClicks(field, "5")
    assert field.text() == "124"


def test_R39_pasted_digits_become_plain(field: LineEdit) -> None:
    field.set_plain_digits()
    QApplication.clipboard().setText("３８．５")
    field.paste()
    assert field.text() == "38.5"


def test_R39_other_fields_keep_what_is_typed(field: LineEdit) -> None:
    compose(field, "", "１２")
    assert plain_digits("１２") == "12"
    assert field.text() == "１２"


def test_the_clear_button_comes_with_text_and_has_a_name(field: LineEdit, qtbot: QtBot) -> None:
    button = field.findChild(IconButton)
    assert isinstance(button, IconButton)
    assert not button.isVisible()
    QTest.keyClicks(field, "li")
    assert button.isVisible()
    assert button.accessibleName() == "清空"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (field.text(), field.hasFocus(), button.isVisible()) == ("", True, False)


def test_the_key_hint_gives_way_to_typing(field: LineEdit) -> None:
    cap = field.findChild(KeyCap)
    assert isinstance(cap, KeyCap)
    assert not cap.isVisible()
    field.clearFocus()
    assert cap.isVisible()
    field.setText("李")
    assert not cap.isVisible()


def test_text_keeps_clear_of_what_stands_beside_it(field: LineEdit) -> None:
    field.setText("李")
    margins = field.textMargins()
    button = field.findChild(IconButton)
    assert isinstance(button, IconButton)
    assert margins.left() >= 16
    assert field.width() - margins.right() - 13 <= button.x()


def test_a_long_text_is_read_from_its_beginning(field: LineEdit) -> None:
    field.clearFocus()
    field.setText("一二三四五六七八九十" * 20)
    assert field.cursorPosition() == 0


def test_R45_a_field_has_a_name(field: LineEdit) -> None:
    assert field.accessibleName() == "姓名"


def test_an_invalid_field_says_so_to_the_style(field: LineEdit) -> None:
    height = field.sizeHint().height()
    field.set_invalid(True)
    assert field.property("invalid") is True
    assert field.sizeHint().height() == height


@pytest.mark.parametrize(
    ("pasted", "kept"),
    [("王\n秀英", "王 秀英"), ("陈敏\r\n", "陈敏"), ("a\0b\u202ec", "a b c"), ("👨\u200d👩", "👨\u200d👩")],
)
def test_what_is_pasted_is_one_line(field: LineEdit, pasted: str, kept: str) -> None:
    QApplication.clipboard().setText(pasted)
    QTest.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == kept
    QTest.keyClick(field, Qt.Key.Key_X)
    assert field.text() == f"{kept}x"
