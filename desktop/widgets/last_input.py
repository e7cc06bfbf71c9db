"""Whether a person last used the pointer or a key: after the pointer nobody needs a ring to say where the keyboard is."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QWindow

_POINTER = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin, QEvent.Type.TabletPress})


class LastInput(QObject):
    """Watches what comes to a window of the system, before any widget has it."""

    by_pointer = False
    """What the last input was, in any window."""

    def __init__(self, window: QWindow) -> None:
        super().__init__(window)
        LastInput.by_pointer = False
        window.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in _POINTER:
            LastInput.by_pointer = True
        elif event.type() == QEvent.Type.KeyPress:
            LastInput.by_pointer = False
        return False
