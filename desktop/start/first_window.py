"""One window for one clinic: a second start brings the first one to the front and ends.

The first window holds a lock of the operating system in the clinic's folder, so that a crash leaves nothing behind, and listens on
a local channel that only this account can reach; no port is opened. Where no lock can be had (a folder that may not be written, one
on a network) the window goes on without: the store has its own.
"""

import threading
import time
from contextlib import suppress

from filelock import FileLock, Timeout
from PySide6.QtCore import QObject, Signal

from core.base.errors import UserError
from core.base.paths import Home
from core.base.places import refuse_remote
from desktop.start.channel import Ear, ear_of, reach

CALL_S = 0.8
"""How long a second start tries to reach the first, which may be just starting too."""
TRY_S = 0.1


class FirstWindow:
    """Whether this process has the one window of a clinic. Needs no QApplication."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._lock: FileLock | None = None
        self._made = False

    def take(self) -> bool:
        """Become the first window; False when another process is it."""
        try:
            refuse_remote(self._home.folder)
            if not self._home.folder.exists():
                self._home.folder.mkdir(parents=True, mode=0o700)
                self._made = True
            lock = FileLock(self._home.window_lock, timeout=0, thread_local=False, mode=0o600)
            lock.acquire()
        except Timeout:
            return False
        except (UserError, OSError, NotImplementedError):
            return True
        self._lock = lock
        return True

    def let_go(self) -> None:
        """No window any more. A folder that was made for nothing but the lock goes too."""
        if self._lock is None:
            return
        with suppress(OSError):  # it may be somewhere else by now
            if self._made and list(self._home.folder.iterdir()) == [self._home.window_lock]:
                self._home.window_lock.unlink()
                self._home.folder.rmdir()
        self._lock.release()
        self._lock = None


class Summons(QObject):
    """The first window's ear. Where there can be none, a second start ends all the same, and says why."""

    called = Signal()
    """Somebody started the program again."""

    def __init__(self, home: Home, parent: QObject) -> None:
        super().__init__(parent)
        self._ear: Ear | None = None
        self._thread: threading.Thread | None = None
        with suppress(OSError):
            self._ear = ear_of(home)
            self._thread = threading.Thread(
                target=self._listen, args=(self._ear,), name="summons", daemon=True
            )
            self._thread.start()

    def close(self) -> None:
        """Listen no more."""
        if self._ear is None or self._thread is None:
            return
        self._ear.stop()
        self._thread.join()
        self._ear.close()
        self._ear = None

    def _listen(self, ear: Ear) -> None:
        while ear.wait():
            self.called.emit()


def call_first(home: Home) -> bool:
    """Ask the first window to come to the front. False when it was not reached in time: it may be just starting, or ending."""
    until = time.monotonic() + CALL_S
    while not reach(home):
        if time.monotonic() > until:
            return False
        time.sleep(TRY_S)
    return True
