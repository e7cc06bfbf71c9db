"""A new passphrase, typed twice, with a line under it that says what makes a good one."""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.errors import UserError
from core.base.messages import Messages
from core.base.passphrase import SHORTEST, refuse_weak
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import words
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.secret import Secret


class NewPassphrase(QWidget):
    """Two fields side by side."""

    edited = Signal()

    submitted = Signal()
    """Enter in the second field."""

    def __init__(self, messages: Messages, name: str = "", again: str = "") -> None:
        super().__init__()
        self._messages = messages
        self.passphrase = Secret(name or self.tr("新口令"))
        self.again = Secret(again or self.tr("再输入一次新口令"))
        self.advice = Label("", Type.META, Tone.MUTED, wrap=True)
        pair = QHBoxLayout()
        pair.setSpacing(Space.M)
        for edit in self.edits:
            box = QVBoxLayout()
            box.setSpacing(Space.XS)
            box.addWidget(Label(edit.accessibleName(), Type.SECONDARY, Tone.MUTED, buddy=edit))
            box.addWidget(edit)
            pair.addLayout(box)
            edit.textChanged.connect(self._on_edited)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        column.addLayout(pair)
        column.addWidget(self.advice)
        self.setFocusProxy(self.passphrase)
        self.passphrase.returnPressed.connect(self.again.setFocus)
        self.again.returnPressed.connect(self.submitted)
        self._on_edited()

    @property
    def edits(self) -> tuple[LineEdit, LineEdit]:
        """The fields, in their order."""
        return self.passphrase, self.again

    @property
    def text(self) -> str:
        """The passphrase as typed."""
        return self.passphrase.text()

    def trouble(self) -> tuple[str, str, LineEdit] | None:
        """What keeps this from being used, what to do, and in which field; None when nothing does."""
        if not self.text.strip():
            name = self.passphrase.accessibleName()
            return self.tr("请填写：{0}").format(name), "", self.passphrase
        if self.text != self.again.text():
            return self.tr("两次输入的口令不同。"), self.tr("请再输入一次；可点眼睛查看。"), self.again
        return None

    def forget(self) -> None:
        """Let go of it."""
        self.passphrase.forget()
        self.again.forget()

    def _on_edited(self) -> None:
        for edit in self.edits:
            edit.set_invalid(False)
        self._advise()
        self.edited.emit()

    def _advise(self) -> None:
        """What is wanted of it; names are looked at only by who sets it, because that takes longer than a key."""
        wanted = self.tr("至少 {0} 个字符，可以是几个不相干的词或一句话；不用姓名、生日、电话。").format(
            SHORTEST
        )
        tone = Tone.MUTED
        if len(self.text) >= SHORTEST:
            try:
                refuse_weak(self.text)
            except UserError as error:
                wanted, tone = words(error, self._messages)[0], Tone.WARN
        self.advice.setText(wanted)
        self.advice.set_tone(tone)


def rule_words() -> str:
    """What is wanted of a passphrase."""
    return QCoreApplication.translate(
        "NewPassphrase", "至少 {0} 个字符，可以是几个不相干的词或一句话；不用姓名、生日、电话。"
    ).format(SHORTEST)
