"""The way from a second start to the first window: a channel of the system's own kind that only this account reaches; no port is opened.

Nothing is said over it: whoever reaches it is this account, and there is one thing to ask. It needs no Qt.
"""

import getpass
import os
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from core.base.paths import Home


class Ear(Protocol):
    """The end that listens, in a thread of its own: waits there until it is stopped, and is closed when that thread has ended."""

    def wait(self) -> bool:
        """True when somebody called; False when there is nothing more to come."""

    def stop(self) -> None:
        """Listen no more: whoever waits is woken."""

    def close(self) -> None:
        """Give back what is left."""


def ear_of(home: Home) -> Ear:
    """Listen on a home's channel. Raises OSError where that cannot be. To be asked by the one that holds the home's lock."""
    if sys.platform == "win32":
        from desktop.start.channel_windows import EventEar

        return EventEar(channel_of(home))
    from desktop.start.channel_unix import SocketEar

    return SocketEar(channel_of(home))


def reach(home: Home) -> bool:
    """Call once. False when nobody of this account listens there."""
    if sys.platform == "win32":
        from desktop.start.channel_windows import call

        return call(channel_of(home))
    from desktop.start.channel_unix import call

    return call(channel_of(home))


def channel_of(home: Home) -> str:
    """The channel's name, which is the folder's own whatever path leads to it. On Unix a socket where sessions keep theirs."""
    who = f"{home.folder.resolve()}|{os.getuid() if hasattr(os, 'getuid') else getpass.getuser()}"
    name = f"mingdao-clinic-{sha256(who.encode('utf-8', 'surrogateescape')).hexdigest()[:24]}"
    if sys.platform == "win32":
        return name
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return str(Path(runtime if runtime and Path(runtime).is_dir() else tempfile.gettempdir()) / name)
