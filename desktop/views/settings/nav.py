"""The list of sections at the left: Up and Down walk it, and what is walked to is shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from desktop.theme import icons
from desktop.theme.fonts import font, px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, Height, IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.label import Label
from desktop.widgets.ringed import RingedButton
from desktop.widgets.surface import Ground, Surface

WIDTH = 176
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


@dataclass(frozen=True, slots=True)
class Entry:
    """A section: its name for the program, its sign, its words."""

    id: str
    icon: Icon
    words: str


class NavItem(RingedButton):
    """One section. It is checked while it is shown."""

    stepped = Signal(int)

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self._entry = entry
        self.setProperty("kind", "bare")
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(entry.words)

    def sizeHint(self) -> QSize:
        return QSize(px(WIDTH), px(Height.ROW_DENSE))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, px(Height.ROW_DENSE))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(step)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        here = self.isChecked()
        if here:
            painter.fillRect(self.rect(), colour(Tone.SELECTED))
            painter.fillRect(QRect(0, 0, Frame.BAR, self.height()), colour(Tone.ACCENT))
        elif self.underMouse():
            painter.fillRect(self.rect(), colour(Tone.SUNKEN))
        side = px(IconSize.FIELD)
        icons.draw(
            painter,
            self._entry.icon,
            Tone.ACCENT if here else Tone.MUTED,
            QRect(Space.L, 0, side, self.height()),
            side,
        )
        painter.setFont(font(Type.BODY))
        place = self.rect().adjusted(Space.L + side + Space.S, 0, 0, 0)
        paint.text(painter, place, self._entry.words, Tone.ACCENT if here else Tone.TEXT)
        self.paint_ring(painter, self.rect().adjusted(Space.XS, 2, -Space.XS, -2))


class Nav(Surface):
    """The sections."""

    chosen = Signal(str)

    def __init__(self, title: str, entries: Sequence[Entry], parent: QWidget | None = None) -> None:
        super().__init__(Ground.PAGE, parent=parent)
        self.setFixedWidth(px(WIDTH))
        self.setAccessibleName(title)
        self.column.setSpacing(0)
        self.column.setContentsMargins(0, 0, 1, 0)
        head = Label(title, Type.TITLE)
        head.setFixedHeight(px(Frame.PAGE_HEAD))
        head.setContentsMargins(Space.L, 0, Space.L, 0)
        self.column.addWidget(head)
        self.items = {entry.id: NavItem(entry) for entry in entries}
        ground = QWidget()
        ground.setProperty("plain", True)
        column = QVBoxLayout(ground)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for name, item in self.items.items():
            item.clicked.connect(partial(self._on_clicked, name))
            item.stepped.connect(partial(self._on_stepped, name))
            column.addWidget(item)
        column.addStretch()
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(ground)
        self.column.addWidget(self._area, 1)

    def show_place(self, name: str) -> None:
        """Say which section is shown. Tab passes the list at this one."""
        for other, item in self.items.items():
            item.setChecked(other == name)
            item.setFocusPolicy(Qt.FocusPolicy.StrongFocus if other == name else Qt.FocusPolicy.ClickFocus)
        self._area.ensureWidgetVisible(self.items[name], 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(QRect(self.width() - 1, 0, 1, self.height()), colour(Tone.LINE))

    def _on_clicked(self, name: str, *_: object) -> None:
        self.chosen.emit(name)

    def _on_stepped(self, name: str, step: int) -> None:
        names = list(self.items)
        target = names[min(max(names.index(name) + step, 0), len(names) - 1)]
        self.chosen.emit(target)
        self.items[target].setFocus(Qt.FocusReason.TabFocusReason)
