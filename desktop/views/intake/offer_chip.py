"""A symptom recognised in the narrative, on a button that records it: term, what was said of it, a plus."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.services.forms import GRADES
from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.data_words import shown
from desktop.widgets.ringed import RingedButton
from desktop.widgets.tip import plain

if TYPE_CHECKING:
    from core.services.visits.intake import Offer

_GAP = 6


class OfferChip(RingedButton):
    """One offer, to be recorded as `term`. Enter, Space or a click takes it, Delete leaves it."""

    taken = Signal(object)
    left = Signal(object)
    """Both carry the offer."""

    def __init__(self, offer: "Offer", term: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.offer, self.term = offer, term
        self.clicked.connect(self._on_clicked)
        self.setProperty("kind", "plain")
        self.setProperty("tier", "small")
        # A word that shares its signs with the term (两胁不胀, 胁胀) is plain without being repeated.
        alias = offer.written if set(term) - set(offer.written) else ""
        self._said = (f"“{alias}” " if alias else "") + "·".join(_said(offer))
        self.setAccessibleName(
            self.tr("记入 {0} {1}").format(term, " ".join((*([alias] if alias else []), *_said(offer))))
        )
        self.setAccessibleDescription(plain(self.tr("原文：{0}").format(offer.quote)))
        tip = (self.tr("原文：{0}").format(offer.quote), offer.caution, self.tr("点一下记入，Delete 不记"))
        self.setToolTip(plain("\n".join(line for line in tip if line)))

    def sizeHint(self) -> QSize:
        measure = metrics(Type.SECONDARY).horizontalAdvance
        words = measure(self.term) + _GAP + measure(self._said) + _GAP
        return QSize(words + px(IconSize.CHIP) + 2 * Space.S, px(Height.SMALL))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.left.emit(self.offer)
        else:
            super().keyPressEvent(event)

    def _on_clicked(self) -> None:
        self.taken.emit(self.offer)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint_frame(painter)
        self.paint_ring(painter)
        painter.setFont(font(Type.SECONDARY))
        left, height = int(Space.S), self.height()
        for words, tone in ((self.term, Tone.TEXT), (self._said, Tone.MUTED)):
            width = metrics(Type.SECONDARY).horizontalAdvance(words)
            paint.text(painter, QRect(left, 0, width, height), words, tone)
            left += width + _GAP
        side = px(IconSize.CHIP)
        icons.draw(painter, Icon.ADD, Tone.ACCENT, QRect(left, 0, side, height), side)


def _said(offer: "Offer") -> Iterator[str]:
    """What is offered to be recorded with the term."""
    yield shown(offer.status.value)
    if offer.grade:
        yield shown(GRADES[offer.grade])
    if offer.count:
        yield offer.count.text
    if offer.since:
        yield offer.since
