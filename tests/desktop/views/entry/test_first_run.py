"""The first run, step by step: nothing is there before the recovery code was typed back, and the code is gone from the window afterwards."""

import errno
import logging
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtPrintSupport import QPrinterInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from core.base.errors import KeyTrouble
from core.base.paths import Home
from core.kernel import setting_up
from core.services.keys import before_set_up
from core.services.keys.keys import keys_at_hand
from core.services.keys.presence import is_set_up
from desktop.printing.hand_over import HandOver
from desktop.shell.program import Program
from desktop.views.entry.first_run import FirstRun
from desktop.views.entry.parts import Card
from desktop.views.entry.step_card import StepCard
from desktop.views.settings.models_local import FindSheet
from desktop.views.settings.page import SettingsPage
from desktop.views.today.page import TodayPage
from tests.desktop.shell.program import (
    WAIT_MS,
    desk_of,
    press,
    running,
    set_up,
    type_back,
    walk_to_code,
    write,
)
from tests.fakes.vault import InMemoryVault

PASSPHRASE = "山药 半夏 三杯凉水"
ALT = Qt.KeyboardModifier.AltModifier


def code_shown(qtbot: QtBot, program: Program) -> tuple[FirstRun, tuple[str, ...]]:
    """Up to the card of the code."""
    walk_to_code(qtbot, program, "明和堂", "林晓", PASSPHRASE)
    run = program.window.entry.first_run
    groups = run.shown.hand_over.groups.groups
    assert len(groups) == 9
    return run, groups


def front(program: Program) -> Card:
    """The card in front."""
    return program.window.entry.card


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


def test_set_up_typed_back_and_in(
    qtbot: QtBot, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", list)
    caplog.set_level(logging.DEBUG)
    home = Home(tmp_path / "new")
    vault = InMemoryVault()
    with running(qtbot, home, vault) as program:
        entry = program.window.entry
        run, groups = code_shown(qtbot, program)
        assert (run.shown.position.text(), run.shown.button.accessibleDescription()) == ("第 4 步 / 7", "")
        press(Qt.Key.Key_Space)
        assert "没有装打印机" in run.shown.hand_over.said.text()
        press(Qt.Key.Key_Right, ALT)
        assert front(program) is run.typed
        assert traces(program, groups) == []
        type_back(program, groups, wrong=1)
        number = list(run.typed.fields.edits)[1]
        assert run.typed.fields.problem.words == f"第 {number} 组与恢复码不同。"
        assert run.typed.fields.edits[number].hasFocus()
        assert not home.folder.exists()
        assert vault.secrets == {}
        run.typed.first.setFocus()
        type_back(program, groups)
        assert run.typed.bar.isVisible()
        qtbot.waitUntil(lambda: entry.card is run.keyring, timeout=WAIT_MS)
        assert keys_at_hand(home).confirmed is True
        assert "明和堂" in home.settings.read_text(encoding="utf-8")
        assert not run.is_pending
        qtbot.waitUntil(run.keyring.again.isHidden, timeout=WAIT_MS)
        assert "密钥环可用" in run.keyring.said.text()
        assert [entry for entry in vault.secrets if entry.startswith("trial-")] == []
        assert [entry for entry in vault.secrets if "/kek/" in entry]
        press(Qt.Key.Key_Left, ALT)
        assert front(program) is run.keyring
        press(Qt.Key.Key_Return)
        assert run.model.choice.value == "none"
        press(Qt.Key.Key_Return)
        press(Qt.Key.Key_Left, ALT)
        assert front(program) is run.model
        press(Qt.Key.Key_Right, ALT)
        press(Qt.Key.Key_Return)
        desk = desk_of(qtbot, program)
        qtbot.waitUntil(lambda: desk.standing.state.keys is not None, timeout=WAIT_MS)
        qtbot.waitUntil(lambda: not desk.standing.isVisible(), timeout=WAIT_MS)
        assert isinstance(desk.page, TodayPage)
        assert traces(program, groups) == []
        assert run.secret.pair.text == ""
    written = caplog.text + "".join(
        file.read_text("utf-8", "replace") for file in home.folder.rglob("*") if file.is_file()
    )
    assert [group for group in ("-".join(groups), "".join(groups)) if group in written] == []


def test_going_back_loses_nothing_and_the_code_stays_the_one_on_paper(qtbot: QtBot, tmp_path: Path) -> None:
    home = Home(tmp_path / "new")
    with running(qtbot, home, InMemoryVault()) as program:
        entry = program.window.entry
        run, groups = code_shown(qtbot, program)
        earlier: tuple[StepCard, ...] = (run.secret, run.names, run.language)
        for card in earlier:
            press(Qt.Key.Key_Left, ALT)
            assert front(program) is card
            assert card.first.hasFocus()
            assert traces(program, groups) == []
        press(Qt.Key.Key_Left, ALT)
        assert front(program) is run.language
        assert run.language.demo.isHidden()
        press(Qt.Key.Key_Down)
        qtbot.waitUntil(lambda: program.messages.language == "en", timeout=WAIT_MS)
        entry, run = program.window.entry, program.window.entry.first_run
        assert front(program) is run.language
        assert run.language.position.text() == "Step 1 of 7"
        assert run.language.choice.rows["en"].hasFocus()
        later: tuple[StepCard, ...] = (run.names, run.secret)
        for card in later:
            press(Qt.Key.Key_Right, ALT)
            assert front(program) is card
        assert [edit.text() for edit in run.names.edits] == ["明和堂", "林晓"]
        assert [edit.text() for edit in run.secret.pair.edits] == [PASSPHRASE] * 2
        press(Qt.Key.Key_Right, ALT)
        qtbot.waitUntil(lambda: entry.card is run.shown, timeout=WAIT_MS)
        assert run.shown.hand_over.groups.groups == groups
        press(Qt.Key.Key_Right, ALT)
        type_back(program, groups)
        qtbot.waitUntil(lambda: entry.card is run.keyring, timeout=WAIT_MS)
        assert 'language = "en"' in home.settings.read_text(encoding="utf-8")


def test_a_passphrase_of_the_clinics_name_is_refused_before_any_code_is_shown(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with running(qtbot, Home(tmp_path / "new"), InMemoryVault()) as program:
        run = program.window.entry.first_run
        qtbot.waitUntil(run.language.choice.rows["zh_CN"].hasFocus, timeout=WAIT_MS)
        press(Qt.Key.Key_Return)
        for text in ("Ginkgo Blossom", "林晓", "ginkgo blossom 1", "ginkgo blossom 1"):
            write(text)
            press(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: bool(run.secret.problem.words), timeout=WAIT_MS)
        assert run.secret.pair.passphrase.hasFocus()
        assert run.secret.button.isEnabled()
        assert not run.is_pending


@pytest.mark.parametrize(("number", "said"), [(errno.ENOSPC, "磁盘已满"), (errno.EROFS, "无法使用")])
def test_a_disk_that_takes_nothing_is_told_before_any_code_is_shown(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def refuse(**_: object) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(before_set_up, "TemporaryFile", refuse)
    home = Home(tmp_path / "new")
    with running(qtbot, home, InMemoryVault()) as program:
        run = program.window.entry.first_run
        qtbot.waitUntil(run.language.choice.rows["zh_CN"].hasFocus, timeout=WAIT_MS)
        press(Qt.Key.Key_Return)
        for text in ("明和堂", "林晓", PASSPHRASE, PASSPHRASE):
            write(text)
            press(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: said in run.secret.problem.words, timeout=WAIT_MS)
        assert str(home.folder) in run.secret.problem.words
        assert not home.folder.exists()
        monkeypatch.undo()
        press(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: program.window.entry.card is run.shown, timeout=WAIT_MS)


def test_a_disk_that_fills_up_half_way_leaves_nothing_and_the_same_press_tries_again(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full", str(home.envelope))

    home, vault = Home(tmp_path / "new"), InMemoryVault()
    with running(qtbot, home, vault) as program:
        run, groups = code_shown(qtbot, program)
        monkeypatch.setattr(setting_up, "write_envelope", refuse)
        press(Qt.Key.Key_Right, ALT)
        type_back(program, groups)
        qtbot.waitUntil(lambda: "磁盘已满" in run.typed.problem.words, timeout=WAIT_MS)
        assert not is_set_up(home)
        assert [
            file.name for file in home.folder.iterdir() if file.name.startswith(("clinic.db", "keys"))
        ] == []
        assert vault.secrets == {}
        monkeypatch.undo()
        press(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: program.window.entry.card is run.keyring, timeout=WAIT_MS)
        assert keys_at_hand(home).confirmed is True


class Failing(InMemoryVault):
    """A keyring that gives way once `trouble` is set."""

    trouble: KeyTrouble | None = None

    def write(self, entry: str, secret: str) -> None:
        if self.trouble:
            raise self.trouble
        super().write(entry, secret)


class Clinging(InMemoryVault):
    def forget(self, entry: str) -> None:
        pass


class Losing(InMemoryVault):
    def read(self, entry: str) -> str | None:
        return None


def failing(code: str, because: str = "") -> Callable[[], InMemoryVault]:
    def made() -> InMemoryVault:
        vault = Failing()
        vault.trouble = KeyTrouble(code, because=because)
        return vault

    return made


@pytest.mark.parametrize(
    ("made", "said", "step"),
    [
        (failing("keyring_unavailable"), "没有可用的系统密钥环", "每次打开输口令即可"),
        (failing("keyring_locked", because="dismissed"), "提示被关掉了", "再试一次"),
        (failing("keyring_locked", because="unanswered"), "没有应答", "挡住"),
        (failing("keyring_locked", because="locked"), "锁着", "先在系统里解锁"),
        (failing("keyring_refused"), "读不回来", "不要依赖它"),
        (Losing, "读不回来", "不要依赖它"),
        (Clinging, "删不掉", "不要依赖它"),
    ],
)
def test_each_outcome_of_the_keyring_is_told_and_none_stands_in_the_way(
    qtbot: QtBot, tmp_path: Path, made: Callable[[], InMemoryVault], said: str, step: str
) -> None:
    vault = made()
    with running(qtbot, Home(tmp_path / "new"), vault) as program:
        run, groups = code_shown(qtbot, program)
        press(Qt.Key.Key_Right, ALT)
        type_back(program, groups)
        qtbot.waitUntil(lambda: program.window.entry.card is run.keyring, timeout=WAIT_MS)
        qtbot.waitUntil(run.keyring.again.isEnabled, timeout=WAIT_MS)
        assert said in run.keyring.said.text()
        assert step in run.keyring.next.text()
        if isinstance(vault, Failing):
            vault.trouble = None
            run.keyring.again.setFocus(Qt.FocusReason.TabFocusReason)
            press(Qt.Key.Key_Space)
            qtbot.waitUntil(run.keyring.again.isHidden, timeout=WAIT_MS)
            assert "仍要口令" in run.keyring.next.text()
            assert vault.secrets == {}
        run.keyring.button.setFocus()
        for _ in range(3):
            press(Qt.Key.Key_Return)
        desk_of(qtbot, program)


class Broken(InMemoryVault):
    """A keyring whose trial fails as no keyring does."""

    def write(self, entry: str, secret: str) -> None:
        if entry.startswith("trial-"):
            raise OSError(errno.EIO, "Input/output error")
        super().write(entry, secret)


def test_a_trial_of_the_keyring_that_fails_waits_for_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, Home(tmp_path / "new"), Broken()) as program:
        run, groups = code_shown(qtbot, program)
        press(Qt.Key.Key_Right, ALT)
        with qtbot.waitSignal(run.warned, timeout=WAIT_MS):
            type_back(program, groups)
        assert run.keyring.again.isEnabled()
        assert "没有应答" in run.keyring.said.text()


def test_models_are_looked_for_where_that_was_chosen(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[FindSheet] = []

    def look(sheet: FindSheet) -> None:
        looked.append(sheet)

    monkeypatch.setattr(FindSheet, "submit", look)
    with running(qtbot, Home(tmp_path / "new"), InMemoryVault()) as program:
        run, groups = code_shown(qtbot, program)
        press(Qt.Key.Key_Right, ALT)
        type_back(program, groups)
        qtbot.waitUntil(lambda: program.window.entry.card is run.keyring, timeout=WAIT_MS)
        press(Qt.Key.Key_Return)
        press(Qt.Key.Key_2)
        press(Qt.Key.Key_Return)
        assert front(program) is run.start
        press(Qt.Key.Key_Return)
        page = desk_of(qtbot, program).page
        assert isinstance(page, SettingsPage)
        assert page.place.startswith("models")
        assert len(looked) == 1


def test_the_demonstration_at_the_end_is_another_clinic_and_leads_back_to_ones_own(
    qtbot: QtBot, tmp_path: Path
) -> None:
    home = Home(tmp_path / "new")
    with running(qtbot, home, InMemoryVault()) as program:
        run, groups = code_shown(qtbot, program)
        press(Qt.Key.Key_Right, ALT)
        type_back(program, groups)
        qtbot.waitUntil(lambda: program.window.entry.card is run.keyring, timeout=WAIT_MS)
        press(Qt.Key.Key_Return)
        press(Qt.Key.Key_Return)
        press(Qt.Key.Key_2)
        press(Qt.Key.Key_Return)
        desk_of(qtbot, program)
        assert program.window.demo_bar.isVisible()
        assert run.secret.pair.text == ""
        program.window.lock()

        def own() -> None:
            assert program.clinic.opened is not None
            assert program.clinic.opened.settings.clinic_name == "明和堂"

        qtbot.waitUntil(own, timeout=WAIT_MS)
        assert not program.window.demo_bar.isVisible()
        assert isinstance(desk_of(qtbot, program).page, TodayPage)


def test_closing_at_the_code_says_that_there_is_no_clinic_yet(qtbot: QtBot, tmp_path: Path) -> None:
    home = Home(tmp_path / "new")
    with running(qtbot, home, InMemoryVault()) as program:
        run, groups = code_shown(qtbot, program)
        program.window.close()
        sheet = program.window.entry._leaving
        assert sheet is not None
        assert sheet.isVisible()
        press(Qt.Key.Key_Escape)
        assert program.window.isVisible()
        assert run.shown.hand_over.groups.groups == groups
        program.window.close()
        sheet = program.window.entry._leaving
        assert sheet is not None
        QTest.mouseClick(sheet.leave, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not program.window.isVisible(), timeout=WAIT_MS)
    assert not is_set_up(home)
    with running(qtbot, home, InMemoryVault()) as program:
        set_up(qtbot, program, "明和堂", "林晓", PASSPHRASE)
        desk_of(qtbot, program)


def test_the_paper_is_one_page_with_the_code_and_without_a_path(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Home(tmp_path / "new")
    file = tmp_path / "恢复码.pdf"
    with running(qtbot, home, InMemoryVault()) as program:
        run, groups = code_shown(qtbot, program)
        hand_over: HandOver = run.shown.hand_over
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
        run.forget()
    assert file.stat().st_mode & 0o077 == 0
    assert "明和堂" in words
    assert "".join(groups[:3]) in words.replace("1.", "").replace("2.", "").replace("3.", "")
    assert str(tmp_path) not in words
    read = subprocess.run(["strings", str(file)], capture_output=True, check=False).stdout.decode(
        "utf-8", "replace"
    )
    assert str(tmp_path) not in read
