"""Keeps an eye on what the open clinic's records rest on: what is the matter stands as a notice until it is not any more.

It looks when a clinic opens, every half minute, and at once after something could not be done or was done again.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.events.model import Event
from desktop.bridge.clinic import ClinicBridge, ClinicState
from desktop.bridge.notices import Notice, Notices, Verb

if TYPE_CHECKING:
    # The services take longer to load than the window to be painted.
    from core.services.health import Concern, Report

EVERY_MS = 30_000
SOON_MS = 300
"""Several things at once are looked at once."""


class HealthWatch(QObject):
    """Lives as long as the program."""

    looked = Signal(object)
    """A `Report`."""

    def __init__(
        self, clinic: ClinicBridge, notices: Notices, messages: Messages, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._clinic, self._notices, self._messages = clinic, notices, messages
        self._standing: dict[str, tuple[Concern, Notice]] = {}
        self._put_away: set[str] = set()
        self._is_telling = False
        self._every = _timer(self, EVERY_MS, self.look, once=False)
        self._soon = _timer(self, SOON_MS, self.look, once=True)
        clinic.state_changed.connect(self._on_state)
        clinic.happened.connect(self._on_happened)
        clinic.unheard.connect(self.look_soon)
        notices.raised.connect(self._on_raised)
        notices.withdrawn.connect(self._on_withdrawn)

    def speak(self, messages: Messages) -> None:
        """Use the words of another language from now on."""
        self._messages = messages
        self._fall_silent()
        self.look_soon()

    def look(self) -> None:
        """Look now."""
        if self._clinic.state is ClinicState.OPEN:
            self._clinic.ask(
                self, lambda kernel: kernel.health.look(), self._on_looked, _leave_be, latest="health"
            )

    def look_soon(self, *_: object) -> None:
        """Something happened that may have changed it."""
        if self._clinic.state is ClinicState.OPEN:
            self._soon.start()

    def _on_state(self, state: ClinicState) -> None:
        if state is ClinicState.OPEN:
            self.look_soon()
            self._every.start()
        else:
            self._every.stop()
            self._soon.stop()
            self._fall_silent()

    def _on_happened(self, _event: Event) -> None:
        self.look_soon()

    def _on_raised(self, notice: Notice) -> None:
        # A failure was told, perhaps of a change that was not kept.
        if notice.verb is Verb.ERROR and not self._is_telling:
            self.look_soon()

    def _on_withdrawn(self, notice: Notice) -> None:
        """A person may put a notice away. A loud one comes again with the next look, any other with the next opening."""
        for code, (concern, own) in tuple(self._standing.items()):
            if own is notice:
                del self._standing[code]
                if not concern.is_loud:
                    self._put_away.add(code)

    def _on_looked(self, report: "Report") -> None:
        found = {one.code: one for one in report.concerns}
        self._put_away &= set(found)
        for code, (concern, notice) in tuple(self._standing.items()):
            if code not in found or found[code].cause != concern.cause:
                del self._standing[code]
                self._notices.withdraw(notice)
        for code, concern in found.items():
            if code not in self._standing and code not in self._put_away:
                self._standing[code] = (concern, self._told(concern))
        self.looked.emit(report)

    def _told(self, concern: "Concern") -> Notice:
        self._is_telling = True
        tell = self._notices.error if concern.is_loud else self._notices.warn
        notice = tell(*concern.words(self._messages))
        self._is_telling = False
        return notice

    def _fall_silent(self) -> None:
        standing, self._standing = self._standing, {}
        self._put_away = set()
        for _, notice in standing.values():
            self._notices.withdraw(notice)


def _leave_be(_error: ClinicError) -> None:
    """A store that cannot be read is told of by whoever needed something of it."""


def _timer(parent: QObject, interval_ms: int, act: Callable[[], None], *, once: bool) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(once)
    timer.setInterval(interval_ms)
    timer.timeout.connect(act)
    return timer
