"""What stays wrong stands over every page until it is mended; the gravest first, and nothing of it can be put away."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.services.keys.keys import Credential
from desktop.actions.catalog import ActionId
from desktop.shell.findings_sheet import FindingsSheet
from desktop.shell.standing import Leads
from desktop.theme.tokens import Tone
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import PASSPHRASE, Clinic, clinic

__all__ = ["clinic"]


def test_an_unconfirmed_code_stands_until_it_is_confirmed(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        bar = desk.standing
        qtbot.waitUntil(bar.isVisible, timeout=WAIT_MS)
        assert "恢复码" in bar.accessibleName()
        desk.go(ActionId.PATIENTS)
        assert bar.isVisible()
        bar.step.setFocus()
        QTest.keyClick(bar.step, Qt.Key.Key_Space)
        page = desk.page
        assert isinstance(page, SettingsPage)
        qtbot.waitUntil(page.keys.confirm.hasFocus, timeout=WAIT_MS)
        QTest.keyClick(page.keys.confirm, Qt.Key.Key_Space)
        sheet = page.keys.sheet
        assert sheet is not None
        QTest.keyClicks(page.window().focusWidget(), clinic.recovery.text)
        QTest.keyClick(page.window().focusWidget(), Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: not bar.isVisible(), timeout=WAIT_MS)
        qtbot.waitUntil(page.keys.confirm.isHidden, timeout=WAIT_MS)
        assert "已确认" in page.keys.recovery.detail


def test_the_keyring_alone_is_said_after_the_code_is_confirmed(qtbot: QtBot, clinic: Clinic) -> None:
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.keys.confirm_recovery_code(clinic.recovery)
        kernel.keys.keyring_only(Credential(passphrase=PASSPHRASE))
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        qtbot.waitUntil(desk.standing.isVisible, timeout=WAIT_MS)
        assert "只靠系统密钥环" in desk.standing.sentence.text()


def test_a_broken_trail_is_red_first_and_lists_what_to_do(qtbot: QtBot, clinic: Clinic) -> None:
    clinic.add("周敏")
    clinic.home.head.unlink()
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        bar = desk.standing
        qtbot.waitUntil(bar.isVisible, timeout=WAIT_MS)
        assert bar.shown is not None
        assert bar.shown.leads is Leads.FINDINGS
        assert "head.json" in bar.sentence.text()
        QTest.keyClick(bar.step, Qt.Key.Key_Space)
        sheet = desk.body.findChildren(FindingsSheet)[-1]
        assert sheet.isVisible()
        assert len(sheet.rows) == len(bar.state.findings)
        assert all(hint.text() for _, hint in sheet.rows)
        QTest.keyClick(sheet, Qt.Key.Key_Escape)
        desk.go(ActionId.PATIENTS)
        bar.refresh()
        qtbot.wait(100)
        assert bar.isVisible()


def test_backups_that_cannot_be_told_of_are_not_passed_over(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        bar = desk.standing
        qtbot.waitUntil(bar.isVisible, timeout=WAIT_MS)
        clinic.home.settings.write_text("clinic_name = [", encoding="utf-8")
        bar.refresh()
        qtbot.waitUntil(lambda: "看不到备份" in bar.sentence.text(), timeout=WAIT_MS)
        assert "settings.toml" in bar.sentence.text()
        assert bar.shown is not None
        assert (bar.shown.tone, bar.shown.leads) == (Tone.DANGER, Leads.BACKUP)
        clinic.home.settings.unlink()
        bar.refresh()
        qtbot.waitUntil(lambda: "看不到备份" not in bar.sentence.text(), timeout=WAIT_MS)
