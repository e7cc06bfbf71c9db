"""A card of the page: a head with a count and a way on, rows under it, and what to do when there is none."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QWidget

from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.widgets.button import Button, link
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Surface

_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class Block(Surface):
    """A card. `empty` is its sentence without rows, `step` the one button beside it."""

    stepped = Signal()
    """The button of the empty state."""

    def __init__(self, title: str, empty: str, step: str = "", *, onward: str = "") -> None:
        super().__init__(padding=1)
        self.column.setSpacing(0)
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        head = QHBoxLayout()
        head.setContentsMargins(Space.L, 0, Space.L, 0)
        head.setSpacing(Space.S)
        name = Label(title, Type.SECTION)
        name.setFixedHeight(px(Height.ROW_COMFORTABLE))
        self.count = Label("", Type.META, Tone.MUTED)
        head.addWidget(name)
        head.addWidget(self.count)
        head.addStretch()
        self.onward: Button | None = link(onward, trailing=Icon.FORTH) if onward else None
        if self.onward:
            head.addWidget(self.onward)
        self.column.addLayout(head)
        self._rows: list[QWidget] = []
        self._rule = Separator()
        self._empty = EmptyState(empty, step)
        self._empty.acted.connect(self.stepped)
        self.column.addWidget(self._rule)
        self.column.addWidget(self._empty)
        self._rule.hide()
        self._empty.hide()

    @property
    def rows(self) -> tuple[QWidget, ...]:
        """What is listed."""
        return tuple(self._rows)

    def fill(self, rows: Sequence[QWidget], count: str = "") -> None:
        """List these instead of what was listed. The focus stays at its place in the list."""
        focused = QApplication.focusWidget()
        held = next(
            (
                place
                for place, row in enumerate(self._rows)
                if focused and (row is focused or row.isAncestorOf(focused))
            ),
            None,
        )
        for row in self._rows:
            row.hide()
            self.column.removeWidget(row)
            row.deleteLater()
        self._rows = list(rows)
        for row in self._rows:
            self.column.addWidget(row)
            _stop(row).installEventFilter(self)
        self.count.setText(count)
        self._rule.setVisible(not rows)
        self._empty.setVisible(not rows)
        if held is not None and self._rows:
            self._rows[min(held, len(self._rows) - 1)].setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down walk the rows; at either end the focus stays."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = _STEPS.get(Qt.Key(event.key()))
            stops = [_stop(row) for row in self._rows]
            if step is not None and watched in stops:
                place = min(max(stops.index(watched) + step, 0), len(stops) - 1)
                stops[place].setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return super().eventFilter(watched, event)


def _stop(row: QWidget) -> QWidget:
    """What of a row takes the focus."""
    return row.focusProxy() or row
