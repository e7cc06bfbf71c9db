"""Each state of the keys has one screen, one sentence and at most three things to do, and none begins anew."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from core.base.errors import Damaged, KeyTrouble
from core.services.keys.states import KeyAction, KeyState
from core.store.unlocking import Credential
from desktop.bridge.clinic import ClinicState
from desktop.views.entry.key_states import MOST, state_of, steps_of
from tests.desktop.shell.program import WAIT_MS, running
from tests.fakes.clinic import PASSPHRASE, Clinic, clinic
from tests.fakes.vault import FailingVault, InMemoryVault

__all__ = ["clinic"]


@pytest.mark.parametrize("state", KeyState)
def test_at_most_three_and_never_to_start_again_first(state: KeyState, clinic: Clinic) -> None:
    steps = steps_of(state, clinic.home)
    assert 0 < len(steps) <= MOST
    assert KeyAction.SET_UP not in steps


def flip(clinic: Clinic) -> None:
    content = bytearray(clinic.home.store.read_bytes())
    content[5000] ^= 1
    content[100] ^= 1
    clinic.home.store.write_bytes(content)


TROUBLES: tuple[tuple[str, Callable[[Clinic], object], str], ...] = (
    ("病历库不见了", lambda clinic: clinic.home.store.unlink(), "store_missing"),
    ("病历库不见了", lambda clinic: clinic.home.store.write_bytes(b""), "store_empty"),
    ("病历库已损坏", flip, "store_damaged"),
    ("密钥文件不见了", lambda clinic: clinic.home.envelope.unlink(), "envelope_missing"),
    ("密钥文件已损坏", lambda clinic: clinic.home.envelope.write_bytes(b"{}"), "envelope_damaged"),
    (
        "密钥文件太旧",
        lambda clinic: clinic.home.envelope.write_bytes(
            clinic.home.envelope.read_bytes().replace(b'"format": 3', b'"format": 2')
        ),
        "envelope_older",
    ),
)


@pytest.mark.parametrize(("title", "spoil", "code"), TROUBLES, ids=[code for _, _, code in TROUBLES])
def test_R30_what_is_wrong_is_said_by_its_name(
    qtbot: QtBot, clinic: Clinic, title: str, spoil: Callable[[Clinic], object], code: str
) -> None:
    spoil(clinic)
    with running(qtbot, clinic.home, clinic.vault) as program:
        card = program.window.entry.trouble
        qtbot.waitUntil(lambda: program.window.entry.card is card, timeout=WAIT_MS)
        assert card.title.text() == title
        assert card.sentence.text()
        assert card.hint.text()
        shown = [button for button in (card.button, card.folder, card.copy) if button.isVisible()]
        assert 0 < len(shown) <= MOST
        card.copy.click()
        assert QGuiApplication.clipboard().text().startswith(code)
        QGuiApplication.clipboard().clear()


def test_the_key_file_from_before_is_offered_first_and_opens_the_clinic(qtbot: QtBot, clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.keys.change_passphrase(Credential(PASSPHRASE), "eine ganz andere 2026")
    clinic.home.envelope.write_bytes(b"{}")
    with running(qtbot, clinic.home, clinic.vault) as program:
        entry = program.window.entry
        qtbot.waitUntil(lambda: entry.card is entry.trouble, timeout=WAIT_MS)
        assert entry.trouble.button.accessibleName() == "用上一份密钥文件"
        entry.trouble.button.click()
        qtbot.waitUntil(lambda: program.clinic.state is ClinicState.OPEN, timeout=WAIT_MS)


def test_so_it_is_for_one_of_an_old_program(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.keys.change_passphrase(Credential(PASSPHRASE), "eine ganz andere 2026")
    assert steps_of(state_of(Damaged("envelope_older")), clinic.home)[0] is KeyAction.PREVIOUS_KEYS


def test_R30_a_wrong_key_an_old_program_and_damage_are_three_messages(clinic: Clinic) -> None:
    states = [
        state_of(KeyTrouble("keyring_wrong")),
        state_of(Damaged("store_newer")),
        state_of(Damaged("store_damaged")),
    ]
    assert states == [KeyState.WRONG, KeyState.NEWER, KeyState.STORE_DAMAGED]


@pytest.mark.parametrize(
    ("vault", "words", "retries"),
    [
        (FailingVault("keyring_unavailable"), "没有可用的系统密钥环", True),
        (FailingVault("keyring_locked"), "未解锁", True),
        (InMemoryVault(), "没有这个诊所的密钥", True),
    ],
)
def test_a_keyring_that_does_not_open_says_why_and_offers_the_ways_left(
    qtbot: QtBot, clinic: Clinic, vault: InMemoryVault, words: str, retries: bool
) -> None:
    with running(qtbot, clinic.home, vault) as program:
        card = program.window.entry.unlock
        qtbot.waitUntil(card.form.passphrase.isEnabled, timeout=WAIT_MS)
        assert words in card.sentence.text()
        assert "--" not in card.sentence.text()
        assert card.form.code.isVisible()
        assert card.form.retry.isVisible() is retries


def test_a_key_that_is_not_the_clinics_is_said_to_be_wrong(qtbot: QtBot, clinic: Clinic) -> None:
    wrong = InMemoryVault(dict.fromkeys(clinic.vault.secrets, "00" * 32))
    with running(qtbot, clinic.home, wrong) as program:
        card = program.window.entry.unlock
        qtbot.waitUntil(card.form.passphrase.isEnabled, timeout=WAIT_MS)
        assert "打不开这个诊所" in card.sentence.text()
        assert not card.form.retry.isVisible()


def test_with_a_backup_a_damaged_store_is_put_back_first(qtbot: QtBot, clinic: Clinic) -> None:
    with clinic.open() as kernel:
        file = kernel.backups.make().file
    flip(clinic)
    with running(qtbot, clinic.home, clinic.vault) as program:
        entry = program.window.entry
        qtbot.waitUntil(lambda: entry.card is entry.trouble, timeout=WAIT_MS)
        assert entry.trouble.button.accessibleName() == "从备份恢复"
        assert entry.trouble.others[KeyAction.RESCUE].isVisible()
        entry.trouble.button.click()
        assert entry.card is entry.restore.choose
        assert entry.restore.choose.name.text() == str(file)


def test_without_one_what_can_be_read_is_written_out_first(qtbot: QtBot, clinic: Clinic) -> None:
    flip(clinic)
    with running(qtbot, clinic.home, clinic.vault) as program:
        entry = program.window.entry
        qtbot.waitUntil(lambda: entry.card is entry.trouble, timeout=WAIT_MS)
        assert entry.trouble.button.accessibleName() == "导出还能读出的病历"
