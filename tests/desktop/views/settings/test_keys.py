"""Settings → keys: each change asks again for the passphrase, and what fails is said at its field."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.base.errors import KeyTrouble
from core.base.rights import TwoPersonRule
from core.services.keys.keys import KeyringUse, keys_at_hand
from desktop.actions.catalog import ActionId
from desktop.bridge.task import Control
from desktop.shell.program import Program
from desktop.views.settings.keys import KeysSection
from desktop.views.settings.keys_rotation import RotationSheet
from desktop.views.settings.keys_sheets import ChangePassphraseSheet, ConfirmCodeSheet, KeyringUseSheet
from desktop.views.settings.new_code_sheet import NewCodeSheet
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.desktop.shell.sheets import is_seen, is_whole
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic, clinic
from tests.fakes.people import PASSPHRASES, staffed

__all__ = ["clinic"]

NEW = "苍术 白芷 旧铜壶 清晨"


@pytest.fixture
def program(qtbot: QtBot, clinic: Clinic) -> Iterator[Program]:
    with running(qtbot, clinic.home, clinic.vault) as made:
        desk_of(qtbot, made).go(ActionId.SETTINGS)
        yield made


def section_of(qtbot: QtBot, program: Program) -> KeysSection:
    desk = program.window.desk
    assert desk is not None
    page = desk.page
    assert isinstance(page, SettingsPage)
    page.show_section("keys")
    qtbot.waitUntil(page.keys.confirm.isEnabled, timeout=WAIT_MS)
    return page.keys


def press(key: Qt.Key) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)


def test_it_says_who_opens_and_how(qtbot: QtBot, program: Program) -> None:
    section = section_of(qtbot, program)
    assert OPERATOR in section.who.text()
    assert "没有确认" in section.recovery.detail
    assert "系统密钥环可以打开" in section.keyring.detail


def test_a_new_code_is_shown_typed_back_and_the_old_one_opens_nothing(
    qtbot: QtBot, program: Program, clinic: Clinic
) -> None:
    section = section_of(qtbot, program)
    section.renew.click()
    sheet = section.sheet
    assert isinstance(sheet, NewCodeSheet)
    QTest.keyClicks(sheet.passphrase, "wrong words here")
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(sheet.problem.words), timeout=WAIT_MS)
    assert "口令不对" in sheet.problem.words
    assert sheet.passphrase.hasFocus()
    sheet.passphrase.setText(PASSPHRASE)
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(sheet.hand_over.groups.groups), timeout=WAIT_MS)
    groups = sheet.hand_over.groups.groups
    assert sheet.passphrase.text() == ""
    sheet.go.click()
    assert sheet.hand_over.groups.groups == ()
    press(Qt.Key.Key_Escape)
    assert sheet.isVisible()
    assert "还没有确认" in sheet.problem.words
    for number, edit in sheet.fields.edits.items():
        edit.setText(groups[number - 1])
    sheet.go.click()
    qtbot.waitUntil(lambda: keys_at_hand(clinic.home).confirmed is True, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "旧的从此打不开" in section.said.text(), timeout=WAIT_MS)
    program.window.close()
    qtbot.waitUntil(lambda: not program.window.isVisible(), timeout=WAIT_MS)
    program.clinic.shut_down()
    with pytest.raises(KeyTrouble, match="recovery_wrong"), clinic.open(recovery=clinic.recovery):
        pass


def test_where_there_is_little_room_what_is_lost_by_leaving_is_seen(qtbot: QtBot, program: Program) -> None:
    program.window.setMinimumSize(0, 0)
    program.window.resize(683, 384)
    section = section_of(qtbot, program)
    section.renew.click()
    sheet = section.sheet
    assert isinstance(sheet, NewCodeSheet)
    sheet.passphrase.setText(PASSPHRASE)
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(sheet.hand_over.groups.groups), timeout=WAIT_MS)
    press(Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: is_seen(sheet.problem))
    assert sheet.card.height() < sheet.full_height
    assert "还没有确认" in sheet.problem.words
    press(Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_another_passphrase(qtbot: QtBot, program: Program, clinic: Clinic) -> None:
    section = section_of(qtbot, program)
    section.change.click()
    sheet = section.sheet
    assert isinstance(sheet, ChangePassphraseSheet)
    sheet.old.setText(PASSPHRASE)
    sheet.pair.passphrase.setText(NEW)
    sheet.pair.again.setText("另一句")
    sheet.pair.again.setFocus()
    press(Qt.Key.Key_Return)
    assert "不同" in sheet.problem.words
    sheet.pair.again.setText(NEW)
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "口令已更改" in section.said.text(), timeout=WAIT_MS)
    program.clinic.shut_down()
    with clinic.open(passphrase=NEW) as kernel:
        assert kernel.actor.operator == OPERATOR


def test_the_keyring_is_put_away(qtbot: QtBot, program: Program, clinic: Clinic) -> None:
    section = section_of(qtbot, program)
    section.confirm.click()
    confirm = section.sheet
    assert isinstance(confirm, ConfirmCodeSheet)
    confirm.code.edit.setText(clinic.recovery.text)
    confirm.submit()
    qtbot.waitUntil(lambda: "已确认" in section.said.text(), timeout=WAIT_MS)
    section.use.click()
    sheet = section.sheet
    assert isinstance(sheet, KeyringUseSheet)
    sheet.submit()
    assert "请填写" in sheet.problem.words
    sheet.passphrase.setText(PASSPHRASE)
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: keys_at_hand(clinic.home).keyring is KeyringUse.OFF, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: section.use.words == "启用", timeout=WAIT_MS)


def test_another_data_key_and_the_passphrase_still_opens(
    qtbot: QtBot, program: Program, clinic: Clinic
) -> None:
    before = clinic.home.envelope.read_bytes()
    section = section_of(qtbot, program)
    section.rotate.click()
    sheet = section.sheet
    assert isinstance(sheet, RotationSheet)
    sheet.submit()
    assert "请填写" in sheet.problem.words
    sheet.passphrase.setText("不是这一句")
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "口令不对" in sheet.problem.words, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: is_whole(sheet, sheet.problem))
    sheet.passphrase.setText(PASSPHRASE)
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: is_whole(sheet, sheet.strip))
    qtbot.waitUntil(lambda: "数据密钥已更换" in section.said.text(), timeout=WAIT_MS)
    assert clinic.home.envelope.read_bytes() != before
    program.clinic.shut_down()
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        assert kernel.actor.operator == OPERATOR


def test_a_rotation_that_is_stopped_changes_nothing(
    qtbot: QtBot, program: Program, clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = section_of(qtbot, program)
    before = clinic.home.envelope.read_bytes()
    section.rotate.click()
    sheet = section.sheet
    assert isinstance(sheet, RotationSheet)
    progress = Control.progress

    def stopped(control: Control, done: int, total: int) -> None:
        control.cancel()
        progress(control, done, total)

    monkeypatch.setattr(Control, "progress", stopped)
    sheet.passphrase.setText(PASSPHRASE)
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not sheet.strip.isHidden(), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: sheet.strip.isHidden() and sheet.go.isEnabled(), timeout=WAIT_MS)
    assert sheet.isVisible()
    assert clinic.home.envelope.read_bytes() == before
    press(Qt.Key.Key_Escape)


class TestTheCodeInPlaceOfThePassphrase:
    """Whoever came in by the recovery code has no other secret."""

    def test_for_another_passphrase(self, qtbot: QtBot, program: Program, clinic: Clinic) -> None:
        section = section_of(qtbot, program)
        section.change.click()
        sheet = section.sheet
        assert isinstance(sheet, ChangePassphraseSheet)
        assert "恢复码" in sheet.old.accessibleName()
        sheet.old.setText(clinic.recovery.text)
        sheet.pair.passphrase.setText(NEW)
        sheet.pair.again.setText(NEW)
        sheet.go.click()
        qtbot.waitUntil(lambda: OPERATOR in section.said.text(), timeout=WAIT_MS)

    def test_for_the_keyring(self, qtbot: QtBot, clinic: Clinic) -> None:
        with clinic.open() as kernel:
            kernel.keys.confirm_recovery_code(clinic.recovery)
        with running(qtbot, clinic.home, clinic.vault) as program:
            desk_of(qtbot, program).go(ActionId.SETTINGS)
            section = section_of(qtbot, program)
            qtbot.waitUntil(section.use.isVisible, timeout=WAIT_MS)
            section.use.click()
            sheet = section.sheet
            assert isinstance(sheet, KeyringUseSheet)
            sheet.passphrase.setText(clinic.recovery.text.lower())
            press(Qt.Key.Key_Return)
            qtbot.waitUntil(lambda: keys_at_hand(clinic.home).keyring is KeyringUse.OFF, timeout=WAIT_MS)

    def test_for_another_code(self, qtbot: QtBot, program: Program, clinic: Clinic) -> None:
        section = section_of(qtbot, program)
        section.renew.click()
        sheet = section.sheet
        assert isinstance(sheet, NewCodeSheet)
        sheet.passphrase.setText(clinic.recovery.text)
        press(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: bool(sheet.hand_over.groups.groups), timeout=WAIT_MS)

    def test_for_another_data_key(self, qtbot: QtBot, program: Program, clinic: Clinic) -> None:
        section = section_of(qtbot, program)
        section.rotate.click()
        sheet = section.sheet
        assert isinstance(sheet, RotationSheet)
        sheet.passphrase.setText(clinic.recovery.text)
        press(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "数据密钥" in section.said.text(), timeout=WAIT_MS)

    def test_a_mistyped_group_is_named_and_costs_no_try(
        self, qtbot: QtBot, program: Program, clinic: Clinic
    ) -> None:
        section = section_of(qtbot, program)
        section.use.click()
        sheet = section.sheet
        assert isinstance(sheet, KeyringUseSheet)
        groups = list(clinic.recovery.groups)
        groups[3] = groups[3][:3] + ("0" if groups[3][3] != "0" else "1")
        sheet.passphrase.setText("-".join(groups))
        press(Qt.Key.Key_Return)
        assert "4" in sheet.problem.words
        assert sheet.passphrase.hasFocus()
        assert keys_at_hand(clinic.home).failures == 0


def test_where_it_takes_two_the_code_is_nobody(qtbot: QtBot, clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.rules.turn_on(TwoPersonRule.ROTATION)
    with running(qtbot, clinic.home, clinic.vault) as program:
        card = program.window.entry.unlock
        qtbot.waitUntil(card.passphrase.isEnabled, timeout=WAIT_MS)
        card.passphrase.setText(PASSPHRASE)
        card.submit()
        desk_of(qtbot, program).go(ActionId.SETTINGS)
        section = section_of(qtbot, program)
        section.rotate.click()
        sheet = section.sheet
        assert isinstance(sheet, RotationSheet)
        assert "恢复码" not in sheet.passphrase.accessibleName()
        sheet.passphrase.setText(clinic.recovery.text)
        sheet.second.setText(PASSPHRASES["钱管理"])
        sheet.go.click()
        qtbot.waitUntil(lambda: "恢复码不代表" in sheet.problem.words, timeout=WAIT_MS)
        assert sheet.passphrase.hasFocus()
