"""Whether a person did something in this program: keys, pointer, touch, or an input method, in any of its windows.

What comes to a window of the system is watched, before any widget has it, so that a key costs one look at a set and not one for
every object it passes. It also tells when a window is about to be painted: after a sleep nothing may be shown before the clocks
were looked at.
"""

import time
from weakref import WeakSet

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QGuiApplication, QWindow

from desktop.widgets.composition import Composition

_TOUCHES = frozenset(
    {
        *(QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.Wheel, QEvent.Type.NativeGesture),
        *(QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.MouseMove),
        *(QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd),
        *(QEvent.Type.TabletPress, QEvent.Type.TabletMove, QEvent.Type.TabletRelease),
    }
)
_PAINTS = frozenset({QEvent.Type.Expose, QEvent.Type.UpdateRequest})
STALE_S = 2.0
"""The clocks are looked at every second: when nobody did for so long, by either clock, the process or the machine stood still."""


class LastTouch(QObject):
    """Watches the windows that are handed to it, and each that gets the focus."""

    touched = Signal()
    """The first touch since `seen`."""

    stood_still = Signal()
    """Something is about to be painted or was touched, and nobody has looked at the clocks for a while."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watched: WeakSet[QWindow] = WeakSet()
        self._was_touched = False
        self._heard_at = Composition.heard_at
        self._seen_at = time.monotonic(), time.time()
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.focusWindowChanged.connect(self.watch)

    def watch(self, window: QWindow | None) -> None:
        """Watch this window, as long as it lives."""
        if window is not None and window not in self._watched:
            self._watched.add(window)
            window.installEventFilter(self)

    def seen(self) -> bool:
        """Whether there was a touch since this was last asked. Whoever asks looks at the clocks now."""
        self._seen_at = time.monotonic(), time.time()
        was, self._was_touched = self._was_touched, False
        if Composition.heard_at != self._heard_at:
            self._heard_at = Composition.heard_at
            return True
        return was

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in _TOUCHES:
            self._look_up()
            if not self._was_touched:
                self._was_touched = True
                self.touched.emit()
        elif kind in _PAINTS:
            self._look_up()
        return False

    def _look_up(self) -> None:
        monotonic, wall = self._seen_at
        if not (0 <= time.monotonic() - monotonic < STALE_S and 0 <= time.time() - wall < STALE_S):
            self._seen_at = time.monotonic(), time.time()
            self.stood_still.emit()
