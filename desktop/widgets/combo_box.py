"""A choice from a list that opens; a muted word before the chosen one says what it is of.

Editable, its line is a `LineEdit`, with the same rule for input methods.
"""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QWidget

from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.tokens import IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.restyle import restyle


class ComboBox(QComboBox):
    """A combo box. `tier` is `normal`, or `head` in the head of a page; `kind` is `field` or `cell`."""

    def __init__(
        self,
        name: str,
        *,
        prefix: str = "",
        editable: bool = False,
        tier: str = "normal",
        kind: str = "field",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._prefix = prefix
        self.setAccessibleName(name)
        self.setProperty("tier", tier)
        self.setProperty("kind", kind)
        self.setMinimumContentsLength(2)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        if editable:
            self.setEditable(True)
            self.setLineEdit(LineEdit(name))
            self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)

    def set_invalid(self, invalid: bool) -> None:
        """Show that what is chosen cannot be kept; the reason belongs beside the field."""
        restyle(self, invalid=invalid)

    def set_raised(self, raised: bool) -> None:
        """Show a cell on a selected row."""
        restyle(self, raised=raised)

    def sizeHint(self) -> QSize:
        prefix = metrics(Type.META).horizontalAdvance(self._prefix) + Space.S if self._prefix else 0
        return super().sizeHint() + QSize(prefix, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        self.style().drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option, painter, self)
        side = px(IconSize.FIELD)
        chevron = QRect(self.width() - Space.M - side, 0, side, self.height())
        icons.draw(painter, Icon.OPEN, Tone.MUTED, chevron, side)
        if self.isEditable():
            return
        place = QRect(Space.M + 1, 0, chevron.left() - Space.M - Space.S, self.height())
        if self._prefix:
            painter.setFont(font(Type.META))
            paint.text(painter, place, self._prefix, Tone.MUTED)
            place.adjust(metrics(Type.META).horizontalAdvance(self._prefix) + Space.S, 0, 0, 0)
        painter.setFont(self.font())
        empty = self.currentIndex() < 0
        words = self.placeholderText() if empty else self.currentText()
        shown = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, place.width())
        tone = Tone.MUTED if empty or not self.isEnabled() else Tone.TEXT
        paint.text(painter, place, shown, tone)
