"""What opens a backup: the passphrase of an admin of that day, or the recovery code. One of the two is asked for at a time."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import words
from desktop.widgets.button import link
from desktop.widgets.code_field import CodeField
from desktop.widgets.label import Label
from desktop.widgets.problem import Problem
from desktop.widgets.secret import Secret

if TYPE_CHECKING:
    from core.services.keys.keys import Credential


class BackupSecret(QWidget):
    """Asks for it. Nothing typed is kept longer than `forget`."""

    submitted = Signal()
    edited = Signal()

    def __init__(self, messages: Messages, name: str) -> None:
        """`name` is that of the passphrase: whose it is."""
        super().__init__()
        self._messages = messages
        self.passphrase, self.code = Secret(name), CodeField()
        self.problem = Problem()
        self.other = link("", icon=Icon.KEY)
        self._names = (
            Label(name, Type.SECONDARY, Tone.MUTED, buddy=self.passphrase),
            Label(self.code.edit.accessibleName(), Type.SECONDARY, Tone.MUTED, buddy=self.code),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        for label, field in zip(self._names, (self.passphrase, self.code), strict=True):
            column.addWidget(label)
            column.addWidget(field)
        column.addWidget(self.problem)
        column.addWidget(self.other, 0, Qt.AlignmentFlag.AlignLeft)
        self.other.clicked.connect(self._on_other)
        self.passphrase.returnPressed.connect(self.submitted)
        self.code.submitted.connect(self.submitted)
        self.passphrase.textEdited.connect(self._on_edited)
        self.code.edited.connect(self._on_edited)
        self.ask_code(is_code=False)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        edit = self.code.edit if self._is_code else self.passphrase
        return not edit.text().strip()

    def credential(self) -> "Credential | None":
        """What is typed; None, and the reason said, when it is no code or nothing."""
        from core.services.keys.keys import Credential

        if self.is_empty:
            name = self.code.edit if self._is_code else self.passphrase
            self.refuse(self.tr("请填写：{0}").format(name.accessibleName()))
            return None
        if not self._is_code:
            return Credential(passphrase=self.passphrase.text())
        try:
            return Credential(recovery=self.code.code())
        except ClinicError as error:
            self.refuse(*words(error, self._messages))
            return None

    def ask_code(self, *, is_code: bool) -> None:
        """Ask for the code, or for the passphrase."""
        self._is_code = is_code
        for label, field, shown in zip(
            self._names, (self.passphrase, self.code), (not is_code, is_code), strict=True
        ):
            label.setVisible(shown)
            field.setVisible(shown)
        self.setFocusProxy(self.code if is_code else self.passphrase)
        self.other.set_words(self.tr("改用口令") if is_code else self.tr("改用恢复码"))
        self.problem.say("")

    def refuse(self, message: str, hint: str = "") -> None:
        """It does not do: say why, and go back to it."""
        self.problem.say(message, hint)
        edit = self.code.edit if self._is_code else self.passphrase
        edit.set_invalid(True)
        edit.setFocus(Qt.FocusReason.OtherFocusReason)
        edit.selectAll()

    def forget(self) -> None:
        """Let go of what was typed."""
        self.passphrase.forget()
        self.code.forget()
        self.problem.say("")

    def _on_other(self) -> None:
        self.ask_code(is_code=not self._is_code)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_edited(self, *_: object) -> None:
        self.passphrase.set_invalid(False)
        self.problem.say("")
        self.edited.emit()
