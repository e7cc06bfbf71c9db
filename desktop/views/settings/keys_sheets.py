"""The sheets of the keys. Each asks again for what opens the clinic: a window that was left alone changes no key."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.errors import ClinicError, UserError
from core.base.messages import Messages
from core.base.recovery_code import RecoveryCode
from core.services.keys.keys import Credential, KeyringUse
from core.services.keys.typed import credential_of
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import words
from desktop.views.settings.work_sheet import WorkSheet
from desktop.widgets.code_field import CodeField
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.new_passphrase import NewPassphrase
from desktop.widgets.secret import Secret

WIDTH = 520

T = TypeVar("T")


class KeySheet(WorkSheet):
    """A sheet that has something done about the keys. While that goes on nothing can be typed; what fails is said at the field."""

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, messages: Messages, title: str, reason: str
    ) -> None:
        super().__init__(page, clinic, messages, (title, reason), WIDTH)
        self._fields: tuple[QWidget, ...] = ()

    def forget(self) -> None:
        """Let go of every secret in the sheet."""
        raise NotImplementedError

    def put(self, *fields: QWidget) -> None:
        """Fields under their names, and the place for what is wrong with them."""
        self._fields = fields
        for field in fields:
            if isinstance(field, (Secret, CodeField)):
                name = (field.edit if isinstance(field, CodeField) else field).accessibleName()
                column = QVBoxLayout()
                column.setSpacing(Space.XS)
                column.addWidget(Label(name, Type.SECONDARY, Tone.MUTED, buddy=field))
                column.addWidget(field)
                self.box.addLayout(column)
            else:
                self.box.addWidget(field)
        self.box.addWidget(self.problem)

    def ask(self, work: Callable[[Kernel], T], done: Callable[[T], None], field: LineEdit | None) -> None:
        """Have it done on a worker."""
        self.problem.say("")
        self._be_busy(is_busy=True)
        self._clinic.ask(self, work, partial(self._on_done, done), partial(self._on_failed, field))

    def given(self, field: Secret) -> Credential | None:
        """What opens the clinic, as it was typed: a passphrase or the recovery code. None where there is neither, which is said."""
        if not field.text():
            self.refuse(self.tr("请填写：{0}").format(field.accessibleName()), "", field)
            return None
        try:
            return credential_of(field.text())
        except UserError as error:
            self.refuse(*words(error, self._messages), field)
            return None

    def refuse(self, message: str, hint: str = "", field: LineEdit | None = None) -> None:
        """Say what is wrong, and go where it can be mended."""
        self.problem.say(message, hint)
        if field:
            field.set_invalid(True)
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            field.selectAll()

    def _on_done(self, done: Callable[[T], None], result: T) -> None:
        self._be_busy(is_busy=False)
        done(result)

    def _on_failed(self, field: LineEdit | None, error: ClinicError) -> None:
        self._be_busy(is_busy=False)
        self.refuse(*words(error, self._messages), field)

    def _be_busy(self, *, is_busy: bool) -> None:
        self._is_busy = is_busy
        for field in self._fields:
            field.setEnabled(not is_busy)
        self.back.setEnabled(not is_busy)
        self.go.setEnabled(not is_busy)


class ConfirmCodeSheet(KeySheet):
    """Asks for the whole code: what could check a part of it without it could be guessed from the disk."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(
            *(page, clinic, messages),
            self.tr("确认恢复码"),
            self.tr("请照纸上写的输入整个恢复码，证明抄得没有错。找不到了，就换一个新的。"),
        )
        self.code = CodeField()
        self.put(self.code)
        self.go.set_words(self.tr("确认"))
        self.code.submitted.connect(self.submit)
        self.code.edited.connect(partial(self.problem.say, ""))

    def submit(self) -> None:
        if not self.go.isEnabled() or not self.code.edit.text().strip():
            return
        try:
            code = self.code.code()
        except UserError as error:
            self.refuse(*words(error, self._messages))
            self.code.refuse()
            return
        self.ask(partial(confirm, code), self._on_confirmed, self.code.edit)

    def forget(self) -> None:
        self.code.forget()

    def _on_confirmed(self, _nothing: None) -> None:
        self.finish(self.tr("恢复码已确认抄下。"))


class ChangePassphraseSheet(KeySheet):
    """Another passphrase for whoever knows the present one, or has the recovery code."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(
            *(page, clinic, messages),
            self.tr("改我的口令"),
            self.tr("改好后旧口令从此打不开病历；病历和恢复码不变。"),
        )
        self.old = Secret(self.tr("现在的口令，或恢复码"))
        self.pair = NewPassphrase(messages)
        self.put(self.old, self.pair)
        self.go.set_words(self.tr("改口令"))
        self.old.returnPressed.connect(self.pair.passphrase.setFocus)
        self.pair.submitted.connect(self.submit)
        for edited in (self.old.textEdited, self.pair.edited):
            edited.connect(self._on_edited)

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        by, trouble = self.given(self.old), self.pair.trouble()
        if by is None:
            return
        if trouble:
            self.refuse(*trouble)
        else:
            self.ask(partial(_change_passphrase, by, self.pair.text), self._on_done_changing, self.old)

    def forget(self) -> None:
        self.old.forget()
        self.pair.forget()

    def _on_edited(self, *_: object) -> None:
        self.problem.say("")
        self.old.set_invalid(False)

    def _on_done_changing(self, operator: str) -> None:
        self.finish(self._messages.text("keys.passphrase_changed", operator=operator))


class PassphraseByCodeSheet(KeySheet):
    """A passphrase where nobody has one: the keyring alone opened the clinic, and only the recovery code proves who may set it."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(
            *(page, clinic, messages),
            self.tr("设口令"),
            self.tr("现在没有口令，请用恢复码证明可以设。设好后口令也能打开病历。"),
        )
        self.code, self.pair = CodeField(), NewPassphrase(messages)
        self.put(self.code, self.pair)
        self.go.set_words(self.tr("设口令"))
        self.code.submitted.connect(self.pair.passphrase.setFocus)
        self.pair.submitted.connect(self.submit)
        for edited in (self.code.edited, self.pair.edited):
            edited.connect(partial(self.problem.say, ""))

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        trouble = self.pair.trouble()
        try:
            code = self.code.code()
        except UserError as error:
            self.refuse(*words(error, self._messages), self.code.edit)
            return
        if trouble:
            self.refuse(*trouble)
        else:
            self.ask(partial(_set_passphrase, code, self.pair.text), self._on_set, self.pair.passphrase)

    def forget(self) -> None:
        self.code.forget()
        self.pair.forget()

    def _on_set(self, operator: str) -> None:
        self.finish(self._messages.text("keys.passphrase_changed", operator=operator))


class KeyringUseSheet(KeySheet):
    """What the keyring is for from now on, for whoever knows the passphrase or has the recovery code."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages, use: KeyringUse) -> None:
        title, reason = {
            KeyringUse.ON: (
                self.tr("启用系统密钥环"),
                self.tr("在这台电脑的这个账户下，从此可以不输口令打开病历；口令照旧能用。"),
            ),
            KeyringUse.OFF: (
                self.tr("停用系统密钥环"),
                self.tr("存在里面的密钥会取走；从此每次打开都要口令或恢复码。"),
            ),
            KeyringUse.ONLY: (
                self.tr("只用系统密钥环"),
                self.tr("口令会取消：谁登录这个账户，谁就能看病历；密钥环丢了，只有恢复码能打开。"),
            ),
        }[use]
        super().__init__(page, clinic, messages, title, reason)
        self._use = use
        self.passphrase = Secret(self.tr("现在的口令，或恢复码"))
        self.put(self.passphrase)
        self.go.set_words(title)
        self.passphrase.returnPressed.connect(self.submit)
        self.passphrase.textEdited.connect(self._on_edited)

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        by = self.given(self.passphrase)
        if by is not None:
            self.ask(partial(_use_keyring, self._use, by), self._on_set, self.passphrase)

    def forget(self) -> None:
        self.passphrase.forget()

    def _on_edited(self) -> None:
        self.problem.say("")
        self.passphrase.set_invalid(False)

    def _on_set(self, _nothing: None) -> None:
        self.finish(self._messages.text(f"keys.keyring_{self._use}"))


def confirm(code: RecoveryCode, kernel: Kernel) -> None:
    """The code was written down."""
    kernel.keys.confirm_recovery_code(code)


def _change_passphrase(by: Credential, new: str, kernel: Kernel) -> str:
    """One's own: the code does not say whose."""
    return kernel.keys.change_passphrase(by, new, kernel.actor.operator if by.recovery else "")


def _set_passphrase(code: RecoveryCode, new: str, kernel: Kernel) -> str:
    return kernel.keys.change_passphrase(Credential(recovery=code), new)


def _use_keyring(use: KeyringUse, by: Credential, kernel: Kernel) -> None:
    match use:
        case KeyringUse.ON:
            kernel.keys.keyring_on(by)
        case KeyringUse.ONLY:
            kernel.keys.keyring_only(by)
        case _:
            kernel.keys.keyring_off(by)
