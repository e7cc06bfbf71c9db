"""One line of words that gives way: too long for its place, it ends in … and shows the whole as a tooltip."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme.tokens import Tone, Type
from desktop.widgets.label import Label
from desktop.widgets.tip import set_tip

_LEAST = "永…"


class ElidedLabel(Label):
    """A label as wide as its layout lets it; `text()` and what is spoken stay whole."""

    def __init__(
        self,
        words: str = "",
        size: Type = Type.BODY,
        tone: Tone = Tone.TEXT,
        *,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        self._mode = mode
        super().__init__(words, size, tone, parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def shown(self) -> str:
        """The words there is room for."""
        # A layout gives whole pixels, and a line as wide as its measure must not lose its end.
        return self.fontMetrics().elidedText(self._one_line(), self._mode, self.contentsRect().width())

    def setText(self, words: str) -> None:
        super().setText(words)
        self._explain()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._one_line()) + 1, metrics.lineSpacing())

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        least = min(metrics.horizontalAdvance(_LEAST), self.sizeHint().width())
        return QSize(least, metrics.lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._explain()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment()), self.shown)

    def _one_line(self) -> str:
        return " ".join(self.text().splitlines())

    def _explain(self) -> None:
        set_tip(self, self.text() if self.shown != self._one_line() else "")
