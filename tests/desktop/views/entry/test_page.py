"""What stands in the way of opening a clinic is said with its next step, and another try takes it up."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from core.base.messages import Messages
from core.store.store import sole_owner
from desktop.bridge.clinic import ClinicBridge, ClinicState
from desktop.bridge.notices import Notices
from desktop.views.entry.page import EntryPage, Why
from tests.fakes.backups import backed_up, cut_off
from tests.fakes.clinic import PASSPHRASE, Clinic, clinic
from tests.fakes.vault import InMemoryVault

__all__ = ["clinic"]

WAIT_MS = 20_000


@pytest.fixture
def bridge() -> Iterator[ClinicBridge]:
    made = ClinicBridge()
    yield made
    made.shut_down()


def entry(qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic, vault: InMemoryVault) -> EntryPage:
    page = EntryPage(bridge, clinic.home, vault, Notices(), Messages())
    qtbot.addWidget(page)
    page.show()
    return page


def opened(qtbot: QtBot, bridge: ClinicBridge) -> None:
    qtbot.waitUntil(lambda: bridge.state is ClinicState.OPEN, timeout=WAIT_MS)


def test_a_clinic_that_is_open_elsewhere(qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic) -> None:
    page = entry(qtbot, bridge, clinic, clinic.vault)
    with sole_owner(clinic.home):
        page.begin()
        qtbot.waitUntil(lambda: page.card is page.trouble, timeout=WAIT_MS)
        assert str(clinic.home.folder) in page.trouble.sentence.text()
        assert page.trouble.hint.text()
    page.trouble.button.click()
    opened(qtbot, bridge)


def test_a_restore_that_was_cut_off_is_finished_and_nothing_is_set_up(
    qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic
) -> None:
    cut_off(backed_up(clinic))
    page = entry(qtbot, bridge, clinic, clinic.vault)
    page.begin()
    assert page.card not in page.first_run.cards
    opened(qtbot, bridge)


def test_a_settings_file_that_cannot_be_read(qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic) -> None:
    clinic.home.settings.write_text("clinic_name = [", encoding="utf-8")
    page = entry(qtbot, bridge, clinic, clinic.vault)
    page.begin()
    assert page.card is page.trouble
    assert "settings.toml" in page.trouble.sentence.text()
    clinic.home.settings.write_text('clinic_name = "明和堂"\n', encoding="utf-8")
    page.trouble.button.click()
    opened(qtbot, bridge)
    assert page.name == "明和堂"


def test_a_file_of_another_program(qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic) -> None:
    clinic.home.store.write_bytes(b"SQLite format 3\x00" + bytes(4096))
    page = entry(qtbot, bridge, clinic, clinic.vault)
    page.begin()
    qtbot.waitUntil(lambda: page.card is page.trouble, timeout=WAIT_MS)
    assert "clinic.db" in page.trouble.sentence.text()


def test_without_a_keyring_the_passphrase_opens(qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic) -> None:
    page = entry(qtbot, bridge, clinic, InMemoryVault())
    page.begin()
    qtbot.waitUntil(lambda: page.card is page.unlock and page.unlock.passphrase.isEnabled(), timeout=WAIT_MS)
    page.unlock.passphrase.setText("不对的口令")
    page.unlock.submit()
    assert not page.language.isEnabled()
    qtbot.waitUntil(lambda: bool(page.unlock.problem.words), timeout=WAIT_MS)
    assert page.language.isEnabled()
    page.unlock.passphrase.setText(PASSPHRASE)
    page.unlock.submit()
    opened(qtbot, bridge)
    assert page.unlock.passphrase.text() == ""


def test_a_locked_clinic_does_not_ask_the_keyring(qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic) -> None:
    page = entry(qtbot, bridge, clinic, clinic.vault)
    page.begin(Why.LOCKED)
    assert page.card is page.unlock
    assert page.unlock.title.text() == "已锁定"
    assert bridge.state is ClinicState.CLOSED


def test_a_long_opening_is_told(qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic) -> None:
    page = entry(qtbot, bridge, clinic, clinic.vault)
    page._patience.setInterval(1)
    with sole_owner(clinic.home):
        page.begin()
        qtbot.waitUntil(page.unlock.form.bar.isVisible, timeout=WAIT_MS)
        qtbot.waitUntil(lambda: page.card is page.trouble, timeout=WAIT_MS)
    assert not page.unlock.form.bar.isVisible()
