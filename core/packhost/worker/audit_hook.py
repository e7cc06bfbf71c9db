"""Python's own refusal of what a worker may not do: all there is where the kernel has no fence.

The interpreter tells a hook what is about to happen, and the hook raises. Code that gets at the interpreter's memory gets
round it, so everything that leads there (`ctypes`, libraries brought along) is refused with the rest.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.packhost.worker.view import View

REFUSED = (
    *("socket.", "subprocess.", "ctypes.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system"),
    *("os.startfile", "os.kill", "os.chflags", "os.chown", "os.setxattr", "os.removexattr", "os.link"),
    *("os.symlink", "pty.", "resource.", "syslog.", "sqlite3.", "webbrowser.", "signal.pthread_kill"),
    *("winreg.", "_winapi.", "msvcrt.", "os.add_dll_directory"),
    *("ftplib.", "http.client.", "imaplib.", "nntplib.", "poplib.", "smtplib.", "telnetlib.", "urllib."),
    *("sys.addaudithook", "sys.setprofile", "sys.settrace", "gc.get_"),
)
"""By the beginning of the event's name. The last line is the way to this hook itself."""

READS = ("os.listdir", "os.scandir")
WRITES: Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "os.mkdir": ((0,), (2,)),
    "os.rmdir": ((0,), (1,)),
    "os.remove": ((0,), (1,)),
    "os.rename": ((0, 1), (2, 3)),
    "os.truncate": ((0,), ()),
    "os.chmod": ((0,), (2,)),
    "os.utime": ((0,), (3,)),
}
"""Which arguments of an event are places, and which name an open folder that places are counted from."""

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class HookRefused(PermissionError):
    """Raised inside the call."""


def listen(view: View) -> None:
    """Refuse from now on, for ever, what lies outside the view."""
    seen = places_of(view)

    def hear(event: str, args: tuple[object, ...]) -> None:
        judge(event, args, seen)

    sys.addaudithook(hear)


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a view as the system names them."""

    libraries: tuple[str, ...]
    readable: tuple[str, ...]
    own: tuple[str, ...]


def places_of(view: View) -> Places:
    """The view with every link followed."""
    return Places(_real(view.libraries), _real(view.readable), _real(view.writable))


def judge(event: str, args: tuple[object, ...], seen: Places) -> None:
    """Raise `HookRefused` for an event that may not happen."""
    if event == "open":
        writes = isinstance(args[2], int) and args[2] & WRITING
        _within(args[0], seen.own if writes else (*seen.readable, *seen.own), event)
    elif event in READS:
        _within(args[0], (*seen.readable, *seen.own), event)
    elif event in WRITES:
        places, folders = WRITES[event]
        if any(args[at] not in {-1, None} for at in folders if at < len(args)):
            raise HookRefused(event)  # where that folder is cannot be told from here
        for at in places:
            _within(args[at], seen.own, event)
    elif event == "import" and args[1] is not None:
        _within(args[1], seen.libraries, event)  # a library of machine code, which no hook sees into
    elif event.startswith(REFUSED):
        raise HookRefused(event)


def _real(places: Iterable[Path]) -> tuple[str, ...]:
    return tuple(os.path.realpath(place) for place in places)


def _within(place: object, roots: tuple[str, ...], event: str) -> None:
    if isinstance(place, int):
        return  # already open
    if not isinstance(place, str | bytes | os.PathLike):
        place = os.curdir
    real = os.path.realpath(os.fsdecode(place))
    if not any(real == root or real.startswith(root.rstrip(os.sep) + os.sep) for root in roots):
        raise HookRefused(event)
