"""A field for a passphrase: dots that say nothing but how many, and an eye."""

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit

from desktop.theme.fonts import px
from desktop.theme.icons import Icon, icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Space, Tone
from desktop.widgets.line_edit import LineEdit

DOT = 7


class Secret(LineEdit):
    """A passphrase. The eye at its end shows it as long as that is wanted."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self._eye = QAction(self)
        self._eye.setCheckable(True)
        self._eye.toggled.connect(self._on_eye)
        self.addAction(self._eye, QLineEdit.ActionPosition.TrailingPosition)
        self._draw()

    def forget(self) -> None:
        """Empty it, and hide what is typed next."""
        self._eye.setChecked(False)
        self.clear()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        count = len(self.displayText())
        if self.echoMode() is not QLineEdit.EchoMode.Password or not count:
            return
        step = self.fontMetrics().horizontalAdvance(self.displayText()) / count
        first = self.cursorRect().center().x() - self.cursorPosition() * step
        selected = range(self.selectionStart(), self.selectionEnd()) if self.hasSelectedText() else range(0)
        margins, side = self.textMargins(), px(DOT)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self.rect().adjusted(Space.M + margins.left(), 0, -Space.XXL - Space.S, 0))
        painter.setPen(Qt.PenStyle.NoPen)
        for place in range(count):
            chosen = place in selected and self.hasFocus()
            painter.setBrush(colour(Tone.ON_ACCENT if chosen else Tone.TEXT))
            painter.drawEllipse(QPointF(first + (place + 0.5) * step, self.height() / 2), side / 2, side / 2)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _on_eye(self, shown: bool) -> None:
        self.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)
        self._draw()

    def _draw(self) -> None:
        shown = self._eye.isChecked()
        self._eye.setIcon(icon(Icon.HIDE if shown else Icon.SHOW, Tone.MUTED))
        self._eye.setText(self.tr("隐藏口令") if shown else self.tr("显示口令"))
