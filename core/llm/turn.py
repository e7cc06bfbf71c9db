"""What the calls of one turn used together: those of the conversation itself and those its tools made meanwhile.

A context variable, so that turns at the same time know each their own. Each call is priced by its own model and time where it is booked;
a turn only adds tokens up (spec/kernel.md §5).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock

from core.cost.usage import Usage


class Turn:
    """Usage so far. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._usage = Usage(0, 0, 0, 0)
        self._calls = self._unknown = 0

    def add(self, usage: Usage | None) -> None:
        """One more call. None is one of which nobody knows what it used."""
        with self._lock:
            self._calls += 1
            if usage is None:
                self._unknown += 1
            else:
                self._usage += usage

    @property
    def usage(self) -> Usage:
        """Of the calls whose usage is known."""
        with self._lock:
            return self._usage

    @property
    def calls(self) -> int:
        with self._lock:
            return self._calls

    @property
    def unknown(self) -> int:
        """So many of the calls are in no number here."""
        with self._lock:
            return self._unknown


_CURRENT: ContextVar[Turn | None] = ContextVar("current_turn", default=None)


def current_turn() -> Turn | None:
    """The turn under way, or None: a call outside of one is booked all the same."""
    return _CURRENT.get()


@contextmanager
def under_turn(turn: Turn) -> Iterator[Turn]:
    """Within this it is the turn under way."""
    token = _CURRENT.set(turn)
    try:
        yield turn
    finally:
        _CURRENT.reset(token)
