"""What a new clinic needs to be told: the language, its name and who works in it, a passphrase."""

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.base.messages import Messages
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space
from desktop.views.entry.step_card import StepCard
from desktop.widgets.button import link
from desktop.widgets.choice_list import ChoiceList, Line
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.new_passphrase import NewPassphrase

LONGEST_NAME = 60


class LanguageCard(StepCard):
    """Asks for the language, which is spoken at once; and offers the two ways that lead elsewhere."""

    chosen = Signal(str)
    """Another language than the one that is spoken."""

    demo_wanted = Signal()
    """A clinic of invented people, to look round in first."""

    restore_wanted = Signal()
    """No new clinic: one that was is put back from its backup."""

    def __init__(self, messages: Messages) -> None:
        super().__init__(Icon.EXTERNAL, 1)
        self._language = messages.language
        self.explain(self.tr("语言"), self.tr("从现在起屏幕上都用它，以后可在“设置 › 外观”里改。"))
        # Each is named in itself, for whoever cannot read the other.
        named = {"zh_CN": self.tr("中文"), "en": "English"}
        self.choice = ChoiceList(
            self.tr("语言"), [Line(language, name) for language, name in named.items()], self._language
        )
        self.column.addSpacing(Space.M)
        self.column.addWidget(self.choice)
        self.demo = link("", icon=Icon.SHOW)
        self.restore = link(self.tr("从备份恢复"), icon=Icon.BACKUP)
        self.end(self.tr("新建诊所"))
        ways = QHBoxLayout()
        ways.setSpacing(Space.L)
        ways.addStretch()
        ways.addWidget(self.demo)
        ways.addWidget(self.restore)
        ways.addStretch()
        self.column.addLayout(ways)
        self.choice.chosen.connect(self._on_chosen)
        self.choice.meant.connect(self.submit)
        self.demo.clicked.connect(self.demo_wanted)
        self.restore.clicked.connect(self.restore_wanted)

    @property
    def asked(self) -> tuple[QWidget, ...]:
        return self.choice, self.demo, self.restore

    @property
    def first(self) -> QWidget:
        return self.choice

    def be_busy(self, *, busy: bool) -> None:
        super().be_busy(busy=busy)
        self.demo.set_words(self.tr("先看演示诊所"))

    def prepare_demo(self, words: str) -> None:
        """The demonstration is being made."""
        self.problem.say("")
        self.be_busy(busy=True)
        self.demo.set_words(words)

    def _on_chosen(self, language: str) -> None:
        if language != self._language:
            # Everything is made anew then, and not from within a key that moves the choice.
            QTimer.singleShot(0, self, partial(self.chosen.emit, language))


class ClinicCard(StepCard):
    """Asks for the clinic's name, and for whoever works in it first."""

    def __init__(self) -> None:
        super().__init__(Icon.CLINIC, 2)
        self.explain(self.tr("新建诊所"), self.tr("病历只存在这台电脑上，加密保存，不需要网络。"))
        self.clinic = LineEdit(self.tr("诊所名称"))
        self.clinic.setMaxLength(LONGEST_NAME)
        self.operator = LineEdit(self.tr("医师姓名"))
        for edit in self.edits:
            self.column.addSpacing(Space.S)
            self.column.addLayout(self.field(edit))
            edit.textChanged.connect(self._on_edited)
        self.end(self.tr("下一步"))
        self.clinic.returnPressed.connect(self.operator.setFocus)
        self.operator.returnPressed.connect(self.submit)

    @property
    def edits(self) -> tuple[LineEdit, LineEdit]:
        """The fields, in their order."""
        return self.clinic, self.operator

    @property
    def asked(self) -> tuple[QWidget, ...]:
        return self.edits

    @property
    def first(self) -> QWidget:
        return next((edit for edit in self.edits if not edit.text().strip()), self.clinic)

    def submit(self) -> None:
        """Go on, or say what is missing and go there."""
        lacking = next((edit for edit in self.edits if not edit.text().strip()), None)
        if lacking is None:
            super().submit()
            return
        self.refuse(self.tr("请填写：{0}").format(lacking.accessibleName()))
        lacking.set_invalid(True)
        lacking.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_edited(self) -> None:
        self.problem.say("")
        for edit in self.edits:
            edit.set_invalid(False)


class PassphraseCard(StepCard):
    """Asks for the passphrase, twice."""

    def __init__(self, messages: Messages) -> None:
        super().__init__(Icon.LOCK, 3)
        self.explain(
            self.tr("口令"),
            self.tr("打开诊所时要输入。口令和下一步的恢复码都丢了，病历就再也打不开，谁也恢复不了。"),
        )
        self.pair = NewPassphrase(messages, self.tr("口令"), self.tr("再输入一次口令"))
        self.column.addSpacing(Space.S)
        self.column.addWidget(self.pair)
        self.end(self.tr("下一步"), self.tr("正在检查…"))
        self.pair.submitted.connect(self.submit)
        self.pair.edited.connect(self._on_edited)

    @property
    def asked(self) -> tuple[QWidget, ...]:
        return (self.pair,)

    @property
    def first(self) -> QWidget:
        return self.pair.passphrase

    def submit(self) -> None:
        """Go on, or say what is wrong and go there."""
        trouble = self.pair.trouble()
        if trouble is None:
            super().submit()
            return
        message, hint, edit = trouble
        self.refuse(message, hint)
        self._go_to(edit)

    def refuse_weak(self, message: str, hint: str) -> None:
        """It is soon guessed."""
        self.refuse(message, hint)
        self._go_to(self.pair.passphrase)

    def refuse(self, message: str, hint: str = "") -> None:
        super().refuse(message, hint)
        self.pair.advice.hide()  # what is said now comes in its place

    def _go_to(self, edit: LineEdit) -> None:
        edit.set_invalid(True)
        edit.setFocus(Qt.FocusReason.OtherFocusReason)
        edit.selectAll()

    def _on_edited(self) -> None:
        self.problem.say("")
        self.pair.advice.show()
