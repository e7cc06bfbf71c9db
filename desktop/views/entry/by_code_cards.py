"""Opening by the recovery code: the code, then whose new passphrase it is to be."""

from PySide6.QtCore import Qt, Signal

from core.base.errors import UserError
from core.base.messages import Messages
from core.base.recovery_code import RecoveryCode
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.entry.parts import Card
from desktop.widgets.button import link, pinned
from desktop.widgets.code_field import CodeField
from desktop.widgets.combo_box import ComboBox
from desktop.widgets.label import Label
from desktop.widgets.new_passphrase import NewPassphrase
from desktop.widgets.problem import Problem


class CodeCard(Card):
    """Asks for the code."""

    submitted = Signal(object)
    """A `RecoveryCode`."""

    unreadable = Signal(object)
    """The `UserError` for which what is typed is no code."""

    back = Signal()

    def __init__(self) -> None:
        super().__init__(Icon.KEY)
        self.explain(self.tr("用恢复码打开"), self.tr("请照纸上写的输入九组。打开后当场设一个新口令。"))
        self.code = CodeField()
        self.column.addSpacing(Space.M)
        name = self.code.edit.accessibleName()
        self.column.addWidget(Label(name, Type.SECONDARY, Tone.MUTED, buddy=self.code.edit))
        self.column.addWidget(self.code)
        self.reading = Label(
            self.tr("大小写、空格、横线都不要紧；O 当作 0，I 和 L 当作 1。"), Type.META, Tone.MUTED, wrap=True
        )
        self.column.addWidget(self.reading)
        self.problem = Problem()
        self.column.addWidget(self.problem)
        self.column.addSpacing(Space.M)
        self.button = pinned("", key="Enter")
        self.column.addWidget(self.button)
        self.leave = link(self.tr("改用口令"), icon=Icon.PREVIOUS)
        self.column.addWidget(self.leave, 0, Qt.AlignmentFlag.AlignHCenter)
        self.button.clicked.connect(self.submit)
        self.code.submitted.connect(self.submit)
        self.code.edited.connect(self._on_edited)
        self.leave.clicked.connect(self.back)
        self.be_busy(busy=False)

    def be_busy(self, *, busy: bool) -> None:
        """While it is tried nothing can be typed."""
        self.code.setEnabled(not busy)
        self.button.setEnabled(not busy)
        self.leave.setEnabled(not busy)
        self.button.set_words(self.tr("正在打开…") if busy else self.tr("打开"))

    def refuse(self, message: str, hint: str) -> None:
        """It does not open; what was typed stays to be mended."""
        self.be_busy(busy=False)
        self.code.refuse()
        self.reading.hide()
        self.problem.say(message, hint)

    def submit(self) -> None:
        """Hand in what is typed, once it is a code."""
        if not self.button.isEnabled() or not self.code.edit.text().strip():
            return
        try:
            code: RecoveryCode = self.code.code()
        except UserError as error:
            self.unreadable.emit(error)
            return
        self.submitted.emit(code)

    def forget(self) -> None:
        """Let go of what was typed."""
        self.code.forget()
        self.problem.say("")
        self.be_busy(busy=False)

    def _on_edited(self) -> None:
        self.reading.show()
        self.problem.say("")


class RenewCard(Card):
    """Asks whose passphrase is to be another, and for the new one."""

    submitted = Signal(str, str)
    """An operator and the passphrase."""

    def __init__(self, messages: Messages) -> None:
        super().__init__(Icon.KEY)
        self.explain(self.tr("设新口令"), self.tr("恢复码是对的。请设一个新口令，旧口令从此打不开病历。"))
        self.who = ComboBox(self.tr("谁的口令"))
        self.pair = NewPassphrase(messages)
        self._who = self.field(self.who)
        self.column.addSpacing(Space.M)
        self.column.addLayout(self._who)
        self.column.addSpacing(Space.S)
        self.column.addWidget(self.pair)
        self.problem = Problem()
        self.column.addWidget(self.problem)
        self.column.addSpacing(Space.M)
        self.button = pinned("", key="Enter")
        self.column.addWidget(self.button)
        self.button.clicked.connect(self.submit)
        self.pair.submitted.connect(self.submit)
        self.pair.edited.connect(self._on_edited)
        self.be_busy(busy=False)

    def ask(self, operators: tuple[str, ...]) -> None:
        """Ask for one of these. With more than one, nobody is chosen yet."""
        self.who.clear()
        self.who.addItems(operators)
        self.who.setPlaceholderText(self.tr("请选择"))
        self.who.setCurrentIndex(0 if len(operators) == 1 else -1)
        self.be_busy(busy=False)
        (self.pair.passphrase if len(operators) == 1 else self.who).setFocus(Qt.FocusReason.OtherFocusReason)

    def be_busy(self, *, busy: bool) -> None:
        """While the envelope is written nothing can be typed."""
        for part in (self.who, self.pair, self.button):
            part.setEnabled(not busy)
        self.button.set_words(self.tr("正在打开…") if busy else self.tr("设好并打开"))

    def refuse(self, message: str, hint: str) -> None:
        """The passphrase does not do."""
        self.be_busy(busy=False)
        self.problem.say(message, hint)
        self.pair.passphrase.set_invalid(True)
        self.pair.passphrase.setFocus(Qt.FocusReason.OtherFocusReason)
        self.pair.passphrase.selectAll()

    def submit(self) -> None:
        """Hand in what is typed, or say what is missing and go there."""
        if not self.button.isEnabled():
            return
        trouble = self.pair.trouble()
        if self.who.currentIndex() < 0:
            self.problem.say(self.tr("请选择是谁的口令。"))
            self.who.setFocus(Qt.FocusReason.OtherFocusReason)
        elif trouble:
            message, hint, edit = trouble
            self.problem.say(message, hint)
            edit.set_invalid(True)
            edit.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.submitted.emit(self.who.currentText(), self.pair.text)

    def forget(self) -> None:
        """Let go of the names and the passphrase."""
        self.who.clear()
        self.pair.forget()
        self.problem.say("")

    def _on_edited(self) -> None:
        self.problem.say("")
