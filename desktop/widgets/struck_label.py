"""A text with what was struck out in it: the old words crossed and quiet, the new ones underlined. Nothing typed is markup."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy

from core.services.visits.records import Part, Piece
from desktop.theme.scheme import colour
from desktop.theme.tokens import Tone, Type


class StruckLabel(QLabel):
    """`pieces` are the texts in order; a screen reader hears the old words and the new ones apart."""

    def __init__(self, pieces: Sequence[Piece], size: Type = Type.BODY) -> None:
        super().__init__()
        self._pieces = tuple(pieces)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setProperty("type", size.name.lower())
        self.setProperty("tone", Tone.TEXT.value)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        before = "".join(piece.text for piece in self._pieces if piece.part is not Part.NEW)
        after = "".join(piece.text for piece in self._pieces if piece.part is not Part.GONE)
        self.setAccessibleName(self.tr("原为：{0}；现为：{1}").format(before, after))
        self._draw()

    @property
    def words(self) -> str:
        """All words that stand here, old and new."""
        return "".join(piece.text for piece in self._pieces)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        gone = colour(Tone.MUTED).name()
        marked = {
            Part.SAME: "{0}",
            Part.GONE: f'<s><span style="color:{gone}">{{0}}</span></s>',
            Part.NEW: "<u>{0}</u>",
        }
        text = "".join(
            marked[piece.part].format(escape(piece.text).replace("\n", "<br>")) for piece in self._pieces
        )
        self.setText(f'<span style="white-space:pre-wrap">{text}</span>')
