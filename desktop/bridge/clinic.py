"""The clinic as the window sees it: closed, opening, open or closing, with one way to ask its services for something.

No screen touches the kernel but inside the work it asks for. Nothing is asked of a clinic that is not open: the request
fails as any other does, in words. Closing waits for what was asked before, so a save that was begun is always finished.
"""

from collections.abc import Callable
from concurrent.futures import wait
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from enum import Enum
from functools import partial
from typing import TypeVar
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from core.base.clock import Clock, zone_named
from core.base.errors import ClinicError, Refused, UserError
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.base.rights import Right, Role
from core.kernel import Kernel, SetUp, no_vault, open_clinic, set_up, set_up_demonstration
from core.settings.model import Settings
from desktop.bridge.collector import Collector
from desktop.bridge.events import Events
from desktop.bridge.mailbox import Mailbox
from desktop.bridge.runtime import Runtime
from desktop.bridge.session import SOURCE, Opened, Session, Vault, opened_of
from desktop.bridge.task import Control, Task, Tasks
from desktop.bridge.tickets import Tickets
from desktop.bridge.withheld import REASON_NEEDED, Withheld

__all__ = ["ClinicBridge", "ClinicState", "Control", "Kernel", "Opened", "SetUp", "Vault", "no_vault"]

T = TypeVar("T")


class ClinicState(Enum):
    CLOSED = "closed"
    OPENING = "opening"
    OPEN = "open"
    CLOSING = "closing"


class ClinicBridge(QObject):
    """Made once, on the window's thread. `shut_down` must be called before the program ends."""

    state_changed = Signal(object)
    """The new `ClinicState`."""

    happened = Signal(object)
    """A `core.events` event of the open clinic."""

    settings_changed = Signal()
    """Other settings of the open clinic hold from now on."""

    unheard = Signal(object)
    """A `ClinicError` that no screen heard: it is told to the person all the same."""

    fault = Signal(object)
    """An exception that is a fault of this program, from any work."""

    def __init__(self, parent: QObject | None = None, *, clock: Clock | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._zone: tzinfo = datetime.now().astimezone().tzinfo or UTC
        self._runtime = Runtime()
        self._mailbox = Mailbox(self)
        self._collector = Collector(self)
        self._tasks = Tasks(self._runtime, self._mailbox, self)
        self._tasks.unheard.connect(self.unheard)
        self._tasks.fault.connect(self.fault)
        self._events = Events(self._mailbox, self)
        self._events.happened.connect(self.happened)
        self._tickets: WeakKeyDictionary[QObject, Tickets] = WeakKeyDictionary()
        self.withheld = Withheld(self)
        self._state = ClinicState.CLOSED
        self._session: Session | None = None
        self._opened: Opened | None = None
        self._is_leaving = False

    def now(self) -> datetime:
        """The present moment in the clinic's zone, also while no clinic is open: by the clock the bridge was made with, else the
        machine's.
        """
        return self._clock.now() if self._clock else datetime.now(self._zone)

    def keep_time_of(self, settings: Settings) -> None:
        """The clinic's zone, known before it is open. One that there is not leaves the machine's."""
        with suppress(UserError):
            self._zone = zone_named(settings.zone)

    @property
    def state(self) -> ClinicState:
        return self._state

    @property
    def opened(self) -> Opened | None:
        """The open clinic, None while there is none."""
        return self._opened

    def use_settings(self, settings: Settings) -> None:
        """These are the settings of the open clinic now."""
        self.keep_time_of(settings)
        if self._opened:
            self._opened = replace(self._opened, settings=settings)
            self.settings_changed.emit()

    def may(self, *rights: Right) -> bool:
        """Whether whoever is at work may do it; nobody may anything in a closed clinic."""
        return self._opened is not None and self._opened.may(*rights)

    def switch_role(
        self, owner: QObject, role: Role, done: Callable[[], None], failed: Callable[[ClinicError], None]
    ) -> None:
        """Act in another role; `opened` says so when `done` hears of it. Fails as `core.kernel.Kernel.switch_role` does."""

        def work(kernel: Kernel) -> Opened:
            kernel.switch_role(role)
            return opened_of(kernel)

        self.ask(owner, work, partial(self._use, done), failed)

    def look_who(self, owner: QObject, done: Callable[[], None]) -> None:
        """Read anew who is at work: somebody came or left, or has other roles."""
        self.ask(owner, opened_of, partial(self._use, done), latest="who")

    def _use(self, done: Callable[[], None], now: Opened) -> None:
        if self._opened:
            self._opened = replace(now, settings=self._opened.settings)
            done()

    def set_up(
        self,
        home: Home,
        passphrase: str,
        vault: Vault,
        operator: str = "",
        *,
        recovery: RecoveryCode | None = None,
        done: Callable[[SetUp], None] | None = None,
        failed: Callable[[ClinicError], None] | None = None,
    ) -> Task:
        """Set up a new clinic; opening it is a step of its own. Fails as `core.kernel.set_up` does.

        `recovery` is a new code that was typed back already, and counts as confirmed; where that cannot be noted the clinic is there all
        the same, and goes on asking for it. Raises RuntimeError when a clinic is open.
        """
        self._begin()

        def work(control: Control) -> SetUp:
            made = set_up(home, passphrase, vault, operator, recovery=recovery)
            if recovery:
                with (
                    suppress(ClinicError, OSError),
                    open_clinic(
                        home, vault, passphrase=passphrase, source=SOURCE, clock=self._clock
                    ) as kernel,
                ):
                    kernel.keys.confirm_recovery_code(recovery)
            return made

        return self._tasks.start(self, work, done, failed, ended=self._on_set_up_ended)

    def set_up_demonstration(
        self, home: Home, passphrase: str, words: Messages, *, failed: Callable[[ClinicError], None]
    ) -> Task:
        """Set up a clinic of invented people in a throw-away home; opening it is a step of its own. The task tells how far it is.

        Raises RuntimeError when a clinic is open.
        """
        self._begin()

        def work(control: Control) -> None:
            set_up_demonstration(home, passphrase, words, self._clock, control.progress)

        return self._tasks.start(self, work, None, failed, ended=self._on_set_up_ended)

    def open(
        self,
        home: Home,
        vault: Vault,
        passphrase: str | None,
        *,
        done: Callable[[Opened], None] | None = None,
        failed: Callable[[ClinicError], None] | None = None,
        clock: Clock | None = None,
    ) -> Task:
        """Open a clinic: with the passphrase, or, when it is None, by the keyring. Fails as `core.kernel.open_clinic` does.

        The state is `OPEN` before `done` hears of it. Raises RuntimeError when a clinic is open.
        """
        self._begin()
        session = self._session = Session(home, vault, passphrase, clock or self._clock)
        task = self._tasks.start(self, session.enter, None, failed, ended=self._on_opening_ended)
        task.done.connect(self._on_opened)
        if done:
            task.done.connect(done)
        return task

    def by_recovery(
        self,
        home: Home,
        vault: Vault,
        code: RecoveryCode,
        work: Callable[[Kernel], T],
        *,
        done: Callable[[T], None],
        failed: Callable[[ClinicError], None],
    ) -> Task:
        """Open a clinic by the recovery code for one piece of work, and close it again. It counts as opening meanwhile.

        Fails as `core.kernel.open_clinic` and the work do. Raises RuntimeError when a clinic is open.
        """
        self._begin()

        def job(control: Control) -> T:
            with open_clinic(
                home, vault, passphrase=None, recovery=code, source=SOURCE, clock=self._clock
            ) as kernel:
                return work(kernel)

        return self._tasks.start(self, job, done, failed, ended=self._on_set_up_ended)

    def while_closed(
        self,
        job: Callable[[Control], T],
        *,
        done: Callable[[T], None],
        failed: Callable[[ClinicError], None],
        ended: Callable[[], None] | None = None,
    ) -> Task:
        """Have something done with the files of a clinic that is not open. It counts as opening meanwhile; when the program ends, the
        job is told to stop. Raises RuntimeError when a clinic is open.
        """
        self._begin()

        def over() -> None:
            self._on_set_up_ended()
            if ended:
                ended()

        return self._tasks.start(self, job, done, failed, ended=over, is_job=True)

    def aside(
        self,
        owner: QObject,
        work: Callable[[], T],
        done: Callable[[T], None],
        failed: Callable[[ClinicError], None],
    ) -> Task:
        """Have something looked at that needs no clinic: a file on a stick. It changes nothing."""
        return self._tasks.start(owner, lambda _: work(), done, failed, is_question=True)

    def ask(
        self,
        owner: QObject,
        work: Callable[[Kernel], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[ClinicError], None] | None = None,
        *,
        ended: Callable[[], None] | None = None,
        latest: str = "",
        about: RecordNo | None = None,
    ) -> Task:
        """Have work done with the open clinic, and hear of it while the owner lives.

        With a name in `latest` the work is a question: asking again under that name drops the reply before it, and a question
        nobody waits for any more may not be asked at all. A save has no such name. `about` says which patient it is about:
        its reply is dropped once the owner was turned to another one. Fails with `Refused` clinic_closed while none is open.
        What is refused for want of a reason waits until there is one (`withheld`), and is asked again then.
        """
        return self._start(
            owner, _without_control(work), done, failed, ended=ended, latest=latest, about=about, is_job=False
        )

    def run(
        self,
        owner: QObject,
        job: Callable[[Kernel, Control], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[ClinicError], None] | None = None,
        *,
        ended: Callable[[], None] | None = None,
        latest: str = "",
        about: RecordNo | None = None,
        is_waited_for: bool = True,
    ) -> Task:
        """As `ask`, for work that takes long: it is handed a `Control` to tell how far it is and to hear that it should stop.

        Whoever waits for it is not idle (`has_jobs`). Nobody waits for what was begun by itself, nor for a question.
        """
        is_job = is_waited_for and not latest
        return self._start(owner, job, done, failed, ended=ended, latest=latest, about=about, is_job=is_job)

    @property
    def has_jobs(self) -> bool:
        """Whether work that takes long is under way, and somebody waits for it."""
        return self._tasks.has_jobs

    def _start(
        self,
        owner: QObject,
        job: Callable[[Kernel, Control], T],
        done: Callable[[T], None] | None,
        failed: Callable[[ClinicError], None] | None,
        *,
        ended: Callable[[], None] | None,
        latest: str,
        about: RecordNo | None,
        is_job: bool,
    ) -> Task:
        tickets = self._tickets_of(owner)
        ticket = tickets.issue(latest, about)
        session = self._session if self._state is ClinicState.OPEN else None

        def work(control: Control) -> T:
            if session is None:
                raise Refused("clinic_closed")
            return job(session.kernel, control)

        def wanted() -> bool:
            return tickets.is_current(ticket)

        def again() -> None:
            if isValid(owner) and wanted():
                self._start(owner, job, done, failed, ended=None, latest=latest, about=about, is_job=is_job)

        def refused(error: ClinicError) -> None:
            if error.code == REASON_NEEDED and self.withheld.is_heard:
                self.withheld.keep(error, again, failed)
            elif failed:
                failed(error)
            elif not latest:
                self.unheard.emit(error)

        return self._tasks.start(
            owner, work, done, refused, ended=ended, wanted=wanted, is_question=bool(latest), is_job=is_job
        )

    def turn_to(self, owner: QObject, about: RecordNo | None) -> None:
        """The owner shows this patient from now on, or nobody: replies about the one before are dropped."""
        self._tickets_of(owner).turn_to(about)

    def close(self) -> None:
        """Close the clinic once everything asked before is done; jobs that listen are stopped. Without one, nothing happens."""
        if self._state is ClinicState.OPENING:
            self._is_leaving = True
        if self._state is not ClinicState.OPEN or self._session is None:
            return
        self._change(ClinicState.CLOSING)
        self._lapse()
        self._events.detach()
        before, session = self._tasks.futures, self._session

        def work(control: Control) -> None:
            session.leave(before)

        self._tasks.start(self, work, ended=self._on_closed)

    def shut_down(self) -> None:
        """At the end of the program: wait for the work that was begun, close the clinic, end the threads. Nothing is heard then."""
        if self._runtime.is_closed:
            return
        self._lapse()
        self._events.detach()
        before = self._tasks.futures
        wait(before)
        try:
            if self._session:
                self._runtime.submit(self._session.leave).result()
        finally:
            self._runtime.close()
            self._mailbox.close()
            self._collector.stop()
            self._session = self._opened = None
            self._state = ClinicState.CLOSED

    def _begin(self) -> None:
        if self._state is not ClinicState.CLOSED:
            raise RuntimeError(f"The clinic is {self._state.value}")
        self._is_leaving = False
        self._change(ClinicState.OPENING)

    def _on_opened(self, opened: Opened) -> None:
        if self._session is None:
            return
        self._opened = opened
        self._events.attach(self._session.kernel.bus)
        self._change(ClinicState.OPEN)

    def _on_opening_ended(self) -> None:
        if self._state is ClinicState.OPENING:
            self._session = None
            self._change(ClinicState.CLOSED)
        elif self._is_leaving:
            self.close()

    def _on_set_up_ended(self) -> None:
        self._change(ClinicState.CLOSED)

    def _on_closed(self) -> None:
        self._session = self._opened = None
        self._change(ClinicState.CLOSED)

    def _lapse(self) -> None:
        for tickets in self._tickets.values():
            tickets.lapse()
        self._tasks.stop_jobs()
        self.withheld.forget()

    def _tickets_of(self, owner: QObject) -> Tickets:
        return self._tickets.setdefault(owner, Tickets())

    def _change(self, state: ClinicState) -> None:
        self._state = state
        self.state_changed.emit(state)


def _without_control(work: Callable[[Kernel], T]) -> Callable[[Kernel, Control], T]:
    def job(kernel: Kernel, control: Control) -> T:
        return work(kernel)

    return job
