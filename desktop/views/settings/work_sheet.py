"""A sheet of the settings that has something done: its parts, and how it is left."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.messages import Messages
from desktop.bridge.clinic import ClinicBridge
from desktop.theme.tokens import Space
from desktop.widgets.button import plain_button, primary
from desktop.widgets.problem import Problem
from desktop.widgets.sheet import Sheet


class WorkSheet(Sheet):
    """What it asks for stands in `box`, what is wrong in `problem`; `go` has it done. While that goes on it stays."""

    changed = Signal(str)
    """It is done: what to say of it."""

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, messages: Messages, said: tuple[str, str], width: int
    ) -> None:
        """`said` is its title and why it is there."""
        super().__init__(page, *said, width=width, once=True)
        self._clinic, self._messages = clinic, messages
        self._is_busy = False
        self.box = QVBoxLayout()
        self.box.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        self.box.setSpacing(Space.M)
        self.body.addLayout(self.box)
        self.problem = Problem()
        self.back, self.go = plain_button(self.tr("取消"), key="Esc"), primary("")
        self.back.clicked.connect(self.dismiss)
        self.go.clicked.connect(self.submit)
        self.foot.addStretch()
        self.foot.addWidget(self.back)
        self.foot.addWidget(self.go)

    def submit(self) -> None:
        """Have it done, or say what is missing."""
        raise NotImplementedError

    def dismiss(self) -> None:
        """Leave. What was begun is finished; nothing typed stays."""
        if not self._is_busy:
            self.forget()
            super().dismiss()

    def forget(self) -> None:
        """Let go of every secret in the sheet. Here there is none."""

    def finish(self, said: str) -> None:
        """It is done: the sheet goes, and says so where it came from."""
        self.forget()
        self.shut()
        self.changed.emit(said)
