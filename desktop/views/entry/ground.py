"""What a card of the entry stands on: in the middle, as high as the mock-up has it. A small window scrolls, and wastes no room above."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from desktop.theme.tokens import Frame, Space
from desktop.views.entry.parts import CARD, Card

CARD_TOP = 128
HEAD = 66
LOW = 520
"""Below it the card stands right under the head."""


class Ground(QScrollArea):
    """The ground of one card."""

    def __init__(self, card: Card) -> None:
        super().__init__()
        self._card = card
        ground = QWidget()
        ground.setProperty("plain", True)
        self._column = QVBoxLayout(ground)
        self._column.addWidget(card, 0, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(ground)
        card.installEventFilter(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        top = Space.XS if self.height() < LOW else CARD_TOP - HEAD
        self._column.setContentsMargins(Space.XL, top, Space.XL, Frame.STATUS)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._card and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return False

    def _fit(self) -> None:
        """Lines that wrap need more room than a scroll area asks for by itself."""
        self._card.setMinimumHeight(max(self._card.heightForWidth(CARD), 0))
