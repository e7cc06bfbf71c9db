"""Whether the program that is starting is whole, told to the window: at once where that is known in time, else while it is shown."""

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.errors import ClinicError
from core.installation.start_check import StartCheck

AT_ONCE_S = 0.5
"""So long the first paint waits. It is known by then unless the disk is slow, and a slow one has the window wait for its libraries anyway."""
EVERY_MS = 50


class Whole(QObject):
    """Listens to the look at this program; one from a source tree is not looked at."""

    refused = Signal(object)
    """The `ClinicError` why it must not go on."""

    def __init__(self, check: StartCheck | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._check = check
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self._look)

    def at_once(self, seconds: float = AT_ONCE_S) -> ClinicError | None:
        """Why it must not even begin; None when it is whole, or that is not known yet: then `refused` may come."""
        if self._check is None or self._check.wait(seconds):
            return self._check.refusal if self._check else None
        self._timer.start()
        return None

    def _look(self) -> None:
        if self._check is None or not self._check.wait(0):
            return
        self._timer.stop()
        if self._check.refusal:
            self.refused.emit(self._check.refusal)
