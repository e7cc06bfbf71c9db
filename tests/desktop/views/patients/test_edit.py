"""Editing how somebody is registered: nothing typed is lost, what is doubtful is shown first, and what changed is told."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.base.ids import RecordNo
from desktop.session.close_guard import Leaving
from desktop.views.patients.edit import EditSheet
from tests.desktop.views.patients.stage import Stage, press, staged, write
from tests.fakes.clinic import Clinic

CARD = "110101198503020075"


@pytest.fixture
def stage(clinic: Clinic, qtbot: QtBot) -> Iterator[Stage]:
    clinic.add("王秀英", birth="1962-11-08")
    clinic.add("陈敏", birth="1985-03-02", phone="13800007723", id_card=CARD)
    with staged(clinic, qtbot) as made:
        made.select("陈敏")
        yield made


def opened(stage: Stage) -> EditSheet:
    """The sheet, by its key."""
    press(stage.page.people.table, Qt.Key.Key_F2)
    sheet = stage.page.edit_sheet
    assert sheet is not None
    assert sheet.isVisible()
    return sheet


def retyped(sheet: EditSheet, field: str, text: str) -> None:
    edit = sheet.form.control(field)
    edit.setFocus()
    QTest.keyClick(edit, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(edit, Qt.Key.Key_Delete)
    write(edit, text)


def test_only_what_was_changed_is_sent_and_the_change_is_listed(stage: Stage) -> None:
    sheet = opened(stage)
    assert sheet.form.name.text() == "陈敏"
    assert CARD not in sheet.form.id_card.placeholderText()
    assert "0075" in sheet.form.id_card.placeholderText()
    retyped(sheet, "phone", "13900001111")
    assert (sheet.form.given.phone, sheet.form.given.name) == ("13900001111", None)
    press(sheet.form.phone, Qt.Key.Key_Return)
    stage.until(lambda: not sheet.isVisible())
    detail = stage.page.detail
    stage.until(lambda: detail.patient is not None and detail.patient.details.phone == "13900001111")
    detail.changes.head.click()
    stage.until(lambda: bool(detail.changes.lines))
    assert "电话：13800007723 → 13900001111" in detail.changes.lines
    assert any("登记" in line for line in detail.changes.lines)


def test_an_error_stands_beside_its_field_and_goes_with_the_next_letter(stage: Stage) -> None:
    sheet = opened(stage)
    retyped(sheet, "birth", "85")
    press(sheet.form.birth, Qt.Key.Key_Return)
    stage.until(lambda: sheet.form.error("birth"))
    assert sheet.form.birth.hasFocus()
    assert sheet.form.birth.accessibleDescription() == sheet.form.error("birth")
    assert sheet.form.error("phone") == ""
    QTest.keyClicks(sheet.form.birth, "1")
    assert sheet.form.error("birth") == ""


def test_whom_one_would_resemble_is_shown_before_anything_is_saved(stage: Stage) -> None:
    sheet = opened(stage)
    retyped(sheet, "name", "王秀英")
    retyped(sheet, "birth", "1962-11-08")
    press(sheet.form.birth, Qt.Key.Key_Return)
    stage.until(lambda: len(sheet.candidates) == 1)
    assert sheet.isVisible()
    assert stage.page.detail.patient is not None
    assert stage.page.detail.patient.details.name == "陈敏"
    QTest.keyClicks(sheet.form.phone, "1")
    assert sheet.candidates == ()
    press(sheet.form.phone, Qt.Key.Key_Backspace)
    sheet.submit()
    stage.until(lambda: len(sheet.candidates) == 1)
    press(sheet.confirm, Qt.Key.Key_Return)
    stage.until(lambda: not sheet.isVisible())
    detail = stage.page.detail
    stage.until(lambda: detail.patient is not None and detail.patient.details.name == "王秀英")
    assert stage.page.people.notice.isVisible()


def test_a_card_that_contradicts_is_shown_first(stage: Stage) -> None:
    sheet = opened(stage)
    retyped(sheet, "birth", "1990-01-01")
    sheet.submit()
    stage.until(lambda: "核对" in sheet.hint.text())
    assert sheet.problem.text()
    assert sheet.isVisible()


def test_R1_leaving_a_changed_sheet_asks_and_going_back_keeps_every_letter(stage: Stage) -> None:
    sheet = opened(stage)
    retyped(sheet, "name", "陈敏敏")
    press(sheet.form.name, Qt.Key.Key_Escape)
    assert sheet.isVisible()
    stage.notices.answer(stage.question, "back")
    assert sheet.isVisible()
    assert sheet.form.name.text() == "陈敏敏"
    sheet.back.click()
    stage.notices.answer(stage.question, "discard")
    stage.until(lambda: not sheet.isVisible())
    assert stage.page.detail.patient is not None
    assert stage.page.detail.patient.details.name == "陈敏"


def test_R7_one_guard_asks_also_when_somebody_else_is_turned_to(stage: Stage) -> None:
    sheet = opened(stage)
    retyped(sheet, "phone", "13900001111")
    let_go: list[bool] = []
    stage.guard.leave(Leaving.PATIENT, lambda: let_go.append(True), within=stage.page)
    assert let_go == []
    stage.notices.answer(stage.question, "save_and_close")
    stage.until(lambda: let_go == [True])
    assert not sheet.isVisible()
    stage.page.show_patient(RecordNo("P002"))
    detail = stage.page.detail
    stage.until(lambda: detail.patient is not None and detail.patient.details.phone == "13900001111")


def test_R8_the_question_names_the_record_and_its_buttons_are_verbs(stage: Stage) -> None:
    sheet = opened(stage)
    retyped(sheet, "name", "陈敏敏")
    press(sheet, Qt.Key.Key_Escape)
    assert "陈敏 P002" in stage.question.text
    assert [choice.text for choice in stage.question.choices] == ["保存并关闭", "放弃", "返回"]


def test_saving_from_the_question_stops_at_what_is_doubtful(stage: Stage) -> None:
    sheet = opened(stage)
    retyped(sheet, "name", "王秀英")
    retyped(sheet, "birth", "1962-11-08")
    press(sheet, Qt.Key.Key_Escape)
    stage.notices.answer(stage.question, "save_and_close")
    stage.until(lambda: len(sheet.candidates) == 1, lambda: stage.asks)
    assert sheet.isVisible()
    assert "没能保存" in stage.question.text
    stage.notices.answer(stage.question, "back")


def test_an_untouched_sheet_leaves_without_a_word(stage: Stage) -> None:
    sheet = opened(stage)
    press(sheet.form.name, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert not stage.asks


def test_R1_so_does_registering(stage: Stage) -> None:
    stage.page.register_new("")
    sheet = stage.page.sheet
    write(sheet.form.name, "新来")
    press(sheet.form.name, Qt.Key.Key_Escape)
    assert sheet.isVisible()
    assert "新来" in stage.question.text
    stage.notices.answer(stage.question, "discard")
    stage.until(lambda: not sheet.isVisible())


def test_the_recorded_card_can_be_cleared(stage: Stage) -> None:
    sheet = opened(stage)
    sheet.form.forget_card.click()
    assert sheet.form.given.id_card == ""
    sheet.submit()
    detail = stage.page.detail
    stage.until(lambda: detail.patient is not None and detail.patient.details.id_card is None)


def test_what_is_said_of_one_person_is_not_said_beside_another(stage: Stage) -> None:
    sheet = opened(stage)
    retyped(sheet, "birth", "1990-01-01")
    sheet.submit()
    stage.until(lambda: "核对" in sheet.hint.text())
    press(sheet.confirm, Qt.Key.Key_Return)
    notice = stage.page.people.notice
    stage.until(notice.isVisible, lambda: not stage.page.detail.is_busy)
    stage.page.refresh()
    stage.select("陈敏")
    assert notice.isVisible()
    stage.page.show_patient(RecordNo("P001"))
    stage.until(lambda: not stage.page.detail.is_busy)
    assert not notice.isVisible()
