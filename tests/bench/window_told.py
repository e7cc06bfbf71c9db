"""What the probes of the window share: waiting, counting paints, and one JSON line a result."""

import json
import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

LONGEST_S = 30.0


class Painted(QObject):
    """Counts the paints of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.times = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self.times += 1
        return False


def until(app: QApplication, ready: Callable[[], bool]) -> None:
    """Let the program work until it is so. Raises TimeoutError."""
    end = time.monotonic() + LONGEST_S
    while not ready():
        if time.monotonic() > end:
            raise TimeoutError(ready.__qualname__)
        app.processEvents()
        time.sleep(0.0005)


def tell(what: str, **more: object) -> None:
    """Print a result."""
    print(json.dumps({"what": what, **more}), flush=True)
