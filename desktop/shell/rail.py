"""The rail: where one is, and every other screen, an icon over its name. At its foot, locking."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from desktop.actions.catalog import ActionId, spec_of
from desktop.actions.registry import Registry
from desktop.theme import icons
from desktop.theme.fonts import font, px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, Height, IconSize, Space, Tone, Type
from desktop.views.entry.mark import paint_mark
from desktop.widgets import paint
from desktop.widgets.ringed import RingedButton
from desktop.widgets.surface import Ground, Surface
from desktop.widgets.tip import set_tip

LOWEST, WORDS = 32, 56
"""The lowest an item gets, and how high it must be for words."""


class RailItem(RingedButton):
    """One place to go. It is checked while one is there."""

    def __init__(self, icon: Icon, words: str, key: str, *, checkable: bool) -> None:
        super().__init__()
        self._icon, self._words = icon, words
        self.setProperty("kind", "bare")
        self.setCheckable(checkable)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(words)
        set_tip(self, f"{words} {key}".strip())

    def sizeHint(self) -> QSize:
        return QSize(px(Frame.RAIL) - 1, px(Frame.RAIL_ITEM))

    def minimumSizeHint(self) -> QSize:
        """On a low screen the words go; the tooltip and a screen reader still say them."""
        return QSize(px(Frame.RAIL) - 1, px(LOWEST))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        here = self.isChecked()
        tone = Tone.ACCENT if here else Tone.TEXT if self.underMouse() else Tone.MUTED
        if here:
            painter.fillRect(QRect(0, Space.S, Frame.BAR, self.height() - 2 * Space.S), colour(Tone.ACCENT))
        side, width = px(IconSize.RAIL), self.width()
        if self.height() < px(WORDS):
            icons.draw(painter, self._icon, tone, self.rect(), side)
            self.paint_ring(painter, self.rect().adjusted(Space.S, 2, -Space.S, -2))
            return
        icons.draw(painter, self._icon, tone, QRect(0, px(10), width, side), side)
        painter.setFont(font(Type.META))
        place = QRect(0, px(10) + side + Space.XS, width, px(18))
        paint.text(painter, place, self._words, tone, paint.CENTRE)
        self.paint_ring(painter, self.rect().adjusted(Space.S, 2, -Space.S, -2))


class MenuButton(RingedButton):
    """The mark of the program, which opens the menu."""

    def __init__(self, words: str, keys: str) -> None:
        super().__init__()
        self.setProperty("kind", "bare")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(words)
        set_tip(self, f"{words} {keys}".strip())

    def sizeHint(self) -> QSize:
        return QSize(px(Height.BUTTON), px(Height.BUTTON))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_mark(painter, self.rect(), Tone.SELECTED if self.underMouse() else Tone.SURFACE)
        self.paint_ring(painter)


class Rail(Surface):
    """The left edge of the window."""

    wanted = Signal(object)
    """The `ActionId` of what was pressed."""

    def __init__(self, screens: Sequence[ActionId], registry: Registry) -> None:
        super().__init__(Ground.RAIL)
        self.setFixedWidth(px(Frame.RAIL))
        self.setAccessibleName(self.tr("页面"))
        self.column.setSpacing(0)
        head = QWidget()
        head.setFixedHeight(px(Frame.BANNER))
        box = QHBoxLayout(head)
        box.setContentsMargins(0, 0, 0, 0)
        self.menu = MenuButton(registry.action(ActionId.MENU).text(), registry.keys(ActionId.MENU))
        self.menu.clicked.connect(partial(self.wanted.emit, ActionId.MENU))
        box.addWidget(self.menu)
        self.column.addWidget(head)
        self._items = {screen: self._item(screen, registry, checkable=True) for screen in screens}
        for screen, item in self._items.items():
            if screen is not ActionId.SETTINGS:
                self.column.addWidget(item)
        self.column.addStretch()
        if ActionId.SETTINGS in self._items:
            self.column.addWidget(self._items[ActionId.SETTINGS])
        self.column.addWidget(self._item(ActionId.LOCK, registry, checkable=False))

    def item(self, screen: ActionId) -> RailItem:
        """The place of a screen."""
        return self._items[screen]

    def go_to(self, screen: ActionId) -> None:
        """Take the focus to a place as by a click, without a ring: also where Qt itself put it when a page was hidden."""
        item = self._items[screen]
        item.clearFocus()
        item.setFocus(Qt.FocusReason.MouseFocusReason)

    def show_place(self, here: ActionId) -> None:
        """Say where one is."""
        for screen, item in self._items.items():
            item.setChecked(screen is here)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(QRect(self.width() - 1, 0, 1, self.height()), colour(Tone.LINE))

    def _item(self, action: ActionId, registry: Registry, *, checkable: bool) -> RailItem:
        words = registry.action(action).text()
        item = RailItem(spec_of(action).icon, words, registry.keys(action), checkable=checkable)
        item.clicked.connect(partial(self._on_clicked, action))
        return item

    def _on_clicked(self, action: ActionId, *_: object) -> None:
        self.wanted.emit(action)
