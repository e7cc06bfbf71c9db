"""One worker's process as the program holds it: started, written to, read by one thread, ended as a whole group, reaped.

Whatever goes wrong ends the process, and the error says what it was. Nothing here is tried twice. On Windows there is neither a limit of
memory nor a Job object: a worker is ended by its handle alone, and what it prints goes nowhere.
"""

import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread, Timer
from time import monotonic

from core.base.errors import ClinicError
from core.base.throw_away import ThrowAway, remove_stale
from core.packhost.worker.launch import environment
from core.packhost.worker.limits import Limits
from core.packhost.worker.protocol import Garbled, Request, Response, line_of, read_line

PREFIX = "mingdao-pack-"
CHUNK = 64 * 1024
LOOK_S = 0.5
"""How often the worker's folder is measured, between calls too: a thread of the pack may go on writing. On Windows during calls alone."""
ENTRY = 4096
"""Bytes that a file or a folder counts at least: there is an end of names on a disk, too."""
STOP_S = 0.05
"""How often a waiting call asks whether it is still wanted."""


class Process:
    """A running worker. `pack` is named in what it raises."""

    def __init__(self, pack: str, command: Sequence[str], limits: Limits) -> None:
        """Raises OSError when it cannot be started."""
        self._pack, self._limits = pack, limits
        self._why: ClinicError | None = None
        self._ending = Lock()
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._talk = self._chatter = 0
        self._looked = 0.0
        self._is_reaped = False
        remove_stale(
            PREFIX
        )  # what a crash of this program left: a pack may have noted something of a patient
        self._held = ThrowAway(PREFIX)
        self.folder = self._held.home.folder / "own"  # beside the lock, which is not the worker's
        self.folder.mkdir(mode=0o700)
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if sys.platform == "win32" else subprocess.PIPE,
                cwd=self.folder,
                env=environment(self.folder),
                close_fds=True,
                start_new_session=True,
            )
        except OSError:
            self._held.close()
            raise
        if sys.platform != "win32":
            os.set_blocking(_fileno(self._process.stdin), False)
        self._reader = Thread(target=self._read, name=f"pack-worker {pack}", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def is_fit(self) -> bool:
        """Whether it may be given something to do: nothing ended it, and it has said nothing unasked."""
        return self._why is None and self._lines.empty()

    def begin(self) -> None:
        """What is counted for one call is counted from here."""
        self._talk = self._chatter = 0

    def send(self, message: Request | Response, until: float) -> None:
        """Write a message. Raises `NotPlain`, `ClinicError` worker_oversized before anything is written, and as `receive`."""
        line = line_of(message)
        if len(line) > self._limits.line:
            raise ClinicError("worker_oversized", pack=self._pack)
        with suppress(BrokenPipeError, ConnectionResetError, ValueError):
            # Where nobody reads any more, `receive` says why.
            if sys.platform == "win32":
                self._write_there(line, until)
            else:
                self._write(line, until)

    def receive(self, until: float, is_stopped: Callable[[], bool]) -> Request | Response:
        """The next message. Raises `ClinicError` worker_timeout, worker_cancelled, worker_flood, worker_garbled, worker_crashed."""
        line = self._next(until, is_stopped)
        try:
            return read_line(line)
        except Garbled as error:
            raise self.end(ClinicError("worker_garbled", pack=self._pack)) from error

    def end(self, why: ClinicError) -> ClinicError:
        """End the process and all it started, at once. Returns why it ended: the first that was told."""
        with self._ending:
            self._why = self._why or why
            self._kill()
        return self._why

    def close(self) -> None:
        """End it and take away all it leaves: thread, pipes, folder. Twice is once."""
        self.end(ClinicError("worker_closed", pack=self._pack))
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._held.close()

    def _next(self, until: float, is_stopped: Callable[[], bool]) -> bytes:
        while True:
            if self._why is not None:
                raise self._why
            if is_stopped():
                raise self.end(ClinicError("worker_cancelled", pack=self._pack))
            left = until - monotonic()
            if left <= 0:
                raise self.end(ClinicError("worker_timeout", pack=self._pack))
            if sys.platform == "win32":
                self._measure()
            try:
                line = self._lines.get(timeout=min(left, STOP_S))
            except Empty:
                continue
            if line is None:
                raise self.end(ClinicError("worker_crashed", pack=self._pack, how=self._how()))
            return line

    def _measure(self) -> None:
        if monotonic() - self._looked < LOOK_S:
            return
        if _size(self.folder, self._limits.folder) > self._limits.folder:
            self.end(ClinicError("worker_flood", pack=self._pack))
        self._looked = monotonic()

    def _kill(self) -> None:
        """The number of a process that was reaped may be another's by now."""
        if self._is_reaped:
            return
        if sys.platform == "win32":
            self._process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _how(self) -> str:
        code = self._process.returncode or 0
        if code < 0:
            with suppress(ValueError):
                return signal.Signals(-code).name
        return str(code)

    def _write(self, line: bytes, until: float) -> None:
        to, left = _fileno(self._process.stdin), memoryview(line)
        while left:
            try:
                left = left[os.write(to, left) :]
            except BlockingIOError:
                with selectors.DefaultSelector() as ready:
                    ready.register(to, selectors.EVENT_WRITE)
                    if not ready.select(max(0.0, until - monotonic())):
                        raise self.end(ClinicError("worker_timeout", pack=self._pack)) from None

    def _write_there(self, line: bytes, until: float) -> None:
        """On Windows a pipe cannot be asked whether it takes more: who does not read in time is ended."""
        late = Timer(
            max(0.0, until - monotonic()), self.end, (ClinicError("worker_timeout", pack=self._pack),)
        )
        late.start()
        try:
            os.write(_fileno(self._process.stdin), line)
        finally:
            late.cancel()

    def _read(self) -> None:
        """The reader's thread: from the first byte to the process being reaped."""
        try:
            if sys.platform == "win32":
                self._read_there()
            else:
                self._read_both()
        finally:
            with self._ending:
                self._kill()  # it may have closed its output and go on
                self._process.wait()
                self._is_reaped = True
            self._lines.put(None)

    def _read_both(self) -> None:
        said, printed = _fileno(self._process.stdout), _fileno(self._process.stderr)
        lines = _Lines()
        with selectors.DefaultSelector() as ready:
            ready.register(said, selectors.EVENT_READ)
            ready.register(printed, selectors.EVENT_READ)
            while said in ready.get_map():
                for key, _ in ready.select(LOOK_S):
                    chunk = os.read(key.fd, CHUNK)
                    if not chunk:
                        ready.unregister(key.fd)
                    elif key.fd == printed:
                        self._heard(len(chunk))
                    else:
                        self._took(lines, chunk)
                self._measure()

    def _read_there(self) -> None:
        lines = _Lines()
        while chunk := os.read(_fileno(self._process.stdout), CHUNK):
            self._took(lines, chunk)

    def _took(self, lines: "_Lines", chunk: bytes) -> None:
        self._talk += len(chunk)
        if self._talk > self._limits.talk or lines.longest(chunk) > self._limits.line:
            self.end(ClinicError("worker_flood", pack=self._pack))
            return
        for line in lines.take(chunk):
            self._lines.put(line)

    def _heard(self, count: int) -> None:
        self._chatter += count
        if self._chatter > self._limits.chatter:
            self.end(ClinicError("worker_flood", pack=self._pack))


class _Lines:
    """Bytes into lines."""

    def __init__(self) -> None:
        self._begun: list[bytes] = []
        self._length = 0

    def longest(self, chunk: bytes) -> int:
        """How long the line under way gets by this."""
        return self._length + len(chunk.partition(b"\n")[0])

    def take(self, chunk: bytes) -> list[bytes]:
        *whole, rest = chunk.split(b"\n")
        if not whole:
            self._begun.append(rest)
            self._length += len(rest)
            return []
        whole[0] = b"".join([*self._begun, whole[0]])
        self._begun, self._length = [rest], len(rest)
        return whole


def _fileno(pipe: object) -> int:
    return int(pipe.fileno())  # type: ignore[attr-defined] # Popen was given pipes


def _size(folder: Path, most: int) -> int:
    """Bytes of all that is in a folder, as far as it can be seen. Beyond `most` nobody counts on."""
    total = 0
    for place, folders, files in os.walk(folder):
        total += ENTRY * len(folders)
        for name in files:
            with suppress(OSError):
                found = (Path(place) / name).lstat()
                # Windows does not tell how many blocks of the disk a file has.
                total += max(ENTRY, getattr(found, "st_blocks", -(-found.st_size // 512)) * 512)
            if total > most:
                return total
        if total > most:
            break
    return total
