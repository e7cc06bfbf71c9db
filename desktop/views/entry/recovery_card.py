"""A new clinic's recovery code: shown once, brought to paper, and three of its groups typed back."""

from PySide6.QtWidgets import QWidget

from core.base.recovery_code import RecoveryCode
from desktop.printing.hand_over import HandOver
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space
from desktop.views.entry.step_card import StepCard
from desktop.widgets.group_fields import GroupFields


class RecoveryCard(StepCard):
    """Shows the code. Going on means that it is on paper."""

    def __init__(self) -> None:
        super().__init__(Icon.KEY, 4)
        self.explain(self.tr("恢复码"), self.tr("忘记口令、换电脑、电脑被盗换机时，只有它能打开病历。"))
        self.hand_over = HandOver()
        self.column.addSpacing(Space.S)
        self.column.addWidget(self.hand_over)
        self.end(self.tr("已写在纸上，去核对"))

    @property
    def first(self) -> QWidget:
        return self.hand_over.print_button

    def lie_low(self, *, is_low: bool) -> None:
        super().lie_low(is_low=is_low)
        self.sentence.setVisible(not is_low)
        self.hand_over.be_tight(is_tight=is_low)


class TypedBackCard(StepCard):
    """Asks for three groups of it. Going on means that they are right."""

    def __init__(self) -> None:
        super().__init__(Icon.KEY, 4)
        self.explain(self.tr("核对恢复码"), self.tr("请看着纸上写的，输入下面三组。对上了，诊所才建立。"))
        self._code: RecoveryCode | None = None
        self.fields = GroupFields()
        self.column.addSpacing(Space.M)
        self.column.addWidget(self.fields)
        self.end(self.tr("核对并建立诊所"), self.tr("正在建立…"))
        self.fields.submitted.connect(self.submit)

    @property
    def asked(self) -> tuple[QWidget, ...]:
        return (self.fields,)

    @property
    def first(self) -> QWidget:
        return next(iter(self.fields.edits.values()))

    def ask(self, code: RecoveryCode) -> None:
        """Ask for three groups of this code."""
        self._code = code
        self.fields.ask()
        self.problem.say("")

    def submit(self) -> None:
        """Go on, once what is typed is right."""
        if self._code and self.button.isEnabled() and self.fields.are_right(self._code):
            self.problem.say("")
            super().submit()

    def forget(self) -> None:
        """Let go of the code and of what was typed."""
        self._code = None
        self.fields.forget()
        self.problem.say("")
