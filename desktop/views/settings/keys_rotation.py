"""Another data key: the whole store is written anew under it. Nothing else can be done with the records meanwhile."""

from functools import partial

from PySide6.QtWidgets import QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.keys.keys import Credential
from desktop.bridge.clinic import ClinicBridge, Control, Kernel
from desktop.bridge.task import Task
from desktop.session.progress_strip import ProgressStrip
from desktop.trouble.present import words
from desktop.views.settings.keys_sheets import KeySheet
from desktop.widgets.secret import Secret

WHOLE = 1000
LAST = "swap"
"""Once it is at this, it is done: it cannot be stopped any more."""


class RotationSheet(KeySheet):
    """Asks for the passphrase or the recovery code, or for the passphrases of two, and shows how far it is. Until the last step it can be stopped."""

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, messages: Messages, *, needs_two: bool = False
    ) -> None:
        super().__init__(
            *(page, clinic, messages),
            self.tr("更换数据密钥"),
            self.tr("整个病历库用新密钥重写一遍，约每 1 GB 一分钟；其间不能读写。口令、恢复码照旧。"),
        )
        self._task: Task | None = None
        self._step = ""
        self.passphrase = Secret(self.tr("现在的口令") if needs_two else self.tr("现在的口令，或恢复码"))
        self.second = Secret(self.tr("另一位管理员的口令：本诊所要求两人"))
        self._needs_two = needs_two
        self.put(self.passphrase, *((self.second,) if needs_two else ()))
        self.strip = ProgressStrip(self.tr("更换数据密钥"))
        self.box.addWidget(self.strip)
        self.go.set_words(self.tr("更换"))
        self.passphrase.returnPressed.connect(self._on_first)
        self.second.returnPressed.connect(self.submit)
        for edit in (self.passphrase, self.second):
            edit.textEdited.connect(self._on_edited)
        self.strip.stopped.connect(self._on_stop)

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        by = self.given(self.passphrase)
        second = self.given(self.second) if by and self._needs_two else None
        if by is None or (self._needs_two and second is None):
            return
        self.problem.say("")
        self._be_busy(is_busy=True)
        self.strip.go_on(self._messages.text("keys.step.backup"))
        job = partial(self._rotated, by, second)
        self._task = self._clinic.run(self, job, self._on_rotated, self._on_refused, ended=self._on_ended)
        self._task.progress.connect(self._on_moved)

    def dismiss(self) -> None:
        """Leave; while it goes on, it is stopped first."""
        if self._task:
            self._on_stop()
        else:
            super().dismiss()

    def forget(self) -> None:
        self.passphrase.forget()
        self.second.forget()

    def _rotated(self, by: Credential, second: Credential | None, kernel: Kernel, control: Control) -> None:
        def told(step: str, done: int, total: int) -> None:
            self._step = str(step)
            control.progress(done * WHOLE // max(total, 1), WHOLE if total else 0)

        kernel.rotation.rotate(by, told, second)

    def _on_moved(self, done: int, total: int) -> None:
        self.strip.go_on(self._messages.text(f"keys.step.{self._step}"), done, total)
        self.strip.stop.setVisible(self._step != LAST)

    def _on_rotated(self, _nothing: None) -> None:
        self._is_busy = False
        self.finish(self._messages.text("keys.rotated"))

    def _on_refused(self, error: ClinicError) -> None:
        # What is wrong with the second person is said by its own codes.
        field = self.second if self._needs_two and error.code.startswith("second_") else self.passphrase
        self._be_busy(is_busy=False)
        self.refuse(*words(error, self._messages), field)

    def _on_ended(self) -> None:
        self._task = None
        self.strip.hide()
        self._be_busy(is_busy=False)

    def _on_stop(self) -> None:
        if self._task:
            self._task.cancel()

    def _on_first(self) -> None:
        if self._needs_two and not self.second.text():
            self.second.setFocus()
        else:
            self.submit()

    def _on_edited(self) -> None:
        self.problem.say("")
        self.passphrase.set_invalid(False)
        self.second.set_invalid(False)
