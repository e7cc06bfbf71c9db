"""谁看过: who opened, changed or printed this record, in which role, when, and why. Read when it is opened."""

from dataclasses import dataclass
from datetime import tzinfo
from functools import partial

from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.clock import from_stored
from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.ports import AuditRow
from core.services.trail.audit import Asked, TrailPage
from core.services.trail.words import (
    action_words,
    outcome_words,
    reason_words,
    role_words,
    tool_words,
)
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import sentences
from desktop.views.patients.unfolding import Unfolding
from desktop.widgets.button import Button, link
from desktop.widgets.label import Label

ROWS = 20
"""Rows that are read at a time."""


@dataclass(frozen=True, slots=True)
class _Read:
    page: TrailPage
    zone: tzinfo


class SeenBy(Unfolding):
    """The newest rows first, some at a time."""

    def __init__(self, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(self.tr("谁看过"))
        self._clinic, self._messages = clinic, messages
        self._more: Button | None = None
        self._rows: QVBoxLayout | None = None
        self._next = 0

    @property
    def more(self) -> Button | None:
        """Leads to the rows before those that are shown; None when there are none."""
        return self._more

    def _on_more(self) -> None:
        self._read(self._next)

    def begin(self) -> None:
        self._read(0)

    def show_content(self, content: QWidget | None) -> None:
        self._more = None
        super().show_content(content)

    def _read(self, before: int) -> None:
        work = partial(_page, self.record_no, before)
        done = partial(self._on_page, self.record_no, before)
        failed = partial(self._on_failed, self.record_no)
        self._clinic.ask(self, work, done, failed, latest="seen")

    def _on_page(self, record_no: str, before: int, read: _Read) -> None:
        if not self.is_about(record_no):
            return
        if not before or self._rows is None:
            content = QWidget()
            self._rows = QVBoxLayout(content)
            self._rows.setContentsMargins(Space.XL, 0, Space.XL, Space.S)
            self._rows.setSpacing(2)
            self.show_content(content)
        rows = self._rows
        if self._more:
            rows.removeWidget(self._more)
            self._more.hide()
            self._more.deleteLater()
            self._more = None
        for entry in read.page.entries:
            rows.addWidget(Label(self._head_of(entry.row, read.zone), Type.META, Tone.MUTED))
            rows.addWidget(Label(self._line(entry.row), Type.SECONDARY, wrap=True))
            rows.addSpacing(Space.XS)
        if read.page.next:
            self._more = link(self.tr("更早的"), trailing=Icon.OPEN)
            self._next = read.page.next
            self._more.clicked.connect(self._on_more)
            rows.addWidget(self._more)

    def _on_failed(self, record_no: str, error: ClinicError) -> None:
        if self.is_about(record_no):
            said = Label(sentences(error, self._messages), Type.SECONDARY, Tone.MUTED, wrap=True)
            said.setContentsMargins(Space.XL, 0, Space.XL, Space.S)
            self.show_content(said)

    def _head_of(self, row: AuditRow, zone: tzinfo) -> str:
        at, role = f"{from_stored(row.at, zone):%Y-%m-%d %H:%M}", role_words(row.role, self._messages)
        who = self.tr("{0}（{1}）").format(row.operator, role) if role else row.operator
        return f"{at} {who}"

    def _line(self, row: AuditRow) -> str:
        say = self._messages
        parts = (
            action_words(row.action, say),
            self.tr("第 {0} 次保存").format(row.visit) if row.visit else "",
            tool_words(row.tool, say),
            outcome_words(row.outcome, say) if row.outcome != "ok" else "",
            self.tr("事由：{0}").format(reason_words(row, say)) if row.reason else "",
        )
        return self.tr("·").join(part for part in parts if part)


def _page(record_no: str, before: int, kernel: Kernel) -> _Read:
    return _Read(kernel.audit.page(Asked(record_no), before, ROWS), kernel.clock.zone)
