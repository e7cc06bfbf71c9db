"""One row of the trail in full, in plain words. Digests are short and can be copied whole."""

from datetime import tzinfo
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from core.base.clock import from_stored
from core.base.messages import Messages
from core.services.trail.audit import Entry
from core.services.trail.words import (
    SHORT,
    action_words,
    detail_words,
    outcome_words,
    reason_words,
    role_words,
    source_words,
    tool_words,
)
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.button import link, small
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.icon_button import IconButton
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Ground, Surface

WIDTH = 320
NAME = 88


class EntryDetail(Surface):
    """The side of the page."""

    left = Signal()
    """Back to the table."""

    patient_wanted = Signal(str)
    """The record number of somebody to open."""

    only_patient = Signal(object)
    """The `Entry` whose patient alone is to be listed."""

    only_operator = Signal(str)
    """The operator whose rows alone are to be listed."""

    def __init__(self, messages: Messages) -> None:
        super().__init__(Ground.PAGE)
        self._messages = messages
        self._entry: Entry | None = None
        self.column.setSpacing(0)
        self.setAccessibleName(self.tr("这一行"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._empty = EmptyState(self.tr("在左边选一行，这里写出它的全部内容。"))
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.back = link(self.tr("回到列表"), icon=Icon.PREVIOUS)
        self.back.hide()
        self.title = Label("", Type.SECTION, wrap=True)
        self.when = Label("", Type.SECONDARY, Tone.MUTED)
        self._lines = QGridLayout()
        self.open_patient = small(self.tr("打开患者"), icon=Icon.PATIENTS)
        self.same_patient = small(self.tr("只看此患者"))
        self.same_operator = small(self.tr("只看此操作者"))
        self._build()
        self.back.clicked.connect(self.left)
        self.open_patient.clicked.connect(self._on_open)
        self.same_patient.clicked.connect(self._on_same_patient)
        self.same_operator.clicked.connect(self._on_same_operator)
        self.show_entry(None)

    @property
    def entry(self) -> Entry | None:
        """The row that is shown."""
        return self._entry

    @property
    def lines(self) -> list[tuple[str, str]]:
        """What is shown, name and value."""
        grid = self._lines
        places = [
            (grid.itemAtPosition(row, 0), grid.itemAtPosition(row, 1)) for row in range(grid.rowCount())
        ]
        found = []
        for name, value in places:
            labels = (name.widget() if name else None, value.widget() if value else None)
            if all(isinstance(label, Label) for label in labels):
                found.append((labels[0].text(), labels[1].text()))  # type: ignore[union-attr]  # labels, as was just seen
        return found

    def show_entry(self, entry: Entry | None, zone: tzinfo | None = None, *, may_open: bool = False) -> None:
        """Show a row; `may_open` is whether its patient can be opened."""
        self._entry = entry
        self._empty.setVisible(entry is None)
        self._scroll.setVisible(entry is not None)
        self._clear()
        if entry is None or zone is None:
            return
        row = entry.row
        self.title.setText(action_words(row.action, self._messages))
        self.when.setText(f"{from_stored(row.at, zone):%Y-%m-%d %H:%M:%S}")
        self.open_patient.setVisible(bool(row.record_no) and may_open)
        self.same_patient.setVisible(bool(row.record_no))
        for name, value in self._said(entry):
            if value:
                self._add(name, Label(value, Type.SECONDARY, wrap=True))
        for name, digest in (
            (self.tr("改前摘要"), row.digest_before),
            (self.tr("改后摘要"), row.digest_after),
        ):
            if digest:
                self._add(name, Label(f"{digest[:SHORT]}…", Type.SECONDARY), digest)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Escape}:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _said(self, entry: Entry) -> list[tuple[str, str]]:
        row, say = entry.row, self._messages
        role = role_words(row.role, say)
        offset = f"UTC{row.utc_offset / 60:+g}"
        brought = self.tr("本行写于账本成链之前，后来纳入") if row.brought_in else ""
        return [
            (self.tr("序号"), f"{row.seq:,}"),
            (self.tr("操作者"), self.tr("{0}（{1}）").format(row.operator, role) if role else row.operator),
            (self.tr("患者"), " ".join(part for part in (row.record_no, entry.name) if part)),
            (self.tr("就诊"), self.tr("第 {0} 次保存").format(row.visit) if row.visit else ""),
            (
                self.tr("经由"),
                self.tr("·").join(
                    part for part in (source_words(row.source, say), tool_words(row.tool, say)) if part
                ),
            ),
            (self.tr("结果"), outcome_words(row.outcome, say)),
            (self.tr("事由"), reason_words(row, say)),
            *detail_words(row, say),
            (self.tr("电脑"), row.workstation),
            (self.tr("时区"), offset),
            (self.tr("会话"), row.session[:SHORT]),
            (self.tr("程序版本"), row.program),
            (self.tr("领域包"), row.packs),
            (self.tr("说明"), brought),
        ]

    def _add(self, name: str, value: Label, copied: str = "") -> None:
        place = self._lines.rowCount()
        label = Label(name, Type.SECONDARY, Tone.MUTED)
        label.setMinimumWidth(px(NAME))
        self._lines.addWidget(label, place, 0, Qt.AlignmentFlag.AlignTop)
        self._lines.addWidget(value, place, 1)
        if copied:
            copy = IconButton(Icon.COPY, self.tr("复制{0}").format(name))
            copy.clicked.connect(partial(_copy, copied))
            self._lines.addWidget(copy, place, 2)

    def _clear(self) -> None:
        while self._lines.count():
            item = self._lines.takeAt(0)
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _on_open(self) -> None:
        if self._entry and self._entry.row.record_no:
            self.patient_wanted.emit(self._entry.row.record_no)

    def _on_same_patient(self) -> None:
        if self._entry:
            self.only_patient.emit(self._entry)

    def _on_same_operator(self) -> None:
        if self._entry:
            self.only_operator.emit(self._entry.row.operator)

    def _build(self) -> None:
        content = QWidget()
        content.setProperty("plain", True)
        column = QVBoxLayout(content)
        column.setContentsMargins(Space.XL, Space.L, Space.L, Space.L)
        column.setSpacing(Space.XS)
        back = QHBoxLayout()
        back.addWidget(self.back)
        back.addStretch()
        self._lines.setHorizontalSpacing(Space.M)
        self._lines.setVerticalSpacing(Space.XS)
        self._lines.setColumnStretch(1, 1)
        column.addLayout(back)
        column.addWidget(self.title)
        column.addWidget(self.when)
        column.addSpacing(Space.S)
        column.addLayout(self._lines)
        column.addSpacing(Space.M)
        column.addWidget(Separator())
        column.addSpacing(Space.S)
        for group in ((self.same_patient, self.same_operator), (self.open_patient,)):
            row = QHBoxLayout()
            row.setSpacing(Space.S)
            for button in group:
                row.addWidget(button)
            row.addStretch()
            column.addLayout(row)
        column.addStretch()
        self._scroll.setWidget(content)
        self.column.addWidget(self._empty, 1)
        self.column.addWidget(self._scroll, 1)


def _copy(text: str) -> None:
    QApplication.clipboard().setText(text)
