"""Looks after the time of an open clinic: the clocks each second and after a standstill, the desktop's signals as they come."""

from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

from core.base.rights import Role
from desktop.bridge.clinic import ClinicBridge, Opened
from desktop.session.last_touch import LastTouch
from desktop.session.lock_clock import Cause, Limits, LockClock, Reading

EVERY_MS = 1000
WARN_S = 30
"""So long before the lock by idleness it is said."""

MINUTE_S, HOUR_S = 60.0, 3600.0


class Signals(Protocol):
    """What the desktop of the machine says: `LockSignals` of Linux, `WindowsLockSignals`."""

    went_away: SignalInstance
    going_to_sleep: SignalInstance
    woke: SignalInstance

    def begin(self) -> None: ...
    def let_sleep(self) -> None: ...


class LockWatch(QObject):
    """Made once. It says when to lock, and locks nothing itself."""

    due = Signal(object)
    """The `Cause` for which to lock now."""

    going_to_sleep = Signal()
    """Lock now, and say `let_sleep` when everything is safe."""

    left_changed = Signal(int)
    """So many seconds until it is locked for want of input; 0 while that is far."""

    def __init__(self, clinic: ClinicBridge, touch: LastTouch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clinic, self.touch = clinic, touch
        self._signals: list[Signals] = []
        self._clock: LockClock | None = None
        self._left = 0
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self.look)
        touch.touched.connect(self._on_touched)
        touch.stood_still.connect(self.look)

    @property
    def is_watching(self) -> bool:
        """Whether a clinic is open that locks by itself."""
        return self._clock is not None

    def hear(self, signals: Signals) -> None:
        """Listen to these too."""
        self._signals.append(signals)
        signals.went_away.connect(self._on_away)
        signals.going_to_sleep.connect(self._on_sleep)
        signals.woke.connect(self._on_woke)
        signals.begin()

    def let_sleep(self) -> None:
        """Everything is safe."""
        for signals in self._signals:
            signals.let_sleep()

    def begin(self) -> None:
        """A clinic is open."""
        opened = self._clinic.opened
        if opened:
            self.touch.seen()
            self._clock = LockClock(limits_of(opened), self.read())
            self._timer.start()

    def end(self) -> None:
        """It is not any more, or is one that does not lock."""
        self._timer.stop()
        self._clock = None
        self._tell(0)

    def read(self) -> Reading:
        """The clocks, now."""
        return Reading.now()

    def look(self) -> None:
        """Look at the clocks."""
        clock, opened = self._clock, self._clinic.opened
        if clock is None or opened is None:
            return
        clock.limits = limits_of(opened)
        if self.touch.seen():
            verdict = clock.touched(self.read())
        else:
            verdict = clock.look(self.read(), is_waited_for=self._clinic.has_jobs)
        if verdict.cause:
            self.end()
            self.due.emit(verdict.cause)
        else:
            self._tell(int(verdict.left_s) + 1 if verdict.left_s <= WARN_S else 0)

    def _on_touched(self) -> None:
        """What was said about the time left is not true any more."""
        if self._left:
            self.look()

    def _on_away(self, cause: Cause) -> None:
        if self._clock is not None:
            self.end()
            self.due.emit(cause)

    def _on_sleep(self) -> None:
        self.going_to_sleep.emit()

    def _on_woke(self) -> None:
        self._on_away(Cause.SLEPT)

    def _tell(self, left: int) -> None:
        if left != self._left:
            self._left = left
            self.left_changed.emit(left)


def limits_of(opened: Opened) -> Limits:
    """After how long it is locked, by the settings and the role of whoever is at work."""
    settings = opened.settings
    minutes = settings.lock_minutes_reception if opened.role is Role.RECEPTION else settings.lock_minutes
    return Limits(minutes * MINUTE_S, settings.session_hours * HOUR_S)
