"""A sheet that has something done about models: what fails is said in it, beside the field it is about."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.trouble.present import words
from desktop.views.settings.work_sheet import WorkSheet
from desktop.widgets.line_edit import LineEdit

WIDTH = 560

T = TypeVar("T")


class ModelsSheet(WorkSheet):
    """`fields` says which field a refusal is about, by its code."""

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
        super().__init__(page, clinic, messages, (title, reason), width)
        self.fields: Mapping[str, LineEdit] = {}

    def ask(self, work: Callable[[Kernel], T], done: Callable[[T], None]) -> None:
        """Have it done on a worker."""
        self.clear_problem()
        self.be_busy(is_busy=True)
        self._clinic.ask(self, work, partial(self._on_done, done), self._on_failed)

    def be_busy(self, *, is_busy: bool) -> None:
        self._is_busy = is_busy
        self.go.setEnabled(not is_busy)
        self.back.setEnabled(not is_busy)

    def refuse(self, error: ClinicError) -> None:
        """Say why it is not done, beside what it is about."""
        self.say(*words(error, self._messages), self.fields.get(error.code))

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
