"""Work as an object: it is started for an owner, tells how far it is, can be cancelled, and answers on the window's thread.

An owner that was destroyed hears nothing. A failure is never lost with it: what the world did and nobody heard goes to
`Tasks.unheard`, unless the work was a question that may go unanswered; a fault of this program always goes to `Tasks.fault`.

The work, its result and its failure are let go of on the window's thread, because they may hold the last reference to a
widget. That is why an errand carries them, and not the future.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import ref

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from core.base.errors import ClinicError
from desktop.bridge.failures import what_the_world_did
from desktop.bridge.mailbox import Mailbox
from desktop.bridge.runtime import Runtime

T = TypeVar("T")


class Cancelled(Exception):
    """Raised by work that was asked to stop and does."""


class Control:
    """Handed to work that takes long: there it tells how far it is, and hears that it should stop. For any thread."""

    def __init__(self, tell: Callable[[int, int], None]) -> None:
        self._tell = tell
        self._stop = threading.Event()

    @property
    def is_cancelled(self) -> bool:
        return self._stop.is_set()

    def cancel(self) -> None:
        self._stop.set()

    def progress(self, done: int, total: int) -> None:
        """`done` of `total` pieces are done. Raises `Cancelled` when the work should stop."""
        self.stop_if_cancelled()
        self._tell(done, total)

    def stop_if_cancelled(self) -> None:
        """Raises `Cancelled` when the work should stop."""
        if self.is_cancelled:
            raise Cancelled


Work = Callable[[Control], T]


def _always() -> bool:
    return True


@dataclass(frozen=True)
class _Done:
    value: object


@dataclass(frozen=True)
class _Failed:
    error: BaseException


class Task(QObject):
    """One piece of work under way. It goes by itself once it has ended.

    It is not the owner's child: a child that is destroyed while it holds the last reference to its parent, as a connected
    closure may, would destroy the parent from within.

    `done` brings the result. `failed` brings every failure, `refused` only those the world did. `ended` comes last, whatever
    happened. Work that was cancelled and heard of it only ends.
    """

    done = Signal(object)
    failed = Signal(object)
    refused = Signal(object)
    progress = Signal(int, int)
    ended = Signal()

    def __init__(self, cancel: Callable[[], None]) -> None:
        super().__init__()
        self._cancel = cancel

    def cancel(self) -> None:
        """Ask the work to stop; safe at any time. What has not begun never does. What is finished first is still answered."""
        self._cancel()


class _Errand(Generic[T]):
    """What travels between the threads for one task."""

    def __init__(
        self,
        tasks: "Tasks",
        mailbox: Mailbox,
        owner: QObject,
        work: Work[T] | Coroutine[Any, Any, T],
        wanted: Callable[[], bool],
    ) -> None:
        self.control = Control(self._note)
        self.task: Task | None = None
        self.future: Future[None] | None = None
        self._owner = ref(owner)
        self._wanted = wanted
        self.is_question = False
        self.is_job = False
        self.is_heard = False
        self._tasks = tasks
        self._mailbox = mailbox
        self._work: Work[T] | Coroutine[Any, Any, T] | None = work
        self._on_loop: tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]] | None = None
        self._outcome: _Done | _Failed | None = None
        self._is_withdrawn = False
        self._far = (0, 0)
        self._is_told = False

    @property
    def is_there(self) -> bool:
        """Whether the owner lives."""
        owner = self._owner()
        return owner is not None and isValid(owner)

    def wanted(self) -> bool:
        """Whether the reply is still waited for."""
        return self._wanted() and self.is_there

    def run(self) -> None:
        """Carry the work out, on a worker."""
        try:
            # The owner is not looked at here: a worker must not hold the last reference to a widget.
            if self._is_withdrawn or (self.is_question and not self._wanted()):
                raise Cancelled
            if not callable(self._work):
                raise TypeError("No call")
            self._outcome = _Done(self._work(self.control))
        except BaseException as error:  # noqa: BLE001 - carried to the window's thread, where it is split
            self._outcome = _Failed(error)
        self._mailbox.post(self._arrive)

    async def run_on_loop(self) -> None:
        """Carry the work out, on the loop, where it is cancelled as the loop cancels."""
        running = asyncio.current_task()
        self._on_loop = (asyncio.get_running_loop(), running) if running else None
        try:
            if not isinstance(self._work, Coroutine):
                raise TypeError("No coroutine")
            if self.control.is_cancelled:
                self._work.close()
                raise Cancelled
            self._outcome = _Done(await self._work)
        except BaseException as error:  # noqa: BLE001 - as above
            self._outcome = _Failed(error)
        self._mailbox.post(self._arrive)

    def withdraw(self) -> None:
        """Never begin; stop when begun."""
        self._is_withdrawn = True
        self.stop()

    def stop(self) -> None:
        """Stop what listens; a call that does not is carried out."""
        self.control.cancel()
        if self._on_loop:
            loop, running = self._on_loop
            loop.call_soon_threadsafe(running.cancel)

    def take(self) -> _Done | _Failed | None:
        """The outcome, once. Nothing of the work stays here."""
        outcome, self._outcome, self._work = self._outcome, None, None
        return outcome

    def _arrive(self) -> None:
        self._tasks.finish(self)

    def _note(self, done: int, total: int) -> None:
        # A job that reports a thousand times a second knocks once until it is heard.
        self._far = (done, total)
        if not self._is_told:
            self._is_told = True
            self._mailbox.post(self._tell)

    def _tell(self) -> None:
        self._is_told = False
        if self.task and self.wanted():
            self.task.progress.emit(*self._far)


class Tasks(QObject):
    """Starts work on a runtime and brings the replies back."""

    unheard = Signal(object)
    """A `ClinicError` that no screen was there to hear."""

    fault = Signal(object)
    """An exception that is a fault of this program, whoever else heard of it."""

    def __init__(self, runtime: Runtime, mailbox: Mailbox, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runtime = runtime
        self._mailbox = mailbox
        self._under_way: set[_Errand[Any]] = set()

    def start(
        self,
        owner: QObject,
        work: Work[T] | Coroutine[Any, Any, T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[ClinicError], None] | None = None,
        *,
        ended: Callable[[], None] | None = None,
        wanted: Callable[[], bool] = _always,
        is_question: bool = False,
        is_job: bool = False,
    ) -> Task:
        """Start work for an owner. `failed` hears the `ClinicError`s. A job is work that a person waits for and sees the progress of.

        A reply that is no longer `wanted` when it comes is dropped. A question that is no longer wanted when its turn comes
        is not even asked, so a question must change nothing.
        """
        errand = _Errand(self, self._mailbox, owner, work, wanted)
        errand.is_question, errand.is_job = is_question, is_job
        errand.is_heard = failed is not None
        task = errand.task = Task(errand.withdraw)
        if done:
            task.done.connect(done)
        if failed:
            task.refused.connect(failed)
        if ended:
            task.ended.connect(ended)
        self._under_way.add(errand)
        errand.future = self._runtime.submit(
            errand.run_on_loop() if isinstance(work, Coroutine) else errand.run
        )
        return task

    @property
    def futures(self) -> tuple[Future[None], ...]:
        """What is under way, to be waited for on another thread."""
        return tuple(errand.future for errand in self._under_way if errand.future)

    @property
    def has_jobs(self) -> bool:
        """Whether a job is under way."""
        return any(errand.is_job for errand in self._under_way)

    def stop_jobs(self) -> None:
        """Ask all that is under way to stop. Only work that listens does; a save is carried out."""
        for errand in tuple(self._under_way):
            errand.stop()

    def finish(self, errand: _Errand[Any]) -> None:
        """A reply has come. On the window's thread."""
        self._under_way.discard(errand)
        outcome = errand.take()
        task, errand.task = errand.task, None
        hears = errand.wanted()
        match outcome:
            case _Done(value) if hears and task:
                task.done.emit(value)
            case _Failed(error) if not isinstance(error, (Cancelled, asyncio.CancelledError)):
                self._failed(errand, error, task if hears else None)
            case _:
                pass
        if task and errand.is_there:
            task.ended.emit()

    def _failed(self, errand: _Errand[Any], error: BaseException, task: Task | None) -> None:
        meaning = what_the_world_did(error)
        if task:
            task.failed.emit(meaning or error)
        if task and meaning and errand.is_there:
            task.refused.emit(meaning)
        if meaning is None:
            self.fault.emit(error)
        elif not (task and errand.is_heard) and not errand.is_question:
            self.unheard.emit(meaning)
