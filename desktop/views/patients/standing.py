"""How a saved visit stands: entered late, void, in which version, amended by whom, when and why; with what can be done about it."""

from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.services.visits.records import Versions, amended_words, minute, void_words
from desktop.theme.icons import Icon
from desktop.theme.tokens import IconSize, Space, Tone, Type
from desktop.widgets.button import small
from desktop.widgets.difference_view import DifferenceView
from desktop.widgets.disclosure import Disclosure
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator


class Standing(QWidget):
    """Made for one visit. What every amendment changed opens below its line."""

    amend_wanted = Signal()
    void_wanted = Signal()

    def __init__(self, versions: Versions, draft_at: datetime | None, messages: Messages) -> None:
        super().__init__()
        self._versions, self._messages = versions, messages
        record = versions.record
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(Space.XS)
        if record.void:
            self._say(Icon.DANGER, Tone.DANGER, void_words(record.void, messages))
        if record.is_late:
            at = minute(record.saved_at)
            self._say(Icon.HISTORY, Tone.WARN, messages.text("visit.entered_late", at=at))
        if record.signed and not record.signed.holds:
            self._say(Icon.WARN, Tone.DANGER, messages.text("visit.signature_broken"))
        self.show_changes = Disclosure(self.tr("查看改动"))
        self.show_changes.toggled.connect(self._on_show)
        self.amend = small(self.tr("更正"), icon=Icon.EDIT, key="Ctrl E")
        self.void = small(self.tr("作废…"), icon=Icon.NOT_COMPARABLE, tone=Tone.DANGER)
        self.amend.clicked.connect(self.amend_wanted)
        self.void.clicked.connect(self.void_wanted)
        line = QHBoxLayout()
        line.setSpacing(Space.S)
        tone = Tone.WARN if record.amended else Tone.MUTED
        line.addWidget(IconLabel(Icon.EDIT if record.amended else Icon.SAVE, tone, IconSize.CHIP))
        line.addWidget(Label(self._version_words(), Type.SECONDARY, tone, wrap=True), 1)
        for part in (self.show_changes, self.amend, self.void):
            line.addWidget(part)
        self._column.addLayout(line)
        # Only now: shown without a parent each would be a window of its own.
        self.show_changes.setVisible(record.version > 1)
        for button in (self.amend, self.void):
            button.setVisible(record.void is None)
        if draft_at is not None:
            self.amend.set_words(self.tr("继续更正"))
            words = self.tr("有一份未完成的更正，草稿存于 {0:%Y-%m-%d %H:%M}").format(draft_at)
            self._say(Icon.DRAFT, Tone.WARN, words)
        self._changes: QWidget | None = None

    def _version_words(self) -> str:
        record = self._versions.record
        if record.amended:
            return amended_words(record.version, record.amended, self._messages)
        return self._messages.text("visit.saved", at=minute(record.saved_at), by=record.saved_by)

    def _say(self, icon: Icon, tone: Tone, words: str) -> None:
        line = QHBoxLayout()
        line.setSpacing(Space.S)
        line.addWidget(IconLabel(icon, tone, IconSize.CHIP))
        line.addWidget(Label(words, Type.SECONDARY, tone, wrap=True), 1)
        self._column.addLayout(line)

    def _on_show(self, is_open: bool) -> None:
        if self._changes is None and is_open:
            self._changes = self._every_change()
            self._column.addWidget(self._changes)
        if self._changes is not None:
            self._changes.setVisible(is_open)

    def _every_change(self) -> QWidget:
        """What each version changed, the newest first."""
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, Space.S, 0, Space.S)
        column.setSpacing(Space.S)
        for one in reversed(self._versions.versions[1:]):
            column.addWidget(
                Label(amended_words(one.number, one, self._messages), Type.SECONDARY, Tone.MUTED)
            )
            column.addWidget(DifferenceView(self._versions.changes(one.number), self._messages))
            column.addWidget(Separator())
        first = self._versions.versions[0]
        saved = self._messages.text("visit.saved", at=minute(first.at), by=first.by)
        signed = first.signed
        if signed:
            said = self._messages.text("visit.signed", at=minute(signed.at), by=signed.by)
            saved = self.tr("{0}；{1}").format(saved, said)
        column.addWidget(Label(saved, Type.SECONDARY, Tone.MUTED, wrap=True))
        return whole
