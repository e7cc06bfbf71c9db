"""The window: it opens and paints itself, and the demonstration goes through it by keys.

The loop is ended by `exit`: `quit` would ask the window first, which may have something to say.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from core.base.paths import Home
from core.kernel import no_vault
from core.services.demonstration import demonstration
from desktop.self_test.finding import Faulty
from desktop.shell.program import Program
from desktop.shell.screens import Screen
from desktop.tour import eyes
from desktop.tour.clock import TourClock
from desktop.tour.demo import Demo
from desktop.tour.run import BEGINS, walk_through
from desktop.tour.walk import Steps

PATIENCE_MS = 20_000

Show = Callable[[Program], None]


class _Painted(QObject):
    """Ends the event loop when a window has painted itself."""

    def __init__(self, application: QApplication, window: QWidget) -> None:
        super().__init__(window)
        self._application, self._window = application, window
        self.at: float | None = None
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.at is None and watched is self._window and event.type() == QEvent.Type.Paint:
            self.at = time.monotonic()
            QTimer.singleShot(0, self._application.exit)
        return super().eventFilter(watched, event)


def first_paint(
    application: QApplication, home: Home, screens: Sequence[Screen], show: Show = Program.begin
) -> str:
    """Open the window on an empty home. Raises `Faulty` when nothing was painted, or hardly anything."""
    began = time.monotonic()
    program = Program(application, home, no_vault(), screens)
    painted = _Painted(application, program.window)
    waiting = QTimer(application)
    waiting.setSingleShot(True)
    waiting.timeout.connect(application.exit)
    try:
        show(program)
        waiting.start(PATIENCE_MS)
        application.exec()
        blank = painted.at is not None and eyes.is_blank(eyes.picture(program.window))
    finally:
        waiting.stop()
        program.end()
    if painted.at is None:
        raise Faulty(f"nothing was painted within {PATIENCE_MS // 1000} s")
    if blank:
        raise Faulty("the window is blank")
    return f"painted after {painted.at - began:.2f} s"


def tour(
    application: QApplication,
    folder: Path,
    screens: Sequence[Screen],
    steps: Steps | None = None,
    *,
    hooks: bool = True,
) -> str:
    """Go through the demonstration. Raises `Faulty` saying where it went astray. `steps` stand in for the demonstration's."""
    clock = TourClock(BEGINS)
    program = Program(application, Home(folder / "clinic"), no_vault(), screens, clock)
    demo = Demo(program, clock, demonstration(), folder)
    error = walk_through(application, program, steps or demo.steps(), hooks=hooks)
    if error is not None:
        raise Faulty(str(error)) from error
    return f"{len(demo.pictures)} pictures"
