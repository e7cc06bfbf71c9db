"""The first run: the clinic's name, who works here, a passphrase twice, and what comes next."""

from dataclasses import dataclass, field

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar

from core.base.messages import Messages
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone
from desktop.views.entry.parts import Card
from desktop.widgets.button import link, pinned
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.new_passphrase import NewPassphrase
from desktop.widgets.problem import Problem

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class NewClinic:
    """What is needed to set a clinic up."""

    clinic: str
    operator: str
    passphrase: str = field(repr=False)


class FirstRunCard(Card):
    """Asks for what a new clinic needs."""

    submitted = Signal(object)
    """A `NewClinic`."""

    demo_wanted = Signal()
    """A clinic of invented people, to look round in first."""

    restore_wanted = Signal()
    """No new clinic: one that was is put back from its backup."""

    def __init__(self, messages: Messages) -> None:
        super().__init__(Icon.CLINIC)
        self.explain(self.tr("新建诊所"), self.tr("病历只存在这台电脑上，加密保存，不需要网络。"))
        self.clinic = LineEdit(self.tr("诊所名称"))
        self.clinic.setMaxLength(LONGEST_NAME)
        self.operator = LineEdit(self.tr("医师姓名"))
        self.pair = NewPassphrase(messages, self.tr("口令"), self.tr("再输入一次口令"))
        self.passphrase, self.again, self.advice = self.pair.passphrase, self.pair.again, self.pair.advice
        for edit in (self.clinic, self.operator):
            self.column.addSpacing(Space.S)
            self.column.addLayout(self.field(edit))
        self.column.addSpacing(Space.S)
        self.column.addWidget(self.pair)
        self.problem = Problem()
        self.column.addWidget(self.problem)
        self.well(
            (
                Icon.INFO,
                Tone.ACCENT,
                self.tr(
                    "下一步给出恢复码，请备好纸笔或打印机。口令和恢复码都丢了，病历就再也打不开，谁也恢复不了。"
                ),
            )
        )
        self.column.addSpacing(Space.M)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("正在建立…"))
        self.column.addWidget(self.bar)
        self.button = pinned("")
        self.column.addWidget(self.button)
        self.button.clicked.connect(self.submit)
        self.demo = link("", icon=Icon.SHOW)
        self.demo.clicked.connect(self.demo_wanted)
        self.restore = link(self.tr("从备份恢复"), icon=Icon.BACKUP)
        self.restore.clicked.connect(self._on_restore)
        ways = QHBoxLayout()
        ways.setSpacing(Space.L)
        ways.addStretch()
        ways.addWidget(self.demo)
        ways.addWidget(self.restore)
        ways.addStretch()
        self.column.addLayout(ways)
        self._edits = (self.clinic, self.operator, *self.pair.edits)
        self.clinic.returnPressed.connect(self.operator.setFocus)
        self.operator.returnPressed.connect(self.passphrase.setFocus)
        self.pair.submitted.connect(self.submit)
        for edit in (self.clinic, self.operator):
            edit.textChanged.connect(self._on_edited)
        self.pair.edited.connect(self._on_edited)
        self.be_busy(busy=False)

    @property
    def edits(self) -> tuple[LineEdit, ...]:
        """The fields, in their order."""
        return self._edits

    def be_busy(self, *, busy: bool) -> None:
        """While the clinic is set up nothing can be typed."""
        for edit in self._edits:
            edit.setEnabled(not busy)
        self.bar.setVisible(busy)
        self.button.setEnabled(not busy)
        self.button.set_words(self.tr("正在建立…") if busy else self.tr("建立诊所"))
        self.demo.setEnabled(not busy)
        self.restore.setEnabled(not busy)
        self.demo.set_words(self.tr("先看演示诊所"))

    def prepare_demo(self, done: int = 0, total: int = 0) -> None:
        """The demonstration is being made: so far, `done` of its `total` people are in."""
        self.be_busy(busy=True)
        self.problem.say("")
        self.button.set_words(self.tr("建立诊所"))
        far = self.tr("正在准备演示诊所…（{0}/{1}）").format(done, total)
        self.demo.set_words(far if total else self.tr("正在准备演示诊所…"))

    def refuse(self, message: str, hint: str = "", edit: LineEdit | None = None) -> None:
        """It cannot be set up like this; `edit` is where to go on."""
        self.be_busy(busy=False)
        self.problem.say(message, hint)
        if edit:
            edit.set_invalid(True)
            edit.setFocus()
            edit.selectAll()

    def submit(self) -> None:
        """Hand in what is typed, or say what is missing and go there."""
        if not self.button.isEnabled():
            return
        lacking = next((edit for edit in self._edits[:2] if not edit.text().strip()), None)
        trouble = self.pair.trouble()
        if lacking:
            self.refuse(self.tr("请填写：{0}").format(lacking.accessibleName()), "", lacking)
        elif trouble:
            self.refuse(*trouble)
        else:
            self.submitted.emit(
                NewClinic(self.clinic.text().strip(), self.operator.text().strip(), self.pair.text)
            )

    def forget(self) -> None:
        """Let go of the passphrase."""
        self.pair.forget()

    def _on_restore(self) -> None:
        self.restore_wanted.emit()

    def _on_edited(self) -> None:
        self.problem.say("")
        for edit in self._edits:
            edit.set_invalid(False)
