"""A whole program for tests, ended without a thread left, and the waits a journey needs."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from core.base.paths import Home
from desktop.app import screens
from desktop.bridge.clinic import ClinicState
from desktop.shell.desk import Desk
from desktop.shell.program import Program
from desktop.views.entry.parts import Card
from tests.fakes.vault import InMemoryVault

WAIT_MS = 20_000


@contextmanager
def running(qtbot: QtBot, home: Home, vault: InMemoryVault) -> Iterator[Program]:
    """The program with its window shown, and its end."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    before = set(threading.enumerate())
    program = Program(app, home, vault, screens())
    try:
        program.begin(hooks=False)
        qtbot.waitExposed(program.window).__enter__()
        yield program
    finally:
        program.end()
        program.window.deleteLater()
        qtbot.wait(10)
        assert {thread for thread in threading.enumerate() if thread not in before} == set()


def walk_to_code(qtbot: QtBot, program: Program, clinic: str, operator: str, passphrase: str) -> None:
    """Through the first run by keyboard, up to the card that shows the recovery code."""
    run = program.window.entry.first_run
    assert program.window.entry.card is run.language
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None, timeout=WAIT_MS)
    press(Qt.Key.Key_Return)
    run.names.clinic.setFocus()
    for text in (clinic, operator, passphrase, passphrase):
        write(text)
        press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: program.window.entry.card is run.shown, timeout=WAIT_MS)


def type_back(program: Program, groups: tuple[str, ...], *, wrong: int | None = None) -> None:
    """Type what is asked for: lower case, with letters that stand for digits."""
    for place, number in enumerate(program.window.entry.first_run.typed.fields.edits):
        typed = groups[number - 1].lower().replace("0", "o").replace("1", "l")
        if place == wrong:
            typed = ("2" if typed[0] != "2" else "3") + typed[1:]
        write(f" {typed[:2]}-{typed[2:]} ")
        press(Qt.Key.Key_Return)


def set_up(qtbot: QtBot, program: Program, clinic: str, operator: str, passphrase: str) -> None:
    """Through the whole first run by keyboard: what may be left out is."""
    walk_to_code(qtbot, program, clinic, operator, passphrase)
    run = program.window.entry.first_run
    groups = run.shown.hand_over.groups.groups
    press(Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    type_back(program, groups)
    for card in (run.keyring, run.model, run.start):
        qtbot.waitUntil(partial(_is_shown, program, card), timeout=WAIT_MS)
        press(Qt.Key.Key_Return)


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """A key, to whatever has the focus."""
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key, modifier)


def write(text: str) -> None:
    """A text into the field that has the focus, in place of what is there."""
    focused = QApplication.focusWidget()
    assert isinstance(focused, QLineEdit)
    focused.setText(text)


def _is_shown(program: Program, card: Card) -> bool:
    return program.window.entry.card is card


def wait_state(qtbot: QtBot, program: Program, state: ClinicState) -> None:
    """Until the clinic is in this state."""

    def arrived() -> None:
        assert program.clinic.state is state

    qtbot.waitUntil(arrived, timeout=WAIT_MS)


def desk_of(qtbot: QtBot, program: Program) -> Desk:
    """The desk, once the clinic is open."""
    wait_state(qtbot, program, ClinicState.OPEN)
    assert program.window.desk is not None
    return program.window.desk
