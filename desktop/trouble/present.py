"""Turns a failure into what a person sees: a notice with its next step, or a crash report. The only place that does.

The shell draws both. The same fault met again counts up and is not told anew, so that one in a paint event does not flood.
"""

import sys
import unicodedata

from PySide6.QtCore import QObject, Qt, Signal

from core.base.errors import ClinicError
from core.base.log import note
from core.base.messages import Messages
from desktop.bridge.failures import what_the_world_did
from desktop.bridge.notices import Action, Notice, Notices
from desktop.trouble.crash_report import CrashReport, of_exception


class Trouble(QObject):
    """Lives on the window's thread. `crash` may be called from any."""

    crashed = Signal(object)
    """A `CrashReport` that was not met before."""

    met_again = Signal(object)
    """A `CrashReport` that was met before: it is counted, and told to nobody who is not listening already."""

    _met = Signal(object)

    def __init__(self, notices: Notices, messages: Messages, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notices = notices
        self._messages = messages
        self._times: dict[CrashReport, int] = {}
        self._met.connect(self._on_met, Qt.ConnectionType.QueuedConnection)

    def speak(self, messages: Messages) -> None:
        """Use the words of another language from now on."""
        self._messages = messages

    def present(
        self, error: BaseException, *, title: str = "", action: Action | None = None
    ) -> Notice | None:
        """Say what the world did; anything else is a crash, and no notice. `title` names the record it is about."""
        meaning = what_the_world_did(error)
        if meaning is None:
            self.crash(of_exception("work", error))
            return None
        note(f"told {meaning.code}")
        message, hint = words(meaning, self._messages)
        return self._notices.error(message, hint, title=title, action=action)

    def crash(self, report: CrashReport) -> None:
        """Tell of a fault, from any thread."""
        self._met.emit(report)

    def times(self, report: CrashReport) -> int:
        """How often this fault was met."""
        return self._times.get(report, 0)

    def _on_met(self, report: CrashReport) -> None:
        self._times[report] = self._times.get(report, 0) + 1
        if self._times[report] == 1:
            note(report.text)
            if sys.stderr is not None:
                sys.stderr.write(report.text + "\n")
            self.crashed.emit(report)
        else:
            self.met_again.emit(report)


def words(error: ClinicError, messages: Messages) -> tuple[str, str]:
    """What happened and what to do next, in the window's words: a hint that speaks of the command line has another here."""
    message, hint = messages.error(error)
    try:
        return message, messages.text(f"desktop.hints.{error.code}", **error.params)
    except KeyError:
        return message, hint


def sentences(error: ClinicError, messages: Messages) -> str:
    """The same in one run of text: after a full-width stop there is no blank; what ends with a name gets a stop."""
    message, hint = words(error, messages)
    if message and hint and not unicodedata.category(message[-1]).startswith("P"):
        message += "." if messages.language == "en" else "。"
    is_wide = unicodedata.east_asian_width(message[-1:] or " ") in {"W", "F"}
    return f"{message}{hint}" if is_wide else f"{message} {hint}".strip()
