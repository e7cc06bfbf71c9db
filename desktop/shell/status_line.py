"""The status line: where data may go, what it cost, what is saved. Quiet, and always there."""

from datetime import datetime

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.base.messages import Messages
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, IconSize, Space, Tone, Type
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Ground, Surface

RULE = 14


class Item(QWidget):
    """An icon and a few words."""

    def __init__(self, icon: Icon, words: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.M, 0, Space.M, 0)
        row.setSpacing(Space.XS + 2)
        self._icon = IconLabel(icon, Tone.MUTED, IconSize.CHIP)
        self._words = Label("", Type.META, Tone.MUTED)
        row.addWidget(self._icon)
        row.addWidget(self._words)
        self.say(icon, words)

    @property
    def words(self) -> str:
        """What it says."""
        return self._words.text()

    def say(self, icon: Icon, words: str, tone: Tone = Tone.MUTED) -> None:
        """Say something else."""
        self._icon.set_icon(icon, tone)
        self._words.setText(words)
        self._words.set_tone(tone)
        self.setAccessibleName(words)


class StatusLine(Surface):
    """The foot of the window."""

    def __init__(self, messages: Messages) -> None:
        super().__init__(Ground.RAIL)
        self._messages = messages
        self.setFixedHeight(px(Frame.STATUS))
        self.setAccessibleName(self.tr("状态栏"))
        self.boundary = Item(Icon.OFFLINE, self.tr("离线"))
        self.cost = Item(Icon.COST, self.tr("今日 ¥0"))
        self.drafts = Item(Icon.SAVE, "")
        self.ledger = Item(Icon.LEDGER, self.tr("账本记录中"))
        self._row = QHBoxLayout()
        self._row.setContentsMargins(Space.XS, 1, Space.S, 0)
        self._row.setSpacing(0)
        self._rules: list[QWidget] = []
        self._add(self.boundary, self.cost)
        self._row.addStretch()
        self._add(self.drafts, self.ledger)
        self.column.addLayout(self._row)
        self.show_open(is_open=False)

    def show_open(self, *, is_open: bool) -> None:
        """Whether a clinic is open: a closed one costs nothing and has nothing to save."""
        for part in (self.cost, self.drafts, self.ledger, *self._rules):
            part.setVisible(is_open)
        if is_open:
            self.boundary.say(Icon.OFFLINE, self.tr("离线"))
            self.drafts.say(Icon.SAVE, self.tr("没有待存内容"))
        else:
            self.boundary.say(Icon.LOCK, self.tr("未打开诊所"))

    def show_saved(self, at: datetime) -> None:
        """A draft is safe since then."""
        self.drafts.say(Icon.SAVE, self._messages.text("autosave.saved", time=f"{at:%H:%M}"))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(QRect(0, 0, self.width(), 1), colour(Tone.LINE))

    def _add(self, *items: QWidget) -> None:
        for place, item in enumerate(items):
            if place:
                rule = Separator(upright=True)
                rule.setFixedHeight(px(RULE))
                self._rules.append(rule)
                self._row.addWidget(rule)
            self._row.addWidget(item)
