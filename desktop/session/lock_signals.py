"""What a Linux desktop says that means: lock. Sleep, the lock of the session, another user at the screen.

It listens to logind on the system bus and to the screen savers on the session bus, and only listens: without a bus, or without one of
them, the lock goes by the clocks alone. Whoever forges such a message can lock the window and nothing else.

Sleep is put off (logind's delay inhibitor) until `let_sleep`: the window is covered and what was typed is saved before the machine
stops. logind waits five seconds by default, whatever we do.
"""

import os
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import SLOT, QObject, QTimer, Signal, Slot
from PySide6.QtDBus import (
    QDBusConnection,
    QDBusMessage,
    QDBusObjectPath,
    QDBusPendingCallWatcher,
    QDBusUnixFileDescriptor,
    QDBusVariant,
)

from desktop.session.lock_clock import Cause

LOGIND = "org.freedesktop.login1"
MANAGER_PATH = "/org/freedesktop/login1"
MANAGER = f"{LOGIND}.Manager"
SESSION = f"{LOGIND}.Session"
PROPERTIES = "org.freedesktop.DBus.Properties"

SCREEN_SAVERS = (
    *("org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver", "org.kde.screensaver"),
    *("org.cinnamon.ScreenSaver", "org.mate.ScreenSaver", "org.xfce.ScreenSaver"),
)
"""Interfaces with the signal ActiveChanged(bool), on whatever path and by whatever program."""

LET_SLEEP_MS = 4000
"""After so long the machine may sleep whatever became of the saving: logind would not wait longer than five seconds."""

WATCHED = {"LockedHint": (True, Cause.SCREEN_LOCKED), "Active": (False, Cause.SWITCHED_AWAY)}
"""Properties of our session, and the value that, when it comes, means: lock."""


class LockSignals(QObject):
    """Begun once; ends with its parent. Every method is called on the window's thread."""

    went_away = Signal(object)
    """A `Cause`: whoever was at the screen is not any more."""

    going_to_sleep = Signal()
    """The machine stops soon. Call `let_sleep` when everything is safe."""

    woke = Signal()
    """The machine has slept."""

    def __init__(
        self, system: QDBusConnection, session: QDBusConnection, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._system, self._session = system, session
        self._path = ""
        self._asked: list[tuple[QDBusPendingCallWatcher, Callable[[list[object]], None]]] = []
        self._known: dict[str, object] = {}
        self._inhibitor: QDBusUnixFileDescriptor | None = None
        self._is_asleep = False
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(LET_SLEEP_MS)
        self._patience.timeout.connect(self.let_sleep)

    @property
    def delays_sleep(self) -> bool:
        """Whether sleep waits for us."""
        return self._inhibitor is not None

    def begin(self) -> None:
        """Listen. Nothing is waited for: what a bus does not answer is not listened to."""
        if self._system.isConnected():
            slot = _slot("on_sleep(QDBusMessage)")
            self._system.connect(LOGIND, MANAGER_PATH, MANAGER, "PrepareForSleep", self, slot)
            self._inhibit()
            # The login leaves its name to what it starts; what the user's own systemd starts has none.
            name = os.environ.get("XDG_SESSION_ID") or "auto"
            self._ask(MANAGER_PATH, MANAGER, "GetSession", [name], self._on_session)
        if self._session.isConnected():
            for saver in SCREEN_SAVERS:
                self._session.connect("", "", saver, "ActiveChanged", self, _slot("on_saver(QDBusMessage)"))

    def let_sleep(self) -> None:
        """Everything is safe: the machine may stop."""
        self._patience.stop()
        self._inhibitor = None  # the descriptor is closed with its last reference

    @Slot(QDBusMessage)
    def on_sleep(self, message: QDBusMessage) -> None:
        """PrepareForSleep(bool)."""
        begins = message.arguments() == [True]
        if begins:
            self._is_asleep = True
            self._patience.start()
            self.going_to_sleep.emit()
        else:
            self.let_sleep()
            if self._is_asleep:
                self._is_asleep = False
                self.woke.emit()
            self._inhibit()

    @Slot(QDBusMessage)
    def on_saver(self, message: QDBusMessage) -> None:
        """ActiveChanged(bool) of a screen saver."""
        if message.arguments() == [True]:
            self.went_away.emit(Cause.SCREEN_LOCKED)

    @Slot(QDBusMessage)
    def on_lock(self, _message: QDBusMessage) -> None:
        """Lock() of our session."""
        self.went_away.emit(Cause.SCREEN_LOCKED)

    @Slot(QDBusMessage)
    def on_properties(self, _message: QDBusMessage) -> None:
        """PropertiesChanged of our session. Which ones stands in a container Qt does not open for Python, so they are read."""
        self._read_properties()

    def _on_session(self, given: list[object]) -> None:
        path = given[0]
        if isinstance(path, QDBusObjectPath):
            self._watch(path.path())

    def _watch(self, path: str) -> None:
        self._path = path
        self._system.connect(LOGIND, path, SESSION, "Lock", self, _slot("on_lock(QDBusMessage)"))
        slot = _slot("on_properties(QDBusMessage)")
        self._system.connect(LOGIND, path, PROPERTIES, "PropertiesChanged", self, slot)
        self._read_properties()

    def _read_properties(self) -> None:
        for name in WATCHED:
            self._ask(self._path, PROPERTIES, "Get", [SESSION, name], partial(self._on_property, name))

    def _on_property(self, name: str, given: list[object]) -> None:
        """Only the change counts: some desktops never take their hint back."""
        value = given[0].variant() if isinstance(given[0], QDBusVariant) else given[0]
        before, self._known[name] = self._known.get(name), value
        away, cause = WATCHED[name]
        if value is away and before is not None and before is not away:
            self.went_away.emit(cause)

    def _inhibit(self) -> None:
        why = self.tr("先把写好的内容存好并锁定")
        given = ["sleep", self.tr("明道诊所"), why, "delay"]
        self._ask(MANAGER_PATH, MANAGER, "Inhibit", given, self._on_inhibitor)

    def _on_inhibitor(self, given: list[object]) -> None:
        held = given[0]
        if isinstance(held, QDBusUnixFileDescriptor) and not self._is_asleep:
            self._inhibitor = held

    def _ask(
        self, path: str, interface: str, method: str, given: list[str], heard: Callable[[list[object]], None]
    ) -> None:
        """Call logind; a refusal is not heard: without it there is one sign less to lock by."""
        call = QDBusMessage.createMethodCall(LOGIND, path, interface, method)
        call.setArguments(given)
        watcher = QDBusPendingCallWatcher(self._system.asyncCall(call), self)
        self._asked.append((watcher, heard))
        watcher.finished.connect(self._on_finished)

    @Slot()
    def _on_finished(self) -> None:
        """One of the calls was answered, or more."""
        answered = [one for one in self._asked if one[0].isFinished()]
        self._asked = [one for one in self._asked if one not in answered]
        for watcher, heard in answered:
            given = [] if watcher.isError() else watcher.reply().arguments()
            watcher.deleteLater()
            if given:
                heard(given)


def _slot(signature: str) -> Any:
    """A slot by its signature, as Qt's D-Bus takes it: as text, though its types say bytes."""
    return SLOT(signature)
