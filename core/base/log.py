"""The one log of the program: what went wrong, for whoever maintains it, and not a word of a patient.

A line carries a moment, a source and plain words of this program. Of a record of Python's logging it takes the level, the logger's
name and the types and places of an exception; never its text, whose arguments anybody may have filled in. What is noted directly
passes the same sieve: what is not plain ASCII, a long number or looks like a key does not get through.

It lies beside the store and is kept small. Where there is no clinic, or the disk refuses, nothing is written and no work is stopped.
"""

import faulthandler
import logging
import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import IO

from core.base.errors import UserError
from core.base.fault import causes_of
from core.base.paths import Home
from core.base.places import refuse_remote

MOST_BYTES = 512 * 1024
"""A log that has grown to this becomes `.previous`; a single run stops writing at twice as much."""

_FOREIGN = re.compile(r"[^\t\n\x20-\x7e]+")
_NUMBER = re.compile(r"\d(?:[ -]?\d){5,}")
_KEY = re.compile(r"(?<![\w./])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9_-]{12,}(?![\w./:])")


def sieved(text: str) -> str:
    """A text without anything a name, a number of a person or a key could stand in."""
    return _KEY.sub("#", _NUMBER.sub("#", _FOREIGN.sub("?", text)))


class Log(logging.Handler):
    """Writes to one file, from any thread, once it is told which."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._file: IO[bytes] | None = None

    def keep_in(self, home: Home) -> None:
        """The log of this clinic from now on."""
        with self._turn(), suppress(OSError, UserError):
            if self._file is not None or not home.envelope.exists():
                return
            refuse_remote(home.folder)
            if home.log.exists() and home.log.stat().st_size > MOST_BYTES:
                home.log.replace(home.log.with_name(f"{home.log.name}.previous"))
            handle = os.open(home.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            self._file = os.fdopen(handle, "ab", buffering=0)
            # A crash of a library leaves functions and lines there: no values, no text.
            faulthandler.enable(self._file)

    def note(self, what: str) -> None:
        """A line, or several."""
        with self._turn(), suppress(OSError):
            if self._file is not None and self._file.tell() < 2 * MOST_BYTES:
                moment = datetime.now().astimezone().isoformat(timespec="seconds")
                self._file.write(f"{moment} {sieved(what)}\n".encode())

    def emit(self, record: logging.LogRecord) -> None:
        """`logging.Handler`."""
        error = record.exc_info[1] if record.exc_info else None
        lines = [line for cause in causes_of(error) for line in cause.lines] if error else []
        self.note("\n".join((f"{record.levelname} {record.name}", *lines)))

    def close(self) -> None:
        """Write no more."""
        with self._turn():
            if self._file is not None:
                faulthandler.disable()
                self._file.close()
                self._file = None
        super().close()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        self.acquire()
        try:
            yield
        finally:
            self.release()


_installed: list[Log] = []


@contextmanager
def logged() -> Iterator[None]:
    """Everything that would be logged or printed by Python itself goes through the log meanwhile."""
    log, root = Log(), logging.getLogger()
    level, hook = root.level, threading.excepthook
    root.addHandler(log)
    logging.captureWarnings(capture=True)
    threading.excepthook = _on_thread_exception
    _installed.append(log)
    try:
        yield
    finally:
        _installed.remove(log)
        threading.excepthook = hook
        logging.captureWarnings(capture=False)
        root.removeHandler(log)
        root.setLevel(level)
        log.close()


def keep_in(home: Home) -> None:
    """The log, where there is one, is this clinic's."""
    for log in _installed:
        log.keep_in(home)


def note(what: str) -> None:
    """Put words of this program into the log, where there is one: codes, names of types, places."""
    for log in _installed:
        log.note(what)


def _on_thread_exception(args: threading.ExceptHookArgs) -> None:
    """Python itself would print the text."""
    if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
        lines = [line for cause in causes_of(args.exc_value, args.exc_traceback) for line in cause.lines]
        told = "\n".join(("thread", *lines))
        note(told)
        if sys.stderr is not None:
            sys.stderr.write(told + "\n")
