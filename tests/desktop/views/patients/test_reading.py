"""Beside the table and over it: the visits, how each symptom went, an old record in two keys, its paper and its signature."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.actions.catalog import ActionId, Fact
from desktop.printing.preview import PrintSheet
from desktop.views.patients.record_sheet import RecordSheet
from tests.desktop.views.patients.stage import Stage, press, staged, visited
from tests.fakes.clinic import Clinic, symptom


@pytest.fixture
def stage(clinic: Clinic, qtbot: QtBot) -> Iterator[Stage]:
    visited(clinic)
    visited(clinic, "周敏", (1,))
    with staged(clinic, qtbot) as made:
        yield made


def read(stage: Stage) -> RecordSheet:
    """The record that is open."""
    stage.until(lambda: isinstance(stage.page.reader.sheet, RecordSheet))
    sheet = stage.page.reader.sheet
    assert isinstance(sheet, RecordSheet)
    return sheet


def test_the_visits_stand_newest_first_and_say_whether_they_are_signed(stage: Stage) -> None:
    stage.select("陈桂兰")
    visits = stage.page.detail.visits.visits
    rows = [str(visits.index(row).data()) for row in range(visits.rowCount())]
    assert [row.split()[0] for row in rows] == ["第3诊", "第2诊", "初诊"]
    assert ["未签" in row for row in rows] == [True, False, False]
    assert "陈桂兰失眠2" in rows[0]
    assert "1 项症状" in rows[0]


def test_an_old_record_is_read_with_two_keys_and_the_neighbours_with_one(stage: Stage) -> None:
    stage.select("陈桂兰")
    press(stage.page.people.table, Qt.Key.Key_Right)
    focused = QApplication.focusWidget()
    assert focused is stage.page.detail.visits
    press(focused, Qt.Key.Key_Return)
    sheet = read(stage)
    assert "陈桂兰 P001" in sheet.accessibleName()
    assert "第3诊" in sheet.accessibleName()
    for words in ("陈桂兰失眠2", "入睡困难", "“陈桂兰睡不着2”", "中", "未填"):
        assert words in sheet.text
    press(sheet.card, Qt.Key.Key_Left)
    stage.until(lambda: "第2诊" in read(stage).accessibleName())
    assert "入睡困难" not in read(stage).text
    press(read(stage).card, Qt.Key.Key_Escape)
    assert stage.page.reader.sheet is None
    assert QApplication.focusWidget() is stage.page.detail.visits


def test_an_override_stands_in_the_record_with_both_judgements(clinic: Clinic, qtbot: QtBot) -> None:
    number = visited(clinic, grades=(3, 2))
    with clinic.open() as kernel:
        kernel.compare.override(number, 2, "入睡困难", state="无变化", reason="程度以平日为准")
    with staged(clinic, qtbot) as stage:
        patient = stage.select("陈桂兰")
        stage.page.reader.read(patient, 2)
        assert "原判 减轻，改判 无变化。理由：程度以平日为准" in read(stage).text


def test_facts_follow_what_is_shown(stage: Stage) -> None:
    page = stage.page
    assert page.facts == frozenset()
    stage.select("陈桂兰")
    assert page.facts == {Fact.RECORD_SHOWN, Fact.RECORD_STANDS, Fact.RECORD_UNSIGNED}
    page.detail.visits.setFocus()
    with stage.qtbot.waitSignal(page.facts_changed):
        press(page.detail.visits, Qt.Key.Key_Down)
    assert page.facts == {Fact.RECORD_SHOWN, Fact.RECORD_STANDS}
    page.register_new("")
    assert page.facts == frozenset()
    page.sheet.leave()


def test_R24_printing_shows_the_paper_first_and_goes_back_to_the_record(stage: Stage) -> None:
    stage.select("陈桂兰")
    stage.page.act(ActionId.PRINT)
    stage.until(lambda: isinstance(stage.page.reader.sheet, PrintSheet))
    sheet = stage.page.reader.sheet
    assert isinstance(sheet, PrintSheet)
    assert "陈桂兰 P001" in sheet.accessibleName()
    assert "陈桂兰失眠2" in sheet.view.accessibleDescription().replace("\n", "")
    assert sheet.kinds.isVisible()
    press(sheet.print_button, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    patient = stage.page.detail.patient
    assert patient is not None
    stage.page.reader.read(patient, 1)
    read(stage)
    stage.page.act(ActionId.PRINT)
    stage.until(lambda: isinstance(stage.page.reader.sheet, PrintSheet))
    first = stage.page.reader.sheet
    assert isinstance(first, PrintSheet)
    assert not first.kinds.isVisible()
    first.dismiss()
    assert "初诊" in read(stage).accessibleName()


def test_signing_asks_once_by_patient_and_visit(stage: Stage) -> None:
    stage.select("陈桂兰")
    stage.page.act(ActionId.SIGN)
    assert "陈桂兰 P001，第3诊（2026-03-29 08:15，门诊病历）" in stage.question.text
    stage.notices.answer(stage.question, "back")
    assert Fact.RECORD_UNSIGNED in stage.page.facts
    stage.page.act(ActionId.SIGN)
    stage.notices.answer(stage.question, "sign")
    stage.until(lambda: any("签名" in notice.text for notice in stage.notices.standing))
    stage.page.refresh()
    stage.until(lambda: Fact.RECORD_UNSIGNED not in stage.page.facts)


def test_R11_a_late_reply_about_one_patient_never_shows_over_another(stage: Stage) -> None:
    page = stage.page
    first = stage.select("陈桂兰")
    other = stage.context("P002")
    page.reader.read(first, 3)
    page.detail.look_up(first.record_no)
    page.turn_to(other)
    assert page.detail.visits.visits.rowCount() == 0
    assert page.detail.trend.series == ()
    stage.until(lambda: not page.detail.is_busy)
    stage.qtbot.wait(300)
    assert page.reader.sheet is None
    assert page.detail.patient is not None
    assert page.detail.patient.details.name == "周敏"
    assert "陈桂兰" not in page.detail.trend.accessibleDescription()
    assert all("陈桂兰" not in visit.chief_complaint for visit in page.detail.visits.visits.visits)


def test_the_trend_can_be_read_by_keyboard(stage: Stage) -> None:
    stage.select("陈桂兰")
    trend = stage.page.detail.trend
    trend.setFocus(Qt.FocusReason.TabFocusReason)
    assert "第3诊 2026-03-29·中 “陈桂兰睡不着2”" in stage.page.detail.reading.text()
    press(trend, Qt.Key.Key_Left)
    assert "第2诊 2026-03-15·未问" in stage.page.detail.reading.text()
    press(trend, Qt.Key.Key_Home)
    assert "初诊 2026-03-01·重" in trend.accessibleName()
    assert "初诊 2026-03-01·重" in trend.accessibleDescription()


def test_a_comparison_that_is_another_by_now_is_marked(clinic: Clinic, qtbot: QtBot) -> None:
    number = visited(clinic)
    clinic.save(number, symptoms=[symptom("入睡困难", grade=1)], at="2026-03-20T09:00")
    with staged(clinic, qtbot) as stage:
        stage.select("陈桂兰")
        visits = stage.page.detail.visits.visits
        stage.until(lambda: visits.outdated == {3})
        assert "对比已变" in str(visits.index(0).data())


def test_a_long_course_is_walked_to_its_end(clinic: Clinic, qtbot: QtBot) -> None:
    visited(clinic, grades=tuple(place % 3 + 1 for place in range(28)))
    with staged(clinic, qtbot) as stage:
        stage.select("陈桂兰")
        assert stage.page.detail.visits.visits.rowCount() == 28
        stage.page.detail.go_to_visits()
        press(stage.page.detail.visits, Qt.Key.Key_End)
        assert stage.page.detail.visit is not None
        assert stage.page.detail.visit.place == 1


def test_to_the_comparison(stage: Stage) -> None:
    patient = stage.select("陈桂兰")
    stage.page.reader.read(patient, 3)
    sheet = read(stage)
    with stage.qtbot.waitSignal(stage.page.wanted) as heard:
        sheet.compare.click()
    assert heard.args == ["compare", "P001"]
    assert stage.page.reader.sheet is None


def test_on_a_small_screen_the_details_take_the_place_of_the_table(stage: Stage) -> None:
    page = stage.page
    stage.select("陈桂兰")
    page.setMinimumSize(1, 1)  # as in the window, whose own smallest size counts
    page.resize(611, 300)
    assert page.people.isVisible()
    assert not page.detail.isVisible()
    press(page.people.table, Qt.Key.Key_Right)
    assert page.detail.isVisible()
    assert not page.people.isVisible()
    press(page.detail.visits, Qt.Key.Key_Left)
    assert page.people.isVisible()
