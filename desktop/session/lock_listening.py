"""Which signals the desktop of this machine gives: D-Bus on Linux, messages on Windows. Elsewhere the clocks alone are looked at."""

import sys
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from desktop.session.lock_watch import Signals


def signals_of(window: QWidget) -> "Signals | None":
    """What to listen to for as long as the window lives. It must have been shown."""
    if sys.platform == "win32":
        from desktop.session.lock_signals_windows import WindowsLockSignals

        return WindowsLockSignals(window.winId(), window)
    if sys.platform.startswith("linux"):
        from PySide6.QtDBus import QDBusConnection

        from desktop.session.lock_signals import LockSignals

        return LockSignals(QDBusConnection.systemBus(), QDBusConnection.sessionBus(), window)
    else:  # noqa: RET505 - what is unreachable on one system is not on another
        return None
