"""The window says what the records rest on, and a second start brings it to the front: rows 43, 44 and 50."""

import shutil

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.base.paths import Home
from core.services.patients.patients import Given
from desktop.bridge.clinic import ClinicState
from desktop.theme.tokens import Tone
from tests.desktop.shell.program import WAIT_MS, desk_of, running, wait_state
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]


def test_S50_a_synchronised_folder_is_said_when_the_clinic_opens(qtbot: QtBot, clinic: Clinic) -> None:
    synced = Home(clinic.home.folder.parent / "坚果云" / "clinic")
    shutil.copytree(clinic.home.folder, synced.folder)
    with running(qtbot, synced, clinic.vault) as program:
        desk = desk_of(qtbot, program)

        def said() -> None:
            assert any("坚果云" in notice.text for notice in program.notices.standing)

        qtbot.waitUntil(said, timeout=WAIT_MS)
        assert desk.notices.isVisible()


def test_S43_a_change_that_is_not_kept_is_loud_until_one_is(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        away = clinic.home.folder / "away"
        clinic.home.store.rename(away)

        def add(name: str) -> None:
            given = Given(name=name, sex="女", birth="1985")
            program.clinic.ask(desk, lambda kernel: kernel.patients.register(given))

        def loud() -> None:
            assert program.window.status.ledger.tone is Tone.WARN
            assert [one.text for one in program.notices.standing if "移走" in one.text]

        def quiet() -> None:
            assert program.window.status.ledger.tone is Tone.MUTED
            assert "最近一次写入" in program.window.status.ledger.accessibleDescription()

        add("陈敏")
        qtbot.waitUntil(loud, timeout=WAIT_MS)
        away.rename(clinic.home.store)
        add("何静")
        qtbot.waitUntil(quiet, timeout=WAIT_MS)


def test_S44_a_call_brings_a_minimised_window_back(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        wait_state(qtbot, program, ClinicState.OPEN)
        window = program.window
        window.showMinimized()
        assert window.windowState() & Qt.WindowState.WindowMinimized
        window.come_forward()
        assert not window.windowState() & Qt.WindowState.WindowMinimized
        assert window.isVisible()
