"""A walk through the running program, step by step. Each step is awaited by the program's own event loop, never longer
than its deadline.

A walk is a generator that yields what it waits for and is resumed with what came:

    hands.press("登记")
    number = yield Until("the person is registered", lambda: eyes.number())
"""

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

EVERY_MS = 8
DEADLINE_S = 60.0
"""Beyond what a step takes on a machine at a tenth of its speed; who waits in vain waits for it once."""

T = TypeVar("T")
StepsTo = Generator["Until", Any, T]
"""Steps that come back with something."""

Steps = StepsTo[None]


class Astray(Exception):
    """The program did not come to where the walk expected it. The text says what did not happen."""


@dataclass(frozen=True, slots=True)
class Until:
    """Wait until `look` finds something that is true; that is what the walk is resumed with."""

    what: str
    look: Callable[[], object]
    within_s: float = DEADLINE_S


class Walk(QObject):
    """One walk. It needs a running event loop and keeps no thread of its own."""

    ended = Signal(object)
    """None when it came to its end, else the exception that ended it."""

    def __init__(self, steps: Steps, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps = steps
        self._awaited: Until | None = None
        self._given_up_at = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self._on_time)

    def begin(self) -> None:
        """Take the first step once the event loop runs."""
        self._timer.start()

    def _on_time(self) -> None:
        try:
            found = self._awaited.look() if self._awaited else None
            if self._awaited is None or found:
                self._await(self._steps.send(found))
            elif time.monotonic() > self._given_up_at:
                raise Astray(f"Not within {self._awaited.within_s:.0f} s: {self._awaited.what}")
        except StopIteration:
            self._end(None)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong ends the walk, and is told by who began it
            self._end(error)

    def _await(self, until: Until) -> None:
        self._awaited = until
        self._given_up_at = time.monotonic() + until.within_s

    def _end(self, error: Exception | None) -> None:
        self._timer.stop()
        self._steps.close()
        self.ended.emit(error)
