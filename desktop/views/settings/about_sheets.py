"""The sheets of another version: what a file would change, and having it installed; and going back."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.space import MIB
from core.installation.signature import Verdict
from desktop.bridge.clinic import ClinicBridge, Control, Kernel
from desktop.bridge.far import Far
from desktop.bridge.task import Task
from desktop.session.progress_strip import ProgressStrip
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone
from desktop.trouble.present import sentences
from desktop.views.settings.backup_sheets import SureSheet
from desktop.views.settings.packs_parts import Facts, Lines
from desktop.views.settings.packs_words import Line
from desktop.views.settings.said import Said
from desktop.widgets.button import plain_button, primary
from desktop.widgets.check_box import CheckBox
from desktop.widgets.sheet import Sheet

if TYPE_CHECKING:
    from core.installation.offer import Offer
    from core.services.program import Program
    from core.services.updates import Updated

WIDTH = 560

OF_BYTES = frozenset({"read", "unpack", "verify"})


class UpdateSheet(Sheet):
    """Shows it, and has it installed. Left while that goes on, it is stopped first, and all is as it was."""

    installed = Signal(object)
    """What `core.services.updates.Updates.install` returned."""

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, messages: Messages, offer: "Offer", program: "Program"
    ) -> None:
        title = QCoreApplication.translate("UpdateSheet", "更新到 {0}").format(offer.version)
        super().__init__(page, title, offer.file.name, width=WIDTH, once=True)
        self._clinic, self._messages, self._offer = clinic, messages, offer
        self._task: Task | None = None
        self._far = Far()
        self.facts = Facts(self._facts(program))
        self.lines = Lines(self._lines(program))
        self.sure = CheckBox(self.tr("来历可靠，签名无从核对也安装"))
        self.strip = ProgressStrip(title)
        self.said = Said()
        box = QVBoxLayout()
        box.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        box.setSpacing(Space.M)
        for part in (self.facts, self.lines, self.sure, self.strip, self.said):
            box.addWidget(part)
        self.body.addLayout(box)
        self.sure.setVisible(offer.verdict is not Verdict.SIGNED)
        self.back, self.go = plain_button(self.tr("取消"), key="Esc"), primary(self.tr("备份并安装"))
        self.foot.addStretch()
        self.foot.addWidget(self.back)
        self.foot.addWidget(self.go)
        self.back.clicked.connect(self.dismiss)
        self.go.clicked.connect(self.submit)
        self.sure.toggled.connect(self._settle)
        self.strip.stopped.connect(self._stop)
        self._settle()

    def submit(self) -> None:
        """Have it installed."""
        if self._task or not self.go.isEnabled():
            return
        self.said.say("")
        job = partial(_installed, self._offer, self._far, self.sure.isChecked())
        self._task = self._clinic.run(self, job, self._on_installed, self._on_failed, ended=self._on_ended)
        self._task.progress.connect(self._on_moved)
        self._on_moved()
        self._settle()
        self.strip.stop.setFocus()

    def dismiss(self) -> None:
        if self._task:
            self._stop()
        else:
            super().dismiss()

    def _facts(self, program: "Program") -> list[tuple[str, str]]:
        offer = self._offer
        machine = " ".join(filter(None, (offer.platform, offer.architecture)))
        signed = {
            Verdict.SIGNED: self.tr("有效，由本程序认可的发布密钥签发"),
            Verdict.UNSIGNED: self.tr("没有"),
            Verdict.FOREIGN: self.tr("有，但本程序没有密钥可核对"),
        }
        if not offer.store:
            store = self.tr("从这个文件看不出")
        elif offer.store == program.store:
            store = self.tr("不变（第 {0} 版）").format(offer.store.lstrip("0"))
        else:
            store = self.tr("第 {0} 版 → 第 {1} 版").format(
                program.store.lstrip("0"), offer.store.lstrip("0")
            )
        return [
            (self.tr("版本"), f"{program.version} → {offer.version}"),
            (self.tr("签名"), signed.get(offer.verdict, str(offer.verdict))),
            (self.tr("病历库格式"), store),
            (self.tr("适用于"), f"{machine} · glibc {offer.floor}" if offer.floor else machine),
        ]

    def _lines(self, program: "Program") -> list[Line]:
        lines = [
            Line(Icon.BACKUP, Tone.MUTED, self.tr("先备份诊所并核验；备份不成，就不更新。")),
            Line(
                Icon.INTACT,
                Tone.MUTED,
                self.tr("在旁边装好、逐个文件核对，再切换。中途停下或断电，仍是现在的程序。"),
            ),
            Line(Icon.HISTORY, Tone.MUTED, self.tr("现在的 {0} 留着，可以换回。").format(program.version)),
        ]
        if self._offer.store != program.store:
            changed = (
                self.tr("{0} 第一次打开诊所时会改写病历库，之后 {1} 打不开它；要回去，只能用更新之前的备份。")
                if self._offer.store
                else self.tr(
                    "{0} 第一次打开诊所时可能改写病历库；那之后 {1} 打不开它，要回去，只能用更新之前的备份。"
                )
            )
            lines[-1] = Line(Icon.WARN, Tone.WARN, changed.format(self._offer.version, program.version))
        if self._offer.verdict is not Verdict.SIGNED:
            lines.append(
                Line(
                    Icon.WARN,
                    Tone.WARN,
                    self.tr("文件与校验清单一致，但无从核对签名：无法确认是谁做的。只装您确知来历的文件。"),
                )
            )
        return lines

    def _settle(self, *_: object) -> None:
        busy = self._task is not None
        unsure = self._offer.verdict is not Verdict.SIGNED and not self.sure.isChecked()
        self.go.setEnabled(not busy and not unsure)
        self.sure.setEnabled(not busy)

    def _on_moved(self, *_far: int) -> None:
        stage, done, total = self._far.now
        self.strip.go_on(far_words(self._far.now, self._messages), done, total)
        # The last step is one rename: there is nothing to stop any more.
        self.strip.stop.setEnabled(stage != "switch" and self.strip.stop.isEnabled())

    def _on_installed(self, done: "Updated") -> None:
        self.shut()
        self.installed.emit(done)

    def _on_failed(self, error: ClinicError) -> None:
        self.said.say(sentences(error, self._messages), Icon.DANGER, Tone.DANGER)

    def _on_ended(self) -> None:
        stopped = self._task is not None and not self.said.words.text() and not self.isHidden()
        self._task = None
        self.strip.hide()
        self._settle()
        if stopped:
            self.said.say(self.tr("已停止：仍是现在的程序，什么也没有换。"))
            self.back.setFocus()

    def _stop(self) -> None:
        if self._task:
            self._task.cancel()


class BackSheet(SureSheet):
    """Asks whether to go back."""

    def __init__(self, page: QWidget, version: str, here: str) -> None:
        super().__init__(
            page,
            QCoreApplication.translate("BackSheet", "换回 {0}").format(version),
            QCoreApplication.translate("BackSheet", "现在运行的是 {0}。").format(here),
            (
                QCoreApplication.translate(
                    "BackSheet", "{0} 的每个文件先核对一遍；它能打开现在的病历库。"
                ).format(version),
                QCoreApplication.translate(
                    "BackSheet", "从下一次启动起用它；{0} 留着，还可以再换过来。"
                ).format(here),
            ),
            QCoreApplication.translate("BackSheet", "换回"),
        )


def far_words(now: tuple[str, int, int], messages: Messages) -> str:
    """What is being done, and how much of how much."""
    stage, done, total = now
    if not stage:
        return QCoreApplication.translate("UpdateSheet", "正在准备…")
    name = messages.text(f"update.stages.{stage}")
    if total and stage in OF_BYTES:
        return f"{name} {done // MIB:,} / {max(total // MIB, 1):,} MB"
    return f"{name}…"


def _installed(offer: "Offer", far: Far, unsigned: bool, kernel: Kernel, control: Control) -> "Updated":
    return kernel.updates.install(offer.file, far.hears(control), unsigned=unsigned)
