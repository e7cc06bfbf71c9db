"""The palette: every action that can be done now, found by what is typed; and the sheet that lists all keys."""

from collections.abc import Collection

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from core.base.messages import Messages
from desktop.actions.catalog import CATALOG, ActionId, Fact, Group
from desktop.actions.palette import find
from desktop.actions.registry import Registry
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.widgets.button import plain_button
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.key_cap import KeyCap
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.sheet import Sheet

WIDTH = 560
ACTION = Qt.ItemDataRole.UserRole
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class _Box(LineEdit):
    """The box of the palette: up and down walk the list under it."""

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = STEPS.get(Qt.Key(event.key()))
        if step is not None and not self.composing:
            self.stepped.emit(step)
        else:
            super().keyPressEvent(event)


class Palette(Sheet):
    """Lists what can be done and does what is chosen."""

    chosen = Signal(object)
    """An `ActionId`."""

    def __init__(
        self, page: QWidget, registry: Registry, messages: Messages, offered: Collection[ActionId]
    ) -> None:
        super().__init__(page, self.tr("全部操作"), width=WIDTH)
        self._registry, self._messages, self._offered = registry, messages, offered
        self._facts: frozenset[Fact] = frozenset()
        self.box = _Box(self.tr("查找操作"), hint=self.tr("操作名或拼音首字母"), leading=Icon.SEARCH)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("操作"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMinimumHeight(8 * px(Height.ROW_DENSE))
        box = QVBoxLayout()
        box.setContentsMargins(Space.XL, Space.M, Space.XL, Space.M)
        box.setSpacing(Space.S)
        box.addWidget(self.box)
        box.addWidget(self.list)
        self.body.addLayout(box)
        for key, words in (("Enter", self.tr("执行")), ("Esc", self.tr("离开"))):
            self.foot.addWidget(KeyCap(key))
            self.foot.addWidget(Label(words, Type.META, Tone.MUTED))
        self.foot.addStretch()
        self.box.textChanged.connect(self._show)
        self.box.returnPressed.connect(self._on_enter)
        self.box.stepped.connect(self._on_step)
        self.list.clicked.connect(self._on_clicked)

    def begin(self, facts: frozenset[Fact]) -> None:
        """Open it with nothing typed."""
        self._facts = facts
        self.box.clear()
        self._show()
        self.open(self.box)

    def _show(self) -> None:
        self.list.clear()
        for spec in find(self.box.text(), self._facts):
            if spec.id not in self._offered or spec.id is ActionId.PALETTE:
                continue
            keys = self._registry.keys(spec.id)
            words = spec.text(self._messages)
            item = QListWidgetItem()
            item.setData(ACTION, spec.id.value)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{words} {keys}".strip())
            self.list.addItem(item)
            self.list.setItemWidget(item, _row(spec.icon, words, keys))
        self.list.setCurrentRow(0)

    def _on_step(self, step: int) -> None:
        count = self.list.count()
        if count:
            self.list.setCurrentRow((self.list.currentRow() + step) % count)

    def _on_enter(self) -> None:
        self._do(self.list.currentIndex())

    def _on_clicked(self, index: QModelIndex) -> None:
        self._do(index)

    def _do(self, index: QModelIndex) -> None:
        if index.isValid():
            action = ActionId(index.data(ACTION))
            self.shut()
            self.chosen.emit(action)


class Shortcuts(Sheet):
    """All keys, in the groups of the catalogue."""

    def __init__(
        self, page: QWidget, registry: Registry, messages: Messages, offered: Collection[ActionId]
    ) -> None:
        super().__init__(page, self.tr("快捷键一览"), width=WIDTH)
        grid = QGridLayout()
        grid.setContentsMargins(Space.XL, Space.M, Space.XL, Space.L)
        grid.setVerticalSpacing(Space.XS)
        grid.setColumnStretch(1, 1)
        rows: list[tuple[str, str, bool]] = []
        for group in Group:
            rows.append((messages.text(f"actions.groups.{group.value}"), "", True))
            found = [spec for spec in CATALOG if spec.group is group and spec.id in offered and spec.shortcut]
            rows += [(spec.text(messages), registry.keys(spec.id), False) for spec in found]
        for row, (words, key, is_head) in enumerate(rows):
            grid.addWidget(
                Label(words, Type.META if is_head else Type.BODY, Tone.MUTED if is_head else Tone.TEXT),
                row,
                0,
            )
            if key:
                grid.addWidget(KeyCap(key), row, 1, Qt.AlignmentFlag.AlignRight)
        self.body.addLayout(grid)
        self.leave = plain_button(self.tr("收起"), key="Esc")
        self.leave.clicked.connect(self.dismiss)
        self.foot.addStretch()
        self.foot.addWidget(self.leave)


def _row(sign: Icon, words: str, keys: str) -> QWidget:
    """How an action looks in the list."""
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(Space.M, 0, Space.M, 0)
    line.setSpacing(Space.M)
    line.addWidget(IconLabel(sign))
    line.addWidget(Label(words), 1)
    if keys:
        line.addWidget(KeyCap(keys))
    return row
