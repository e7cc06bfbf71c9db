"""Whether the program wrote or reached out where it must not. Python tells of every such act before it happens.

What a C library does by itself is not told; so HOME and the caches lie in the throw-away folder too, and the sockets that are
open at the end are looked up among the system's.
"""

import os
import re
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from desktop.self_test.finding import Faulty

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGING = {"os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.link", "os.symlink", "os.truncate"}
WITHIN = {"os.mkdir": (2,), "os.remove": (1,), "os.rmdir": (1,), "os.rename": (2, 3), "os.link": (2, 3)}
"""Which of its arguments are open folders that its paths may begin in: whole trees are removed by them."""
NETWORK = {socket.AF_INET, socket.AF_INET6}
ASKING = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"}
PAIR = {"socketpair", "_fallback_socketpair"}
"""Windows has no pair of sockets but one that Python makes over the loopback: an event loop wakes itself by it."""
NOWHERE = os.devnull

_SOCKET = re.compile(r"socket:\[(\d+)\]")
_TABLES = ("tcp", "tcp6", "udp", "udp6", "raw", "raw6")


class Watch:
    """Watches one process from `begin` to `end`. `folder` is the only place where something may be written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._is_on = False
        self.written: list[str] = []
        self.reached: list[str] = []

    def begin(self) -> None:
        self._is_on = True
        sys.addaudithook(self._hear)

    def end(self) -> None:
        """A hook cannot be taken away, so it falls silent."""
        self._is_on = False

    def written_elsewhere(self) -> str:
        """Raises `Faulty` naming what was written outside the folder."""
        if self.written:
            raise Faulty(f"written elsewhere: {', '.join(self.written[:5])}")
        return "nothing outside the throw-away home"

    def reached_out(self, proc: Path = Path("/proc/self")) -> str:
        """Raises `Faulty` when a socket of the network was made, or is open."""
        reached = [*self.reached, *open_sockets(proc)]
        if reached:
            raise Faulty(f"the network was reached for: {', '.join(reached[:5])}")
        return "no socket of the network"

    def _hear(self, event: str, args: tuple[Any, ...]) -> None:
        if not self._is_on:
            return
        if event == "open":
            path, _, flags = args
            if isinstance(flags, int) and flags & WRITING:
                self._judge(path)
        elif event in CHANGING:
            within = [args[at] for at in WITHIN.get(event, ())]
            self._judge(args[0], *within[:1])
            if event in {"os.rename", "os.link", "os.symlink"}:
                self._judge(args[1], *within[1:])
        elif (event == "socket.__new__" and args[1] in NETWORK and not _is_pair()) or event in ASKING:
            self.reached.append(
                f"{event} {args[1]!r}" if event == "socket.__new__" else f"{event} {args[0]!r}"
            )

    def _judge(self, path: object, within: int | None = None) -> None:
        if not isinstance(path, (str, bytes, os.PathLike)) or os.fsdecode(path) == NOWHERE:
            return  # a number is a file that was opened before
        # No folder is -1 in what Python tells, and None in what a library for Windows does.
        start = f"/proc/self/fd/{within}" if within is not None and within >= 0 else ""
        place = Path(os.path.realpath(Path(start, os.fsdecode(path))))
        if not place.is_relative_to(self._folder):
            self.written.append(str(place))


def _is_pair() -> bool:
    """Whether Python itself is making a pair just now."""
    frame = sys._getframe()  # noqa: SLF001 - only there it is to be seen
    while frame.f_back:
        frame = frame.f_back
        if frame.f_globals.get("__name__") == "socket" and frame.f_code.co_name in PAIR:
            return True
    return False


def open_sockets(proc: Path) -> Iterator[str]:
    """The sockets of the network that are open now, also those of C libraries. Only Linux tells."""
    if not (proc / "fd").is_dir():
        return
    ours = set()
    for entry in (proc / "fd").iterdir():
        try:
            found = _SOCKET.fullmatch(str(entry.readlink()))
        except OSError:
            continue  # closed meanwhile
        if found:
            ours.add(found[1])
    for table in _TABLES:
        file = proc / "net" / table
        if file.is_file():
            for line in file.read_text(encoding="ascii").splitlines()[1:]:
                cells = line.split()
                if cells[9] in ours:
                    yield f"{table} {cells[1]}"
