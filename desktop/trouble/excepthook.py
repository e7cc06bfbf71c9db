"""Every way a fault can surface ends in one scrubbed report: the window's thread, other threads, destructors, Qt's messages.

The reports are handed to one receiver on whichever thread the fault was met. Nothing prints an exception's text, and a
receiver that fails itself is named on stderr and no more. A wish to leave (SystemExit, KeyboardInterrupt) is not a fault.
"""

import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from desktop.trouble.crash_report import CrashReport, complainer, of_exception, of_qt

GRAVE = (QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)


class Hooks:
    """Takes the hooks of the process over with `install`, and gives them back with `remove`."""

    def __init__(self, receive: Callable[[CrashReport], None]) -> None:
        self._receive = receive
        self._is_installed = False
        self._before: tuple[Any, ...] = ()

    def install(self) -> None:
        """Take over. A second time does nothing."""
        if self._is_installed:
            return
        self._is_installed = True
        qt_before = qInstallMessageHandler(self.on_qt_message)
        self._before = (sys.excepthook, threading.excepthook, sys.unraisablehook, qt_before)
        sys.excepthook = self.on_exception
        threading.excepthook = self.on_thread_exception
        sys.unraisablehook = self.on_unraisable

    def remove(self) -> None:
        """Give back what was there before."""
        if self._is_installed:
            self._is_installed = False
            sys.excepthook, threading.excepthook, sys.unraisablehook, qt_before = self._before
            qInstallMessageHandler(qt_before)

    def on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """`sys.excepthook`: also every slot that raised."""
        if not isinstance(error, (SystemExit, KeyboardInterrupt)):
            self._report(of_exception("window", error, trace))

    def on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        """`threading.excepthook`."""
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            self._report(of_exception("thread", args.exc_value, args.exc_traceback))

    def on_unraisable(self, args: "sys.UnraisableHookArgs") -> None:
        """`sys.unraisablehook`: a destructor or a callback of C code."""
        if args.exc_value is not None:
            self._report(of_exception("unraisable", args.exc_value, args.exc_traceback))

    def on_qt_message(self, severity: QtMsgType, context: QMessageLogContext, message: str) -> None:
        """Qt's messages: a grave one is a fault, a warning is named on stderr, the rest is not heard."""
        if severity in GRAVE:
            self._report(of_qt(severity.name, message))
        elif severity is QtMsgType.QtWarningMsg:
            _say(f"Qt: {complainer(message)}")

    def _report(self, report: CrashReport) -> None:
        try:
            self._receive(report)
        except Exception as error:  # noqa: BLE001 - there is nobody left to tell
            _say(of_exception("report", error).text)


def _say(text: str) -> None:
    """On stderr, when there is one: a windowed program on Windows has none."""
    if sys.stderr is not None:
        sys.stderr.write(text + "\n")
