"""The last row of the picker: none of these, somebody new."""

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme.fonts import font, metrics, px
from desktop.theme.scheme import colour
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.views.intake.picker_row import KEY, Takes, paint_key
from desktop.widgets import paint
from desktop.widgets.ringed import RingedButton


class NobodyRow(RingedButton):
    """A button as wide as the rows over it."""

    def __init__(self, takes: Takes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._takes = takes
        self._words = QCoreApplication.translate("Picker", "都不是，新建患者…")
        self._rule = QCoreApplication.translate("Picker", "姓名、性别、出生日期全同时须写理由")
        self.setProperty("kind", "bare")
        self.setAccessibleName(self._words)
        self.setAccessibleDescription(self._rule)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in {QEvent.Type.Polish, QEvent.Type.StyleChange}:
            self.setFixedHeight(px(Height.SHEET_ROW))
        return done

    def sizeHint(self) -> QSize:
        return QSize(px(Height.SHEET_ROW), px(Height.SHEET_ROW))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Enter on the row that has the focus means this row, whoever is selected above.
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} or not self._takes(event):
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.isDown() or self.underMouse():
            painter.fillRect(self.rect(), colour(Tone.SELECTED if self.isDown() else Tone.BG))
        left = int(Space.XL) - 1
        paint_key(painter, QPoint(left, 0), self.height(), "0")
        left += px(KEY)
        painter.setFont(font())
        wide = metrics().horizontalAdvance(self._words)
        paint.text(painter, QRect(left, 0, wide + 1, self.height()), self._words, Tone.ACCENT)
        left += wide + Space.M
        painter.setFont(font(Type.META))
        lane = QRect(left, 0, self.width() - left - Space.XL, self.height())
        rule = metrics(Type.META).elidedText(self._rule, Qt.TextElideMode.ElideRight, max(lane.width(), 0))
        paint.text(painter, lane, rule, Tone.MUTED)
        self.paint_ring(painter, self.rect().adjusted(Space.S, 2, -Space.S, -2))
