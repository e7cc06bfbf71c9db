"""Nothing but the recovery code: it opens, a new passphrase is set, and whoever set it is in. Wrong passphrases wait, the code does not."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.base.clock import uptime_s
from core.base.errors import KeyTrouble
from core.base.recovery_code import RecoveryCode
from desktop.actions.catalog import ActionId
from desktop.widgets.code_field import Mark
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic, clinic
from tests.fakes.vault import FailingVault, InMemoryVault

__all__ = ["clinic"]

NEW = "苍术 白芷 旧铜壶 清晨"


def press(key: Qt.Key) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)


def keys(text: str) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClicks(focused, text)


def test_from_the_code_to_a_new_passphrase_and_in(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, InMemoryVault()) as program:
        entry = program.window.entry
        form = entry.unlock.form
        qtbot.waitUntil(form.passphrase.isEnabled, timeout=WAIT_MS)
        form.code.setFocus()
        press(Qt.Key.Key_Space)
        assert entry.card is entry.by_code.code
        groups = clinic.recovery.groups
        keys("-".join(groups[:4]).lower())
        assert entry.by_code.code.code.marks == (Mark.THERE,) * 4 + (Mark.OPEN,) * 5
        keys("".join(groups[4:]))
        assert entry.by_code.code.code.marks == (Mark.RIGHT,) * 9
        press(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: entry.card is entry.by_code.renew, timeout=WAIT_MS)
        renew = entry.by_code.renew
        assert entry.by_code.code.code.edit.text() == ""
        assert renew.who.currentText() == OPERATOR
        renew.pair.passphrase.setText("1234567890")
        renew.pair.again.setText("1234567890")
        renew.pair.again.setFocus()
        press(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: bool(renew.problem.words), timeout=WAIT_MS)
        assert "容易猜" in renew.problem.words
        renew.pair.passphrase.setText(NEW)
        renew.pair.again.setText(NEW)
        renew.pair.again.setFocus()
        press(Qt.Key.Key_Return)
        desk_of(qtbot, program)
        opened = program.clinic.opened
        assert opened is not None
        assert opened.operator == OPERATOR
        assert renew.pair.text == ""
        assert entry.by_code._code is None
    with clinic.open(passphrase=NEW) as kernel:
        assert kernel.actor.operator == OPERATOR
    with pytest.raises(KeyTrouble, match="wrong_passphrase"), clinic.open(passphrase=PASSPHRASE):
        pass


def test_a_wrong_group_is_named_and_a_wrong_code_says_so(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, InMemoryVault()) as program:
        entry = program.window.entry
        qtbot.waitUntil(entry.unlock.form.passphrase.isEnabled, timeout=WAIT_MS)
        entry.unlock.form.code.click()
        card = entry.by_code.code
        groups = [*clinic.recovery.groups]
        groups[6] = groups[6][:3] + ("2" if groups[6][3] != "2" else "3")
        card.code.edit.setText(" ".join(groups))
        assert card.code.marks[6] is Mark.WRONG
        assert [*card.code.marks].count(Mark.WRONG) == 1
        press(Qt.Key.Key_Return)
        assert "第 7 组" in card.problem.words
        card.code.edit.setText(RecoveryCode.new().text)
        assert card.problem.words == ""
        press(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: bool(card.problem.words), timeout=WAIT_MS)
        assert "打不开这个诊所" in card.problem.words
        card.leave.click()
        assert entry.card is entry.unlock
        assert card.code.edit.text() == ""


def test_after_too_many_wrong_ones_the_field_is_shut_and_counts_down(
    qtbot: QtBot, clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(qtbot, clinic.home, InMemoryVault()) as program:
        form = program.window.entry.unlock.form
        qtbot.waitUntil(form.passphrase.isEnabled, timeout=WAIT_MS)
        for _ in range(5):
            form.passphrase.setText("不对的口令 真的")
            form.submit()
            qtbot.waitUntil(lambda: bool(form.problem.words), timeout=WAIT_MS)
        assert "15 分钟" in form.problem.words
        assert not form.passphrase.isEnabled()
        assert not form.button.isEnabled()
        assert form.code.isEnabled()
        assert form.code.hasFocus()
        now = uptime_s()
        monkeypatch.setattr("desktop.views.entry.unlock.uptime_s", lambda: now + 100)
        form._show_wait()
        assert "14 分钟" in form.problem.words
        monkeypatch.setattr("desktop.views.entry.unlock.uptime_s", lambda: now + 901)
        form._show_wait()
        assert form.passphrase.isEnabled()
        assert form.problem.words == ""


def test_a_keyring_that_was_unlocked_meanwhile_opens_without_a_restart(qtbot: QtBot, clinic: Clinic) -> None:
    vault = clinic.vault
    read = vault.read

    def locked(entry: str) -> str | None:
        return FailingVault("keyring_locked").read(entry)

    vault.read = locked  # type: ignore[method-assign]
    with running(qtbot, clinic.home, vault) as program:
        form = program.window.entry.unlock.form
        qtbot.waitUntil(form.passphrase.isEnabled, timeout=WAIT_MS)
        assert "未解锁" in program.window.entry.unlock.sentence.text()
        assert form.retry.isVisible()
        vault.read = read  # type: ignore[method-assign]
        form.retry.setFocus()
        press(Qt.Key.Key_Space)
        desk_of(qtbot, program)
        program.window.do(ActionId.TODAY)
