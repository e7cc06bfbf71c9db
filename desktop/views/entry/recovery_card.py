"""A new clinic's recovery code: shown once, brought to paper, and three of its groups typed back."""

from PySide6.QtCore import Qt, Signal

from core.base.recovery_code import RecoveryCode
from desktop.printing.hand_over import HandOver
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space
from desktop.views.entry.parts import Card
from desktop.widgets.button import link, pinned
from desktop.widgets.group_fields import GroupFields


class RecoveryCard(Card):
    """Shows the code."""

    onward = Signal()
    """It is on paper: ask for groups of it."""

    later = Signal()
    """It stays unconfirmed for now."""

    def __init__(self) -> None:
        super().__init__(Icon.KEY)
        self.explain(self.tr("恢复码"), self.tr("忘记口令、换电脑、电脑被盗换机时，只有它能打开病历。"))
        self.hand_over = HandOver()
        self.column.addSpacing(Space.S)
        self.column.addWidget(self.hand_over)
        self.column.addSpacing(Space.M)
        self.button = pinned(self.tr("已写在纸上，去核对"))
        self.column.addWidget(self.button)
        self.skip = link(self.tr("稍后确认"))
        self.column.addWidget(self.skip, 0, Qt.AlignmentFlag.AlignHCenter)
        self.button.clicked.connect(self.onward)
        self.skip.clicked.connect(self.later)

    def lie_low(self, *, is_low: bool) -> None:
        super().lie_low(is_low=is_low)
        self.hand_over.groups.be_tight(is_tight=is_low)


class TypedBackCard(Card):
    """Asks for three groups of it."""

    right = Signal()
    """They were typed back."""

    back = Signal()
    """To look at the code again."""

    later = Signal()

    def __init__(self) -> None:
        super().__init__(Icon.KEY)
        self.explain(self.tr("核对恢复码"), self.tr("请看着纸上写的，输入下面三组，确认没有抄错。"))
        self._code: RecoveryCode | None = None
        self.fields = GroupFields()
        self.column.addSpacing(Space.M)
        self.column.addWidget(self.fields)
        self.column.addSpacing(Space.M)
        self.button = pinned(self.tr("核对"), key="Enter")
        self.column.addWidget(self.button)
        self.again = link(self.tr("回去再看一次"), icon=Icon.PREVIOUS)
        self.skip = link(self.tr("稍后确认"))
        self.column.addWidget(self.again, 0, Qt.AlignmentFlag.AlignHCenter)
        self.column.addWidget(self.skip, 0, Qt.AlignmentFlag.AlignHCenter)
        self.button.clicked.connect(self.submit)
        self.fields.submitted.connect(self.submit)
        self.again.clicked.connect(self.back)
        self.skip.clicked.connect(self.later)

    def ask(self, code: RecoveryCode) -> None:
        """Ask for three groups of this code."""
        self._code = code
        self.fields.ask()

    def submit(self) -> None:
        """Compare what is typed."""
        if self._code and self.fields.are_right(self._code):
            self.right.emit()

    def forget(self) -> None:
        """Let go of the code and of what was typed."""
        self._code = None
        self.fields.forget()
