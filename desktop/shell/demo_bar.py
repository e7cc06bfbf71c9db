"""The bar over a demonstration clinic: nobody takes the people in it for patients, and one button leads out."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import IconSize, Space, Tone, Type
from desktop.widgets.button import small
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label


class DemoBar(QWidget):
    """Stands over the whole window as long as the demonstration is open."""

    left = Signal()
    """Out of the demonstration."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        sentence = self.tr("演示诊所：人物都是虚构的，关闭后全部删除。")
        self.setAccessibleName(sentence)
        self.leave = small(self.tr("离开演示"), icon=Icon.CLOSE, key="Ctrl L")
        self.leave.clicked.connect(self.left)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.L, Space.XS, Space.L, Space.XS)
        row.setSpacing(Space.S)
        row.addWidget(IconLabel(Icon.INFO, Tone.WARN, IconSize.FIELD))
        row.addWidget(Label(sentence, Type.SECONDARY, wrap=True), 1)
        row.addWidget(self.leave)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(Tone.SELECTED))
        painter.fillRect(0, self.height() - 1, self.width(), 1, colour(Tone.LINE))
