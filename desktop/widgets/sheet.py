"""A sheet over a page: a question that stands in the way of the page, and of nothing else.

It is no window and has no loop of its own: the page lies under a scrim, banner and rail stay clear. Esc leaves and
changes nothing, Tab stays inside, a click on the scrim does nothing. It is as tall as what it holds, also when that grows.
Where there is no room for it the body scrolls, to what it has to say and to what has the focus; head and foot never do.
"""

from PySide6.QtCore import QEvent, QMargins, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

from desktop.theme.scheme import colour
from desktop.theme.tokens import (
    SHADOW_BLUR,
    SHADOW_DROP,
    Frame,
    Radius,
    Space,
    Tone,
    Type,
)
from desktop.widgets import paint
from desktop.widgets.in_sight import kept_in_sight
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.sheet_ground import ground_of, is_low

_MOVES = frozenset({QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide})
"""What happens to a page that its sheets follow."""


class Sheet(QWidget):
    """A sheet for one page. Fill `body` and `foot`, then `open`; it hides again by `dismiss` or Esc.

    `dismissed` tells that it was left without an answer. `anchor` is the widget of the page it stands over, on its left
    edge if there is no room to spare; without one it stands in the middle of the page. A sheet made for one question is
    made `once`: shut, it is gone.
    """

    dismissed = Signal()

    def __init__(
        self,
        page: QWidget,
        title: str,
        reason: str = "",
        *,
        anchor: QWidget | None = None,
        width: int = Frame.SHEET,
        once: bool = False,
    ) -> None:
        super().__init__(page)
        self._page, self._anchor, self._width = page, anchor, width
        self._once = once
        self._before: QWidget | None = None
        self.hide()
        self.setAccessibleName(title)
        self.setAccessibleDescription(reason)
        self._card = _Card(self)
        self.body, self.foot = self._card.body, self._card.foot
        self._card.head(title, reason)
        self._card.area.changed.connect(self._lay_out)

    @property
    def page(self) -> QWidget:
        """What it is about; in a low window it covers more than that."""
        return self._page

    @property
    def card(self) -> QWidget:
        """The part that is not scrim."""
        return self._card

    @property
    def full_height(self) -> int:
        """The height of the card at which nothing in it scrolls."""
        return self._card.wanted(self._card.width())

    def open(self, first: QWidget | None = None) -> None:
        """Cover the page; `first` gets the focus, or else the first control that takes it."""
        app = QApplication.instance()
        if self.isHidden() and isinstance(app, QApplication):
            self._before = app.focusWidget()
            app.focusChanged.connect(self._on_focus_changed)
            self._page.installEventFilter(self)
        self._lay_out()
        self.show()
        self.raise_()
        self._lay_out()
        target = first or self._next(self, forward=True)
        (target or self._card).setFocus(Qt.FocusReason.OtherFocusReason)

    def show_in_body(self, part: QWidget) -> None:
        """Scroll the body until a part of it is in sight."""
        self._card.area.ensureWidgetVisible(part, 0, 0)

    def dismiss(self) -> None:
        """Leave without an answer."""
        self.shut()
        self.dismissed.emit()

    def shut(self) -> None:
        """Uncover the page after an answer; the focus goes back to where it was."""
        if self.isHidden():
            return
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.disconnect(self._on_focus_changed)
        # A page outlives its sheets: one that is shut hears of it no more.
        self._page.removeEventFilter(self)
        self.hide()
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._once:
            self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A window that goes may take what is Python's of a sheet first, and hide the page afterwards.
        if watched is getattr(self, "_page", None) and event.type() in _MOVES:
            self._lay_out()
        return False

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._lay_out()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        event.accept()  # no key of the sheet reaches the page under it

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()

    def focusNextPrevChild(self, forward: bool) -> bool:
        focused = QApplication.focusWidget()
        target = self._next(focused if focused and self.isAncestorOf(focused) else self, forward=forward)
        if target is not None:
            reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
            target.setFocus(reason)
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(Tone.SCRIM))
        _paint_shadow(painter, self._card.geometry())

    def _lay_out(self) -> None:
        """Put the card where it belongs: as wide as there is room, as tall as it needs, its head always in sight."""
        ground = ground_of(self._page)
        if ground is not self.parentWidget():
            self._move_to(ground)
        self.setGeometry(ground.rect())
        room = self.rect().adjusted(Space.XL, Frame.SHEET_TOP, -Space.XL, -Space.XL)
        self._card.lie_low(is_low=is_low(self._page))
        if is_low(self._page):
            room = self.rect().adjusted(Space.S, Space.S, -Space.S, -Space.S)
        width = min(self._width, room.width())
        left = room.left() + (room.width() - width) // 2
        if self._anchor is not None:
            spare = max(0, self._anchor.width() - width)
            left = self._anchor.mapTo(ground, QPoint(0, 0)).x() + spare // 2
        left = max(room.left(), min(left, room.right() + 1 - width))
        self._card.setGeometry(QRect(left, room.top(), width, min(self._card.wanted(width), room.height())))
        focused = QApplication.focusWidget()
        if focused is not None and self._card.area.isAncestorOf(focused):
            self._card.area.ensureWidgetVisible(focused, 0, Space.S)
        for part in kept_in_sight(self._card):
            self.show_in_body(part)
        self.update()

    def _move_to(self, ground: QWidget) -> None:
        """Cover something else; what has the focus keeps it."""
        is_open = not self.isHidden()
        focused = QApplication.focusWidget()
        kept = focused if focused and self.isAncestorOf(focused) else None
        self.setParent(ground)
        if is_open:
            self.show()
            self.raise_()
            for other in ground.findChildren(Sheet, options=Qt.FindChildOption.FindDirectChildrenOnly):
                if other.page.isAncestorOf(self._page):
                    other.raise_()
        if kept:
            kept.setFocus(Qt.FocusReason.OtherFocusReason)

    def _next(self, start: QWidget, *, forward: bool) -> QWidget | None:
        """The control after `start` in the tab order, going round within the sheet."""
        chain: list[QWidget] = []
        at: QWidget | None = start.nextInFocusChain()
        while at is not None and at is not start:
            chain.append(at)
            at = at.nextInFocusChain()
        stops = [
            stop
            for stop in chain
            if stop.focusPolicy() & Qt.FocusPolicy.TabFocus
            and stop.isVisible()
            and stop.isEnabled()
            and self._card.isAncestorOf(stop)
        ]
        if not stops:
            return None
        return stops[0] if forward else stops[-1]

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is None or not self.isVisible():
            return
        if self._card.area.isAncestorOf(new):
            self._card.area.ensureWidgetVisible(new, 0, Space.S)
        elif new is not self and not self.isAncestorOf(new) and self._covers(new):
            (self._next(self, forward=True) or self._card).setFocus(Qt.FocusReason.OtherFocusReason)

    def _covers(self, part: QWidget) -> bool:
        """Whether this lies under the sheet: what is raised comes last among the children."""
        around = self.parentWidget()
        if self._page.isAncestorOf(part) or around is None or not around.isAncestorOf(part):
            return self._page.isAncestorOf(part)
        order = around.children()
        below = next(place for place, one in enumerate(order) if _holds(one, part))
        return below < order.index(self)


class _Body(QScrollArea):
    """What scrolls. A scroll area lays its content out by itself and tells nobody; this one tells."""

    changed = Signal()
    """The content wants another size, and has it."""

    def viewportEvent(self, event: QEvent) -> bool:
        result = super().viewportEvent(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.changed.emit()
        return result


class _Card(QWidget):
    """Head, scrolling body and foot, one under the other."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        self._head = QVBoxLayout()
        self._head.setSpacing(0)
        content = QWidget()
        content.setProperty("plain", True)
        self.body = QVBoxLayout(content)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        self.area = _Body()
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(content)
        self.area.viewport().setAutoFillBackground(False)
        content.setAutoFillBackground(False)
        self._foot = QWidget()
        self.foot = QHBoxLayout(self._foot)
        self.foot.setSpacing(Space.M)
        column.addLayout(self._head)
        column.addWidget(Separator())
        column.addWidget(self.area, 1)
        column.addWidget(Separator())
        column.addWidget(self._foot)
        self.lie_low(is_low=False)

    def head(self, title: str, reason: str) -> None:
        """Say why the sheet is there; so does the card, which has the focus where nothing in it takes it."""
        self.setAccessibleName(title)
        self.setAccessibleDescription(reason)
        self._head.addWidget(Label(title, Type.SECTION, wrap=True))
        if reason:
            self._head.addWidget(Label(reason, Type.SECONDARY, Tone.MUTED, wrap=True))

    def lie_low(self, *, is_low: bool) -> None:
        """In a low window head and foot leave as much room as they can to what stands between."""
        # The border is part of the padding.
        inner, high, air = Space.XL - 1, Space.M if is_low else Space.L, Space.S if is_low else Space.M
        for part, top in ((self._head, high), (self.foot, air)):
            margins = QMargins(inner, top, inner, air - (part is self.foot))
            if part.contentsMargins() != margins:
                part.setContentsMargins(margins)

    def wanted(self, width: int) -> int:
        """The height at which nothing scrolls."""
        inner = width - 2
        content = self.area.widget()
        body = content.sizeHint().height()
        if content.hasHeightForWidth():
            body = content.heightForWidth(inner)
        head = self._head
        top = head.heightForWidth(inner) if head.hasHeightForWidth() else head.sizeHint().height()
        lines = 2 * 2  # two of the border, two between head, body and foot
        return int(top + body + self._foot.sizeHint().height() + lines)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint.box(painter, self.rect(), Tone.SURFACE, radius=Radius.CARD)
        foot = QRectF(self._foot.geometry())
        painter.setClipRect(foot)
        paint.box(painter, self.rect(), Tone.BG, radius=Radius.CARD)


def _holds(whole: QObject, part: QWidget) -> bool:
    return whole is part or (isinstance(whole, QWidget) and whole.isAncestorOf(part))


def sheets_over(page: QWidget) -> list[Sheet]:
    """The sheets about this page, open and shut."""
    return [sheet for sheet in page.window().findChildren(Sheet) if sheet.page is page]


def _paint_shadow(painter: QPainter, card: QRect) -> None:
    """A soft shadow under the card: thin layers, each a little larger and all of them together as dark as the token."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    ink = colour(Tone.SHADOW)
    steps = SHADOW_BLUR // 2
    layer = ink.alphaF() / steps
    around = QRectF(card).translated(0, SHADOW_DROP)
    for step in range(steps):
        spread = SHADOW_BLUR / 2 - 2 * step
        ink.setAlphaF(layer)
        painter.setBrush(ink)
        radius = max(Radius.CARD + spread, 1)
        painter.drawRoundedRect(around.adjusted(-spread, -spread, spread, spread), radius, radius)
    painter.restore()
