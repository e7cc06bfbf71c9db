"""What a card of the entry stands on: in the middle, as high as the mock-up has it. A small window scrolls, and wastes no room above."""

from PySide6.QtCore import QEvent, QMargins, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea, QVBoxLayout, QWidget

from desktop.theme.tokens import Space
from desktop.views.entry.parts import Card
from desktop.widgets.in_sight import kept_in_sight

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
        self.verticalScrollBar().rangeChanged.connect(self._show_what_counts)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._card.lie_low(is_low=self.height() < LOW)
        self._fit()
        self.verticalScrollBar().setValue(0)
        QTimer.singleShot(0, self, self._show_what_counts)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._card and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return False

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self._card.isAncestorOf(new):
            self._show_what_counts()

    def _show_what_counts(self, *_: int) -> None:
        """What is wrong, and above all what can be typed in, is in sight also when the card grows. A button that was given the focus
        must not take what is said over it out of sight.
        """
        focused = QApplication.focusWidget()
        is_typed_in = focused is not None and not isinstance(focused, QAbstractButton)
        inside = [focused] if focused and is_typed_in and self._card.isAncestorOf(focused) else []
        for part in (*kept_in_sight(self._card), *inside):
            self.ensureWidgetVisible(part, 0, Space.S)

    def _fit(self) -> None:
        """Lines that wrap need more room than a scroll area asks for by itself. What is tall stands higher before it scrolls."""
        high = self._card.fit_into(self.height() - Space.XS - Space.S)
        self._card.setMinimumHeight(high)
        spare = self.height() - high - Space.S
        top = Space.XS if self.height() < LOW else max(Space.XS, min(CARD_TOP - HEAD, spare))
        margins = QMargins(Space.XL, top, Space.XL, Space.S)
        if self._column.contentsMargins() != margins:
            self._column.setContentsMargins(margins)
