"""In which role one goes on: those one has, each with what it may do."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.messages import Messages
from core.base.rights import Role
from desktop.bridge.clinic import Opened
from desktop.models.rights_words import rights_words
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space
from desktop.widgets.button import link, plain_button, primary
from desktop.widgets.choice_list import ChoiceList, Line
from desktop.widgets.sheet import Sheet

WIDTH = 520


class RoleSheet(Sheet):
    """The present role is chosen beforehand."""

    switched = Signal(object)
    """The other `Role` to act in."""

    operator_wanted = Signal()
    """Somebody else is to go on."""

    def __init__(self, page: QWidget, messages: Messages, opened: Opened) -> None:
        super().__init__(
            page,
            self.tr("切换身份"),
            self.tr("换了以后只做该身份的事，写了一半的先存为草稿。"),
            width=WIDTH,
            once=True,
        )
        self._present = opened.role
        lines = [
            Line(role.value, messages.text(f"roles.{role}"), rights_words(role, messages))
            for role in opened.roles
        ]
        self.choice = ChoiceList(self.tr("身份"), lines, opened.role)
        column = QVBoxLayout()
        column.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        column.addWidget(self.choice)
        self.body.addLayout(column)
        self.other = link(self.tr("换人操作"), icon=Icon.LOCK)
        self.back = plain_button(self.tr("不换"), key="Esc")
        self.go = primary(self.tr("切换"), key="Enter")
        self.foot.addWidget(self.other)
        self.other.setVisible(opened.is_shared)
        self.foot.addStretch()
        self.foot.addWidget(self.back)
        self.foot.addWidget(self.go)
        self.back.clicked.connect(self.dismiss)
        self.other.clicked.connect(self._on_other)
        self.go.clicked.connect(self.submit)
        self.choice.meant.connect(self.submit)

    def begin(self) -> None:
        """Ask, from the present role."""
        self.open(self.choice.rows.get(self._present))

    def submit(self) -> None:
        """Take the role that is chosen; the present one changes nothing."""
        value = self.choice.value
        self.shut()
        if value and value != self._present:
            self.switched.emit(Role(value))

    def _on_other(self) -> None:
        self.shut()
        self.operator_wanted.emit()
