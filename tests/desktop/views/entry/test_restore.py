"""The card of a restore: which field is asked for what, and what no field is at fault for."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.services.keys.keys import Credential
from core.store.failed_logins import FREE
from core.store.unlocking import one_more_failure
from tests.desktop.shell.program import WAIT_MS, running
from tests.fakes.clinic import PASSPHRASE, Clinic, clinic
from tests.fakes.vault import InMemoryVault

__all__ = ["clinic"]


def test_whoever_is_of_today_waits_for_wrong_ones_as_at_an_opening(
    qtbot: QtBot, clinic: Clinic, tmp_path: Path
) -> None:
    (tmp_path / "stick").mkdir()
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        file = kernel.backups.make(tmp_path / "stick").file
        kernel.keys.change_passphrase(Credential(PASSPHRASE), "eine ganz andere 2026")
    with running(qtbot, clinic.home, InMemoryVault()) as program:
        entry = program.window.entry
        qtbot.waitUntil(entry.unlock.passphrase.isEnabled, timeout=WAIT_MS)
        for _ in range(FREE):
            one_more_failure(clinic.home.envelope)
        entry.begin_restore(file)
        card = entry.restore.choose
        qtbot.waitUntil(card.secret.isVisible, timeout=WAIT_MS)
        card.secret.passphrase.setText(PASSPHRASE)
        QTest.keyClick(card.secret.passphrase, Qt.Key.Key_Return)
        qtbot.waitUntil(card.today.isVisible, timeout=WAIT_MS)
        card.today.passphrase.setText("eine ganz andere 2026")
        QTest.keyClick(card.today.passphrase, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: bool(card.problem.words), timeout=WAIT_MS)
        assert "输错 5 次" in card.problem.words
        assert not card.secret.problem.words
    assert not list(clinic.home.folder.glob("replaced-*"))
