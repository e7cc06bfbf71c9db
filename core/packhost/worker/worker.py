"""A pack in a process of its own, as the program uses it: described, called, ended.

A call fails closed, with its own code, and is never made a second time; the next one gets a fresh process. Permission, constraints and
audit are the business of whoever calls: nothing the worker says about them counts.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import inf
from pathlib import Path
from threading import Event, Lock
from time import monotonic
from typing import TypeVar

from core.base.errors import ClinicError, Damaged, Refused
from core.base.messages import Words
from core.packhost.api import Result
from core.packhost.worker.confinement import Confinement, Level, read_confinement
from core.packhost.worker.contract import ports as contract
from core.packhost.worker.description import Description, read_called, read_description
from core.packhost.worker.launch import command as own_command
from core.packhost.worker.limits import Limits
from core.packhost.worker.ports import Ports
from core.packhost.worker.process import Process
from core.packhost.worker.protocol import Json, NotPlain, Request, Response, plain

T = TypeVar("T")

_KIND = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_PLACE = re.compile(r"[A-Za-z0-9_-]{1,64}\.py:[0-9]{1,6}")
"""What is taken of what a worker says of an error. A pack could say anything there."""


def never() -> bool:
    """The call is wanted to its end."""
    return False


def nothing() -> None:
    """There is nothing to look at."""


@dataclass
class _Call:
    """One request under way."""

    until: float
    is_stopped: Callable[[], bool] = never
    asks: int = 0
    refused: dict[int, ClinicError] = field(default_factory=dict)


class PackWorker:
    """One pack. Calls are made one after the other, from whichever thread; each is answered on the thread that makes it."""

    def __init__(
        self,
        folder: Path,
        name: str,
        version: str,
        ports: Ports,
        *,
        limits: Limits | None = None,
        at_least: Level = Level.INTERPRETER,
        command: Sequence[str] | None = None,
        look: Callable[[], None] = nothing,
    ) -> None:
        """Nothing is started yet. `at_least` is how well it must be shut in; `command` starts another program as the worker. `look` raises
        `ClinicError` where the pack is no longer the one that was meant: it is asked before its code is loaded and after, each time.
        """
        self._folder, self._name, self._version, self._ports = folder.resolve(), name, version, ports
        self._limits = limits or Limits()
        self._at_least = at_least
        self._command = tuple(command or own_command())
        self._look = look
        self._turn = Lock()
        self._ids = count(1)
        self._process: Process | None = None
        self._confinement: Confinement | None = None
        self._closed = Event()

    @property
    def confinement(self) -> Confinement:
        """How far it is shut in. Starts it if need be, and raises as that does."""
        with self._turn:
            self._running()
            assert self._confinement is not None  # noqa: S101 - a running worker has told
            return self._confinement

    def measured(self) -> Confinement:
        """How far it would be shut in. The process is ended again before any code of the pack is there.

        Raises `ClinicError` worker_start, worker_closed; `Refused` worker_weak.
        """
        with self._turn:
            self._start()
            try:
                return self._shut_in(_Call(monotonic() + self._limits.start))
            finally:
                self._drop()

    def describe(self) -> Description:
        """What the pack brings. Raises as `call` does, and `Damaged` pack_broken."""
        with self._turn:
            self._running()
            call = _Call(monotonic() + self._limits.start, never)
            return self._made(read_description, self._asked("describe", {}, call))

    def call(
        self,
        tool: str,
        arguments: Mapping[str, object],
        *,
        seconds: float,
        is_stopped: Callable[[], bool] = never,
    ) -> Result:
        """Run a tool by the pack's own name for it. `is_stopped` is asked now and then; the deadline counts the start too.

        Raises `ClinicError` worker_start, worker_crashed, worker_timeout, worker_cancelled, worker_flood, worker_garbled, worker_oversized,
        worker_closed, pack_raised; `Refused` worker_weak; `Damaged` pack_broken; and what a port refused, if the tool let it through.
        """
        until = monotonic() + seconds
        while not self._turn.acquire(timeout=min(0.05, max(0.0, until - monotonic()))):
            if is_stopped():
                raise ClinicError("worker_cancelled", pack=self._name)
            if monotonic() >= until:
                raise ClinicError("worker_timeout", pack=self._name)
        try:
            self._running(until, is_stopped)
            params: dict[str, Json] = {"tool": tool, "arguments": plain(arguments)}
            called = self._made(read_called, self._asked("call", params, _Call(until, is_stopped)))
            if called.spent > self._limits.cpu / 2:
                self._drop()  # the limit is of a process, and the next call is owed a whole one
            return called.result
        finally:
            self._turn.release()

    def close(self) -> None:
        """End it for good; a call under way raises worker_closed. Twice is once."""
        self._closed.set()
        process = self._process
        if process is not None:
            process.end(ClinicError("worker_closed", pack=self._name))
        with self._turn:
            self._drop()

    def _running(self, until: float = inf, is_stopped: Callable[[], bool] = never) -> None:
        """See to it that there is a process with the pack loaded: the one there is, or a fresh one."""
        if self._process is not None and self._process.is_fit() and not self._closed.is_set():
            return
        self._start()
        call = _Call(min(until, monotonic() + self._limits.start), is_stopped)
        self._confinement = self._shut_in(call)
        self._load(call)

    def _start(self) -> None:
        """A fresh process, not yet shut in."""
        if self._closed.is_set():
            raise ClinicError("worker_closed", pack=self._name)
        self._drop()
        try:
            self._process = Process(self._name, self._command, self._limits)
        except OSError as error:
            raise ClinicError("worker_start", pack=self._name) from error
        if self._closed.is_set():  # by another thread, which found no process yet
            self._drop()
            raise ClinicError("worker_closed", pack=self._name)

    def _shut_in(self, call: _Call) -> Confinement:
        """Before any code of the pack is there."""
        params: dict[str, Json] = {"folder": str(self._folder), "limits": self._limits.plain()}
        try:
            done = self._made(read_confinement, self._asked("confine", params, call))
        except ClinicError as error:
            if error.code in {"worker_cancelled", "worker_closed"}:
                raise
            raise ClinicError("worker_start", pack=self._name) from error
        if done.level < self._at_least:
            self._drop()
            raise Refused(
                "worker_weak", pack=self._name, level=Words(f"confinement.level.{done.level.name.lower()}")
            )
        return done

    def _load(self, call: _Call) -> None:
        try:
            self._look()
            self._asked("load", {"name": self._name, "version": self._version}, call)
            self._look()
        except ClinicError as error:
            self._drop()
            if error.code == "pack_raised":
                reason = f"{error.params['kind']} {error.params['place']}".strip()
                raise Damaged("pack_broken", pack=self._name, reason=reason) from error
            raise

    def _asked(self, method: str, params: Mapping[str, Json], call: _Call) -> Json:
        """Ask the worker, answer what it asks meanwhile, and return its answer. Whatever else happens ends the process."""
        process = self._process
        assert process is not None  # noqa: S101 - callers see to that
        try:
            process.begin()
            request = Request(next(self._ids), method, params)
            process.send(request, call.until)
            while True:
                message = process.receive(call.until, call.is_stopped)
                if isinstance(message, Request):
                    self._answer(process, message, call)
                elif message.id == request.id:
                    return self._result(message, call)
                else:
                    raise process.end(ClinicError("worker_garbled", pack=self._name))
        except ClinicError as error:
            if error.code != "pack_raised" and error not in call.refused.values():
                self._drop()
            raise
        except BaseException:
            # A fault of ours, or somebody who does not want to wait: what the worker is at now nobody will read.
            self._drop()
            raise

    def _answer(self, process: Process, asked: Request, call: _Call) -> None:
        """What the worker asks. A port that there is none of is no question of an honest pack."""
        call.asks += 1
        if call.asks > self._limits.asks:
            raise process.end(ClinicError("worker_flood", pack=self._name))
        if asked.method not in contract() or asked.id in call.refused:
            raise process.end(ClinicError("worker_garbled", pack=self._name))
        try:
            answer = Response(asked.id, self._ports.answer(asked.method, asked.params))
        except ClinicError as error:
            call.refused[asked.id] = error
            answer = Response(asked.id, error=_refusal(error))
        process.send(answer, call.until)

    def _result(self, answer: Response, call: _Call) -> Json:
        if answer.error is None:
            return answer.result
        asked = answer.error.get("asked")
        if isinstance(asked, int) and asked in call.refused:
            raise call.refused[asked]
        kind, place = str(answer.error.get("kind")), str(answer.error.get("place"))
        raise ClinicError(
            "pack_raised",
            pack=self._name,
            kind=kind if _KIND.fullmatch(kind) else "",
            place=place if _PLACE.fullmatch(place) else "",
        )

    def _made(self, read: Callable[[Json], T], said: Json) -> T:
        try:
            return read(said)
        except ValueError as error:
            self._drop()
            raise ClinicError("worker_garbled", pack=self._name) from error

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()


def _refusal(error: ClinicError) -> dict[str, Json]:
    """A refusal as the worker makes it anew: its parameters as far as they are plain."""
    params: dict[str, Json] = {}
    for name, value in error.params.items():
        try:
            params[name] = plain(value)
        except NotPlain:
            params[name] = type(value).__name__
    return {"family": type(error).__name__, "code": error.code, "params": params}
