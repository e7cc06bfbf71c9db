"""R51: a fault of the program is told once, in one sheet, without a word of a patient, and what was typed is safe."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from core.base.ids import RecordNo
from core.services.patients.patients import Given
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import Kernel
from desktop.shell.crash_sheet import CrashSheet
from desktop.shell.program import Program
from desktop.trouble.crash_report import CrashReport, of_exception
from desktop.views.intake.page import IntakePage
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.desktop.shell.sheets import is_whole
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]

PLANTED = ("欧阳若兰", "13912345678", "sk-live-4f9a0c77", "440102198001011234", "我的口令很长")


class Wrong(Exception):
    """A fault with everything in its text that must not be told."""


def fail(depth: int = 0) -> NoReturn:
    secret = " ".join(PLANTED)
    try:
        raise KeyError(secret)
    except KeyError as error:
        raise Wrong(f"{secret} {depth}") from error


def fault(other: bool = False) -> CrashReport:
    """A report as the hooks make it."""
    try:
        fail()
    except Wrong as error:
        return of_exception("thread" if other else "window", error)


def sheet_of(program: Program) -> CrashSheet:
    sheets = [sheet for sheet in program.window.findChildren(CrashSheet) if sheet.isVisible()]
    assert len(sheets) == 1
    return sheets[0]


def told(qtbot: QtBot, program: Program, times: int) -> CrashSheet:
    """The sheet, once it tells of so many faults."""

    def arrived() -> None:
        assert sheet_of(program).times == times

    qtbot.waitUntil(arrived, timeout=WAIT_MS)
    return sheet_of(program)


@pytest.fixture
def program(qtbot: QtBot, clinic: Clinic) -> Iterator[Program]:
    with running(qtbot, clinic.home, clinic.vault) as made:
        desk_of(qtbot, made)
        yield made


def test_R51_nothing_planted_is_told(
    qtbot: QtBot, program: Program, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program.trouble.crash(fault())
    sheet = told(qtbot, program, 1)
    sheet.copy.click()
    sheet.write(tmp_path / "report.txt")
    clipboard = QApplication.clipboard().text()
    written = (tmp_path / "report.txt").read_text(encoding="utf-8")
    assert "Wrong" in clipboard
    assert clipboard.strip() == written.strip() == sheet.report.toPlainText()
    said = "".join((clipboard, written, *capfd.readouterr()))
    assert [word for word in PLANTED if word in said] == []


def test_further_faults_are_counted_and_not_stacked(qtbot: QtBot, program: Program) -> None:
    program.trouble.crash(fault())
    sheet = told(qtbot, program, 1)
    assert not sheet.again.isVisible()
    program.trouble.crash(fault())
    assert told(qtbot, program, 2) is sheet
    assert sheet.report.toPlainText().count("origin:") == 1
    qtbot.waitUntil(lambda: is_whole(sheet, sheet.again))
    program.trouble.crash(fault(other=True))
    assert told(qtbot, program, 3) is sheet
    assert sheet.report.toPlainText().count("origin:") == 2
    assert "3" in sheet.again.text()


def test_it_says_what_is_safe_and_goes_on(qtbot: QtBot, clinic: Clinic, program: Program) -> None:
    number = clinic_number(program, qtbot)
    desk = program.window.desk
    assert desk is not None
    desk.open_patient(number, ActionId.INTAKE)
    qtbot.waitUntil(lambda: desk.context is not None, timeout=WAIT_MS)
    page = desk.page
    assert isinstance(page, IntakePage)

    def fields() -> list[QPlainTextEdit]:
        # The form is built while nobody sees it, and is emptied before it is shown.
        return [edit for edit in page.findChildren(QPlainTextEdit) if edit.isVisible()]

    qtbot.waitUntil(lambda: bool(fields()), timeout=WAIT_MS)
    fields()[0].setPlainText("头晕三日")
    qtbot.waitUntil(lambda: bool(program.guard.dirty()), timeout=WAIT_MS)
    program.trouble.crash(fault())
    sheet = told(qtbot, program, 1)
    qtbot.waitUntil(lambda: not program.guard.dirty(), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "已存为草稿" in sheet.safe.text(), timeout=WAIT_MS)
    assert sheet.go_on.hasFocus()
    QTest.keyClick(sheet.go_on, Qt.Key.Key_Return)
    assert not sheet.isVisible()
    program.trouble.crash(fault(other=True))
    assert told(qtbot, program, 1) is not sheet


def test_quit_leaves_by_the_guard(qtbot: QtBot, program: Program) -> None:
    program.trouble.crash(fault())
    sheet = told(qtbot, program, 1)
    sheet.leave.click()
    qtbot.waitUntil(lambda: not program.window.isVisible(), timeout=WAIT_MS)


def test_a_slot_that_raises_opens_it(qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "excepthook", program._hooks.on_exception)
    timer = QTimer(program.window)
    timer.setSingleShot(True)
    timer.timeout.connect(fail)
    with qtbot.captureExceptions() as caught:
        timer.start(0)
        qtbot.waitUntil(lambda: bool(caught), timeout=WAIT_MS)
    kind, error, trace = caught[0]
    program._hooks.on_exception(kind, error, trace)
    assert "Wrong" in told(qtbot, program, 1).report.toPlainText()


def clinic_number(program: Program, qtbot: QtBot) -> RecordNo:
    """Somebody registered through the open clinic."""
    found: list[RecordNo] = []

    def work(kernel: Kernel) -> RecordNo:
        return kernel.patients.register(Given(name="周敏", sex="女")).patient.record_no

    program.clinic.ask(program.window, work, found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=WAIT_MS)
    return found[0]
