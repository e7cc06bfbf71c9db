"""Amending and voiding in the window: the form as it stands, what changes and why, the marks afterwards, and what is kept on the way."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from desktop.actions.catalog import ActionId, Fact
from desktop.printing.preview import PrintSheet
from desktop.session.void_sheet import VoidSheet
from desktop.views.intake.amend_sheet import AmendSheet
from desktop.views.patients.record_sheet import RecordSheet
from desktop.widgets.struck_label import StruckLabel
from tests.desktop.views.patients.stage import Stage, press, staged, visited, write
from tests.fakes.clinic import OPERATOR, Clinic

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def stage(clinic: Clinic, qtbot: QtBot) -> Iterator[Stage]:
    visited(clinic)
    with staged(clinic, qtbot) as made:
        yield made


def record(stage: Stage) -> RecordSheet:
    stage.until(lambda: isinstance(stage.page.reader.sheet, RecordSheet))
    sheet = stage.page.reader.sheet
    assert isinstance(sheet, RecordSheet)
    return sheet


def read(stage: Stage, visit: int) -> RecordSheet:
    stage.page.reader.read(stage.select("陈桂兰"), visit)
    return record(stage)


def amending(stage: Stage, visit: int = 2) -> AmendSheet:
    """The form of a visit, opened by the button of its record."""
    read(stage, visit).standing.amend.click()
    stage.until(lambda: isinstance(stage.page.reader.sheet, AmendSheet))
    sheet = stage.page.reader.sheet
    assert isinstance(sheet, AmendSheet)
    return sheet


def complaint(sheet: AmendSheet) -> QPlainTextEdit:
    return next(
        field for field in sheet.form.findChildren(QPlainTextEdit) if field.accessibleName() == "主诉"
    )


def retype(sheet: AmendSheet, text: str) -> None:
    field = complaint(sheet)
    field.setFocus()
    field.selectAll()
    write(field, text)


def reviewed(stage: Stage, sheet: AmendSheet) -> None:
    press(complaint(sheet), Qt.Key.Key_S, CONTROL)
    stage.until(lambda: sheet.is_reviewing)


def test_R26_an_amendment_is_written_looked_over_and_shown_with_its_original(stage: Stage) -> None:
    sheet = amending(stage)
    assert complaint(sheet).toPlainText() == "陈桂兰失眠1"
    retype(sheet, "陈桂兰失眠十日")
    reviewed(stage, sheet)
    assert sheet.changes is not None
    (struck,) = sheet.changes.findChildren(StruckLabel)
    assert struck.accessibleName() == "原为：陈桂兰失眠1；现为：陈桂兰失眠十日"
    assert "<s>" in struck.text()
    focused = QApplication.focusWidget()
    assert focused is not None
    assert sheet.reason.choice.isAncestorOf(focused)
    press(focused, Qt.Key.Key_1)
    write(sheet.reason.note, "听错了")
    press(sheet.reason.note, Qt.Key.Key_S, CONTROL)
    shown = record(stage)
    assert shown.reading.record.version == 2
    assert "陈桂兰失眠十日" in shown.text
    assert f"{OPERATOR} 更正：笔误（听错了）" in shown.text
    shown.standing.show_changes.click()
    assert "陈桂兰失眠1十日" in [label.words for label in shown.findChildren(StruckLabel)]
    assert shown.sign.isVisible()
    assert any("第 2 版" in notice.text for notice in stage.notices.standing)
    stage.page.refresh()
    visits = stage.page.detail.visits.visits
    stage.until(lambda: "已更正" in str(visits.index(1).data()))
    assert "未签" in str(visits.index(1).data())


def test_what_rules_mention_is_said_of_an_amendment_and_nothing_is_changed(stage: Stage) -> None:
    sheet = amending(stage)
    retype(sheet, "失眠已治愈")
    reviewed(stage, sheet)
    focused = QApplication.focusWidget()
    assert focused is not None
    press(focused, Qt.Key.Key_1)
    press(focused, Qt.Key.Key_S, CONTROL)
    shown = record(stage)
    assert shown.noted is not None
    assert (
        "主诉 “治愈” 规则 tcm/no-diagnosis：请写所见的事实，不下结论。" in shown.noted.line.accessibleName()
    )
    assert "失眠已治愈" in shown.text
    said = [notice.next_step for notice in stage.notices.standing]
    assert any("主诉：“治愈”（规则 tcm/no-diagnosis）" in one for one in said)
    stage.page.reader.read(stage.select("陈桂兰"), 1)
    stage.until(lambda: record(stage).reading.record.number == 1)
    assert record(stage).noted is None


def test_nothing_changed_is_said_and_nothing_is_saved(stage: Stage) -> None:
    sheet = amending(stage)
    press(complaint(sheet), Qt.Key.Key_S, CONTROL)
    stage.until(lambda: "没有改动" in sheet.problem.text())
    assert not sheet.is_reviewing


def test_a_gap_is_said_beside_its_field(stage: Stage) -> None:
    sheet = amending(stage)
    field = complaint(sheet)
    field.selectAll()
    press(field, Qt.Key.Key_Delete)
    sheet.submit()
    stage.until(field.accessibleDescription)
    assert not sheet.is_reviewing


def test_a_reason_is_asked_for_and_other_needs_words(stage: Stage) -> None:
    sheet = amending(stage)
    retype(sheet, "改")
    reviewed(stage, sheet)
    sheet.confirm.click()
    assert sheet.reason.problem.isVisible()
    sheet.reason.choice.choose("other")
    sheet.confirm.click()
    assert "写明原因" in sheet.reason.problem.text()
    press(sheet.reason.note, Qt.Key.Key_Escape)
    assert not sheet.is_reviewing
    assert complaint(sheet).toPlainText() == "改"


def test_what_is_typed_is_a_draft_and_comes_back(stage: Stage, clinic: Clinic) -> None:
    sheet = amending(stage)
    retype(sheet, "没写完的更正")
    press(complaint(sheet), Qt.Key.Key_Escape)
    shown = record(stage)
    assert not stage.asks
    assert "有一份未完成的更正" in shown.text
    assert shown.standing.amend.words == "继续更正"
    again = amending(stage)
    assert complaint(again).toPlainText() == "没写完的更正"
    again.throw.click()
    assert "未完成的更正" not in record(stage).text


def test_a_draft_of_the_next_visit_stays_beside_an_amendment(stage: Stage, clinic: Clinic) -> None:
    kept: list[object] = []
    stage.bridge.ask(
        stage.page,
        lambda kernel: kernel.intake.save_draft("P001", "menzhen", '{"answers": {"zhushu": "下一次"}}'),
        kept.append,
    )
    stage.until(lambda: kept)
    sheet = amending(stage)
    retype(sheet, "更正")
    reviewed(stage, sheet)
    sheet.reason.choice.choose("slip")
    sheet.confirm.click()
    record(stage)
    found: list[object] = []
    stage.bridge.ask(stage.page, lambda kernel: kernel.intake.drafts("P001")[0].content, found.append)
    stage.until(lambda: found)
    assert "下一次" in str(found[0])


def test_somebody_elses_amendment_in_between_is_told(stage: Stage) -> None:
    sheet = amending(stage)
    retype(sheet, "我的更正")
    reviewed(stage, sheet)
    done: list[object] = []
    text = '{"answers": {"zhushu": "别人的更正", "xianbingshi": "x"}}'
    stage.bridge.ask(
        stage.page,
        lambda kernel: kernel.amendments.amend("P001", 2, text, version=1, reason="slip"),
        done.append,
    )
    stage.until(lambda: done)
    sheet.reason.choice.choose("slip")
    sheet.confirm.click()
    stage.until(lambda: "已由" in sheet.problem.text())
    assert sheet.isVisible()
    assert "留作草稿" in sheet.problem.text()


def test_R55_a_visit_is_voided_with_its_number_typed(stage: Stage) -> None:
    read(stage, 2).standing.void.click()
    sheet = stage.page.reader.sheet
    assert isinstance(sheet, VoidSheet)
    sheet.confirm.click()
    assert sheet.reason.problem.isVisible()
    sheet.reason.choice.choose("wrong_patient")
    write(sheet.number, "P002")
    press(sheet.number, Qt.Key.Key_Return)
    assert "P001" in sheet.problem.text()
    sheet.number.clear()
    write(sheet.number, "p1")
    press(sheet.number, Qt.Key.Key_Return)
    shown = record(stage)
    assert "已作废" in shown.text
    assert "记错患者" in shown.text
    assert not any(part.isVisible() for part in (shown.sign, shown.standing.amend, shown.standing.void))
    stage.page.refresh()
    visits = stage.page.detail.visits.visits
    stage.until(lambda: "已作废" in str(visits.index(1).data()))
    assert [str(visits.index(row).data()).split()[0] for row in range(3)] == ["第2诊", "已作废", "初诊"]
    assert Fact.RECORD_STANDS not in stage.page.facts
    stage.page.act(ActionId.PRINT)
    stage.until(lambda: isinstance(stage.page.reader.sheet, PrintSheet))
    paper = stage.page.reader.sheet
    assert isinstance(paper, PrintSheet)
    assert "已作废" in paper.pages.text(0)


def test_leaving_a_void_half_typed_asks(stage: Stage) -> None:
    read(stage, 2).standing.void.click()
    sheet = stage.page.reader.sheet
    assert isinstance(sheet, VoidSheet)
    write(sheet.number, "P0")
    press(sheet.number, Qt.Key.Key_Escape)
    assert stage.asks
    stage.notices.answer(stage.question, "discard")
    record(stage)


def test_actions_reach_what_stands_beside_the_table(stage: Stage) -> None:
    stage.select("陈桂兰")
    assert Fact.RECORD_STANDS in stage.page.facts
    stage.page.act(ActionId.AMEND)
    stage.until(lambda: isinstance(stage.page.reader.sheet, AmendSheet))
    sheet = stage.page.reader.sheet
    assert isinstance(sheet, AmendSheet)
    assert complaint(sheet).toPlainText() == "陈桂兰失眠2"
    assert stage.page.facts == frozenset()
    sheet.dismiss()
    stage.until(lambda: stage.page.reader.sheet is None)
    stage.page.act(ActionId.VOID)
    assert isinstance(stage.page.reader.sheet, VoidSheet)
    stage.page.reader.leave()


def test_R11_a_form_that_comes_late_is_not_shown_over_another_patient(stage: Stage) -> None:
    read(stage, 2).standing.amend.click()
    stage.page.reader.leave()
    stage.qtbot.wait(300)
    assert stage.page.reader.sheet is None


def test_R23_paper_names_its_version_and_shows_what_was_replaced(stage: Stage) -> None:
    sheet = amending(stage)
    retype(sheet, "陈桂兰失眠十日")
    reviewed(stage, sheet)
    sheet.reason.choice.choose("slip")
    sheet.confirm.click()
    record(stage)
    stage.page.act(ActionId.PRINT)
    stage.until(lambda: isinstance(stage.page.reader.sheet, PrintSheet))
    paper = stage.page.reader.sheet
    assert isinstance(paper, PrintSheet)
    assert paper.traces.isVisible()
    assert paper.traces.isChecked()
    text = paper.pages.text(0)
    assert "失眠1十日" in text
    assert f"（{OPERATOR} " in text
    assert "第 2 版" in text
    paper.traces.click()
    assert "失眠1" not in paper.pages.text(0)
    assert "失眠十日" in paper.pages.text(0)
    paper.kinds.set_value("1")
    paper.kinds.chosen.emit("1")
    assert not paper.traces.isVisible()
    paper.dismiss()
