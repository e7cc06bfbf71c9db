"""Words on a surface: plain text of one size and tone. Markup in a patient's words stays what it is."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from desktop.theme.tokens import Tone, Type
from desktop.widgets.restyle import restyle


class Label(QLabel):
    """A label; `buddy` is the control it names, which then needs no name of its own."""

    def __init__(
        self,
        words: str = "",
        size: Type = Type.BODY,
        tone: Tone = Tone.TEXT,
        *,
        wrap: bool = False,
        buddy: QWidget | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.setProperty("type", size.name.lower())
        self.setProperty("tone", tone.value)
        self.setText(words)
        if buddy is not None:
            self.setBuddy(buddy)

    def set_tone(self, tone: Tone) -> None:
        """Say it in another tone."""
        restyle(self, tone=tone.value)
