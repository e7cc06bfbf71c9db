"""Rescue: what can still be read of a damaged store is written out into a folder. The damaged file itself is only copied, never written to."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.base.errors import ClinicError, KeyTrouble
from core.base.messages import Messages
from core.base.paths import Home
from desktop.bridge.clinic import ClinicBridge, ClinicState, Vault
from desktop.bridge.closed_clinic import rescuing
from desktop.bridge.task import Task
from desktop.trouble.present import words
from desktop.views.entry.rescue_cards import RescueCard, RescuedCard

if TYPE_CHECKING:
    from core.services.rescue import Rescued


class Rescue(QObject):
    """Leads through both cards."""

    front = Signal(object)
    """The card to show."""

    left = Signal()
    """Back to where it began."""

    restore_wanted = Signal()
    """To a backup, after all."""

    def __init__(
        self, clinic: ClinicBridge, home: Home, vault: Vault, messages: Messages, parent: QObject | None
    ) -> None:
        super().__init__(parent)
        self._clinic, self._home, self._vault, self._messages = clinic, home, vault, messages
        self.choose, self.done = RescueCard(messages), RescuedCard(messages)
        self._task: Task | None = None
        self._failure: ClinicError | None = None
        self.choose.submitted.connect(self._on_submitted)
        self.choose.stopped.connect(self._on_stop)
        self.choose.back.connect(self._on_back)
        self.choose.restore_wanted.connect(self._on_restore_wanted)
        self.done.back.connect(self.left)
        self.done.restore.connect(self.restore_wanted)

    def begin(self) -> None:
        """Ask where to, and for what opens the clinic."""
        self.choose.begin()
        self.front.emit(self.choose)
        self.choose.folder.setFocus()

    def _on_submitted(self, folder: Path) -> None:
        if self._clinic.state is not ClinicState.CLOSED:
            return
        by = self.choose.secret.credential()
        if by is None:
            return
        self.choose.be_busy(busy=True)
        self._task = self._clinic.while_closed(
            rescuing(self._home, self._vault, by, folder),
            done=self._on_rescued,
            failed=self._on_failed,
            ended=self._on_ended,
        )
        self._task.progress.connect(self.choose.go_on_to)

    def _on_rescued(self, rescued: "Rescued") -> None:
        self.choose.forget()
        self.done.tell(rescued)
        self.front.emit(self.done)
        self.done.button.setFocus()

    def _on_failed(self, error: ClinicError) -> None:
        self._failure = error

    def _on_ended(self) -> None:
        self._task = None
        self.choose.be_busy(busy=False)
        failure, self._failure = self._failure, None
        if failure is None:
            return
        # Only now: what is shut off takes no focus.
        message, hint = words(failure, self._messages)
        if isinstance(failure, KeyTrouble):
            self.choose.secret.refuse(message, hint)
        else:
            self.choose.refuse(message, hint)

    def _on_stop(self) -> None:
        if self._task:
            self._task.cancel()

    def _on_restore_wanted(self) -> None:
        self.choose.forget()
        self.restore_wanted.emit()

    def _on_back(self) -> None:
        if self._task is None:
            self.choose.forget()
            self.left.emit()
