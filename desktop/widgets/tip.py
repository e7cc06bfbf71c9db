"""Tooltips are plain text: a screen reader reads markup aloud, and a patient's words may look like it."""

from PySide6.QtGui import Qt
from PySide6.QtWidgets import QWidget

_JOINER = "\u2060"


def set_tip(widget: QWidget, words: str) -> None:
    """Give a widget a tooltip that Qt shows as it is written."""
    widget.setToolTip(plain(words))


def plain(words: str) -> str:
    """The words, changed only where Qt would take them for markup, and there by a mark nobody sees."""
    if not Qt.mightBeRichText(words):
        return words
    return words.replace("<", f"<{_JOINER}").replace("&lt;", f"&{_JOINER}lt;")
