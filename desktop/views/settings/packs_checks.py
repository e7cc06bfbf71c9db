"""The sheets that look a pack over: whether it is in order, and whether each constraint stops what it must. Both list what they found.

Reading its files runs nothing and is done at once. Whatever runs its code says so first, and is left to go on when the sheet is left.
"""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.pack_facts import Confined, Listed
from core.services.packs import Tried, Verified
from desktop.bridge.clinic import ClinicBridge, Control, Kernel
from desktop.session.progress_strip import ProgressStrip
from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone
from desktop.views.settings.packs_parts import Lines
from desktop.views.settings.packs_sheets import PackSheet
from desktop.views.settings.packs_words import Line
from desktop.views.settings.said import Said


class CheckSheet(PackSheet):
    """Has something long done, and lists what came of it."""

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, messages: Messages, one: Listed, said: tuple[str, str]
    ) -> None:
        """`said` is its title and why it is there."""
        super().__init__(page, clinic, messages, *said)
        self._one = one
        self.strip, self.said, self.found = ProgressStrip(said[0]), Said(), Lines()
        self.strip.stop.hide()
        self.warning = Lines()
        for part in (self.strip, self.said, self.problem, self.wrong, self.found, self.warning):
            self.box.addWidget(part)
        self.back.set_words(self.tr("关闭"))

    def be_busy(self, *, is_busy: bool) -> None:
        """It can be left meanwhile: nothing is decided here."""
        self.go.setEnabled(not is_busy)
        if is_busy:
            self.said.say("")
            self.problem.say("")
            for part in (self.wrong, self.found):
                part.fill(())
        else:
            self.strip.hide()

    def warn_of_code(self, held: Confined | None) -> None:
        """Say that code will run, and where."""
        where = self.tr("在本程序内")
        if self._one.is_added:
            where = self._words.confined_words(held) if held else self.tr("在单独的进程里")
        self.warning.fill([Line(Icon.WARN, Tone.WARN, self.tr("下一步会运行这个包的代码。"), where)])

    def tell(self, *, is_well: bool, words: str) -> None:
        """The verdict over the list."""
        self.said.say(words, Icon.DONE if is_well else Icon.DANGER, Tone.RESOLVED if is_well else Tone.DANGER)
        self.back.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_failed(self, error: ClinicError) -> None:
        super()._on_failed(error)
        self.back.setFocus(Qt.FocusReason.OtherFocusReason)


class VerifySheet(CheckSheet):
    """Whether a pack is in order: first as it lies there, then, if somebody wants, what its code returns."""

    def __init__(
        self,
        page: QWidget,
        clinic: ClinicBridge,
        messages: Messages,
        one: Listed,
        held: Confined | None = None,
        *,
        may: bool,
    ) -> None:
        title = one.title
        super().__init__(
            *(page, clinic, messages, one),
            (
                self.tr("校验“{0}”{1}").format(title, one.found.version),
                self.tr("清单、文件、约束、权限和源码逐项核对。先只看文件，不运行代码。"),
            ),
        )
        self._may, self._held = may, held
        self.go.set_words(self.tr("再运行代码校验"))
        self.go.hide()
        self._run(is_runtime=False)

    def submit(self) -> None:
        if self.go.isEnabled() and not self.go.isHidden():
            self._run(is_runtime=True)

    def _run(self, *, is_runtime: bool) -> None:
        self.be_busy(is_busy=True)
        self.strip.go_on(self.tr("正在运行代码…") if is_runtime else self.tr("正在核对文件…"))
        self._clinic.run(
            self,
            partial(_verify, self._one, is_runtime),
            self._on_verified,
            self._on_failed,
        )

    def _on_verified(self, done: Verified) -> None:
        self.be_busy(is_busy=False)
        has_run = done.surface is not None
        if not done.is_sound:
            count = len(done.problems)
            self.tell(is_well=False, words=self.tr("没有通过：{0} 处问题。", "", count).format(count))
        elif has_run:
            self.tell(is_well=True, words=self.tr("通过，代码也已装载并核对。"))
        else:
            self.tell(is_well=True, words=self.tr("通过。只看了文件，没有运行代码。"))
        lines = list(self._words.problem_lines([one.as_plain() for one in done.problems]))
        for one in done.advice:
            said = self._words.problem_words(one.as_plain())
            lines.append(Line(Icon.WARN, Tone.WARN, self.tr("提醒：{0}").format(said), one.where))
        lines += self._read(done)
        self.found.fill(lines)
        may_run = self._may and done.is_sound and not has_run and bool(done.code)
        self.go.setVisible(may_run)
        self.warning.fill(())
        if may_run:
            self.warn_of_code(self._held)

    def _read(self, done: Verified) -> list[Line]:
        """What was found in it."""
        read, ran = done.contributed, done.surface
        between = self._messages.text("list.between")
        sections = len(read.sections) + (len(ran.sections) if ran else 0)
        constraints = len(read.constraints) + (len(ran.constraints) if ran else 0)
        said = [
            self.tr("表单 {0}").format(len(read.forms)),
            self.tr("词表 {0}").format(len(read.axes) + len(read.cues)),
            self.tr("约束 {0}").format(constraints),
            self.tr("提示段 {0}").format(sections),
        ]
        lines = []
        if done.manifest is not None:
            lines.append(Line(Icon.LIST, Tone.MUTED, between.join(said)))
        if ran is not None and ran.tools:
            names = self.tr("工具：{0}").format(between.join(ran.tools))
            lines.append(Line(Icon.LIST, Tone.MUTED, names))
        return lines


class TrialSheet(CheckSheet):
    """Each constraint of a pack that counts, against examples that it must stop and must let pass."""

    def __init__(
        self,
        page: QWidget,
        clinic: ClinicBridge,
        messages: Messages,
        one: Listed,
        held: Confined | None = None,
    ) -> None:
        title = one.title
        super().__init__(
            *(page, clinic, messages, one),
            (
                self.tr("试验“{0}”的约束").format(title),
                self.tr("逐条用该拦的和不该拦的例子去试，病历一概不动。"),
            ),
        )
        if one.contents and one.contents.code:
            self.warn_of_code(held)
        self.go.set_words(self.tr("试验"))

    def submit(self) -> None:
        if not self.go.isEnabled() or self.go.isHidden():
            return
        self.be_busy(is_busy=True)
        self.strip.go_on(self.tr("正在试验…"))
        self._clinic.run(self, partial(_try, self._one.found.name), self._on_tried, self._on_failed)

    def _on_tried(self, tried: tuple[Tried, ...]) -> None:
        self.be_busy(is_busy=False)
        wrong = sum(not one.ok for one in tried)
        if not tried:
            self.tell(is_well=True, words=self.tr("这个包没有约束。"))
        elif wrong:
            self.tell(is_well=False, words=self.tr("{0} 条约束不起作用或拦得太多。", "", wrong).format(wrong))
        else:
            count = len(tried)
            self.tell(is_well=True, words=self.tr("{0} 条约束都起作用。", "", count).format(count))
        self.warning.fill(())
        self.go.hide()
        self.found.fill([self._line(one) for one in sorted(tried, key=lambda one: one.ok)])

    def _line(self, one: Tried) -> Line:
        said = [self._messages.text(f"packs.tried.{code}") for code in one.faults]
        stopped = [trial for trial in one.trials if trial.should_stop]
        passed = [trial for trial in one.trials if not trial.should_stop]
        counts = self.tr("该拦的拦下 {0}/{1}，该放的放行 {2}/{3}").format(
            sum(trial.ok for trial in stopped),
            len(stopped),
            sum(trial.ok for trial in passed),
            len(passed),
        )
        between = self._messages.text("list.between")
        outcome = between.join(said) or self._messages.text("packs.tried.ok")
        about = " · ".join(filter(None, (one.constraint.kind, one.constraint.tool, counts)))
        return Line(
            Icon.RESOLVED if one.ok else Icon.DANGER,
            Tone.RESOLVED if one.ok else Tone.DANGER,
            self.tr("{0}：{1}").format(one.constraint.id, outcome),
            about,
        )


def _verify(one: Listed, is_runtime: bool, kernel: Kernel, _: Control) -> Verified:
    return kernel.packs.verify(one.found.folder, runtime=is_runtime)


def _try(name: str, kernel: Kernel, _: Control) -> tuple[Tried, ...]:
    return tuple(kernel.packs.tried(name))
