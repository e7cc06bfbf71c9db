"""The worker's end of the pipes: its real standard input and output, moved away so that a `print` of the pack goes elsewhere."""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from threading import Lock
from typing import Any, cast

from core.base import errors
from core.base.errors import ClinicError
from core.packhost.worker.protocol import Garbled, Json, Request, Response, line_of, read_line


class Gone(Exception):
    """The program has closed its end, or says what makes no sense: there is nobody to work for."""


class TooLong(ValueError):
    """A message longer than a line may be."""


class Pipe:
    """One line at a time, either way. What the pack asks is answered before anything else is said."""

    def __init__(self, line: int) -> None:
        """Takes the standard input and output away. `line` is the longest line, in bytes."""
        self._in = os.fdopen(os.dup(0), "rb")
        self._out = os.dup(1)
        self.longest = line
        self._ids = count(1)
        self._turn = Lock()
        self._refusals: dict[int, ClinicError] = {}
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - stays open as long as the process
        os.dup2(sys.stdin.fileno(), 0)
        os.dup2(2, 1)

    def next_request(self) -> Request:
        """What the program wants done next. Raises `Gone`."""
        message = self._read()
        if not isinstance(message, Request):
            raise Gone
        self._refusals.clear()
        return message

    def send(self, answer: Response) -> None:
        """Answer the program. Raises `NotPlain`, `TooLong`."""
        self._write(self._line(answer))

    def ask(self, port: str, params: Mapping[str, Json]) -> Json:
        """Ask the program at a port. Raises the `ClinicError` that it answers with, and as `send` does."""
        with self._turn:
            request = Request(next(self._ids), port, params)
            self._write(self._line(request))
            answer = self._read()
            if not isinstance(answer, Response) or answer.id != request.id:
                raise Gone
        if answer.error is None:
            return answer.result
        refusal = _refusal(answer.error)
        self._refusals[request.id] = refusal
        raise refusal

    def asked(self, error: BaseException) -> int | None:
        """Which question an error is the answer to."""
        return next((number for number, refusal in self._refusals.items() if refusal is error), None)

    def _read(self) -> Request | Response:
        line = self._in.readline(self.longest + 1)
        if not line.endswith(b"\n"):
            raise Gone
        try:
            return read_line(line)
        except Garbled as error:
            raise Gone from error

    def _line(self, message: Request | Response) -> bytes:
        line = line_of(message)
        if len(line) > self.longest:
            raise TooLong
        return line

    def _write(self, line: bytes) -> None:
        left = memoryview(line)
        with suppress(BrokenPipeError):
            while left:
                left = left[os.write(self._out, left) :]


def _refusal(error: Mapping[str, Json]) -> ClinicError:
    family = getattr(errors, str(error.get("family")), ClinicError)
    params = cast("dict[str, Any]", error.get("params"))
    made: ClinicError = family(str(error.get("code")), **params)
    return made
