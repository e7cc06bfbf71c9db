"""The sheets of the backups: verify one, put one back for practice, and the questions before what cannot be undone at once."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.errors import ClinicError, KeyTrouble
from core.base.messages import Messages
from core.services.backup.facts import Drilled, Listed, Verified
from core.services.keys.keys import Credential
from desktop.bridge.clinic import ClinicBridge, Control, Kernel
from desktop.bridge.far import Far
from desktop.bridge.task import Task
from desktop.session.backup_secret import BackupSecret
from desktop.session.backup_words import far_words, held_words
from desktop.session.progress_strip import ProgressStrip
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import words
from desktop.views.settings.said import Said
from desktop.widgets.button import plain_button, primary
from desktop.widgets.label import Label
from desktop.widgets.sheet import Sheet

WIDTH = 560

T = TypeVar("T")


class BackupFileSheet(Sheet):
    """Has something long done with one backup. Left while it goes on, it is stopped first."""

    changed = Signal()
    """It was done, or failed: the trail knows more of this backup."""

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, messages: Messages, listed: Listed, said: tuple[str, str]
    ) -> None:
        """`said` is its title and why it is there."""
        title, reason = said
        super().__init__(page, title, reason, width=WIDTH, once=True)
        self._clinic, self._messages, self._listed = clinic, messages, listed
        self._task: Task | None = None
        self._far = Far()
        self.secret = BackupSecret(messages, self.tr("管理员的口令（做备份那天的）"))
        self.strip = ProgressStrip(title)
        self.said = Said()
        box = QVBoxLayout()
        box.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        box.setSpacing(Space.M)
        box.addWidget(Label(listed.file.name, Type.SECONDARY, Tone.MUTED))
        box.addWidget(self.secret)
        box.addWidget(self.strip)
        box.addWidget(self.said)
        self.body.addLayout(box)
        self.back, self.go = plain_button(self.tr("取消"), key="Esc"), primary(title)
        self.foot.addStretch()
        self.foot.addWidget(self.back)
        self.foot.addWidget(self.go)
        self.back.clicked.connect(self.dismiss)
        self.go.clicked.connect(self.submit)
        self.secret.submitted.connect(self.submit)
        self.strip.stopped.connect(self._stop)

    def submit(self) -> None:
        """Have it done with what is typed."""
        raise NotImplementedError

    def dismiss(self) -> None:
        if self._task:
            self._stop()
        else:
            self.secret.forget()
            super().dismiss()

    def _run(self, job: Callable[[Kernel, Control], T], done: Callable[[T], None]) -> None:
        self.said.say("")
        self._be_busy(is_busy=True)
        self._task = self._clinic.run(self, job, done, self._on_failed, ended=self._on_ended)
        self._task.progress.connect(self._on_moved)
        self._on_moved()

    def _end(self, said: str) -> None:
        self.said.say(said, Icon.DONE, Tone.RESOLVED)
        self.secret.forget()
        self.secret.hide()
        self.go.hide()
        self.back.set_words(self.tr("完成"))
        self.back.setFocus()
        self.changed.emit()

    def _on_failed(self, error: ClinicError) -> None:
        message, hint = words(error, self._messages)
        self._be_busy(is_busy=False)  # what is shut off takes no focus
        if isinstance(error, KeyTrouble):
            self.secret.refuse(message, hint)
        else:
            self.said.say(f"{message} {hint}", Icon.DANGER, Tone.DANGER)
            self.changed.emit()

    def _on_moved(self, *_far: int) -> None:
        _stage, done, total = self._far.now
        self.strip.go_on(far_words(self._far.now, self._messages), done, total)

    def _on_ended(self) -> None:
        self._task = None
        self._be_busy(is_busy=False)

    def _stop(self) -> None:
        if self._task:
            self._task.cancel()

    def _be_busy(self, *, is_busy: bool) -> None:
        self.secret.setEnabled(not is_busy)
        self.go.setEnabled(not is_busy)
        self.strip.setVisible(is_busy)


class VerifySheet(BackupFileSheet):
    """Verifies one. Without what opens it, it is held against what was verified before."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages, listed: Listed) -> None:
        known = listed.verified is not None
        reason = (
            QCoreApplication.translate(
                "BackupSheets",
                "试恢复到临时文件，逐页、逐表、逐行核对。留空则只看它与上次核验时是否逐位相同。",
            )
            if known
            else QCoreApplication.translate(
                "BackupSheets",
                "试恢复到临时文件，逐页、逐表、逐行核对。这份还没有在这里核验过，要口令或恢复码。",
            )
        )
        super().__init__(
            page, clinic, messages, listed, (QCoreApplication.translate("BackupSheets", "核验"), reason)
        )
        self._known = known

    def submit(self) -> None:
        if not self.go.isEnabled() or self.go.isHidden():
            return
        by = None if self.secret.is_empty and self._known else self.secret.credential()
        if by is None and not (self.secret.is_empty and self._known):
            return
        self._run(partial(_verify, self._listed, by, self._far), self._on_verified)

    def _on_verified(self, done: Verified) -> None:
        seconds = f"{done.took_s:.1f}"
        if done.outcome == "verified":
            said = self.tr("备份完好，用时 {0} 秒：{1}。")
        else:
            said = self.tr("与上次核验时逐位相同，用时 {0} 秒：{1}。")
        self._end(said.format(seconds, held_words(done.rows)))


class DrillSheet(BackupFileSheet):
    """Puts one back for practice, beside the clinic, and counts what is in it."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages, listed: Listed) -> None:
        reason = QCoreApplication.translate(
            "BackupSheets", "恢复到临时目录、打开、清点病历，然后删掉；现在的诊所不动。结果记入账本。"
        )
        super().__init__(
            page, clinic, messages, listed, (QCoreApplication.translate("BackupSheets", "恢复演练"), reason)
        )

    def submit(self) -> None:
        if not self.go.isEnabled() or self.go.isHidden():
            return
        by = self.secret.credential()
        if by is not None:
            self._run(partial(_drill, self._listed, by, self._far), self._on_drilled)

    def _on_drilled(self, done: Drilled) -> None:
        self._end(
            self.tr("演练成功：打开后有 {0} 份病历，审计到第 {1} 行，用时 {2} 秒。", "", done.records).format(
                f"{done.records:,}", f"{done.head:,}", f"{done.took_s:.1f}"
            )
        )


class SureSheet(Sheet):
    """Says what will happen, and asks whether to go on."""

    agreed = Signal()

    def __init__(self, page: QWidget, title: str, reason: str, facts: tuple[str, ...], go: str) -> None:
        super().__init__(page, title, reason, width=WIDTH, once=True)
        box = QVBoxLayout()
        box.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        box.setSpacing(Space.S)
        for fact in facts:
            box.addWidget(Label(fact, wrap=True))
        self.body.addLayout(box)
        self.back, self.go = plain_button(self.tr("取消"), key="Esc"), primary(go)
        self.foot.addStretch()
        self.foot.addWidget(self.back)
        self.foot.addWidget(self.go)
        self.back.clicked.connect(self.dismiss)
        self.go.clicked.connect(self._on_go)

    def _on_go(self) -> None:
        self.shut()
        self.agreed.emit()


def _verify(listed: Listed, by: Credential | None, far: Far, kernel: Kernel, control: Control) -> Verified:
    return kernel.backups.verify(listed.file, by, far.hears(control))


def _drill(listed: Listed, by: Credential, far: Far, kernel: Kernel, control: Control) -> Drilled:
    return kernel.backups.drill(listed.file, by, far.hears(control))
