"""The messages of Windows, as it lays them out in memory, fed to the filter. Windows itself is not here."""

import ctypes
from ctypes import wintypes

import pytest
from pytestqt.qtbot import QtBot

from desktop.session.lock_clock import Cause
from desktop.session.lock_signals_windows import WindowsLockSignals

POWER, SESSION, MOUSE = 0x0218, 0x02B1, 0x0200


@pytest.fixture
def signals(qtbot: QtBot) -> WindowsLockSignals:
    return WindowsLockSignals(0)


def feed(signals: WindowsLockSignals, message: int, what: int, kind: bytes = b"windows_generic_MSG") -> None:
    told = wintypes.MSG()
    told.message, told.wParam = message, what
    assert signals._ear.nativeEventFilter(kind, ctypes.addressof(told)) == (False, 0)


@pytest.mark.parametrize(
    ("what", "cause"),
    [
        (0x7, Cause.SCREEN_LOCKED),
        (0x6, Cause.SCREEN_LOCKED),
        (0x2, Cause.SWITCHED_AWAY),
        (0x4, Cause.SWITCHED_AWAY),
    ],
)
def test_S69_the_session_of_windows_locks(
    qtbot: QtBot, signals: WindowsLockSignals, what: int, cause: Cause
) -> None:
    with qtbot.waitSignal(signals.went_away) as told:
        feed(signals, SESSION, what)
    assert told.args == [cause]


@pytest.mark.parametrize("what", [0x1, 0x3, 0x5, 0x8])
def test_S69_coming_back_to_a_session_locks_nothing(
    qtbot: QtBot, signals: WindowsLockSignals, what: int
) -> None:
    with qtbot.assertNotEmitted(signals.went_away):
        feed(signals, SESSION, what)


def test_S67_windows_tells_of_sleep_and_of_waking(qtbot: QtBot, signals: WindowsLockSignals) -> None:
    with qtbot.waitSignal(signals.going_to_sleep):
        feed(signals, POWER, 0x4)
    for what in (0x7, 0x12):
        with qtbot.waitSignal(signals.woke):
            feed(signals, POWER, what)


def test_S67_no_other_message_and_no_other_system_is_heard(qtbot: QtBot, signals: WindowsLockSignals) -> None:
    with (
        qtbot.assertNotEmitted(signals.going_to_sleep),
        qtbot.assertNotEmitted(signals.went_away),
    ):
        feed(signals, MOUSE, 0x4)
        feed(signals, POWER, 0xA)
        feed(signals, POWER, 0x4, kind=b"xcb_generic_event_t")


def test_it_listens_between_begin_and_end(qtbot: QtBot, signals: WindowsLockSignals) -> None:
    signals.begin()
    signals.end()
