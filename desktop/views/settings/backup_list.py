"""The backups in the folder, newest first: when, how much, how it stands with them, who can open them, and what can be done with each."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.services.backup.facts import Listed
from desktop.session.backup_words import held_words, moment_words
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import words
from desktop.views.settings.holdings import size_words
from desktop.widgets.button import link
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Surface


class BackupList(Surface):
    """Shows them. Nothing is done here: `verify`, `drill` and `restore` say what somebody wants done with which."""

    verify = Signal(object)
    drill = Signal(object)
    restore = Signal(object)

    def __init__(self, messages: Messages) -> None:
        super().__init__(padding=1)
        self._messages = messages
        self.setAccessibleName(self.tr("备份"))
        self.column.setSpacing(0)
        self.rows: list[BackupRow] = []
        self._is_narrow = False
        self._none = Label("", tone=Tone.MUTED, wrap=True)
        self._none.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        self.column.addWidget(self._none)

    def fill(self, listed: Sequence[Listed], now: datetime, none: str) -> None:
        """Show these, or say why there are none."""
        while self.column.count() > 1:
            item = self.column.takeAt(1)
            gone = item.widget()
            if gone is not None:
                gone.hide()
                gone.deleteLater()
        self._none.setText(none)
        self._none.setVisible(not listed)
        self.rows = [BackupRow(one, now, self._messages) for one in listed]
        for place, row in enumerate(self.rows):
            if place:
                self.column.addWidget(Separator())
            self.column.addWidget(row)
            row.lay_out(narrow=self._is_narrow)
            for button, told in (
                (row.verify, self.verify),
                (row.drill, self.drill),
                (row.restore, self.restore),
            ):
                button.clicked.connect(partial(self._tell, told, row.listed))

    def lay_out(self, *, narrow: bool) -> None:
        """On a narrow page the buttons stand under the words."""
        self._is_narrow = narrow
        for row in self.rows:
            row.lay_out(narrow=narrow)

    def _tell(self, told: SignalInstance, listed: Listed, *_: object) -> None:
        told.emit(listed)


class BackupRow(QWidget):
    """One backup."""

    def __init__(self, listed: Listed, now: datetime, messages: Messages) -> None:
        super().__init__()
        self.listed = listed
        self.verify, self.drill = link(self.tr("核验")), link(self.tr("恢复演练"))
        self.restore = link(self.tr("恢复…"))
        words_ = QVBoxLayout()
        words_.setSpacing(0)
        title = QHBoxLayout()
        title.setSpacing(Space.M)
        title.addWidget(Label(self._title(now)))
        self.status = self._status(now, title)
        title.addStretch()
        words_.addLayout(title)
        tone = Tone.DANGER if listed.trouble else Tone.MUTED
        self.detail = ElidedLabel(self._detail(messages), Type.META, tone)
        words_.addWidget(self.detail)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(Space.L, Space.S, Space.M, Space.S)
        self._row.setSpacing(Space.S)
        self._row.addLayout(words_, 1)
        actions = QHBoxLayout()
        actions.setSpacing(Space.S)
        self._row.addLayout(actions)
        for button in (self.verify, self.drill, self.restore):
            button.setAccessibleDescription(listed.file.name)
            actions.addWidget(button)
            # Shown before it has a place, it would be a window of its own.
            button.setHidden(bool(listed.trouble) or not listed.is_ours)
        actions.addStretch()
        self.setAccessibleName(f"{self._title(now)} {self.status} {self.detail.text()}")

    def lay_out(self, *, narrow: bool) -> None:
        """Words and buttons beside each other, or one under the other."""
        down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if narrow else beside)

    def _title(self, now: datetime) -> str:
        one = self.listed
        return moment_words(one.created, now) if one.created else one.file.name

    def _status(self, now: datetime, row: QHBoxLayout) -> str:
        one = self.listed
        if one.trouble:
            sign, tone, said = Icon.DANGER, Tone.DANGER, self.tr("不能用")
        elif not one.is_ours:
            sign, tone, said = Icon.INFO, Tone.MUTED, self.tr("其他诊所的")
        elif one.verified:
            sign, tone = Icon.RESOLVED, Tone.RESOLVED
            said = self.tr("{0} 核验过").format(moment_words(one.verified, now))
        else:
            sign, tone, said = Icon.WARN, Tone.WARN, self.tr("没有核验过")
        pair = QHBoxLayout()
        pair.setSpacing(Space.XS)
        pair.addWidget(IconLabel(sign, tone))
        pair.addWidget(Label(said, Type.META, tone))
        row.addLayout(pair)
        return said

    def _detail(self, messages: Messages) -> str:
        one = self.listed
        if one.trouble:
            return words(one.trouble, messages)[0]
        between = self.tr("、")
        opens = between.join([*([self.tr("恢复码")] if one.by_code else []), *one.operators])
        return self.tr("{0}，{1}；审计到第 {2} 行；{3} 能打开").format(
            held_words(one.rows),
            size_words(one.size),
            f"{one.head:,}",
            opens,
        )
