"""Starts the program for a tour, offscreen and in a throw-away home, runs it to the end and tells how it went."""

from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from core.base.clock import Clock, zone_named
from core.base.messages import Messages
from core.base.paths import Home
from core.base.throw_away import ThrowAway
from core.cli.compare import show_comparison
from core.cli.output import say
from core.services.demonstration import demonstration
from desktop.shell.program import Program
from desktop.tour import eyes
from desktop.tour.clock import TourClock
from desktop.tour.demo import Demo
from desktop.tour.walk import Steps, Walk

BEGINS = datetime(2026, 3, 2, 9, 0, tzinfo=zone_named("Asia/Shanghai"))
"""The first day of the demonstration, a Monday."""

ASTRAY = "astray.png"
"""What the window shows where the walk lost its way."""

OFFSCREEN = "does not support propagateSizeHints"

Make = Callable[[Home, Clock], Program]
"""Makes the program for a home, by a clock."""


def show_demo(app: QApplication, make: Make, out: Path) -> int:
    """Run the demonstration, leave its pictures and papers in a folder, print the comparison; the result is an exit code."""
    words = Messages()
    try:
        out.mkdir(parents=True, exist_ok=True)
        for left in (*out.glob("[0-9][0-9]-*.png"), *out.glob("*.pdf"), out / ASTRAY):
            left.unlink(missing_ok=True)
        folder = ThrowAway()
    except OSError as error:
        return _astray(error, out, words)
    with closing(folder):
        clock = TourClock(BEGINS)
        program = make(folder.home, clock)
        demo = Demo(program, clock, demonstration(), out)
        end = walk_through(app, program, demo.steps(), astray=out / ASTRAY)
    if demo.compared:
        show_comparison(demo.compared, words)
    if end is not None:
        return _astray(end, out, words)
    say(words.text("demo.pictures", count=len(demo.pictures), folder=out))
    return 0


def walk_through(
    app: QApplication, program: Program, steps: Steps, *, astray: Path | None = None, hooks: bool = True
) -> Exception | None:
    """Run a program along a walk, until its end; what ended the walk early, if anything did, and a picture of it in `astray`.

    With `hooks`, every fault of the process is the program's to report.
    """
    ends: list[Exception | None] = []

    def end(error: Exception | None) -> None:
        ends.append(error)
        if error and astray:
            eyes.picture(program.window).save(str(astray))
        # Not by quit: that would ask the window first, which waits for what is not saved.
        app.exit()

    app.setQuitOnLastWindowClosed(False)
    app.setCursorFlashTime(0)  # or no two pictures of a field would be the same
    walk = Walk(steps)
    walk.ended.connect(end)
    program.begin(hooks=hooks)
    if hooks:
        _mute_offscreen()
    walk.begin()
    try:
        app.exec()
    finally:
        program.end()
    return ends[0] if ends else RuntimeError("The program ended before the walk did")


def _mute_offscreen() -> None:
    """Leave Qt's remark about having no screen unsaid, and let whoever hears its messages hear the rest."""
    before: Any = qInstallMessageHandler(None)

    def hear(severity: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if before is not None and OFFSCREEN not in message:
            before(severity, context, message)

    qInstallMessageHandler(hear)


def _astray(error: Exception, out: Path, words: Messages) -> int:
    say(words.text("demo.astray", reason=error, folder=out), to_error=True)
    return 1
