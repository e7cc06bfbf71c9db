"""Settings → lock: each choice is kept at once and holds at once."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from core.base.errors import UserError
from core.base.rights import Role
from core.settings.load import load_settings
from core.settings.model import Settings
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import Opened
from desktop.session.lock_watch import limits_of
from desktop.shell.program import Program
from desktop.views.settings.lock import LockSection
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import Clinic, clinic
from tests.fakes.clock import FixedClock

__all__ = ["clinic"]


@pytest.fixture
def program(qtbot: QtBot, clinic: Clinic) -> Iterator[Program]:
    with running(qtbot, clinic.home, clinic.vault) as made:
        desk_of(qtbot, made).go(ActionId.SETTINGS)
        yield made


def section_of(qtbot: QtBot, program: Program) -> LockSection:
    desk = program.window.desk
    assert desk is not None
    page = desk.page
    assert isinstance(page, SettingsPage)
    page.show_section("lock")
    section = page.sections["lock"]
    assert isinstance(section, LockSection)
    qtbot.waitUntil(lambda: section._seen is not None, timeout=WAIT_MS)
    return section


def choose(section: LockSection, name: str, value: int) -> None:
    box = section.choices[name]
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_R35_it_explains_what_idle_means_and_shows_what_is_set(qtbot: QtBot, program: Program) -> None:
    section = section_of(qtbot, program)
    assert {name: box.currentData() for name, box in section.choices.items()} == {
        "lock_minutes": 5,
        "lock_minutes_reception": 2,
        "session_hours": 12,
    }
    text = program.messages.text("settings.lock_minutes.help")
    assert "本程序" in text


def test_R35_a_choice_is_kept_and_holds_at_once(qtbot: QtBot, program: Program, clinic: Clinic) -> None:
    section = section_of(qtbot, program)
    choose(section, "lock_minutes", 10)
    qtbot.waitUntil(lambda: load_settings(clinic.home.settings).lock_minutes == 10, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: section.said.words.text() != "", timeout=WAIT_MS)
    assert program.clinic.opened is not None
    assert limits_of(program.clinic.opened).idle_s == 600
    assert "lock_minutes = 10" in clinic.home.settings.read_text(encoding="utf-8")


def test_a_choice_that_cannot_be_kept_goes_back_and_says_why(
    qtbot: QtBot, program: Program, clinic: Clinic
) -> None:
    section = section_of(qtbot, program)
    clinic.home.settings.write_text("lock_minutes = 20\n", encoding="utf-8")
    choose(section, "lock_minutes", 1)
    qtbot.waitUntil(lambda: section.choices["lock_minutes"].currentData() == 20, timeout=WAIT_MS)
    assert section.said.words.text() != ""
    assert load_settings(clinic.home.settings).lock_minutes == 20


def test_a_value_written_by_hand_is_shown(qtbot: QtBot, program: Program, clinic: Clinic) -> None:
    clinic.home.settings.write_text("lock_minutes = 7\n", encoding="utf-8")
    section = section_of(qtbot, program)
    assert section.choices["lock_minutes"].currentText() == "7 分钟"


def test_R35_reception_has_its_own_time() -> None:
    def opened(role: Role) -> Opened:
        return Opened("李", Settings(lock_minutes=9, lock_minutes_reception=3), FixedClock(), role)

    assert limits_of(opened(Role.PHYSICIAN)).idle_s == 9 * 60
    assert limits_of(opened(Role.RECEPTION)).idle_s == 3 * 60
    assert limits_of(opened(Role.PHYSICIAN)).session_s == 12 * 3600


@pytest.mark.parametrize(
    "text", ["lock_minutes = 0", "lock_minutes = 31", "session_hours = 13", "lock_minutes_reception = 60"]
)
def test_a_time_that_is_no_lock_is_refused(clinic: Clinic, text: str) -> None:
    clinic.home.settings.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match="settings_invalid"):
        load_settings(clinic.home.settings)
