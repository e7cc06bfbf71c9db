"""Ending a rule of two people takes the two: whoever could end it alone would be bound by none."""

from functools import partial

from PySide6.QtWidgets import QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.rights import TwoPersonRule
from core.services.keys.keys import Credential
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.views.settings.keys_sheets import KeySheet
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.secret import Secret


class RuleOffSheet(KeySheet):
    """Asks for the passphrases of both."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages, rule: TwoPersonRule) -> None:
        super().__init__(
            *(page, clinic, messages),
            self.tr("关闭这一项要求"),
            self.tr("“{0}”关闭以后，一个人就可以做；关闭它本身也要另一人同意，并记入审计。").format(
                messages.text(f"rules.{rule}.title")
            ),
        )
        self._rule = rule
        self.own, self.second = Secret(self.tr("您自己的口令")), Secret(self.tr("另一人的口令"))
        self.put(self.own, self.second)
        self.go.set_words(self.tr("关闭"))
        self.own.returnPressed.connect(self.second.setFocus)
        self.second.returnPressed.connect(self.submit)
        for edit in (self.own, self.second):
            edit.textEdited.connect(self._on_edited)

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        lacking = next((edit for edit in (self.own, self.second) if not edit.text()), None)
        if lacking:
            self.refuse(self.tr("请填写：{0}").format(lacking.accessibleName()), "", lacking)
            return
        by, second = Credential(passphrase=self.own.text()), Credential(passphrase=self.second.text())
        self.ask(partial(_turn_off, self._rule, by, second), self._on_off, self.own)

    def forget(self) -> None:
        self.own.forget()
        self.second.forget()

    def _on_failed(self, field: LineEdit | None, error: ClinicError) -> None:
        # What is wrong with the second person is said by its own codes.
        super()._on_failed(self.second if error.code.startswith("second_") else field, error)

    def _on_off(self, _nothing: None) -> None:
        self.finish(self.tr("已关闭，立即生效"))

    def _on_edited(self) -> None:
        self.problem.say("")
        self.own.set_invalid(False)
        self.second.set_invalid(False)


def _turn_off(rule: TwoPersonRule, by: Credential, second: Credential, kernel: Kernel) -> None:
    kernel.rules.turn_off(rule, by, second)
