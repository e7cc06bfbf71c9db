"""What Windows says that means: lock. The session's lock and its switch, a remote desktop that disconnects, sleep.

Windows tells a window of it by messages: WM_WTSSESSION_CHANGE, which has to be asked for, and WM_POWERBROADCAST. It gives two seconds
before it sleeps and takes no answer, so what must be covered is covered while the message is handled.
"""

import ctypes
import sys
from ctypes import wintypes

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray, QCoreApplication, QObject, Signal

from desktop.session.lock_clock import Cause

WM_POWERBROADCAST = 0x0218
WM_WTSSESSION_CHANGE = 0x02B1
PBT_SUSPEND = 0x0004
PBT_RESUMED = frozenset({0x0007, 0x0012})
"""PBT_APMRESUMESUSPEND, with a person at it, and PBT_APMRESUMEAUTOMATIC."""

SESSION_LOCK = 0x7
AWAY = {
    0x2: Cause.SWITCHED_AWAY,  # WTS_CONSOLE_DISCONNECT
    0x4: Cause.SWITCHED_AWAY,  # WTS_REMOTE_DISCONNECT
    0x6: Cause.SCREEN_LOCKED,  # WTS_SESSION_LOGOFF
    SESSION_LOCK: Cause.SCREEN_LOCKED,
}
NOTIFY_FOR_THIS_SESSION = 0


class _Ear(QAbstractNativeEventFilter):
    def __init__(self, signals: "WindowsLockSignals") -> None:
        super().__init__()
        self._signals = signals

    def nativeEventFilter(
        self, kind: "QByteArray | bytes | bytearray | memoryview[int]", message: int
    ) -> tuple[bool, int]:
        name = kind.data() if isinstance(kind, QByteArray) else bytes(kind)
        if name == b"windows_generic_MSG" and message:
            told = wintypes.MSG.from_address(int(message))
            self._signals.hear(told.message, told.wParam)
        return False, 0


class WindowsLockSignals(QObject):
    """Begun once, with the handle of a window that lives as long; `end` gives it back."""

    went_away = Signal(object)
    """A `Cause`: whoever was at the screen is not any more."""

    going_to_sleep = Signal()
    woke = Signal()

    def __init__(self, window: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._ear = _Ear(self)

    def begin(self) -> None:
        """Listen."""
        app = QCoreApplication.instance()
        if app:
            app.installNativeEventFilter(self._ear)
        if sys.platform == "win32":
            ctypes.windll.wtsapi32.WTSRegisterSessionNotification(self._window, NOTIFY_FOR_THIS_SESSION)

    def let_sleep(self) -> None:
        """Windows does not wait."""

    def end(self) -> None:
        """Listen no more."""
        app = QCoreApplication.instance()
        if app:
            app.removeNativeEventFilter(self._ear)
        if sys.platform == "win32":
            ctypes.windll.wtsapi32.WTSUnRegisterSessionNotification(self._window)

    def hear(self, message: int, what: int) -> None:
        """A message and its wParam. The same one comes to each window of the program; locking twice is locking once."""
        if message == WM_WTSSESSION_CHANGE and what in AWAY:
            self.went_away.emit(AWAY[what])
        elif message == WM_POWERBROADCAST and what == PBT_SUSPEND:
            self.going_to_sleep.emit()
        elif message == WM_POWERBROADCAST and what in PBT_RESUMED:
            self.woke.emit()
