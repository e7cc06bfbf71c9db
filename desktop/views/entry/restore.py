"""The road back from a backup: which file, what is in it, what opens it, and then the clinic stands as on that day.

It needs no clinic that opens, and none at all. Until the file is opened with the right passphrase or code nothing is changed, and stopped
half-way everything is as it was.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.base.clock import zone_named
from core.base.errors import ClinicError, KeyTrouble, Refused
from core.base.messages import Messages
from core.base.paths import Home
from core.settings.load import load_settings
from core.settings.model import Settings
from desktop.bridge.clinic import ClinicBridge, ClinicState
from desktop.bridge.closed_clinic import restoring
from desktop.bridge.far import Far
from desktop.bridge.task import Task
from desktop.session.backup_words import far_words
from desktop.trouble.present import words
from desktop.views.entry.restore_cards import RestoreCard, RestoredCard

if TYPE_CHECKING:
    from core.services.backup.facts import Listed, Restored


NOT_OF_TODAY = "backup_not_of_today"
"""The code of a refusal that another field answers."""

OF_SECOND = "backup_second_"
"""What is wrong with the second person is said by its own codes."""

WAITING = "too_many_tries"
"""No field is wrong: whoever is of today has to wait."""


class Restore(QObject):
    """Leads through both cards."""

    front = Signal(object)
    """The card to show."""

    left = Signal()
    """Nothing was done: back to where it began."""

    ended = Signal(str)
    """The clinic is there, and can be opened: its name as the backup has it."""

    def __init__(self, clinic: ClinicBridge, home: Home, messages: Messages, parent: QObject | None) -> None:
        super().__init__(parent)
        self._clinic, self._home, self._messages = clinic, home, messages
        self.choose, self.done = RestoreCard(messages), RestoredCard(messages)
        self._listed: Listed | None = None
        self._task: Task | None = None
        self._failure: ClinicError | None = None
        self._far = Far()
        self.choose.picked.connect(self.take)
        self.choose.submitted.connect(self._on_submitted)
        self.choose.stopped.connect(self._on_stop)
        self.choose.back.connect(self._on_back)
        self.done.opens.connect(self._on_opens)

    def begin(self, file: Path | None = None) -> None:
        """Ask for a file, or show what is in this one."""
        self._listed = None
        self.choose.begin()
        self.front.emit(self.choose)
        if file:
            self.take(file)
        else:
            self.choose.file.setFocus()

    def take(self, file: Path) -> None:
        """Look into this file."""
        zone = zone_named(self._settings.zone)
        self.choose.reading(file)

        def look() -> "Listed":
            from core.services.backup.facts import Listed

            return Listed.of(file, zone)

        self._clinic.aside(self, look, self._on_looked, self._on_unreadable)

    @property
    def _settings(self) -> Settings:
        """Those of the folder; where they cannot be read the defaults, and the restore itself refuses."""
        try:
            return load_settings(self._home.settings)
        except (ClinicError, OSError):
            return Settings()

    def _on_looked(self, listed: "Listed") -> None:
        if listed.trouble:
            self._on_unreadable(listed.trouble)
        else:
            self._listed = listed
            self.choose.show_file(listed, self._clinic.now().astimezone(zone_named(self._settings.zone)))

    def _on_unreadable(self, error: ClinicError) -> None:
        self._listed = None
        self.choose.refuse_file(*words(error, self._messages))

    def _on_submitted(self) -> None:
        if self._listed is None or self._clinic.state is not ClinicState.CLOSED:
            return
        by = self.choose.secret.credential()
        today = self.choose.today.credential() if self.choose.needs_today else None
        second = self.choose.second.credential() if self.choose.needs_two else None
        if (
            by is None
            or (self.choose.needs_today and today is None)
            or (self.choose.needs_two and second is None)
        ):
            return
        self._far = Far()
        self.choose.be_busy(busy=True)
        self._task = self._clinic.while_closed(
            restoring(self._home, self._listed.file, by, self._far, today=today, second=second),
            done=self._on_restored,
            failed=self._on_failed,
            ended=self._on_ended,
        )
        self._task.progress.connect(self._on_moved)
        self._on_moved()

    def _on_moved(self, *_far: int) -> None:
        _stage, done, total = self._far.now
        self.choose.strip.go_on(far_words(self._far.now, self._messages), done, total)

    def _on_restored(self, restored: "Restored") -> None:
        self.choose.forget()
        self.done.tell(restored)
        self.front.emit(self.done)
        self.done.button.setFocus()

    def _on_failed(self, error: ClinicError) -> None:
        self._failure = error

    def _on_ended(self) -> None:
        self._task = None
        self.choose.be_busy(busy=False)
        failure, self._failure = self._failure, None
        if failure:  # what is shut off takes no focus, so it is told only now
            self._tell(failure)

    def _tell(self, error: ClinicError) -> None:
        message, hint = words(error, self._messages)
        if error.code == NOT_OF_TODAY:
            self.choose.ask_today(message, hint)
        elif isinstance(error, Refused) and error.code.startswith(OF_SECOND):
            self.choose.ask_second(message, hint)
        elif isinstance(error, KeyTrouble) and error.code != WAITING:
            self.choose.secret.refuse(message, hint)
        else:
            self.choose.refuse(message, hint)

    def _on_stop(self) -> None:
        if self._task:
            self._task.cancel()

    def _on_back(self) -> None:
        if self._task is None:
            self.choose.forget()
            self.left.emit()

    def _on_opens(self) -> None:
        listed, self._listed = self._listed, None
        self.ended.emit(listed.clinic if listed else "")
