"""The rule for input methods: while a composition is open, the keys that end it do nothing else.

Enter that confirms a candidate must not submit, Esc that drops one must not close, Tab must not leave. Each field owns
one `Composition`, tells it what the input method sends, and asks it before it acts on a key.
"""

import time

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
    """Whether an input method shows text in a field that it has not handed over yet, and which."""

    heard_at = 0.0
    """When an input method last sent something to any field, by the monotonic clock. The keys it takes reach no window."""

    def __init__(self) -> None:
        self.open = False
        self.text = ""

    def hear(self, event: QInputMethodEvent) -> None:
        """Take note of what the input method sends."""
        Composition.heard_at = time.monotonic()
        self.text = event.preeditString()
        self.open = bool(self.text)

    def end(self) -> None:
        """Take note that the field lost the focus, and the composition with it."""
        self.open = False
        self.text = ""

    def holds(self, event: QKeyEvent) -> bool:
        """Whether this key belongs to the composition."""
        return self.open and event.key() in _KEYS
