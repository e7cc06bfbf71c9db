"""When an open clinic locks by itself: after so long without input, after a whole session, and whenever the clocks disagree.

Pure: it is handed readings and asked. Idle is no input to this program and no work under way that the person waits for
(spec/aesthetics.md R35). It is measured by the monotonic clock and by the wall clock, and either is enough: the first stands still
while the machine sleeps, the second can be set. A wall clock that goes back, or runs more than a minute ahead of the other, counts as
time that has passed (spec/security.md D16): the two alone cannot tell sleep from a clock that was set, so the uptime that counts sleep
is asked which it was. Steps are looked for between two readings, because over a day the clocks drift apart by seconds of themselves.
"""

import time
from dataclasses import dataclass
from enum import Enum

JUMP_S = 60.0
"""A wall clock this far ahead of the monotonic one, within one look."""

BACK_S = 0.25
"""A wall clock this far back. Less is the grain of the two clocks, which are not read at the same instant."""

READ_WITHIN_S = 0.05
"""Two clocks read further apart than this, because the process was held up between them, are read again."""

TRIES = 5


class Cause(Enum):
    """Why a clinic is locked. Its value is the end of its key in the messages, at `lock.cause`."""

    BY_HAND = "by_hand"
    IDLE = "idle"
    SESSION_OVER = "session_over"
    SCREEN_LOCKED = "screen_locked"
    SLEPT = "slept"
    SWITCHED_AWAY = "switched_away"
    CLOCK_CHANGED = "clock_changed"


@dataclass(frozen=True, slots=True)
class Reading:
    """Both clocks at one instant, in seconds; `slept` is the time since the start of the machine that counts sleep."""

    monotonic: float
    wall: float
    slept: float

    @classmethod
    def now(cls) -> "Reading":
        reading = cls(time.monotonic(), time.time(), _uptime_with_sleep())
        for _ in range(TRIES):
            if time.monotonic() - reading.monotonic < READ_WITHIN_S:
                break
            reading = cls(time.monotonic(), time.time(), _uptime_with_sleep())
        return reading


@dataclass(frozen=True, slots=True)
class Limits:
    """After how many seconds without input, and of a whole session, it is locked."""

    idle_s: float
    session_s: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """`cause` when it must be locked now; else None, and after `left_s` seconds it must."""

    cause: Cause | None
    left_s: float


class LockClock:
    """From the opening of a clinic until it is locked. Once expired it stays so."""

    def __init__(self, limits: Limits, at: Reading) -> None:
        self.limits = limits
        self._opened = self._input = self._last = at
        self._cause: Cause | None = None

    def look(self, at: Reading, *, is_waited_for: bool = False) -> Verdict:
        """How it stands. `is_waited_for` is that work is under way for which the person waits: then nobody is idle."""
        if self._cause is None:
            self._cause = self._stepped(at) or self._passed(at, is_waited_for=is_waited_for)
        self._last = at
        if self._cause:
            return Verdict(self._cause, 0.0)
        if is_waited_for:
            self._input = at
        return Verdict(None, self._left(at))

    def touched(self, at: Reading) -> Verdict:
        """There was input. It comes too late for what had expired before it: the first key after a sleep unlocks nothing."""
        verdict = self.look(at)
        if verdict.cause:
            return verdict
        self._input = at
        return Verdict(None, self._left(at))

    def _stepped(self, at: Reading) -> Cause | None:
        ahead = (at.wall - self._last.wall) - (at.monotonic - self._last.monotonic)
        if ahead < -BACK_S or at.monotonic < self._last.monotonic:
            return Cause.CLOCK_CHANGED
        if ahead > JUMP_S:
            asleep = (at.slept - self._last.slept) - (at.monotonic - self._last.monotonic)
            return Cause.SLEPT if ahead - asleep < JUMP_S else Cause.CLOCK_CHANGED
        return None

    def _passed(self, at: Reading, *, is_waited_for: bool) -> Cause | None:
        if self._since(self._opened, at) >= self.limits.session_s:
            return Cause.SESSION_OVER
        if not is_waited_for and self._since(self._input, at) >= self.limits.idle_s:
            return Cause.IDLE
        return None

    def _left(self, at: Reading) -> float:
        idle = self.limits.idle_s - self._since(self._input, at)
        return max(0.0, min(idle, self.limits.session_s - self._since(self._opened, at)))

    @staticmethod
    def _since(before: Reading, at: Reading) -> float:
        """The longer of what the two clocks say."""
        return max(at.monotonic - before.monotonic, at.wall - before.wall)


def _uptime_with_sleep() -> float:
    """Where the system keeps no clock that counts sleep, the monotonic one: on Windows it counts sleep itself."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.clock_gettime(boot) if boot is not None else time.monotonic()
