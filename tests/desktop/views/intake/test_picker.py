"""The picker: nobody is chosen for anybody (R10, R13), somebody new is its last row (R14, R19), and keys alone do all of it."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from core.services.patients.patients import Given
from desktop.views.intake.picker import Picker
from tests.desktop.views.intake.who_stage import WAIT_MS, Stage, enter, namesakes, staged
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]


def picker_of(qtbot: QtBot, stage: Stage, text: str = "王秀英") -> Picker:
    """The picker that a text and Enter lead to."""
    enter(stage, text)
    qtbot.waitUntil(lambda: stage.who.sheet is not None, timeout=WAIT_MS)
    picker = stage.who.sheet
    assert isinstance(picker, Picker)
    return picker


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """A key for whoever has the focus."""
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key, modifier)


def number_of(picker: Picker) -> str | None:
    return picker.selected.record_no if picker.selected else None


def test_R10_nobody_is_selected_and_enter_confirms_nobody(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        picker = picker_of(qtbot, stage)
        assert picker.selected is None
        assert not picker.confirm.isEnabled()
        assert picker.said.text() == "还没有选定"
        press(Qt.Key.Key_Return)
        press(Qt.Key.Key_Tab)
        assert picker.selected is None
        press(Qt.Key.Key_Return)
        assert stage.who.sheet is picker
        assert stage.chosen == []


def test_it_says_who_shares_the_name_and_who_only_sounds_alike(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        picker = picker_of(qtbot, stage)
        assert picker.accessibleName() == "3 位患者同名“王秀英”"
        assert picker.accessibleDescription() == "请核对出生日期和电话，选定一位后才能书写。没有默认选中。"
        assert "另有 1 位音近" in words_of(picker)
        assert [row.accessibleName().split()[0] for row in picker.rows] == ["王秀英"] * 3 + ["王秀瑛"]


def words_of(picker: Picker) -> list[str]:
    return [label.text() for label in picker.findChildren(QLabel)]


@pytest.mark.parametrize("pad", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier])
def test_a_digit_selects_and_enter_confirms(qtbot: QtBot, clinic: Clinic, pad: Qt.KeyboardModifier) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        picker = picker_of(qtbot, stage)
        press(Qt.Key.Key_3, pad)
        assert number_of(picker) == "P003"
        assert stage.chosen == []
        press(Qt.Key.Key_2, pad)
        assert number_of(picker) == "P002"
        assert picker.said.text() == "已选 王秀英 P002"
        assert picker.confirm.isEnabled()
        press(Qt.Key.Key_Enter, pad)
        qtbot.waitUntil(lambda: stage.chosen == ["P002"], timeout=WAIT_MS)
        assert stage.who.sheet is None


def test_arrows_move_the_selection_and_stop_at_the_ends(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        picker = picker_of(qtbot, stage)
        seen = []
        for key in [Qt.Key.Key_Down] * 5 + [Qt.Key.Key_Up] * 5:
            press(key)
            seen.append(number_of(picker))
        assert seen == ["P001", "P002", "P003", "P004", "P004", "P003", "P002", "P001", "P001", "P001"]


def test_a_click_selects_and_only_the_button_confirms(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        picker = picker_of(qtbot, stage)
        QTest.mouseClick(picker.rows[3], Qt.MouseButton.LeftButton)
        assert number_of(picker) == "P004"
        assert stage.chosen == []
        QTest.mouseClick(picker.confirm, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: stage.chosen == ["P004"], timeout=WAIT_MS)


def test_esc_changes_nothing_and_goes_back_to_the_text(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        picker_of(qtbot, stage)
        press(Qt.Key.Key_2)
        press(Qt.Key.Key_Escape)
        assert stage.who.sheet is None
        assert (stage.chosen, stage.new) == ([], [])
        assert stage.panel.box.hasFocus()
        assert stage.panel.box.selectedText() == "王秀英"


@pytest.mark.parametrize("selected", [False, True])
def test_R14_zero_is_somebody_new_of_the_typed_name(qtbot: QtBot, clinic: Clinic, selected: bool) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        picker_of(qtbot, stage, "王秀英 女")
        if selected:
            press(Qt.Key.Key_2)
        press(Qt.Key.Key_0)
        assert stage.new == ["王秀英"]
        assert stage.chosen == []


def test_enter_on_the_row_of_somebody_new_means_that_row(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        picker = picker_of(qtbot, stage)
        press(Qt.Key.Key_1)
        picker.nobody.setFocus()
        press(Qt.Key.Key_Return)
        assert (stage.new, stage.chosen) == (["王秀英"], [])


def test_a_digit_without_a_row_and_a_chord_do_nothing(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        picker = picker_of(qtbot, stage)
        press(Qt.Key.Key_5)
        press(Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
        assert picker.selected is None


def test_R19_a_near_hit_says_why_it_may_be_somebody_else(qtbot: QtBot, clinic: Clinic) -> None:
    clinic.add("王秀英", "女")
    with staged(qtbot, clinic) as stage:
        picker = picker_of(qtbot, stage, "王秀英 1962")
        assert picker.accessibleName() == "1 位患者可能是“王秀英”"
        (row,) = picker.rows
        assert row.accessibleName().endswith("同名，未录出生")
        assert picker.selected is None


def test_a_name_that_only_sounds_the_same_is_no_answer(qtbot: QtBot, clinic: Clinic) -> None:
    clinic.add("王秀瑛", "女")
    with staged(qtbot, clinic) as stage:
        picker = picker_of(qtbot, stage)
        assert picker.accessibleName() == "1 位患者与“王秀英”读音相同"
        assert not any(words.startswith("另有") for words in words_of(picker))


def test_a_phone_never_says_who(qtbot: QtBot, clinic: Clinic) -> None:
    clinic.add("陈敏", "女", phone="13800004471")
    with staged(qtbot, clinic) as stage:
        picker = picker_of(qtbot, stage, "13800004471")
        assert picker.accessibleName() == "1 位患者登记了电话“13800004471”"
        assert picker.selected is None


def test_more_people_than_digits_are_reached_by_the_arrows(qtbot: QtBot, clinic: Clinic) -> None:
    with clinic.open() as kernel:
        for year in range(1950, 1964):
            kernel.patients.register(Given("王秀英", "女", str(year)), "另一人")
    with staged(qtbot, clinic) as stage:
        stage.resize(1294, 480)
        picker = picker_of(qtbot, stage)
        for _ in range(14):
            press(Qt.Key.Key_Down)
        assert number_of(picker) == "P014"
        row = picker.rows[13]
        seen = row.visibleRegion().boundingRect()
        assert seen == row.rect()
        assert picker.confirm.visibleRegion().boundingRect() == picker.confirm.rect()
        press(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: stage.chosen == ["P014"], timeout=WAIT_MS)


def test_R45_rows_are_radio_buttons_that_say_all_they_show(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    clinic.save("P001", at="2026-01-15")
    with staged(qtbot, clinic) as stage:
        picker = picker_of(qtbot, stage)
        row = QAccessible.queryAccessibleInterface(picker.rows[0])
        assert row.role() == QAccessible.Role.RadioButton
        assert "还没有就诊 建档 " in picker.rows[2].accessibleName()
        assert row.text(QAccessible.Text.Name) == (
            "王秀英 病历号 P001 女·64岁 1962-11-08 4471 电话尾号 头晕一月 初诊 2026-01-15"
        )


def test_it_stands_where_the_mock_up_has_it(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        stage.resize(300 + 774, 684)
        picker = picker_of(qtbot, stage)
        card = picker.card.geometry()
        assert (card.x(), card.y(), card.width()) == (327, 24, 720)
        assert {row.height() for row in picker.rows} == {56}
        assert picker.nobody.height() == 56


def test_a_picker_that_is_done_is_gone(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        for _ in range(3):
            picker_of(qtbot, stage)
            press(Qt.Key.Key_Escape)
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        assert stage.findChildren(Picker) == []
        assert stage.who.sheet is None


def test_R11_turning_to_somebody_takes_the_question_away(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        picker = picker_of(qtbot, stage)
        press(Qt.Key.Key_1)
        stage.who.turn_to(None)
        assert picker.isHidden()
        assert stage.who.sheet is None
        assert stage.chosen == []
