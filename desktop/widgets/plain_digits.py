"""Numbers typed through a Chinese input method: full-width digits become plain ones as they are typed or pasted."""

import re
import unicodedata

from PySide6.QtCore import QObject
from PySide6.QtGui import QValidator

_POINTS = str.maketrans({"。": ".", "—": "-", "\u2212": "-"})


class PlainDigits(QValidator):
    """Lets only what `pattern` allows into a field, after making it plain. It must match each beginning of a number too."""

    def __init__(self, pattern: str = r"-?\d*\.?\d*", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pattern = re.compile(pattern, re.ASCII)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Qt's question: is this text allowed? The text that is returned replaces it."""
        typed = plain_digits(text).replace(" ", "")
        state = QValidator.State.Acceptable if self._pattern.fullmatch(typed) else QValidator.State.Invalid
        return state, typed, min(position, len(typed))


def plain_digits(text: str) -> str:
    """The text with full-width digits, signs and points as a keyboard without an input method gives them."""
    return unicodedata.normalize("NFKC", text).translate(_POINTS)
