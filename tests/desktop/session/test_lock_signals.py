"""What the desktop says, on a real bus of the test's own: messages go out of another connection and come in by Qt's."""

import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from jeepney import DBusAddress, new_signal
from jeepney.io.blocking import open_dbus_connection
from PySide6.QtDBus import QDBusConnection
from pytestqt.qtbot import QtBot

from desktop.session import lock_signals
from desktop.session.lock_clock import Cause
from desktop.session.lock_signals import LockSignals
from tests.fakes.private_bus import Logind, logind, private_bus

pytestmark = [
    pytest.mark.keyring,  # the door to a bus in a folder of the test is a local socket
    pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="there is no dbus-daemon here"),
]
WITHIN_MS = 1000
NAMES = count()


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[str]:
    with private_bus(tmp_path) as address:
        yield address


@pytest.fixture
def login(bus: str) -> Iterator[Logind]:
    with logind(bus) as mine:
        yield mine


def connected(address: str) -> QDBusConnection:
    return QDBusConnection.connectToBus(address, f"test-{next(NAMES)}")


@pytest.fixture
def heard(qtbot: QtBot, bus: str, login: Logind) -> Iterator[LockSignals]:
    connection = connected(bus)
    signals = LockSignals(connection, connection)
    signals.begin()
    qtbot.waitUntil(lambda: signals.delays_sleep and len(signals._known) == 2)
    yield signals
    QDBusConnection.disconnectFromBus(connection.name())


def test_S69_the_session_is_locked_by_its_signal(qtbot: QtBot, heard: LockSignals, login: Logind) -> None:
    with qtbot.waitSignal(heard.went_away, timeout=WITHIN_MS) as told:
        login.lock()
    assert told.args == [Cause.SCREEN_LOCKED]


def test_S69_the_session_is_locked_by_its_hint(qtbot: QtBot, heard: LockSignals, login: Logind) -> None:
    with qtbot.waitSignal(heard.went_away, timeout=WITHIN_MS) as told:
        login.set_hint("LockedHint", True)
    assert told.args == [Cause.SCREEN_LOCKED]


def test_S69_a_hint_that_is_never_taken_back_locks_once(
    qtbot: QtBot, heard: LockSignals, login: Logind
) -> None:
    with qtbot.waitSignal(heard.went_away, timeout=WITHIN_MS):
        login.set_hint("LockedHint", True)
    with qtbot.assertNotEmitted(heard.went_away, wait=200):
        login.set_hint("LockedHint", True)
    with qtbot.waitSignal(heard.went_away, timeout=WITHIN_MS):
        login.lock()


def test_S69_another_user_at_the_screen(qtbot: QtBot, heard: LockSignals, login: Logind) -> None:
    with qtbot.waitSignal(heard.went_away, timeout=WITHIN_MS) as told:
        login.set_hint("Active", False)
    assert told.args == [Cause.SWITCHED_AWAY]
    with qtbot.assertNotEmitted(heard.went_away, wait=200):
        login.set_hint("Active", True)


@pytest.mark.parametrize(
    ("path", "interface"),
    [
        ("/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
        ("/ScreenSaver", "org.freedesktop.ScreenSaver"),
        ("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
    ],
)
def test_S69_a_screen_saver_locks_and_its_end_does_not(
    qtbot: QtBot, heard: LockSignals, bus: str, path: str, interface: str
) -> None:
    with open_dbus_connection(bus) as saver:
        address = DBusAddress(path, interface=interface)
        with qtbot.waitSignal(heard.went_away, timeout=WITHIN_MS) as told:
            saver.send(new_signal(address, "ActiveChanged", "b", (True,)))
        assert told.args == [Cause.SCREEN_LOCKED]
        with qtbot.assertNotEmitted(heard.went_away, wait=200):
            saver.send(new_signal(address, "ActiveChanged", "b", (False,)))


def test_S67_sleep_waits_until_everything_is_safe(qtbot: QtBot, heard: LockSignals, login: Logind) -> None:
    assert login.inhibited == [("sleep", "明道诊所", "先把写好的内容存好并锁定", "delay")]
    assert login.is_held()
    with qtbot.waitSignal(heard.going_to_sleep, timeout=WITHIN_MS):
        login.prepare_for_sleep(begins=True)
    assert login.is_held()
    heard.let_sleep()
    qtbot.waitUntil(lambda: not login.is_held(), timeout=WITHIN_MS)
    with qtbot.waitSignal(heard.woke, timeout=WITHIN_MS):
        login.prepare_for_sleep(begins=False)
    qtbot.waitUntil(login.is_held, timeout=WITHIN_MS)  # the next sleep waits too


def test_S67_sleep_waits_no_longer_than_logind_would(qtbot: QtBot, heard: LockSignals, login: Logind) -> None:
    assert lock_signals.LET_SLEEP_MS < 5000
    heard._patience.setInterval(50)
    login.prepare_for_sleep(begins=True)
    qtbot.waitUntil(lambda: not login.is_held(), timeout=WITHIN_MS)


@pytest.mark.parametrize("name", ["", "c2"])
def test_S69_the_session_is_asked_for_by_the_name_the_login_left(
    qtbot: QtBot, bus: str, login: Logind, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("XDG_SESSION_ID", name)
    connection = connected(bus)
    signals = LockSignals(connection, connection)
    signals.begin()
    qtbot.waitUntil(lambda: len(signals._known) == 2)
    assert login.asked == [name or "auto"]
    QDBusConnection.disconnectFromBus(connection.name())


def test_a_machine_without_a_bus_goes_without(qtbot: QtBot, tmp_path: Path) -> None:
    nowhere = connected(f"unix:path={tmp_path}/nowhere")
    signals = LockSignals(nowhere, nowhere)
    with qtbot.assertNotEmitted(signals.went_away, wait=50):
        signals.begin()
    assert not signals.delays_sleep
    signals.let_sleep()
    QDBusConnection.disconnectFromBus(nowhere.name())


def test_a_bus_without_logind_goes_without(qtbot: QtBot, bus: str) -> None:
    connection = connected(bus)
    signals = LockSignals(connection, connection)
    signals.begin()
    qtbot.wait(100)
    assert not signals.delays_sleep
    QDBusConnection.disconnectFromBus(connection.name())
