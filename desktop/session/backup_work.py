"""Making a backup while people work: one at a time, begun by hand or because one is due, and told of to whoever shows it.

Stopped, it is as if it had not been begun. What failed by itself is said by the bar over every page, not by a notice of its own.
"""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.base.errors import ClinicError
from desktop.bridge.clinic import ClinicBridge, Control, Kernel
from desktop.bridge.far import Far
from desktop.bridge.task import Task

if TYPE_CHECKING:
    # The services take longer to load than the window to be painted.
    from core.services.backup.backups import Made, Occasion


class BackupWork(QObject):
    """Made once."""

    moved = Signal()
    """It was begun, or is farther."""

    ended = Signal()
    """It is over, whichever way: `made` and `failure` say which; neither when it was stopped."""

    restore_wanted = Signal(object)
    """The open clinic is to be closed and put back from a backup: its `Path`, or None while none is chosen."""

    def __init__(self, clinic: ClinicBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clinic = clinic
        self._task: Task | None = None
        self.far = Far()
        self.made: Made | None = None
        self.failure: ClinicError | None = None
        self.is_by_hand = False

    @property
    def is_running(self) -> bool:
        """Whether one is being made."""
        return self._task is not None

    def make(self) -> None:
        """Make one now."""
        self._begin(None, is_waited_for=True)

    def make_by_itself(self, occasion: "Occasion", *, is_waited_for: bool = False) -> None:
        """Make one because it is due. Where nobody waits for it, it puts no lock off."""
        self._begin(occasion, is_waited_for=is_waited_for)

    def cancel(self) -> None:
        """Stop: nothing of it is left, and nothing was counted."""
        if self._task:
            self._task.cancel()

    def want_restore(self, file: Path | None) -> None:
        """Somebody wants the clinic put back."""
        self.restore_wanted.emit(file)

    def _begin(self, occasion: "Occasion | None", *, is_waited_for: bool) -> None:
        if self._task:
            return
        self.far, self.made, self.failure = Far(), None, None
        self.is_by_hand = occasion is None
        job = partial(_made, self.far, occasion)
        self._task = self._clinic.run(
            self, job, self._on_made, self._on_failed, ended=self._on_ended, is_waited_for=is_waited_for
        )
        self._task.progress.connect(self._on_moved)
        self.moved.emit()

    def _on_moved(self, _done: int, _total: int) -> None:
        self.moved.emit()

    def _on_made(self, made: "Made") -> None:
        self.made = made

    def _on_failed(self, error: ClinicError) -> None:
        self.failure = error

    def _on_ended(self) -> None:
        self._task = None
        self.ended.emit()


def _made(far: Far, occasion: "Occasion | None", kernel: Kernel, control: Control) -> "Made":
    told = far.hears(control)
    return kernel.backups.make_by_itself(occasion, told) if occasion else kernel.backups.make(told=told)
