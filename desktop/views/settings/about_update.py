"""Another version of the program: from a file somebody brought, and back to the one from before."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from core.base.errors import ClinicError, Refused
from core.base.messages import Messages
from core.base.rights import Right
from desktop.bridge.clinic import ClinicBridge, Control, Kernel
from desktop.bridge.far import Far
from desktop.bridge.task import Task
from desktop.models.rights_words import may_not_words
from desktop.session.progress_strip import ProgressStrip
from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone, Type
from desktop.trouble.present import sentences
from desktop.views.settings.about_sheets import BackSheet, UpdateSheet, far_words
from desktop.views.settings.said import Said
from desktop.views.settings.section import Rows
from desktop.widgets.button import plain_button
from desktop.widgets.file_dialog import ask_file
from desktop.widgets.label import Label

if TYPE_CHECKING:
    from core.installation.offer import Offer
    from core.services.program import Beside, Program
    from core.services.updates import Updated

OURS = "mingdao-clinic_*.run mingdao-clinic_*_setup.exe mingdao-clinic_*.deb"


class UpdateCard(Rows):
    """Has it done. `said` is what came of it, to stand below."""

    changed = Signal()
    """Another version is started from now on."""

    def __init__(self, clinic: ClinicBridge, messages: Messages, page: QWidget) -> None:
        super().__init__(self.tr("更新"))
        self._clinic, self._messages, self._page = clinic, messages, page
        self._task: Task | None = None
        self._far = Far()
        self._program: Program | None = None
        self._previous: Beside | None = None
        self._folder = ""
        self.sheet: UpdateSheet | BackSheet | None = None
        self.how = Label(
            self.tr("先核对签名与内容，再给您看会改变什么；备份核验过才安装。不联网。"),
            Type.META,
            Tone.MUTED,
            wrap=True,
        )
        self.before = Label(self.tr("旁边没有可换回的版本。"), Type.META, Tone.MUTED, wrap=True)
        self.open = plain_button(self.tr("打开安装文件…"), icon=Icon.FOLDER)
        self.back = plain_button(self.tr("换回…"), icon=Icon.HISTORY)
        self.strip = ProgressStrip(self.tr("核对进度"))
        self.said = Said()
        self.add(self.tr("从文件更新"), "", self.open, about=self.how, under=self.strip)
        self.add(self.tr("换回上一个版本"), "", self.back, about=self.before)
        self.open.clicked.connect(self._on_open)
        self.back.clicked.connect(self._on_back)
        self.strip.stopped.connect(self._on_stop)
        self._settle()

    def show_program(self, program: "Program", beside: "tuple[Beside, ...]") -> None:
        """What can be done with the program that runs."""
        self._program = program
        self._previous = next((one for one in beside if one.is_previous), None)
        next_one = next((one for one in beside if one.is_current and not one.is_running), None)
        if next_one and not self.said.words.text():
            self._say_restart(next_one.version)
        self._settle()

    def take_file(self, file: str) -> None:
        """Verify this file, then show what it would change."""
        if self._task:
            return
        self._folder = str(Path(file).parent)
        self.said.say("")
        self._far = Far()
        self._task = self._clinic.run(
            self,
            partial(_checked, Path(file), self._far),
            self._on_checked,
            self._refuse,
            ended=self._on_ended,
        )
        self._task.progress.connect(self._on_moved)
        self._on_moved()
        self._settle()

    def _settle(self) -> None:
        """Offer what can be done, and say why not."""
        why = self._why_not()
        may = not why and self._task is None
        self.open.setEnabled(may)
        self.how.setText(why or self.tr("先核对签名与内容，再给您看会改变什么；备份核验过才安装。不联网。"))
        one, program = self._previous, self._program
        too_old = one is not None and program is not None and one.store < program.store
        self.back.setEnabled(may and one is not None and not too_old)
        if one is None or program is None:
            self.before.setText(self.tr("旁边没有可换回的版本。"))
        elif too_old:
            self.before.setText(self._too_old(one, program))
        else:
            self.before.setText(self.tr("{0}，能打开现在的病历库。").format(one.version))
        self.before.set_tone(Tone.WARN if too_old else Tone.MUTED)

    def _too_old(self, one: "Beside", program: "Program") -> str:
        error = Refused(
            "update_back_newer",
            version=one.version,
            known=one.store.lstrip("0") or "–",
            program=program.version,
            store=program.store.lstrip("0"),
        )
        return self._messages.error(error)[0]

    def _why_not(self) -> str:
        program, opened = self._program, self._clinic.opened
        if program is None:
            return self.tr("正在查看…")
        if program.folder is None:
            return self.tr("这里不适用：程序从源代码运行，没有安装，也就没有版本可换。")
        place = program.installation
        if place is None:
            return self.tr("这里不适用：程序直接从一个文件夹运行。用安装文件安装后，才能在这里更新和换回。")
        if place.is_packaged:
            return self.tr("程序由系统的软件包管理：由管理员安装新的 .deb，诊所的数据不受影响。")
        if opened is not None and not opened.may(Right.SETTINGS):
            return may_not_words(opened.role, Right.SETTINGS, self._messages)
        return ""

    def _on_open(self) -> None:
        kinds = (self.tr("明道诊所安装文件 ({0})").format(OURS),)
        ask_file(self, self.tr("打开安装文件"), self.take_file, kinds, self._folder)

    def _on_stop(self) -> None:
        if self._task:
            self._task.cancel()

    def _on_moved(self, *_far: int) -> None:
        _stage, done, total = self._far.now
        self.strip.go_on(far_words(self._far.now, self._messages), done, total)

    def _on_ended(self) -> None:
        self._task = None
        self.strip.hide()
        self._settle()

    def _on_checked(self, offer: "Offer") -> None:
        if self._program is None:
            return
        sheet = UpdateSheet(self._page, self._clinic, self._messages, offer, self._program)
        self.sheet = sheet
        sheet.installed.connect(self._on_installed)
        sheet.open(sheet.back)

    def _on_installed(self, done: "Updated") -> None:
        self._say_restart(done.version)
        self.changed.emit()

    def _on_back(self) -> None:
        if self._previous is None or self._program is None:
            return
        sheet = BackSheet(self._page, self._previous.version, self._program.version)
        self.sheet = sheet
        sheet.agreed.connect(partial(self._go_back, self._previous.version))
        sheet.open(sheet.back)

    def _go_back(self, version: str) -> None:
        self._clinic.ask(self, partial(_went_back, version), self._on_installed, self._refuse)

    def _say_restart(self, version: str) -> None:
        self.said.say(
            self.tr("从下一次启动起使用 {0}：请关闭程序，再打开。现在的窗口还是原来的版本。").format(version),
            Icon.DONE,
            Tone.RESOLVED,
        )

    def _refuse(self, error: ClinicError) -> None:
        self.said.say(sentences(error, self._messages), Icon.DANGER, Tone.DANGER)


def _checked(file: Path, far: Far, kernel: Kernel, control: Control) -> "Offer":
    return kernel.updates.check(file, far.hears(control))


def _went_back(version: str, kernel: Kernel) -> "Updated":
    return kernel.updates.back(version)
