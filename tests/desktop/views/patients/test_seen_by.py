"""谁看过: who opened, changed or printed a record; and that nothing is printed without its row."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.base.errors import ClinicError
from core.services.prints import Prints
from desktop.printing.preview import PrintSheet
from desktop.theme.icons import Icon
from tests.desktop.views.patients.stage import Stage, staged, visited
from tests.fakes.clinic import Clinic


@pytest.fixture
def stage(qtbot: QtBot, clinic: Clinic) -> Iterator[Stage]:
    visited(clinic)
    visited(clinic, "何静")
    with staged(clinic, qtbot) as made:
        yield made


def shown(stage: Stage) -> str:
    return "\n".join(stage.page.detail.seen_by.lines)


def open_list(stage: Stage) -> None:
    head = stage.page.detail.seen_by.head
    head.setFocus()
    QTest.keyClick(head, Qt.Key.Key_Space)
    stage.until(lambda: shown(stage))


def test_it_lists_who_did_what_to_this_record_and_to_no_other(stage: Stage) -> None:
    stage.select("陈桂兰")
    head = stage.page.detail.seen_by.head
    icons = [head.trailing]
    open_list(stage)
    icons.append(head.trailing)
    said = shown(stage)
    assert "李大夫（医师）" in said
    for action in ("查看病历·登记", "保存就诊·第 3 次保存", "签名·第 2 次保存", "登记患者", "查看审计记录"):
        assert action in said
    stage.select("何静")
    assert not head.isChecked()
    assert [*icons, head.trailing] == [Icon.OPEN, Icon.SHUT, Icon.OPEN]
    assert shown(stage) == ""


def test_more_is_read_when_it_is_wanted(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop.views.patients.seen_by.ROWS", 2)
    stage.select("陈桂兰")
    open_list(stage)
    first = len(stage.page.detail.seen_by.lines)
    assert first == 4
    seen_by = stage.page.detail.seen_by
    read = [first]
    while seen_by.more is not None:
        seen_by.more.click()
        stage.until(lambda: len(seen_by.lines) > read[-1])
        read.append(len(seen_by.lines))
    assert shown(stage).count("登记患者") == 1


def print_sheet(stage: Stage) -> PrintSheet:
    patient = stage.select("陈桂兰")
    stage.page.reader.print(stage.page._chosen())  # type: ignore[arg-type]  # somebody is chosen
    stage.until(lambda: isinstance(stage.page.reader.sheet, PrintSheet))
    sheet = stage.page.reader.sheet
    assert isinstance(sheet, PrintSheet)
    assert patient.record_no == "P001"
    return sheet


def test_a_sheet_leaves_after_its_row_and_the_row_says_which_and_where_to(
    stage: Stage, tmp_path: Path, clinic: Clinic
) -> None:
    sheet = print_sheet(stage)
    sheet.kinds.choose("1")
    sheet._on_file_chosen(str(tmp_path / "paper.pdf"))
    stage.until((tmp_path / "paper.pdf").exists)
    stage.select("何静")
    stage.select("陈桂兰")
    open_list(stage)
    assert "打印病历·第 3 次保存·对比表" in shown(stage)


def test_without_the_row_there_is_no_paper(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise ClinicError("disk_full", file="clinic.db", needed=500)

    monkeypatch.setattr(Prints, "note", full)
    sheet = print_sheet(stage)
    sheet._on_file_chosen(str(tmp_path / "paper.pdf"))
    stage.until(sheet.trouble.text)
    assert not (tmp_path / "paper.pdf").exists()
    assert "磁盘" in sheet.trouble.text()
