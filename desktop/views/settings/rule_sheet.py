"""Ending a rule of two people takes the two: whoever could end it alone would be bound by none."""

from functools import partial

from PySide6.QtWidgets import QWidget

from core.base.messages import Messages
from core.base.rights import TwoPersonRule
from core.services.keys.keys import Credential
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.views.settings.keys_sheets import KeySheet
from desktop.widgets.secret import Secret


class RuleOffSheet(KeySheet):
    """Asks for the other one's passphrase."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages, rule: TwoPersonRule) -> None:
        super().__init__(
            *(page, clinic, messages),
            self.tr("关闭这一项要求"),
            self.tr("“{0}”关闭以后，一个人就可以做；关闭它本身也要另一人同意，并记入审计。").format(
                messages.text(f"rules.{rule}.title")
            ),
        )
        self._rule = rule
        self.second = Secret(self.tr("另一人的口令"))
        self.put(self.second)
        self.go.set_words(self.tr("关闭"))
        self.second.returnPressed.connect(self.submit)
        self.second.textEdited.connect(self._on_edited)

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        if not self.second.text():
            self.refuse(self.tr("请填写：{0}").format(self.second.accessibleName()), "", self.second)
            return
        second = Credential(passphrase=self.second.text())
        self.ask(partial(_turn_off, self._rule, second), self._on_off, self.second)

    def forget(self) -> None:
        self.second.forget()

    def _on_off(self, _nothing: None) -> None:
        self.finish(self.tr("已关闭，立即生效"))

    def _on_edited(self) -> None:
        self.problem.say("")
        self.second.set_invalid(False)


def _turn_off(rule: TwoPersonRule, second: Credential, kernel: Kernel) -> None:
    kernel.rules.turn_off(rule, second)
