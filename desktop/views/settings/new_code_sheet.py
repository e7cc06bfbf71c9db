"""A new recovery code: the passphrase again, the code once, three of its groups typed back."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.base.recovery_code import RecoveryCode
from core.services.keys.keys import Credential
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.printing.hand_over import Handed, HandOver
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.settings.keys_sheets import KeySheet, confirm
from desktop.widgets.group_fields import GroupFields
from desktop.widgets.label import Label
from desktop.widgets.secret import Secret
from desktop.widgets.sheet_ground import is_low


class NewCodeSheet(KeySheet):
    """A new code: the passphrase again, the code once, three groups typed back. Leaving before that has to be said twice."""

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, messages: Messages, *, has_passphrase: bool
    ) -> None:
        super().__init__(
            *(page, clinic, messages),
            self.tr("换新的恢复码"),
            self.tr("新的做好后，旧的从此打不开病历，也打不开以后做的备份；请把旧的那张销毁。"),
        )
        self._code: RecoveryCode | None = None
        self._is_warned = False
        self._has_passphrase = has_passphrase
        self.passphrase = Secret(self.tr("现在的口令，或旧的恢复码"))
        self.hand_over, self.fields = HandOver(), GroupFields()
        first = QWidget()
        column = QVBoxLayout(first)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        name = Label(self.passphrase.accessibleName(), Type.SECONDARY, Tone.MUTED, buddy=self.passphrase)
        for part in (name, self.passphrase):
            column.addWidget(part)
            if not has_passphrase:
                part.hide()
        self._steps = QStackedWidget()
        for step in (first, self.hand_over, self.fields):
            self._steps.addWidget(step)
        self.put(self._steps)
        self.go.set_words(self.tr("做新的恢复码"))
        self.passphrase.returnPressed.connect(self.submit)
        self.passphrase.textEdited.connect(self._on_edited)
        self.fields.submitted.connect(self.submit)
        self._fit()

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        if self._code is None:
            by = self.given(self.passphrase) if self._has_passphrase else Credential()
            if by is not None:
                self.ask(partial(_new_code, by), self._on_made, self.passphrase)
        elif self._steps.currentWidget() is self.hand_over:
            self.hand_over.forget()
            self.fields.ask()
            self._turn_to(self.fields, self.tr("核对"))
            self.fields.go_to_first()
        elif self.fields.are_right(self._code):
            self.ask(partial(confirm, self._code), self._on_confirmed, None)

    def dismiss(self) -> None:
        if self._code is not None and not self._is_warned and not self._is_busy:
            self._is_warned = True
            self.back.set_words(self.tr("不确认，离开"))
            self.problem.say(
                self.tr("新的恢复码还没有确认，旧的已经打不开。"),
                self.tr("离开后它不再显示；没有抄下就要再换一个。再按一次 Esc 离开。"),
            )
            return
        left = self._code is not None and not self._is_busy
        super().dismiss()
        if left:
            self.changed.emit(self.tr("恢复码已换新，还没有确认。"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.hand_over.groups.be_tight(is_tight=is_low(self.page))
        self._fit()

    def forget(self) -> None:
        self._code = None
        self.passphrase.forget()
        self.hand_over.forget()
        self.fields.forget()

    def _on_made(self, code: RecoveryCode) -> None:
        self.passphrase.forget()
        self._code = code
        opened = self._clinic.opened
        clinic = opened.settings.clinic_name if opened else ""
        self.hand_over.show_code(Handed(code, clinic, self._clinic.now().date()))
        self._turn_to(self.hand_over, self.tr("已写在纸上，去核对"))
        self.back.set_words(self.tr("稍后确认"))
        self.hand_over.print_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_confirmed(self, _nothing: None) -> None:
        self.finish(self.tr("新的恢复码已确认抄下，旧的从此打不开病历。"))

    def _turn_to(self, step: QWidget, onward: str) -> None:
        self._steps.setCurrentWidget(step)
        self.go.set_words(onward)
        self.problem.say("")
        self._fit()

    def _fit(self) -> None:
        """The sheet is as tall as the step that is shown."""
        for place in range(self._steps.count()):
            step = self._steps.widget(place)
            policy = step.sizePolicy()
            shown = step is self._steps.currentWidget()
            policy.setVerticalPolicy(policy.Policy.Preferred if shown else policy.Policy.Ignored)
            step.setSizePolicy(policy)
        self._steps.adjustSize()
        self._steps.updateGeometry()

    def _on_edited(self, *_: object) -> None:
        self.problem.say("")
        self.passphrase.set_invalid(False)


def _new_code(by: Credential, kernel: Kernel) -> RecoveryCode:
    return kernel.keys.new_recovery_code(by)
