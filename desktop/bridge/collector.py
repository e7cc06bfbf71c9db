"""Python's garbage is collected on the window's thread only.

The collector runs on whichever thread allocates, and a QObject that ends in a cycle would then be destroyed by a worker:
Qt answers with "Timers cannot be stopped from another thread" or a crash. Accepted: cycles wait up to a second.
"""

import gc

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 1000


class Collector(QObject):
    """Takes the collection over from the moment it is made until `stop`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self.collect_if_due)
        self._timer.start()

    def collect_if_due(self) -> None:
        """Collect what Python itself would by now have collected: the oldest generation that is over its threshold."""
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                return

    def stop(self) -> None:
        """Give the collection back."""
        self._timer.stop()
        if self._was_enabled:
            gc.enable()
