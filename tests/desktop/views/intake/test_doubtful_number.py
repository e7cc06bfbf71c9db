"""A record number that disagrees with what stands beside it, or that nobody has: both are said, and nothing is opened by itself."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.views.intake.contradiction import Contradiction
from desktop.views.intake.line import Kind
from desktop.views.intake.unknown_number import UnknownNumber
from tests.desktop.views.intake.who_stage import WAIT_MS, Stage, enter, find, namesakes, staged
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]


def press(*keys: Qt.Key) -> None:
    """Keys for whoever has the focus."""
    for key in keys:
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, key)


def words_of(sheet: QWidget) -> list[str]:
    return [label.text() for label in sheet.findChildren(QLabel)]


def denied(qtbot: QtBot, stage: Stage, text: str = "P001 李四") -> Contradiction:
    enter(stage, text)
    qtbot.waitUntil(lambda: stage.who.sheet is not None, timeout=WAIT_MS)
    sheet = stage.who.sheet
    assert isinstance(sheet, Contradiction)
    return sheet


def unknown(qtbot: QtBot, stage: Stage, text: str) -> UnknownNumber:
    enter(stage, text)
    qtbot.waitUntil(lambda: stage.who.sheet is not None, timeout=WAIT_MS)
    sheet = stage.who.sheet
    assert isinstance(sheet, UnknownNumber)
    return sheet


@pytest.mark.parametrize(
    ("text", "typed", "said"),
    [
        ("P001 李四", "李四", "姓名 李四 王秀英 不符"),
        ("P001 王秀英 男", "男", "性别 男 女 不符"),
        ("P001 王秀英 1985", "1985", "出生 1985 1962-11-08（64岁） 不符"),
    ],
)
def test_both_sides_are_shown(qtbot: QtBot, clinic: Clinic, text: str, typed: str, said: str) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        sheet = denied(qtbot, stage, text)
        assert {"您输入的", "病历 P001 里的", typed, "王秀英"} <= set(words_of(sheet))
        sides = [part.accessibleName() for part in sheet.findChildren(QWidget)]
        assert [side for side in sides if side.endswith("不符")] == [said]
        assert stage.chosen == []


def test_R13_the_record_opens_only_after_a_second_choice(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        sheet = denied(qtbot, stage)
        assert sheet.back.hasFocus()
        assert not sheet.open_record.isEnabled()
        sheet.open_record.click()
        assert stage.chosen == []
        sheet.checked.setFocus()
        press(Qt.Key.Key_Space)
        assert sheet.open_record.isEnabled()
        press(Qt.Key.Key_Space)
        assert not sheet.open_record.isEnabled()
        press(Qt.Key.Key_Space)
        assert stage.chosen == []
        sheet.open_record.setFocus()
        press(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: stage.chosen == ["P001"], timeout=WAIT_MS)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_a_hasty_key_goes_back_to_what_was_typed(qtbot: QtBot, clinic: Clinic, key: Qt.Key) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        denied(qtbot, stage)
        press(key)
        assert stage.panel.box.hasFocus()
        assert stage.panel.box.selectedText() == "P001 李四"
        assert (stage.chosen, stage.new) == ([], [])


def test_the_holders_line_leads_to_the_question_and_not_past_it(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        find(qtbot, stage, "P001 李四")
        holder = stage.panel.list.lines.all[0]
        assert holder.status is not None
        assert holder.status.words == "不符"
        press(Qt.Key.Key_Down, Qt.Key.Key_Return)
        assert isinstance(stage.who.sheet, Contradiction)
        assert stage.chosen == []


def test_the_typed_name_can_be_looked_for_instead(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    clinic.add("李四", "男")
    with staged(qtbot, clinic) as stage:
        denied(qtbot, stage).by_name.click()
        qtbot.waitUntil(lambda: stage.panel.found is not None, timeout=WAIT_MS)
        assert stage.panel.box.text() == "李四"
        assert stage.names == ["李四", "新建患者“李四”"]
        assert stage.chosen == []


def test_a_number_and_its_own_name_is_no_contradiction(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        enter(stage, "P002 王秀英")
        qtbot.waitUntil(lambda: stage.chosen == ["P002"], timeout=WAIT_MS)


def test_a_number_nobody_has_is_said_in_the_list_and_on_enter(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        find(qtbot, stage, "P099")
        assert stage.names == ["病历号 P099 不存在。", "新建患者"]
        assert stage.panel.list.lines.all[0].kind is Kind.NOTE
        sheet = unknown(qtbot, stage, "P099")
        assert sheet.accessibleName() == "病历号 P099 不存在"
        assert sheet.back.hasFocus()
        press(Qt.Key.Key_Return)
        assert stage.panel.box.selectedText() == "P099"
        assert (stage.chosen, stage.new) == ([], [])


def test_an_unknown_number_leads_on_by_name(qtbot: QtBot, clinic: Clinic) -> None:
    namesakes(clinic)
    with staged(qtbot, clinic) as stage:
        unknown(qtbot, stage, "P099").by_name.click()
        assert stage.panel.box.text() == ""
        assert stage.panel.box.hasFocus()
        sheet = unknown(qtbot, stage, "P099 王秀英")
        assert any("有 3 位" in words for words in words_of(sheet))
        sheet.by_name.click()
        qtbot.waitUntil(lambda: stage.panel.found is not None, timeout=WAIT_MS)
        assert stage.panel.right.text() == "3 位同名·1 位音近"
        assert stage.who.sheet is None


def test_R14_an_unknown_number_leads_to_somebody_new_of_the_typed_name(qtbot: QtBot, clinic: Clinic) -> None:
    with staged(qtbot, clinic) as stage:
        sheet = unknown(qtbot, stage, "P099 李四")
        assert any("也没有名叫“李四”的患者" in words for words in words_of(sheet))
        sheet.new.click()
        assert stage.new == ["李四"]
