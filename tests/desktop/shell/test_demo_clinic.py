"""A look at the demonstration clinic before there is one of one's own: made beside the real home, and gone without a trace."""

import os
import tempfile
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from core.base.ids import RecordNo
from core.base.paths import Home
from core.base.throw_away import HELD, PREFIX, ThrowAway
from desktop.actions.catalog import ActionId, Fact
from desktop.bridge.clinic import ClinicState
from desktop.session import window_state
from desktop.session.page import Safety
from desktop.shell.program import Program
from desktop.theme.density import Density
from desktop.theme.scheme import Scheme
from desktop.views.entry.first_cards import LanguageCard
from desktop.views.intake.page import IntakePage
from tests.desktop.shell.program import WAIT_MS, desk_of, running, wait_state
from tests.fakes.vault import InMemoryVault

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's place for temporary files, for this test alone."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """The real home, before there is a clinic in it."""
    return Home(tmp_path / "home")


@pytest.fixture
def vault() -> InMemoryVault:
    return InMemoryVault()


def card_of(program: Program) -> LanguageCard:
    return program.window.entry.first_run.language


def enter(qtbot: QtBot, program: Program) -> None:
    """Into the demonstration, by keyboard."""
    card = card_of(program)
    assert program.window.entry.card is card
    card.demo.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(card.demo, Qt.Key.Key_Space)
    desk_of(qtbot, program)


def left(qtbot: QtBot, program: Program) -> None:
    """Until the first-run card is back."""
    wait_state(qtbot, program, ClinicState.CLOSED)
    window = program.window
    assert window.desk is None
    assert window.entry.card is card_of(program)
    assert not window.demo_bar.isVisible()
    assert "演示" not in window.windowTitle()


def untouched(home: Home, vault: InMemoryVault) -> bool:
    return not home.folder.exists() and vault.secrets == {}


def test_it_opens_filled_and_says_what_it_is(
    qtbot: QtBot, home: Home, vault: InMemoryVault, temporary: Path
) -> None:
    with running(qtbot, home, vault) as program:
        window = program.window
        assert not window.demo_bar.isVisible()
        card = card_of(program)
        said: list[str] = []
        program._demo.prepared.connect(lambda *_: said.append(card.demo.words))
        enter(qtbot, program)
        assert [words for words in said if "（3/8）" in words]
        assert window.demo_bar.isVisible()
        assert window.demo_bar.accessibleName() == "演示诊所：人物都是虚构的，关闭后全部删除。"
        assert window.windowTitle() == "演示诊所 — 明道诊所"
        assert program.clinic.opened is not None
        assert program.clinic.opened.settings.clinic_name == "演示诊所"
        (folder,) = temporary.iterdir()
        assert folder.name.startswith(PREFIX)
        if os.name == "posix":
            assert folder.stat().st_mode & 0o777 == 0o700
        found: list[int] = []
        program.clinic.ask(window, lambda kernel: kernel.patients.count(), found.append)
        qtbot.waitUntil(lambda: found == [8], timeout=WAIT_MS)
        assert untouched(home, vault)


@pytest.mark.parametrize("way", ["button", "lock"])
def test_leaving_removes_it_and_comes_back_to_the_first_run(
    qtbot: QtBot, home: Home, vault: InMemoryVault, temporary: Path, way: str
) -> None:
    with running(qtbot, home, vault) as program:
        card, names = card_of(program), program.window.entry.first_run.names
        names.clinic.setText("明和堂")
        names.operator.setText("林晓")
        enter(qtbot, program)
        if way == "button":
            button = program.window.demo_bar.leave
            button.setFocus(Qt.FocusReason.TabFocusReason)
            QTest.keyClick(button, Qt.Key.Key_Space)
        else:
            QTest.keyClick(program.window, Qt.Key.Key_L, CONTROL)
        left(qtbot, program)
        assert list(temporary.iterdir()) == []
        assert (names.clinic.text(), names.operator.text()) == ("明和堂", "林晓")
        assert card.button.isEnabled()
        assert card.demo.words == "先看演示诊所"
        enter(qtbot, program)
        QTest.keyClick(program.window, Qt.Key.Key_L, CONTROL)
        left(qtbot, program)
    assert untouched(home, vault)


def test_quitting_removes_it_and_writes_nothing_elsewhere(
    qtbot: QtBot, home: Home, vault: InMemoryVault, temporary: Path
) -> None:
    home.folder.mkdir()
    with running(qtbot, home, vault) as program:
        enter(qtbot, program)
        QTest.keyClick(program.window, Qt.Key.Key_Q, CONTROL)
        qtbot.waitUntil(lambda: not program.window.isVisible(), timeout=WAIT_MS)
    assert list(temporary.iterdir()) == []
    assert list(home.folder.iterdir()) == []
    assert vault.secrets == {}


def test_quitting_while_it_is_made_removes_it(
    qtbot: QtBot, home: Home, vault: InMemoryVault, temporary: Path
) -> None:
    with running(qtbot, home, vault) as program:
        card_of(program).demo.click()
        assert program.clinic.state is ClinicState.OPENING
        assert not card_of(program).button.isEnabled()
        assert len(list(temporary.iterdir())) == 1
    assert list(temporary.iterdir()) == []
    assert untouched(home, vault)


def test_what_is_chosen_inside_goes_with_it(
    qtbot: QtBot, home: Home, vault: InMemoryVault, temporary: Path
) -> None:
    home.folder.mkdir()
    with running(qtbot, home, vault) as program:
        options = program.options
        before = (options.scheme, options.density, options.language)
        enter(qtbot, program)
        options.choose_scheme(Scheme.DARK)
        options.choose_density(Density.COMFORTABLE)
        program.window.do(ActionId.LANGUAGE)
        qtbot.waitUntil(lambda: program.messages.language == "en", timeout=WAIT_MS)
        assert program.window.demo_bar.isVisible()
        assert program.window.windowTitle() == "Demonstration clinic — MingDao Clinic"
        assert options.density is Density.COMFORTABLE
        QTest.keyClick(program.window, Qt.Key.Key_D, CONTROL | Qt.KeyboardModifier.ShiftModifier)
        (folder,) = temporary.iterdir()
        assert window_state.load(Home(folder)) is not None
        assert 'language = "en"' in Home(folder).settings.read_text(encoding="utf-8")
        program.window.demo_bar.leave.click()
        left(qtbot, program)
        assert (options.scheme, options.density, options.language) == before
        assert options.home == home
        assert list(home.folder.iterdir()) == []
    state = window_state.load(home)
    assert state is not None
    assert (state.scheme, state.density) == before[:2]
    assert not home.settings.exists()


def test_what_is_typed_inside_stops_nobody_from_leaving(
    qtbot: QtBot, home: Home, vault: InMemoryVault, temporary: Path
) -> None:
    with running(qtbot, home, vault) as program:
        enter(qtbot, program)
        desk = desk_of(qtbot, program)
        desk.open_patient(RecordNo("P003"), ActionId.INTAKE)
        qtbot.waitUntil(lambda: desk.here is ActionId.INTAKE and desk.context is not None, timeout=WAIT_MS)
        page = desk.page
        assert isinstance(page, IntakePage)
        # Forms that are built ahead have fields too; what is typed there is of nobody.
        qtbot.waitUntil(lambda: Fact.FORM_SHOWN in page.facts, timeout=WAIT_MS)
        shown = [edit for edit in page.form.findChildren(QPlainTextEdit) if edit.isVisible()]
        QTest.keyClicks(shown[0], "tou yun")
        assert page.work.safety is Safety.UNSAVED
        program.window.demo_bar.leave.click()
        left(qtbot, program)
    assert list(temporary.iterdir()) == []


def test_a_place_that_takes_no_folder_is_said_and_the_card_stays(
    qtbot: QtBot, home: Home, vault: InMemoryVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with running(qtbot, home, vault) as program:
        card = card_of(program)
        card.demo.click()
        assert card.problem.words
        assert card.button.isEnabled()
        assert program.clinic.state is ClinicState.CLOSED
    assert untouched(home, vault)


def test_a_start_removes_what_a_crash_left_and_nothing_that_is_in_use(
    qtbot: QtBot, home: Home, vault: InMemoryVault, temporary: Path
) -> None:
    stale, used = temporary / f"{PREFIX}stale", ThrowAway()
    stale.mkdir()
    (stale / HELD).touch()
    os.utime(stale / HELD, (0, 0))
    (stale / "clinic.db").touch()
    with running(qtbot, home, vault):
        assert list(temporary.iterdir()) == [used.home.folder]
    used.close()
