"""The road of somebody who has nothing but the recovery code: code, new passphrase, in.

The code opens the clinic twice and for a moment each time: to see who has a passphrase, and to change one. The clinic is then
opened by that passphrase, so that whoever works is somebody. The code is let go of at the end, whichever way it ends.
"""

from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from core.base.errors import ClinicError, KeyTrouble, UserError
from core.base.messages import Messages
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from desktop.bridge.clinic import ClinicBridge, ClinicState, Kernel, Vault
from desktop.trouble.present import words
from desktop.views.entry.by_code_cards import CodeCard, RenewCard


class ByCode(QObject):
    """Leads through both cards."""

    front = Signal(object)
    """The card to show."""

    opens = Signal(str)
    """The new passphrase."""

    left = Signal()
    """Back to the passphrase."""

    failed = Signal(object)
    """A `ClinicError` that is not about the code or the passphrase."""

    def __init__(
        self, clinic: ClinicBridge, home: Home, vault: Vault, messages: Messages, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._clinic, self._home, self._vault, self._messages = clinic, home, vault, messages
        self.code, self.renew = CodeCard(), RenewCard(messages)
        self._code: RecoveryCode | None = None
        self.code.submitted.connect(self._on_code)
        self.code.unreadable.connect(self._on_unfit)
        self.code.back.connect(self._on_back)
        self.renew.submitted.connect(self._on_renew)

    def begin(self) -> None:
        """Ask for the code."""
        self.forget()
        self.front.emit(self.code)
        self.code.code.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def forget(self) -> None:
        """Let go of everything typed."""
        self._code = None
        self.code.forget()
        self.renew.forget()

    def _on_code(self, code: RecoveryCode) -> None:
        if self._clinic.state is not ClinicState.CLOSED:
            return
        self.code.be_busy(busy=True)
        self._clinic.by_recovery(
            self._home,
            self._vault,
            code,
            _whose,
            done=partial(self._on_opened, code),
            failed=self._on_unfit,
        )

    def _on_opened(self, code: RecoveryCode, operators: tuple[str, ...]) -> None:
        self.code.forget()
        self._code = code
        self.front.emit(self.renew)
        self.renew.ask(operators)

    def _on_renew(self, operator: str, passphrase: str) -> None:
        if self._code is None or self._clinic.state is not ClinicState.CLOSED:
            return
        self.renew.be_busy(busy=True)
        self._clinic.by_recovery(
            self._home,
            self._vault,
            self._code,
            partial(_renew, self._code, operator, passphrase),
            done=partial(self._on_renewed, passphrase),
            failed=self._on_not_renewed,
        )

    def _on_renewed(self, passphrase: str, _operator: str) -> None:
        self.forget()
        # Opening is a step of its own, and begins once this one has ended.
        QTimer.singleShot(0, self, partial(self.opens.emit, passphrase))

    def _on_unfit(self, error: ClinicError) -> None:
        if isinstance(error, (KeyTrouble, UserError)):
            self.code.refuse(*words(error, self._messages))
        else:
            self._fail(error)

    def _on_not_renewed(self, error: ClinicError) -> None:
        if isinstance(error, UserError):
            self.renew.refuse(*words(error, self._messages))
        else:
            self._fail(error)

    def _fail(self, error: ClinicError) -> None:
        self.forget()
        self.failed.emit(error)

    def _on_back(self) -> None:
        self.forget()
        self.left.emit()


def _whose(kernel: Kernel) -> tuple[str, ...]:
    """Whose passphrase can be another: who works here by the operators of the store, whatever the envelope says."""
    return tuple(one.name for one in kernel.operators.every() if one.is_active)


def _renew(code: RecoveryCode, operator: str, passphrase: str, kernel: Kernel) -> str:
    from core.services.keys.keys import Credential

    return kernel.keys.change_passphrase(Credential(recovery=code), passphrase, operator)
