"""Reading out a damaged store: the card that asks where to, and the card that says what could be read and what could not."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout

from core.base.messages import Messages
from desktop.session.backup_secret import BackupSecret
from desktop.session.progress_strip import ProgressStrip
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.entry.parts import Card
from desktop.widgets.button import link, pinned, plain_button
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.file_dialog import ask_folder
from desktop.widgets.label import Label
from desktop.widgets.problem import Problem
from desktop.widgets.text_edit import TextEdit

if TYPE_CHECKING:
    from core.services.rescue import Rescued

MISSING = 120
"""So tall is the list of what could not be read."""


class RescueCard(Card):
    """Asks for a folder and for what opens the clinic."""

    submitted = Signal(object)
    """The `Path` of the folder."""

    stopped = Signal()
    back = Signal()

    restore_wanted = Signal()
    """Nothing could be read: to a backup."""

    def __init__(self, messages: Messages) -> None:
        super().__init__(Icon.EXPORT)
        self.explain(
            self.tr("导出还能读出的病历"),
            self.tr("一份份读出来，写到另一个目录。损坏的文件只读不写，一个字节也不会改。"),
        )
        self._folder: Path | None = None
        self.folder = plain_button(self.tr("选目录…"), icon=Icon.FOLDER)
        self.name = ElidedLabel("", Type.SECONDARY, Tone.MUTED, mode=Qt.TextElideMode.ElideMiddle)
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        row.addWidget(self.folder)
        row.addWidget(self.name, 1)
        self.well((Icon.WARN, Tone.WARN, self.tr("写出的病历没有加密，目录要选在收得好的地方。")))
        self.column.addSpacing(Space.M)
        self.column.addLayout(row)
        self.secret = BackupSecret(messages, self.tr("打开诊所的口令"))
        self.column.addSpacing(Space.S)
        self.column.addWidget(self.secret)
        self.problem = Problem()
        self.column.addWidget(self.problem)
        self.strip = ProgressStrip(self.tr("导出进度"))
        self.column.addWidget(self.strip)
        self.column.addSpacing(Space.S)
        self.button = pinned("", key="Enter")
        self.column.addWidget(self.button)
        self.restore = plain_button(self.tr("从备份恢复"), icon=Icon.BACKUP)
        self.column.addWidget(self.restore)
        self.leave = link(self.tr("不导出，返回"), icon=Icon.PREVIOUS)
        self.column.addWidget(self.leave, 0, Qt.AlignmentFlag.AlignHCenter)
        self.folder.clicked.connect(self._on_folder)
        self.leave.clicked.connect(self.back)
        self.restore.clicked.connect(self.restore_wanted)
        self.button.clicked.connect(self.submit)
        self.secret.submitted.connect(self.submit)
        self.secret.edited.connect(self._on_edited)
        self.strip.stopped.connect(self.stopped)
        self.begin()

    def begin(self) -> None:
        """Ask anew."""
        self.forget()
        self._folder = None
        self.name.setText(self.tr("新的或空的目录"))
        self.restore.hide()
        self.be_busy(busy=False)

    def take(self, folder: Path) -> None:
        """Write into this folder."""
        self._folder = folder
        self.name.setText(str(folder))
        self.problem.say("")
        self.secret.setFocus(Qt.FocusReason.OtherFocusReason)

    def go_on_to(self, done: int, total: int) -> None:
        """So many records were tried."""
        self.strip.go_on(self.tr("正在读取病历 {0} / {1}").format(f"{done:,}", f"{total:,}"), done, total)

    def submit(self) -> None:
        """Have it written, or say what is missing."""
        if not self.button.isEnabled():
            return
        if self._folder is None:
            self.problem.say(self.tr("请先选目录。"))
            self.folder.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.problem.say("")
        self.submitted.emit(self._folder)

    def refuse(self, message: str, hint: str) -> None:
        """It was not written. What is left then is a backup, so the way there stands on the card from now on."""
        self.problem.say(message, hint)
        self.restore.show()
        self.restore.setFocus(Qt.FocusReason.OtherFocusReason)

    def be_busy(self, *, busy: bool) -> None:
        """While it is written nothing can be typed."""
        for part in (self.folder, self.secret, self.button, self.restore, self.leave):
            part.setEnabled(not busy)
        self.button.set_words(self.tr("正在导出…") if busy else self.tr("导出"))
        if busy:
            self.strip.go_on(self.tr("正在复制损坏的文件…"))
        else:
            self.strip.hide()

    def forget(self) -> None:
        """Let go of what was typed."""
        self.secret.forget()
        self.problem.say("")

    def _on_edited(self) -> None:
        self.problem.say("")

    def _on_folder(self) -> None:
        ask_folder(self, self.tr("导出到哪个目录"), self._on_chosen)

    def _on_chosen(self, folder: str) -> None:
        self.take(Path(folder))


class RescuedCard(Card):
    """Says how much was read, names what was not, and what to do next."""

    restore = Signal()
    back = Signal()

    def __init__(self, messages: Messages) -> None:
        super().__init__(Icon.EXPORT)
        self._messages = messages
        self._folder: Path | None = None
        self.missing = TextEdit(self.tr("读不出的"))
        self.missing.setReadOnly(True)
        self.missing.setFixedHeight(px(MISSING))
        self._missing_name = Label(self.tr("读不出的"), Type.SECONDARY, Tone.MUTED, buddy=self.missing)
        self.next = Label(
            self.tr(
                "接着：收好导出的目录，它没有加密；有备份就从备份恢复，再把导出里较新的就诊补上；"
                "没有备份，请把数据目录原样留着，不要新建诊所。"
            ),
            Type.SECONDARY,
            wrap=True,
        )
        self.column.addSpacing(Space.S)
        self.column.addWidget(self._missing_name)
        self.column.addWidget(self.missing)
        self.column.addSpacing(Space.S)
        self.column.addWidget(self.next)
        self.column.addSpacing(Space.M)
        self.button = pinned(self.tr("从备份恢复"), icon=Icon.BACKUP)
        self.column.addWidget(self.button)
        others = QHBoxLayout()
        self.folder = plain_button(self.tr("打开导出的目录"), icon=Icon.FOLDER)
        self.leave = link(self.tr("返回"), icon=Icon.PREVIOUS)
        others.addWidget(self.folder)
        others.addStretch()
        others.addWidget(self.leave)
        self.column.addSpacing(Space.S)
        self.column.addLayout(others)
        self.button.clicked.connect(self.restore)
        self.leave.clicked.connect(self.back)
        self.folder.clicked.connect(self._on_folder)

    def tell(self, rescued: "Rescued") -> None:
        """Say it."""
        self._folder = rescued.folder
        title = self.tr("{0} 份中读出 {1} 份", "", rescued.records_expected).format(
            f"{rescued.records_expected:,}", f"{rescued.records:,}"
        )
        self.explain(
            title,
            self.tr("{0} 次就诊中读出 {1} 次，写在 {2}。", "", rescued.visits_expected).format(
                f"{rescued.visits_expected:,}", f"{rescued.visits:,}", str(rescued.folder)
            ),
        )
        say = self._messages.text
        lines = [self.tr("病历 {0}").format(number) for number in rescued.records_missing]
        lines += [
            say("rescue.visit", record_no=record_no, number=number)
            for record_no, number in rescued.visits_missing
        ]
        if rescued.unknown_visits:
            lines.append(say("rescue.unknown", count=rescued.unknown_visits))
        self.missing.setPlainText("\n".join(lines))
        self.missing.setVisible(bool(lines))
        self._missing_name.setVisible(bool(lines))

    def _on_folder(self) -> None:
        if self._folder:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))
