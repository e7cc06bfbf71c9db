"""One window for one clinic: a second start brings the first one to the front and ends.

The first window holds a lock of the operating system in the clinic's folder, so that a crash leaves nothing behind, and listens on
a local channel that only this account can reach; no port is opened. Where no lock can be had (a folder that may not be written, one
on a network) the window goes on without: the store has its own.
"""

import getpass
import os
import sys
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from filelock import FileLock, Timeout
from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from core.base.errors import UserError
from core.base.paths import Home
from core.base.places import refuse_remote

CALL_S = 0.8
"""How long a second start tries to reach the first, which may be just starting too."""
TRY_MS = 100


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
        if self._made and [entry.name for entry in self._home.folder.iterdir()] == [
            self._home.window_lock.name
        ]:
            with suppress(OSError):
                self._home.window_lock.unlink()
                self._home.folder.rmdir()
        self._lock.release()
        self._lock = None


class Summons(QObject):
    """The first window's ear."""

    called = Signal()
    """Somebody started the program again."""

    def __init__(self, home: Home, parent: QObject) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        # What a crash left of the channel is replaced: whoever holds the lock is the only one to listen.
        self._server.listen(channel_of(home))

    @property
    def place(self) -> str:
        """The channel as the operating system knows it; empty when there is none."""
        return self._server.fullServerName()

    def close(self) -> None:
        """Listen no more."""
        self._server.close()

    def _on_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            # What is said there is not read: whoever reaches the channel is this account, and there is one thing to ask.
            socket.disconnected.connect(socket.deleteLater)
            socket.disconnectFromServer()
            self.called.emit()


def call_first(home: Home) -> bool:
    """Ask the first window to come to the front. False when it was not reached in time: it may be just starting, or ending."""
    until = time.monotonic() + CALL_S
    while True:
        socket = QLocalSocket()
        socket.connectToServer(channel_of(home))
        if socket.waitForConnected(TRY_MS):
            socket.disconnectFromServer()
            return True
        if time.monotonic() > until:
            return False
        time.sleep(TRY_MS / 1000)


def channel_of(home: Home) -> str:
    """The channel's name, which is the folder's own whatever path leads to it. On Unix a socket where sessions keep theirs."""
    who = f"{home.folder.resolve()}|{os.getuid() if hasattr(os, 'getuid') else getpass.getuser()}"
    name = f"mingdao-clinic-{sha256(who.encode('utf-8', 'surrogateescape')).hexdigest()[:24]}"
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if sys.platform != "win32" and runtime and Path(runtime).is_dir():
        return str(Path(runtime) / name)
    return name
