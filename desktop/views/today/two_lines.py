"""A row of two lines: what waits for a person, and the button that goes on with it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.widgets.button import small
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label


class TwoLines(QWidget):
    """An icon, two lines, and one button."""

    def __init__(
        self,
        icon: Icon,
        tone: Tone,
        first: tuple[str, str],
        second: str,
        step: str = "",
        *,
        height: int = Height.SHEET_ROW,
    ) -> None:
        super().__init__()
        self.setFixedHeight(px(height))
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.L, 1, Space.L, 0)
        row.setSpacing(Space.M)
        row.addWidget(IconLabel(icon, tone))
        upper = QHBoxLayout()
        upper.setSpacing(Space.M)
        upper.addWidget(Label(first[0]))
        upper.addWidget(ElidedLabel(first[1], Type.META, Tone.MUTED), 1)
        lines = QVBoxLayout()
        lines.setSpacing(0)
        lines.addStretch()
        lines.addLayout(upper)
        lines.addWidget(ElidedLabel(second, Type.META, Tone.MUTED))
        lines.addStretch()
        row.addLayout(lines, 1)
        self.button = small(step) if step else None
        if self.button:
            self.button.setAccessibleName(f"{step} {first[0]} {first[1]}")
            row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
            self.setFocusProxy(self.button)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, self.width(), 1, colour(Tone.LINE))
