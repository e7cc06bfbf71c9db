"""Restoring from a backup: the card that asks for the file and for what opens it, and the card that says what became of it."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout

from core.base.messages import Messages
from desktop.session.backup_secret import BackupSecret
from desktop.session.backup_words import UNNAMED, held_words, moment_words
from desktop.session.progress_strip import ProgressStrip
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.entry.parts import Card
from desktop.widgets.button import link, pinned, plain_button
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.file_dialog import ask_file
from desktop.widgets.label import Label
from desktop.widgets.problem import Problem
from desktop.widgets.surface import Ground, Surface

if TYPE_CHECKING:
    from core.services.backup.facts import Listed, Restored

SUFFIX = "mdbk"


class RestoreCard(Card):
    """Asks for the file, says what is in it, and asks for what opens it."""

    picked = Signal(object)
    """The `Path` of a file."""

    submitted = Signal()
    stopped = Signal()
    back = Signal()

    def __init__(self, messages: Messages) -> None:
        super().__init__(Icon.BACKUP)
        self.needs_two = self.needs_today = False
        self.file = plain_button(self.tr("选备份文件…"), icon=Icon.FOLDER)
        self.name = ElidedLabel("", Type.SECONDARY, Tone.MUTED, mode=Qt.TextElideMode.ElideMiddle)
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        row.addWidget(self.file)
        row.addWidget(self.name, 1)
        self.column.addSpacing(Space.M)
        self.column.addLayout(row)
        self.found = Surface(Ground.WELL)
        self.title_of = Label("", wrap=True)
        self.facts = Label("", Type.SECONDARY, Tone.MUTED, wrap=True)
        self.found.column.setSpacing(0)
        self.found.column.addWidget(self.title_of)
        self.found.column.addWidget(self.facts)
        self.column.addSpacing(Space.S)
        self.column.addWidget(self.found)
        self.secret = BackupSecret(messages, self.tr("管理员的口令（做备份那天的）"))
        self.second = BackupSecret(messages, self.tr("另一位管理员的口令：本诊所要求两人"))
        self.second.other.hide()
        self.today = BackupSecret(messages, self.tr("管理员现在的口令"))
        for part in (self.secret, self.today, self.second):
            self.column.addSpacing(Space.S)
            self.column.addWidget(part)
        self.problem = Problem()
        self.column.addWidget(self.problem)
        self.strip = ProgressStrip(self.tr("恢复进度"))
        self.column.addWidget(self.strip)
        self.column.addSpacing(Space.S)
        self.button = pinned("", key="Enter")
        self.column.addWidget(self.button)
        self.leave = link(self.tr("不恢复，返回"), icon=Icon.PREVIOUS)
        self.column.addWidget(self.leave, 0, Qt.AlignmentFlag.AlignHCenter)
        self.file.clicked.connect(self._on_file)
        self.leave.clicked.connect(self.back)
        self.button.clicked.connect(self.submit)
        self.secret.submitted.connect(self._on_first)
        self.today.submitted.connect(self._on_first)
        self.second.submitted.connect(self.submit)
        self.secret.edited.connect(self._on_edited)
        self.today.edited.connect(self._on_edited)
        self.second.edited.connect(self._on_edited)
        self.strip.stopped.connect(self.stopped)
        self.begin()

    def begin(self) -> None:
        """Ask anew."""
        self.needs_two = self.needs_today = False
        self.forget()
        self.name.setText("")
        self._show(is_known=False)
        self.be_busy(busy=False)

    def ask_today(self, message: str, hint: str) -> None:
        """What opens the backup does not open the clinic that is there: ask for what does, too."""
        self.needs_today = True
        self._show(is_known=True)
        self.today.refuse(message, hint)

    def ask_second(self, message: str, hint: str) -> None:
        """The clinic wants two people for it, or another than was given."""
        self.needs_two = True
        self._show(is_known=True)
        self.second.refuse(message, hint)

    def reading(self, file: Path) -> None:
        """This file is being looked into."""
        self.name.setText(str(file))
        self.problem.say("")
        self._show(is_known=False)

    def show_file(self, listed: "Listed", now: datetime) -> None:
        """Say what is in it."""
        made = moment_words(listed.created, now) if listed.created else ""
        of_day = self.tr("{0} 的备份").format(made)
        is_named = listed.clinic not in {"", UNNAMED}
        named = self.tr("{0}，{1} 的备份").format(listed.clinic, made)
        self.title_of.setText(named if is_named else of_day)
        between = self.tr("、")
        opens = between.join([*([self.tr("恢复码")] if listed.by_code else []), *listed.operators])
        self.facts.setText(
            self.tr("{0}；审计记录到第 {1} 行。能打开的：{2}。").format(
                held_words(listed.rows), f"{listed.head:,}", opens
            )
        )
        self._show(is_known=True)
        self.secret.setFocus(Qt.FocusReason.OtherFocusReason)

    def refuse_file(self, message: str, hint: str) -> None:
        """It is no backup that can be used."""
        self._show(is_known=False)
        self.problem.say(message, hint)
        self.file.setFocus(Qt.FocusReason.OtherFocusReason)

    def refuse(self, message: str, hint: str) -> None:
        """It was not restored, and everything is as it was."""
        self.problem.say(message, hint)

    def submit(self) -> None:
        """Have it restored, once there is a file."""
        if self.button.isEnabled() and not self.button.isHidden():
            self.problem.say("")
            self.submitted.emit()

    def be_busy(self, *, busy: bool) -> None:
        """While it is restored nothing can be typed."""
        for part in (self.file, self.secret, self.today, self.second, self.button, self.leave):
            part.setEnabled(not busy)
        self.button.set_words(self.tr("正在恢复…") if busy else self.tr("恢复"))
        self.strip.setVisible(busy)

    def forget(self) -> None:
        """Let go of what was typed."""
        for part in (self.secret, self.today, self.second):
            part.forget()
        self.problem.say("")

    def _show(self, *, is_known: bool) -> None:
        kept = self.tr("现有文件一个不删，另外保存。")
        choose = self.tr("选一份备份，看清里面是什么，再决定。现有文件一个不删，另外保存。")
        self.explain(self.tr("从备份恢复"), kept if is_known else choose)
        for part in (self.found, self.secret, self.button):
            part.setVisible(is_known)
        self.today.setVisible(is_known and self.needs_today)
        self.second.setVisible(is_known and self.needs_two)

    def _on_first(self) -> None:
        wanted = ((self.needs_today, self.today), (self.needs_two, self.second))
        empty = next((part for is_needed, part in wanted if is_needed and part.is_empty), None)
        if empty:
            empty.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.submit()

    def _on_edited(self) -> None:
        self.problem.say("")

    def _on_file(self) -> None:
        kinds = (self.tr("备份 (*.{0})").format(SUFFIX),)
        ask_file(self, self.tr("选备份文件"), self._on_picked, kinds)

    def _on_picked(self, file: str) -> None:
        self.picked.emit(Path(file))


class RestoredCard(Card):
    """Says what was put back, what it took the place of, and where that lies."""

    opens = Signal()

    def __init__(self, messages: Messages) -> None:
        super().__init__(Icon.DONE)
        self._messages = messages
        self._kept: Path | None = None
        self.kept = Label("", Type.SECONDARY, wrap=True)
        self.lost = Label("", Type.SECONDARY, Tone.WARN, wrap=True)
        self.keys = Label("", Type.SECONDARY, Tone.MUTED, wrap=True)
        self.frozen = Label(
            self.tr("旧备份暂停清理，直到管理员在设置里确认恢复的内容无误。"),
            Type.SECONDARY,
            Tone.MUTED,
            wrap=True,
        )
        well = Surface(Ground.WELL)
        for part in (self.lost, self.kept, self.keys, self.frozen):
            well.column.addWidget(part)
        self.column.addSpacing(Space.S)
        self.column.addWidget(well)
        self.column.addSpacing(Space.M)
        self.button = pinned(self.tr("打开诊所"), key="Enter")
        self.button.setAutoDefault(True)
        self.column.addWidget(self.button)
        self.folder = link(self.tr("看另存的文件"), icon=Icon.FOLDER)
        self.column.addWidget(self.folder, 0, Qt.AlignmentFlag.AlignHCenter)
        self.button.clicked.connect(self.opens)
        self.folder.clicked.connect(self._on_folder)

    def tell(self, restored: "Restored") -> None:
        """Say it."""
        say, rows = self._messages.text, restored.rows
        self.explain(
            self.tr("已恢复"),
            say(
                "backup.restored",
                created=f"{restored.created:%Y-%m-%d %H:%M}",
                head=restored.head,
                records=rows.get("patients", 0),
                visits=rows.get("visits", 0),
            ),
        )
        self._kept = restored.kept_in
        self.kept.setText(say("backup.kept_in", folder=str(restored.kept_in)) if restored.kept_in else "")
        self.kept.setVisible(restored.kept_in is not None)
        self.folder.setVisible(restored.kept_in is not None)
        self.lost.setText(say("backup.lost", lost=restored.lost) if restored.lost else "")
        self.lost.setVisible(bool(restored.lost))
        self.keys.setText(say(f"backup.keys_{restored.keys}"))

    def _on_folder(self) -> None:
        if self._kept:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._kept)))
