"""The ledger by keyboard: what is listed, what a row says, verifying, exporting, paper, and what a role may not see."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.services.patients.patients import Given
from core.services.trail.audit import EVERYTHING, Asked
from core.store.audit_rows import StoredChain
from desktop.actions.catalog import ActionId
from desktop.views.ledger.export_sheet import ExportSheet
from desktop.views.ledger.paper_sheet import PaperSheet
from tests.desktop.shell.sheets import is_whole
from tests.desktop.views.ledger.stage import Stage, peopled, staged
from tests.fakes.clinic import PASSPHRASE, Clinic
from tests.fakes.people import PASSPHRASES
from tests.fakes.people import staffed as with_staff


@pytest.fixture
def stage(qtbot: QtBot, clinic: Clinic) -> Iterator[Stage]:
    peopled(clinic)
    with staged(clinic, qtbot) as made:
        made.until(lambda: made.page.model.rowCount() == 4)
        yield made


def words(stage: Stage, row: int) -> list[str]:
    model = stage.page.model
    return [str(model.data(model.index(row, column))) for column in range(model.columnCount())]


def test_the_newest_stand_first_in_words_and_the_selected_one_in_full(stage: Stage) -> None:
    page = stage.page
    assert stage.seqs == [4, 3, 2, 1]
    assert words(stage, 0)[1:4] == ["李大夫", "管理员", "查看审计记录"]
    assert words(stage, 1)[1:6] == ["李大夫", "医师", "登记患者", "P003 患者002", ""]
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Down)
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    assert page.detail.hasFocus()
    assert ("序号", "3") in page.detail.lines
    assert ("操作者", "李大夫（医师）") in page.detail.lines
    assert ("患者", "P003 患者002") in page.detail.lines
    QTest.keyClick(page.detail, Qt.Key.Key_Left)
    assert page.table.hasFocus()


def test_more_rows_are_read_as_it_is_scrolled(qtbot: QtBot, clinic: Clinic) -> None:
    peopled(clinic, 130)
    with staged(clinic, qtbot) as stage:
        model = stage.page.model
        stage.until(lambda: model.rowCount() == 100)
        stage.page.table.setFocus()
        QTest.keyClick(stage.page.table, Qt.Key.Key_End)
        stage.until(lambda: model.rowCount() == 131)
        assert stage.seqs == list(range(131, 0, -1))
        assert not model.canFetchMore(QModelIndex())


def test_each_filter_asks_and_clearing_asks_for_everything_again(stage: Stage) -> None:
    filters = stage.page.filters
    filters.patient.setFocus()
    QTest.keyClicks(filters.patient, "p2")
    stage.until(lambda: stage.seqs[-1:] == [2] and 1 not in stage.seqs)
    filters.patient.clear()
    filters.action.setCurrentIndex(filters.action.findData("patient.add"))
    filters.action.activated.emit(filters.action.currentIndex())
    stage.until(lambda: stage.seqs == [3, 2, 1])
    QTest.keyClicks(filters.since, "2099-01-01")
    stage.until(stage.page.nothing.isVisible)
    assert "2099-01-01" in stage.page.nothing.sentence.text()
    step = stage.page.nothing.step
    assert step is not None
    QTest.mouseClick(step, Qt.MouseButton.LeftButton)
    stage.until(lambda: {1, 2, 3, 4} <= set(stage.seqs))
    assert filters.asked == EVERYTHING
    assert not filters.since.text()


def test_a_day_that_is_none_is_marked_and_asks_nothing(stage: Stage) -> None:
    filters = stage.page.filters
    filters.since.setFocus()
    QTest.keyClicks(filters.since, "2026-13-99")
    filters.until.setFocus()
    assert filters.since.property("invalid")
    assert filters.asked == EVERYTHING
    filters.since.setText("20260102")
    filters.until.setText("2026-01-01")
    QTest.keyClick(filters.until, Qt.Key.Key_Return)
    assert filters.until.property("invalid")
    assert filters.asked == EVERYTHING


def test_a_name_is_looked_for_and_the_one_it_means_is_taken(stage: Stage) -> None:
    filters = stage.page.filters
    filters.patient.setFocus()
    filters.patient.setText("患者001")
    QTest.keyClick(filters.patient, Qt.Key.Key_Return)
    stage.until(lambda: filters.asked.record_no == "P002")
    assert filters.patient.text().startswith("P002 患者001")


def test_a_name_of_several_is_never_chosen_by_itself(stage: Stage) -> None:
    filters = stage.page.filters
    filters.patient.setFocus()
    filters.patient.setText("患者")
    QTest.keyClick(filters.patient, Qt.Key.Key_Return)
    stage.until(lambda: filters.menu is not None and filters.menu.isVisible())
    assert filters.asked == EVERYTHING
    assert filters.menu is not None
    QTest.keyClick(filters.menu, Qt.Key.Key_Down)
    QTest.keyClick(filters.menu, Qt.Key.Key_Return)
    stage.until(lambda: filters.asked.record_no == "P002")


def test_the_panel_leads_on(stage: Stage) -> None:
    page = stage.page
    page.table.setFocus()
    page.table.selectRow(2)
    with stage.qtbot.waitSignal(page.wanted) as heard:
        page.detail.open_patient.click()
    assert heard.args == [ActionId.PATIENTS.value, "P002"]
    page.detail.same_patient.click()
    stage.until(lambda: page.filters.asked == Asked("P002"))
    assert page.filters.patient.text() == "P002 患者001"


def test_verifying_says_that_it_is_whole_and_when_it_was(stage: Stage) -> None:
    page = stage.page
    assert "还没有核验过" in page.condition.text()
    QTest.keyClick(page.verify, Qt.Key.Key_Return)
    stage.until(lambda: page.strip.isVisible() and not page.strip.is_running)
    assert page.strip.sentence.text().startswith("账本完整：4 行")
    stage.until(lambda: "4 行，完整" in page.condition.text())
    QTest.keyClick(page.strip.close_button, Qt.Key.Key_Return)
    assert page.strip.isHidden()
    assert page.verify.hasFocus()


def test_what_is_wrong_is_listed_with_its_place_and_what_to_do(qtbot: QtBot, clinic: Clinic) -> None:
    peopled(clinic)
    clinic.execute("DROP TRIGGER audit_no_update")
    clinic.execute("UPDATE audit SET operator = '别人' WHERE seq = 2")
    with staged(clinic, qtbot) as stage:
        page = stage.page
        stage.until(lambda: page.model.rowCount() > 0)
        page.verify.click()
        stage.until(lambda: page.strip.isVisible() and not page.strip.is_running)
        assert page.strip.sentence.text().startswith("账本有缺")
        told = [one.message for one in page.strip.findings]
        assert any("第 2 行被改动" in one for one in told)
        assert all(one.hint for one in page.strip.findings)
        # What this opening noted is told once.
        assert len(told) == len(set(told))


def test_a_verification_can_be_stopped(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    links, page, is_stopped = StoredChain.links, stage.page, threading.Event()

    def slow(chain: StoredChain, after: int) -> object:
        is_stopped.wait(10)
        return links(chain, after)

    monkeypatch.setattr(StoredChain, "links", slow)
    page.verify.click()
    assert page.strip.is_running
    assert not page.verify.isEnabled()
    QTest.keyClick(page, Qt.Key.Key_Escape)
    is_stopped.set()
    stage.until(lambda: not page.strip.is_running)
    assert "停止" in page.strip.sentence.text()
    assert "还没有核验过" in page.condition.text()


def opened_export(stage: Stage) -> ExportSheet:
    stage.page.export.click()
    sheet = stage.page.jobs.sheet
    assert isinstance(sheet, ExportSheet)
    return sheet


def test_an_export_says_its_head_and_is_refused_where_a_file_is(stage: Stage, tmp_path: Path) -> None:
    sheet = opened_export(stage)
    there = tmp_path / "there.jsonl"
    there.write_text("kept")
    sheet.take_file(there)
    stage.until(sheet.go_on.isEnabled)
    assert "there.jsonl" in sheet.said.text()
    assert there.read_text() == "kept"
    file = tmp_path / "trail.jsonl"
    sheet.take_file(file)
    stage.until(sheet.go_on.isHidden)
    last = json.loads(file.read_text(encoding="utf-8").splitlines()[-1])
    assert f"#{last['head']['seq']} " in sheet.said.text()
    assert last["head"]["mac"][:4].upper() in sheet.said.text()
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert stage.page.jobs.sheet is None


def test_an_export_of_what_is_listed_holds_that_alone(stage: Stage, tmp_path: Path) -> None:
    page = stage.page
    page.filters.ask(Asked("P002"))
    stage.until(lambda: 2 in stage.seqs and 3 not in stage.seqs)
    sheet = opened_export(stage)
    assert sheet.wanted == Asked("P002")
    sheet.take_file(tmp_path / "some.jsonl")
    stage.until(sheet.go_on.isHidden)
    _, *lines, _ = (tmp_path / "some.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["row"][11] for line in lines} == {"P002"}


def test_the_head_is_a_line_to_copy_and_an_earlier_one_is_held_against_the_trail(stage: Stage) -> None:
    page = stage.page
    QTest.keyClick(page.paper, Qt.Key.Key_Return)
    stage.until(lambda: page.jobs.sheet is not None)
    sheet = page.jobs.sheet
    assert isinstance(sheet, PaperSheet)
    line = sheet.line.text()
    assert line.startswith("#4 ")
    QTest.keyClick(sheet.copy, Qt.Key.Key_Return)
    assert QApplication.clipboard().text() == line
    sheet.typed.setFocus()
    QTest.keyClicks(sheet.typed, line.lower())
    QTest.keyClick(sheet.typed, Qt.Key.Key_Return)
    stage.until(lambda: sheet.result.text().startswith("相符") and is_whole(sheet, sheet.result))
    sheet.typed.setText(line.replace("#4", "#3"))
    QTest.keyClick(sheet.typed, Qt.Key.Key_Return)
    stage.until(lambda: sheet.result.text().startswith("不符") and is_whole(sheet, sheet.result))
    sheet.typed.setText("胡乱")
    QTest.keyClick(sheet.typed, Qt.Key.Key_Return)
    stage.until(lambda: "胡乱" in sheet.result.text())


def test_a_role_that_may_not_is_told_so_and_shown_nothing(qtbot: QtBot, clinic: Clinic) -> None:
    with_staff(clinic)
    with staged(clinic, qtbot, passphrase=PASSPHRASES["赵前台"]) as stage:
        page = stage.page
        stage.until(page.closed.isVisible)
        assert "不能查看账本" in page.closed.sentence.text()
        assert page.model.rowCount() == 0
        assert not page.verify.isVisible()
        assert not page.export.isVisible()
        assert not page.filters.isVisible()


def test_a_physician_sees_their_own_and_one_patient(qtbot: QtBot, clinic: Clinic) -> None:
    with_staff(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.patients.register(Given("陈敏", "女"))
    with staged(clinic, qtbot, passphrase=PASSPHRASES["王大夫"]) as stage:
        page = stage.page
        stage.until(lambda: page.model.rowCount() > 0)
        assert {words(stage, row)[1] for row in range(page.model.rowCount())} == {"王大夫"}
        assert page.note.isVisible()
        assert not page.verify.isVisible()
        page.filters.ask(Asked(action="record.read"))
        assert page.filters.asked == Asked(operator="王大夫", action="record.read")
        stage.until(page.nothing.isVisible)
        page.filters.ask(Asked("P001"))
        stage.until(lambda: {words(stage, row)[2] for row in range(page.model.rowCount())} == {"医师"})
    assert not clinic.rows("SELECT seq FROM audit WHERE outcome = 'refused' AND operator = '王大夫'")


def test_on_a_small_screen_the_row_takes_the_place_of_the_list(qtbot: QtBot, clinic: Clinic) -> None:
    peopled(clinic)
    with staged(clinic, qtbot, size=(611, 264)) as stage:
        page = stage.page
        stage.until(lambda: page.model.rowCount() == 4)
        assert not page.detail.isVisible()
        page.table.setFocus()
        QTest.keyClick(page.table, Qt.Key.Key_Return)
        assert page.detail.isVisible()
        assert not page.table.isVisible()
        assert not page.filters.isVisible()
        QTest.keyClick(page.detail, Qt.Key.Key_Escape)
        assert page.table.hasFocus()
        assert page.filters.isVisible()
        assert not page.filters.since.isVisible()
        QTest.keyClick(page.filters.more, Qt.Key.Key_Space)
        assert page.filters.since.isVisible()
