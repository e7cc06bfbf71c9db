"""The recovery code of a new clinic: shown once, typed back, and gone from every part of the window afterwards."""

import logging
import subprocess
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtPrintSupport import QPrinterInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from core.base.paths import Home
from core.services.keys.keys import keys_at_hand
from desktop.printing.hand_over import HandOver
from desktop.shell.program import Program
from desktop.views.entry.fresh_code import FreshCode
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.vault import InMemoryVault

PASSPHRASE = "山药 半夏 三杯凉水"


def press(key: Qt.Key) -> None:
    """A key, to whatever has the focus."""
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)


def code_shown(qtbot: QtBot, program: Program) -> tuple[FreshCode, tuple[str, ...]]:
    """Set a clinic up by keyboard, up to the card of its code."""
    entry = program.window.entry
    qtbot.waitUntil(entry.first_run.clinic.hasFocus, timeout=WAIT_MS)
    for text in ("明和堂", "林晓", PASSPHRASE, PASSPHRASE):
        focused = QApplication.focusWidget()
        assert isinstance(focused, QLineEdit)
        focused.setText(text)
        press(Qt.Key.Key_Return)
    assert entry.first_run.bar.isVisible()
    qtbot.waitUntil(lambda: entry.card is entry.fresh.shown, timeout=WAIT_MS)
    groups = entry.fresh.shown.hand_over.groups.groups
    assert len(groups) == 9
    return entry.fresh, groups


def traces(program: Program, groups: tuple[str, ...]) -> list[str]:
    """Where in the window, its titles and the clipboard a group can still be read."""
    parts = [program.window, *program.window.findChildren(QWidget)]
    said = [
        text
        for part in parts
        for text in (
            *(part.windowTitle(), part.accessibleName(), part.accessibleDescription(), part.toolTip()),
            part.text() if isinstance(part, (QLabel, QLineEdit)) else "",
        )
    ]
    said.append(QGuiApplication.clipboard().text())
    return [text for text in said if any(group in text.replace(" ", "").upper() for group in groups)]


def type_back(fresh: FreshCode, groups: tuple[str, ...], *, wrong: int | None = None) -> None:
    """Type what is asked for: lower case, with letters that stand for digits."""
    for place, number in enumerate(fresh.typed.fields.edits):
        typed = groups[number - 1].lower().replace("0", "o").replace("1", "l")
        if place == wrong:
            typed = ("2" if typed[0] != "2" else "3") + typed[1:]
        focused = QApplication.focusWidget()
        assert isinstance(focused, QLineEdit)
        focused.setText(f" {typed[:2]}-{typed[2:]} ")
        press(Qt.Key.Key_Return)


def test_set_up_typed_back_and_in(
    qtbot: QtBot, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", list)
    caplog.set_level(logging.DEBUG)
    home = Home(tmp_path / "new")
    with running(qtbot, home, InMemoryVault()) as program:
        fresh, groups = code_shown(qtbot, program)
        press(Qt.Key.Key_Space)
        assert "没有装打印机" in fresh.shown.hand_over.said.text()
        assert keys_at_hand(home).confirmed is False
        fresh.shown.button.setFocus()
        press(Qt.Key.Key_Space)
        assert program.window.entry.card is fresh.typed
        assert traces(program, groups) == []
        type_back(fresh, groups, wrong=1)
        number = list(fresh.typed.fields.edits)[1]
        assert fresh.typed.fields.problem.words == f"第 {number} 组与恢复码不同。"
        assert fresh.typed.fields.edits[number].hasFocus()
        next(iter(fresh.typed.fields.edits.values())).setFocus()
        type_back(fresh, groups)
        desk = desk_of(qtbot, program)
        qtbot.waitUntil(lambda: keys_at_hand(home).confirmed is True, timeout=WAIT_MS)
        qtbot.waitUntil(lambda: desk.standing.state.keys is not None, timeout=WAIT_MS)
        qtbot.waitUntil(lambda: not desk.standing.isVisible(), timeout=WAIT_MS)
        assert traces(program, groups) == []
        assert not fresh.is_pending
    written = caplog.text + "".join(
        file.read_text("utf-8", "replace") for file in home.folder.rglob("*") if file.is_file()
    )
    assert [group for group in ("-".join(groups), "".join(groups)) if group in written] == []


def test_closing_at_the_code_warns_and_the_way_back_is_what_esc_means(qtbot: QtBot, tmp_path: Path) -> None:
    home = Home(tmp_path / "new")
    with running(qtbot, home, InMemoryVault()) as program:
        fresh, groups = code_shown(qtbot, program)
        program.window.close()
        sheet = program.window.entry._leaving
        assert sheet is not None
        assert sheet.isVisible()
        press(Qt.Key.Key_Escape)
        assert program.window.isVisible()
        assert fresh.shown.hand_over.groups.groups == groups
        program.window.close()
        sheet = program.window.entry._leaving
        assert sheet is not None
        QTest.mouseClick(sheet.leave, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not program.window.isVisible(), timeout=WAIT_MS)
    assert keys_at_hand(home).confirmed is False


def test_the_paper_is_one_page_with_the_code_and_without_a_path(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Home(tmp_path / "new")
    file = tmp_path / "恢复码.pdf"
    with running(qtbot, home, InMemoryVault()) as program:
        fresh, groups = code_shown(qtbot, program)
        hand_over: HandOver = fresh.shown.hand_over
        way_out = hand_over._way_out()
        handed = hand_over._handed
        assert handed is not None
        from desktop.printing.pages import Pages, PaperSize

        pages = Pages(handed.paper(), PaperSize.A4)
        assert pages.count == 1
        assert pages.missing == 0
        way_out._on_file(handed.paper(), PaperSize.A4, str(file))
        assert "恢复码.pdf" in hand_over.said.text()
        way_out._on_file(handed.paper(), PaperSize.A4, str(tmp_path / "none" / "恢复码.pdf"))
        assert "恢复码没有变" in hand_over.said.text()
        words = "".join(pages.text(0).split())
        fresh.forget()
    assert file.stat().st_mode & 0o077 == 0
    assert "明和堂" in words
    assert "".join(groups[:3]) in words.replace("1.", "").replace("2.", "").replace("3.", "")
    assert str(tmp_path) not in words
    read = subprocess.run(["strings", str(file)], capture_output=True, check=False).stdout.decode(
        "utf-8", "replace"
    )
    assert str(tmp_path) not in read
