"""The sheet of a test: it begins when it opens, as that is what was pressed for, and tells each step as it is found."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.model_test.model_test import Finding, Step, Trial
from desktop.bridge.clinic import ClinicBridge, Control, Kernel
from desktop.bridge.task import Task
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone
from desktop.views.settings.models_sheet import ModelsSheet
from desktop.views.settings.models_words import ModelWords
from desktop.views.settings.packs_parts import Lines
from desktop.views.settings.packs_words import Line
from desktop.widgets.button import Kind, plain_button

OF_THE_KEY = frozenset(
    {"model_key_missing", "model_key_import", "model_key_of_endpoint", "model_key_refused"}
)
"""What another key mends."""


class TrialSheet(ModelsSheet):
    """Stop keeps what was found until then."""

    ended = Signal()
    key_wanted = Signal(str)
    """A provider whose key is wrong or missing."""
    default_wanted = Signal(str)
    """This one is asked where none is named, from now on."""

    def __init__(
        self,
        page: QWidget,
        clinic: ClinicBridge,
        messages: Messages,
        name: str,
        provider: str,
        *,
        is_default: bool,
    ) -> None:
        title = self.tr("测试“{0}”").format(name)
        super().__init__(page, clinic, messages, title, messages.text("model_test.sends"))
        self._name, self._provider, self._is_default = name, provider, is_default
        self._words = ModelWords(messages)
        self._found: list[Finding] = []
        self._task: Task | None = None
        self.trial: Trial | None = None
        self.lines = Lines()
        self.now = Lines()
        self.result = Lines()
        self.rekey = plain_button(self.tr("填密钥…"), icon=Icon.KEY)
        self.rekey.clicked.connect(self._on_rekey)
        self.foot.insertWidget(0, self.rekey)
        self.choose = plain_button(self.tr("设为默认"))
        self.choose.clicked.connect(self._on_choose)
        self.foot.insertWidget(1, self.choose)
        column = QVBoxLayout()
        column.setSpacing(Space.S)
        for part in (self.lines, self.now, self.result):
            column.addWidget(part)
        self.box.addLayout(column)
        self.box.addWidget(self.problem)

    def begin(self) -> None:
        """Test it, from the beginning."""
        self._found = []
        self.trial = None
        self.clear_problem()
        self.lines.fill(())
        self.result.fill(())
        self.rekey.hide()
        self.choose.hide()
        self._show_running(is_running=True)
        self._say_next()
        found = self._found
        self._task = self._clinic.run(
            self, partial(_tested, self._name, found), self._on_tested, self._on_failed, ended=self._on_ended
        )
        self._task.progress.connect(self._on_progress)

    def submit(self) -> None:
        """Stop while it runs, else once more."""
        if self._task is not None:
            self._task.cancel()
            self.go.setEnabled(False)
        else:
            self.begin()

    def dismiss(self) -> None:
        """Leave, and stop what runs."""
        if self._task is not None:
            self._task.cancel()
        super().dismiss()

    @property
    def is_running(self) -> bool:
        return self._task is not None

    def _on_progress(self, done: int, _total: int) -> None:
        self.lines.fill(map(self._words.finding_line, self._found[:done]))
        self._say_next()

    def _say_next(self) -> None:
        """What is waited for now, as far as can be told."""
        steps = list(Step)
        place = steps.index(self._found[-1].step) + 1 if self._found else 0
        if place < len(steps):
            step = self._messages.text(f"model_test.step.{steps[place]}")
            self.now.fill((Line(Icon.HOURS, Tone.MUTED, self.tr("{0}：正在测…").format(step)),))
        else:
            self.now.fill(())

    def _on_tested(self, trial: Trial) -> None:
        self.trial = trial
        self.lines.fill(map(self._words.finding_line, trial.findings))
        cost = self._words.cost(trial)
        if trial.stopped:
            line = Line(Icon.INFO, Tone.MUTED, self._messages.text("model_test.stopped"), cost)
        elif trial.passed and trial.ms is not None:
            said = self._messages.text("model_test.passed", model=self._name, ms=trial.ms)
            line = Line(Icon.DONE, Tone.ACCENT, said, cost)
        elif trial.passed:
            line = Line(
                Icon.DONE,
                Tone.ACCENT,
                self._messages.text("model_test.passed_thinking", model=self._name),
                cost,
            )
        else:
            line = Line(
                Icon.DANGER, Tone.DANGER, self._messages.text("model_test.failed", model=self._name), cost
            )
        self.result.fill((line,))
        failure = trial.failure
        self.rekey.setVisible(failure is not None and failure.code in OF_THE_KEY)
        self.choose.setVisible(trial.passed and not self._is_default)

    def _on_failed(self, error: ClinicError) -> None:
        self.refuse(error)

    def _on_ended(self) -> None:
        self._task = None
        self.now.fill(())
        self._show_running(is_running=False)
        self.ended.emit()
        passed = self.trial is not None and self.trial.passed
        (self.back if passed else self.go).setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_running(self, *, is_running: bool) -> None:
        self.go.set_words(self.tr("停止") if is_running else self.tr("再测"))
        self.go.setEnabled(True)
        self.back.set_words(self.tr("取消") if is_running else self.tr("关闭"))
        # What is pressed next is filled.
        is_over = not is_running and self.trial is not None and self.trial.passed
        self.go.set_kind(Kind.PLAIN if is_over or is_running else Kind.PRIMARY)
        self.back.set_kind(Kind.PRIMARY if is_over else Kind.PLAIN)

    def _on_choose(self) -> None:
        self.dismiss()
        self.default_wanted.emit(self._name)

    def _on_rekey(self) -> None:
        self.shut()
        self.key_wanted.emit(self._provider)


def _tested(name: str, found: list[Finding], kernel: Kernel, control: Control) -> Trial:
    def heard(one: Finding) -> None:
        found.append(one)
        if not control.is_cancelled:
            control.progress(len(found), len(Step))

    return kernel.model_test.run(name, heard, lambda: control.is_cancelled)
