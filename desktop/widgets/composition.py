"""The rule for input methods: while a composition is open, the keys that end it do nothing else.

Enter that confirms a candidate must not submit, Esc that drops one must not close, Tab must not leave. Each field owns
one `Composition`, tells it what the input method sends, and asks it before it acts on a key.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent

_KEYS = frozenset(
    {
        *(Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape),
        *(Qt.Key.Key_Tab, Qt.Key.Key_Backtab),
    }
)
SUBMITS = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class Composition:
    """Whether an input method shows text in a field that it has not handed over yet."""

    def __init__(self) -> None:
        self.open = False

    def hear(self, event: QInputMethodEvent) -> None:
        """Take note of what the input method sends."""
        self.open = bool(event.preeditString())

    def end(self) -> None:
        """Take note that the field lost the focus, and the composition with it."""
        self.open = False

    def holds(self, event: QKeyEvent) -> bool:
        """Whether this key belongs to the composition."""
        return self.open and event.key() in _KEYS
