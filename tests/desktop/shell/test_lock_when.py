"""When the window locks: idle, after sleep, by whatever cause; and what the lock screen says."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.base.paths import Home
from core.services.backup import making
from core.services.backup.schedule import Occasion
from core.store.database import copy_pages
from desktop.bridge.clinic import ClinicState
from desktop.session.lock_clock import Cause, Reading
from desktop.session.lock_watch import WARN_S, LockWatch
from desktop.shell import lock as lock_module
from tests.desktop.shell.locking import NAME, NEW, unlock, until_locked, words, writing
from tests.desktop.shell.program import WAIT_MS, desk_of, running, wait_state
from tests.desktop.views.intake.stage import Stage, stage
from tests.fakes.clinic import Clinic, clinic
from tests.fakes.vault import InMemoryVault

__all__ = ["clinic"]


@pytest.fixture
def at(qtbot: QtBot, clinic: Clinic) -> Iterator[Stage]:
    with stage(qtbot, clinic) as made:
        yield made


def watch_of(at: Stage) -> LockWatch:
    return at.program.window.locking.watch


def pass_time(at: Stage, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """So much later by every clock, and the clocks are looked at."""
    now = Reading.now()
    later = Reading(now.monotonic + seconds, now.wall + seconds, now.slept + seconds)
    monkeypatch.setattr(watch_of(at), "read", lambda: later)
    watch_of(at).look()


def test_R35_idle_says_so_quietly_before_it_locks(at: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    status = at.program.window.status
    pass_time(at, monkeypatch, 1)
    assert not status.left.isVisible()
    pass_time(at, monkeypatch, 5 * 60 - WARN_S + 1)
    assert status.left.isVisible()
    assert "29" in status.left.words or "30" in status.left.words
    assert at.program.window.focusWidget() is not status.left
    pass_time(at, monkeypatch, 5 * 60 + 1)
    until_locked(at)
    assert not status.left.isVisible()


def test_R35_a_key_begins_the_time_anew(at: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    at.turn_to(NEW)
    at.until_writing()
    pass_time(at, monkeypatch, 5 * 60 - 10)
    assert at.program.window.status.left.isVisible()
    QTest.keyClick(at.program.window.windowHandle(), Qt.Key.Key_Shift)
    assert not at.program.window.status.left.isVisible()
    pass_time(at, monkeypatch, 5 * 60 + 1)
    assert at.program.clinic.state is ClinicState.OPEN


def test_R35_an_input_method_is_input(at: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    at.turn_to(NEW)
    at.until_writing()
    pass_time(at, monkeypatch, 5 * 60 - 10)
    QApplication.sendEvent(at.field("zhushu"), QInputMethodEvent("y", []))
    pass_time(at, monkeypatch, 5 * 60 + 1)
    assert at.program.clinic.state is ClinicState.OPEN


def test_R35_a_job_that_is_waited_for_is_not_idle(at: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    at.program.clinic.run(at.program.window, lambda _kernel, _control: over.wait(30))
    pass_time(at, monkeypatch, 6 * 60)
    assert at.program.clinic.state is ClinicState.OPEN
    over.set()
    at.bot.waitUntil(lambda: not at.program.clinic.has_jobs, timeout=WAIT_MS)
    pass_time(at, monkeypatch, 10 * 60)
    assert at.program.clinic.state is ClinicState.OPEN
    pass_time(at, monkeypatch, 11 * 60 + 1)
    until_locked(at)


@pytest.fixture
def halt(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[threading.Event, threading.Event]]:
    """A backup stops before it copies: what says that it has come there, and what lets it go on."""
    come, go_on = threading.Event(), threading.Event()

    def copied(*given: Any) -> None:
        come.set()
        assert go_on.wait(30)
        copy_pages(*given)

    monkeypatch.setattr(making, "copy_pages", copied)
    yield come, go_on
    go_on.set()


def test_R35_S49_a_backup_by_itself_puts_no_lock_off_and_is_stopped_by_it(
    at: Stage,
    monkeypatch: pytest.MonkeyPatch,
    clinic: Clinic,
    halt: tuple[threading.Event, threading.Event],
) -> None:
    """Nobody waits for what was begun by itself. Stopped, it counts for nothing and leaves nothing; the next is made as ever."""
    come, go_on = halt
    pass_time(at, monkeypatch, 30)
    at.program.backups.make_by_itself(Occasion.IDLE)
    at.bot.waitUntil(come.is_set, timeout=WAIT_MS)
    pass_time(at, monkeypatch, 90)
    assert at.program.clinic.state is ClinicState.OPEN
    pass_time(at, monkeypatch, 5 * 60 + 1)
    assert not at.desk.isVisible()
    assert at.program.window.locking.is_locking
    go_on.set()
    until_locked(at)
    assert not at.program.backups.is_running
    assert (at.program.backups.made, at.program.backups.failure) == (None, None)
    assert not list((clinic.home.folder / "backups").glob("*"))
    assert not list((clinic.home.folder / "backup-work").glob("*"))
    unlock(at)
    at.program.backups.make_by_itself(Occasion.IDLE)
    at.bot.waitUntil(lambda: at.program.backups.made is not None, timeout=WAIT_MS)


def test_R35_a_backup_somebody_asked_for_is_waited_for(
    at: Stage, monkeypatch: pytest.MonkeyPatch, halt: tuple[threading.Event, threading.Event]
) -> None:
    come, go_on = halt
    at.program.backups.make()
    at.bot.waitUntil(come.is_set, timeout=WAIT_MS)
    pass_time(at, monkeypatch, 5 * 60 + 1)
    go_on.set()
    at.bot.waitUntil(lambda: at.program.backups.made is not None, timeout=WAIT_MS)
    assert at.program.clinic.state is ClinicState.OPEN


def test_R36_the_lock_screen_says_why(at: Stage) -> None:
    for cause, said in (
        (Cause.IDLE, "5 分钟没有操作"),
        (Cause.BY_HAND, "手动锁定"),
        (Cause.SLEPT, "休眠过"),
        (Cause.SCREEN_LOCKED, "系统锁屏"),
        (Cause.SWITCHED_AWAY, "换了用户"),
        (Cause.CLOCK_CHANGED, "时间被改动"),
        (Cause.SESSION_OVER, "已连续使用 12 小时"),
    ):
        at.program.window.locking.lock(cause)
        until_locked(at)
        sentence = at.program.window.entry.unlock.sentence.text()
        assert said in sentence
        assert f"{at.program.clinic.now():%H}:" in sentence
        unlock(at)


def test_S67_a_sleep_before_the_window_was_covered_is_seen_before_it_is_painted(
    at: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No signal tells of it: the first paint or key looks at the clocks first."""
    at.turn_to(NEW)
    at.until_writing()
    touch, watch = at.program.window.touch, watch_of(at)
    now = Reading.now()
    monkeypatch.setattr(watch, "read", lambda: Reading(now.monotonic + 1, now.wall + 3600, now.slept + 3600))
    touch._seen_at = (touch._seen_at[0] - 1, touch._seen_at[1] - 3600)
    handle = at.program.window.windowHandle()
    QApplication.sendEvent(handle, QEvent(QEvent.Type.UpdateRequest))
    assert at.program.window.locking.is_locking or at.program.clinic.state is not ClinicState.OPEN
    assert NAME not in words(at.program.window)
    until_locked(at)
    assert "休眠过" in at.program.window.entry.unlock.sentence.text()


def test_a_demonstration_does_not_lock_by_itself(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, Home(tmp_path / "clinic"), InMemoryVault()) as program:
        program.window.entry.demo_wanted.emit()
        desk_of(qtbot, program)
        assert not program.window.locking.watch.is_watching
        program.window.lock()
        wait_state(qtbot, program, ClinicState.CLOSED)


def test_locking_twice_is_locking_once(at: Stage) -> None:
    writing(at)
    at.program.window.locking.lock(Cause.SCREEN_LOCKED)
    at.program.window.locking.lock(Cause.SLEPT)
    until_locked(at)
    assert "锁屏" in at.program.window.entry.unlock.sentence.text()


def test_what_holds_up_the_saving_holds_up_the_lock_so_long(at: Stage) -> None:
    assert lock_module.SAVE_MS < 4000
