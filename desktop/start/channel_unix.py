"""The channel of Linux: a socket in the file system, for its owner alone. The system says of which account the other end is."""

import os
import socket
import struct
from contextlib import suppress
from pathlib import Path

CALL_S = 0.1
"""How long one call waits for a place in the queue."""

_CREDENTIALS = struct.Struct("3i")
"""`struct ucred`: process, user, group."""


class SocketEar:
    """Listens at a place. What a crash left there is replaced: whoever holds the lock is the only one to listen."""

    def __init__(self, place: str) -> None:
        """Raises OSError: the place is too long, not ours, or cannot be written."""
        self._place = Path(place)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            # Before it has a name, so that there is no moment when others may enter.
            os.fchmod(self._socket.fileno(), 0o600)
            self._place.unlink(missing_ok=True)
            self._socket.bind(place)
            self._socket.listen()
        except OSError:
            self._socket.close()
            raise

    def wait(self) -> bool:
        """`Ear.wait`. Another account that got in all the same is not heard."""
        while True:
            try:
                caller, _ = self._socket.accept()
            except OSError:
                return False
            with caller:
                if _is_own(caller):
                    return True

    def stop(self) -> None:
        """`Ear.stop`."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        with suppress(OSError):
            self._place.unlink(missing_ok=True)

    def close(self) -> None:
        """`Ear.close`."""
        self._socket.close()


def call(place: str) -> bool:
    """Call whoever listens at a place. False when nobody does, or another account."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
        caller.settimeout(CALL_S)
        try:
            caller.connect(place)
            return _is_own(caller)
        except OSError:
            return False


def _is_own(end: socket.socket) -> bool:
    content = end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    _, user, _ = _CREDENTIALS.unpack(content)
    return bool(user == os.geteuid())
