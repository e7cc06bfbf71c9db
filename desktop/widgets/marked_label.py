"""A text with some of its words marked: by weight, a line under them and a tone, so that no eye depends on the colour. Nothing typed is markup."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy

from desktop.theme.scheme import colour
from desktop.theme.tokens import Tone, Type


class MarkedLabel(QLabel):
    """`places` are where the marked words begin and end, in order. A screen reader hears the text as it is."""

    def __init__(
        self,
        text: str,
        places: Sequence[tuple[int, int]],
        size: Type = Type.BODY,
        marks: Tone = Tone.WARN,
    ) -> None:
        super().__init__()
        self._text, self._places, self._marks = text, tuple(places), marks
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setProperty("type", size.name.lower())
        self.setProperty("tone", Tone.TEXT.value)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAccessibleName(text)
        self._draw()

    @property
    def marked(self) -> tuple[str, ...]:
        """The words that are marked."""
        return tuple(self._text[start:end] for start, end in self._places)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        style = f"color:{colour(self._marks).name()}; font-weight:600; text-decoration:underline"
        parts, at = [], 0
        for start, end in self._places:
            parts += [escape(self._text[at:start]), f'<span style="{style}">', escape(self._text[start:end])]
            parts.append("</span>")
            at = end
        parts.append(escape(self._text[at:]))
        self.setText(f'<span style="white-space:pre-wrap">{"".join(parts)}</span>')
