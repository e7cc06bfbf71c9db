"""The first run: the clinic's name, who works here, a passphrase twice, and in plain words what is lost with it."""

from dataclasses import dataclass, field

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout

from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.entry.parts import Card, Problem, Secret
from desktop.widgets.button import link, pinned
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit

SHORT = 10
"""Characters. A shorter passphrase is allowed and said to be short."""

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

    def __init__(self) -> None:
        super().__init__(Icon.CLINIC)
        self.explain(self.tr("新建诊所"), self.tr("病历只存在这台电脑上，加密保存，不需要网络。"))
        self.clinic = LineEdit(self.tr("诊所名称"))
        self.clinic.setMaxLength(LONGEST_NAME)
        self.operator = LineEdit(self.tr("医师姓名"))
        self.passphrase, self.again = Secret(self.tr("口令")), Secret(self.tr("再输入一次口令"))
        for edit in (self.clinic, self.operator):
            self.column.addSpacing(Space.S)
            self.column.addLayout(self.field(edit))
        pair = QHBoxLayout()
        pair.setSpacing(Space.M)
        pair.addLayout(self.field(self.passphrase))
        pair.addLayout(self.field(self.again))
        self.column.addSpacing(Space.S)
        self.column.addLayout(pair)
        self.advice = Label("", Type.META, Tone.MUTED)
        self.column.addWidget(self.advice)
        self.problem = Problem()
        self.column.addWidget(self.problem)
        self.well(
            (
                Icon.WARN,
                Tone.WARN,
                self.tr(
                    "口令忘了，系统密钥环里的密钥又丢了，病历就再也打不开，谁也恢复不了。请把口令写下来收好。"
                ),
            )
        )
        self.column.addSpacing(Space.M)
        self.button = pinned("")
        self.column.addWidget(self.button)
        self.button.clicked.connect(self.submit)
        self.demo = link("", icon=Icon.SHOW)
        self.demo.clicked.connect(self.demo_wanted)
        self.column.addWidget(self.demo, 0, Qt.AlignmentFlag.AlignHCenter)
        self._edits = (self.clinic, self.operator, self.passphrase, self.again)
        self.again.returnPressed.connect(self.submit)
        for edit, following in zip(self._edits, self._edits[1:], strict=False):
            edit.returnPressed.connect(following.setFocus)
        for edit in self._edits:
            edit.textChanged.connect(self._on_edited)
        self.be_busy(busy=False)
        self._on_edited()

    @property
    def edits(self) -> tuple[LineEdit, ...]:
        """The fields, in their order."""
        return self._edits

    def be_busy(self, *, busy: bool) -> None:
        """While the clinic is set up nothing can be typed."""
        for edit in self._edits:
            edit.setEnabled(not busy)
        self.button.setEnabled(not busy)
        self.button.set_words(self.tr("正在建立…") if busy else self.tr("建立诊所"))
        self.demo.setEnabled(not busy)
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
        lacking = next((edit for edit in self._edits[:3] if not edit.text().strip()), None)
        if lacking:
            self.refuse(self.tr("请填写：{0}").format(lacking.accessibleName()), "", lacking)
        elif self.passphrase.text() != self.again.text():
            self.refuse(self.tr("两次输入的口令不同。"), self.tr("请再输入一次；可点眼睛查看。"), self.again)
        else:
            passphrase = self.passphrase.text()
            self.submitted.emit(
                NewClinic(self.clinic.text().strip(), self.operator.text().strip(), passphrase)
            )

    def forget(self) -> None:
        """Let go of the passphrase."""
        self.passphrase.forget()
        self.again.forget()

    def _on_edited(self) -> None:
        self.problem.say("")
        for edit in self._edits:
            edit.set_invalid(False)
        if 0 < len(self.passphrase.text()) < SHORT:
            self.advice.setText(self.tr("这个口令少于十个字符，容易被猜中。"))
            self.advice.set_tone(Tone.WARN)
        else:
            self.advice.setText(self.tr("建议十个字符以上，可以是一句话。"))
            self.advice.set_tone(Tone.MUTED)
