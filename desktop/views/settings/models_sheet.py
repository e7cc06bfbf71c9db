"""A sheet that has something done about models: what fails is said in it, beside the field it is about."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.tokens import Space
from desktop.trouble.present import words
from desktop.widgets.button import plain_button, primary
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.problem import Problem
from desktop.widgets.sheet import Sheet

WIDTH = 560

T = TypeVar("T")


class ModelsSheet(Sheet):
    """Fill `box`; `submit` has it done. `fields` says which field a refusal is about, by its code."""

    changed = Signal(str)
    """It is done: what to say of it."""

    def __init__(
        self,
        page: QWidget,
        clinic: ClinicBridge,
        messages: Messages,
        title: str,
        reason: str,
        *,
        width: int = WIDTH,
    ) -> None:
        super().__init__(page, title, reason, width=width, once=True)
        self.clinic, self.messages = clinic, messages
        self.is_busy = False
        self.fields: Mapping[str, LineEdit] = {}
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
        if not self.is_busy:
            self.forget()
            super().dismiss()

    def forget(self) -> None:
        """Let go of what must not stay in the sheet."""

    def ask(self, work: Callable[[Kernel], T], done: Callable[[T], None]) -> None:
        """Have it done on a worker."""
        self.clear_problem()
        self.be_busy(is_busy=True)
        self.clinic.ask(self, work, partial(self._on_done, done), self._on_failed)

    def be_busy(self, *, is_busy: bool) -> None:
        self.is_busy = is_busy
        self.go.setEnabled(not is_busy)
        self.back.setEnabled(not is_busy)

    def finish(self, said: str) -> None:
        """It is done: the sheet goes, and says so where it came from."""
        self.forget()
        self.shut()
        self.changed.emit(said)

    def refuse(self, error: ClinicError) -> None:
        """Say why it is not done, beside what it is about."""
        self.say(*words(error, self.messages), self.fields.get(error.code))

    def say(self, message: str, hint: str = "", field: LineEdit | None = None) -> None:
        """Say what is wrong, and go where it can be mended."""
        self.problem.say(message, hint)
        if field is not None:
            field.set_invalid(True)
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            field.selectAll()

    def clear_problem(self) -> None:
        """All is well, as far as is known."""
        self.problem.say("")
        for field in self.fields.values():
            field.set_invalid(False)

    def _on_done(self, done: Callable[[T], None], result: T) -> None:
        self.be_busy(is_busy=False)
        done(result)

    def _on_failed(self, error: ClinicError) -> None:
        self.be_busy(is_busy=False)
        self.refuse(error)
