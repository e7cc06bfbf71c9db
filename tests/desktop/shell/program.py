"""A whole program for tests, ended without a thread left, and the waits a journey needs."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.base.paths import Home
from desktop.app import screens
from desktop.bridge.clinic import ClinicState
from desktop.shell.desk import Desk
from desktop.shell.program import Program
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
