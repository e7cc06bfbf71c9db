"""Has a backup made by itself at the first quiet moment of a day. Whether one is due, the clinic says (`core.services.backup.schedule`)."""

from PySide6.QtCore import QObject, QTimer

from core.base.errors import ClinicError
from desktop.bridge.clinic import ClinicBridge, ClinicState, Kernel
from desktop.session.backup_work import BackupWork
from desktop.session.last_touch import LastTouch

QUIET_MS = 30_000
"""So long without a touch is a quiet moment."""


class BackupWatch(QObject):
    """Made once. It watches from `begin` until `end`."""

    def __init__(
        self, clinic: ClinicBridge, touch: LastTouch, work: BackupWork, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._clinic, self._work = clinic, work
        self._is_watching = False
        self.quiet = QTimer(self)
        self.quiet.setInterval(QUIET_MS)
        self.quiet.timeout.connect(self._on_quiet)
        touch.touched.connect(self._on_touched)

    @property
    def is_watching(self) -> bool:
        """Whether a clinic is open that is kept."""
        return self._is_watching

    def begin(self) -> None:
        """A clinic is open."""
        self._is_watching = True
        self.quiet.start()

    def end(self) -> None:
        """It is not any more, or is one that nobody keeps."""
        self._is_watching = False
        self.quiet.stop()

    def _on_touched(self) -> None:
        if self._is_watching:
            self.quiet.start()

    def _on_quiet(self) -> None:
        if self._clinic.state is ClinicState.OPEN and not self._clinic.has_jobs:
            self._clinic.ask(self, _is_due, self._on_due, _leave_be, latest="due")

    def _on_due(self, is_due: bool) -> None:
        from core.services.backup.backups import Occasion

        if is_due and self._is_watching:
            self._work.make_by_itself(Occasion.IDLE)


def _is_due(kernel: Kernel) -> bool:
    from core.services.backup.backups import Occasion

    return kernel.backups.is_due(Occasion.IDLE)


def _leave_be(_error: ClinicError) -> None:
    """Asked again at the next quiet moment."""
