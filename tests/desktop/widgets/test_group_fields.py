"""The groups of a recovery code that are typed back: however they are typed or pasted, each stands in its own field."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.base.recovery_code import GROUPS, RecoveryCode
from desktop.widgets import group_fields
from desktop.widgets.group_fields import GroupFields
from tests.desktop.widgets.test_line_edit import compose

CODE = RecoveryCode(bytes(range(7, 27)))
ASKED = (2, 5, GROUPS)
FULL_WIDTH = str.maketrans({chr(sign): chr(sign + 0xFEE0) for sign in range(0x21, 0x7F)})


@pytest.fixture
def fields(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> GroupFields:
    monkeypatch.setattr(group_fields, "asked_groups", lambda: ASKED)
    fields = GroupFields()
    qtbot.addWidget(fields)
    with qtbot.waitExposed(fields):
        fields.show()
    fields.activateWindow()
    fields.go_to_first()
    return fields


def texts(fields: GroupFields) -> list[str]:
    return [edit.text() for edit in fields.edits.values()]


def wanted() -> list[str]:
    return [CODE.groups[number - 1] for number in ASKED]


def in_front(fields: GroupFields) -> int:
    """Which field, by its place, has the focus."""
    return [edit.hasFocus() for edit in fields.edits.values()].index(True)


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget
    return widget


def write(text: str) -> None:
    for sign in text:
        QTest.keyClicks(focused(), sign)


def press(key: Qt.Key) -> None:
    QTest.keyClick(focused(), key)


def paste(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    QTest.keyClick(focused(), Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize("between", ["", "-", " "])
def test_typed_in_one_go(fields: GroupFields, between: str, qtbot: QtBot) -> None:
    write(between.join(wanted()).lower())
    assert texts(fields) == wanted()
    assert in_front(fields) == len(ASKED) - 1
    with qtbot.waitSignal(fields.submitted):
        press(Qt.Key.Key_Return)
    assert fields.are_right(CODE)


def test_a_group_takes_its_signs_and_no_more(fields: GroupFields) -> None:
    write("ABCDEFGHJKMNPQ")
    assert texts(fields) == ["ABCD", "EFGH", "JKMN"]


def test_one_sign_is_mended_in_its_place(fields: GroupFields) -> None:
    write("".join(wanted()))
    press(Qt.Key.Key_Home)
    write("zz")
    assert texts(fields)[-1] == "ZZ" + wanted()[-1][2:]
    write("zz")
    assert texts(fields)[-1] == "ZZZZ"


@pytest.mark.parametrize(
    "written",
    [
        CODE.text,
        CODE.text.lower().replace("0", "o").replace("1", "l"),
        CODE.text.replace("-", ""),
        CODE.text.replace("-", " — ").replace("1", "I"),
        CODE.text.translate(FULL_WIDTH),
        "\n".join(CODE.groups),
    ],
)
@pytest.mark.parametrize("place", range(len(ASKED)))
def test_of_a_whole_code_each_takes_its_own(fields: GroupFields, written: str, place: int) -> None:
    write("22")
    list(fields.edits.values())[place].setFocus()
    paste(written)
    assert texts(fields) == wanted()
    assert fields.are_right(CODE)


def test_three_groups_pasted_at_once(fields: GroupFields) -> None:
    paste("-".join(wanted()))
    assert texts(fields) == wanted()


def test_what_an_input_method_brings(fields: GroupFields) -> None:
    compose(fields.edits[2], "a", "ｏｉ")
    compose(fields.edits[2], "b", "Ｚ中ｚ")
    assert texts(fields) == ["01ZZ", "", ""]
    assert in_front(fields) == 1


def test_back_to_the_group_before(fields: GroupFields) -> None:
    write(wanted()[0])
    assert in_front(fields) == 1
    press(Qt.Key.Key_Backspace)
    assert in_front(fields) == 0
    assert texts(fields)[0] == wanted()[0]
    press(Qt.Key.Key_Backspace)
    assert texts(fields)[0] == wanted()[0][:-1]
    press(Qt.Key.Key_Right)
    assert in_front(fields) == 1
    press(Qt.Key.Key_Left)
    assert in_front(fields) == 0


def test_enter_after_each_group_passes_none_over(fields: GroupFields, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(fields.submitted):
        for group in wanted()[:-1]:
            write(group)
            press(Qt.Key.Key_Return)
    assert in_front(fields) == len(ASKED) - 1


def test_each_is_named(fields: GroupFields) -> None:
    assert [edit.accessibleName() for edit in fields.edits.values()] == [f"第 {one} 组" for one in ASKED]
