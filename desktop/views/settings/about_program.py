"""Which program this is: version, signature, where it lies, what it was built for; and whether every file is the one that was built."""

import platform
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import qVersion

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.installation.signature import Verdict
from desktop.bridge.clinic import ClinicBridge, Control, Kernel
from desktop.bridge.far import WHOLE
from desktop.bridge.task import Task
from desktop.session.progress_strip import ProgressStrip
from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone
from desktop.trouble.present import sentences
from desktop.views.settings.said import Said
from desktop.views.settings.section import Rows
from desktop.widgets.button import plain_button
from desktop.widgets.elided_label import ElidedLabel

if TYPE_CHECKING:
    from core.installation.inspection import Inspection
    from core.services.program import Program


class ProgramCard(Rows):
    """Shows it. `said` is what was found, to stand below."""

    def __init__(self, clinic: ClinicBridge, messages: Messages, name: str) -> None:
        super().__init__(name)
        self._clinic, self._messages = clinic, messages
        self._task: Task | None = None
        self.version = self.fact(self.tr("明道诊所"))
        self.signature = self.fact(self.tr("签名"))
        self.place = self.fact(self.tr("位置"))
        self.built = self.fact(self.tr("适用于"))
        self.store = self.fact(self.tr("病历库格式"))
        self.surroundings = self.fact(
            self.tr("运行环境"), f"Python {platform.python_version()} · Qt {qVersion()} · {platform.system()}"
        )
        self.verify = plain_button(self.tr("核对"), icon=Icon.INTACT)
        self.verify.setAccessibleName(self.tr("核对这份程序"))
        self.verify.setEnabled(False)
        self.strip = ProgressStrip(self.tr("核对进度"))
        self.said = Said()
        self.add(
            self.tr("核对这份程序"),
            self.tr("逐个文件与构建时的清单和签名对照；少了、改了、多了哪个，都说出名字。"),
            self.verify,
            under=self.strip,
        )
        self.verify.clicked.connect(self._on_verify)
        self.strip.stopped.connect(self._on_stop)

    def show_program(self, program: "Program") -> None:
        """Say what it is."""
        self.version.setText(self.tr("版本 {0}").format(program.version))
        self.store.setText(self.tr("第 {0} 版").format(program.store.lstrip("0")))
        self.verify.setEnabled(program.folder is not None and self._task is None)
        if program.folder is None:
            _say(self.signature, self.tr("无：没有构建清单可核对"))
            _say(self.place, self.tr("从源代码运行，没有安装"))
            _say(self.built, platform.machine())
            return
        _say(self.place, str(program.folder))
        contents = program.contents
        floor = (
            self.tr("{0} {1}，glibc {2} 或更新") if contents and contents.platform == "linux" else "{0} {1}"
        )
        built = floor.format(contents.platform, contents.architecture, contents.floor) if contents else "–"
        _say(self.built, built)
        match program.verdict:
            case Verdict.SIGNED:
                words, tone = self.tr("签名有效"), Tone.RESOLVED
            case Verdict.UNSIGNED if program.key is None:
                words, tone = self.tr("没有签名：自行构建，无法确认来历"), Tone.WARN
            case Verdict.UNSIGNED:
                words, tone = self.tr("应有签名而没有"), Tone.DANGER
            case Verdict.FOREIGN:
                words, tone = self.tr("带的是别人的签名"), Tone.DANGER
            case _:
                words, tone = self.tr("与清单不符"), Tone.DANGER
        if program.key is not None and program.verdict is Verdict.SIGNED:
            words = self.tr("{0} · 发布密钥 {1}").format(words, " ".join(program.key.fingerprint.split()[:4]))
        _say(self.signature, words, tone)

    def _on_verify(self) -> None:
        if self._task:
            return
        self.said.say("")
        self.verify.setEnabled(False)
        self.strip.go_on(self.tr("正在核对…"))
        self._task = self._clinic.run(
            self, _verified, self._on_verified, self._on_failed, ended=self._on_ended
        )
        self._task.progress.connect(partial(self.strip.go_on, self.tr("正在核对…")))

    def _on_stop(self) -> None:
        if self._task:
            self._task.cancel()

    def _on_verified(self, found: "Inspection") -> None:
        refusal = found.refusal
        if refusal is not None:
            self._on_failed(refusal)
            return
        count = len(found.contents.files)
        whole = self.tr("{0} 个文件都与构建时一致", "", count).format(f"{count:,}")
        if found.verdict is Verdict.SIGNED:
            self.said.say(self.tr("{0}，签名有效。").format(whole), Icon.INTACT, Tone.RESOLVED)
        else:
            self.said.say(self.tr("{0}；这份程序没有签名。").format(whole), Icon.DONE)

    def _on_failed(self, error: ClinicError) -> None:
        self.said.say(sentences(error, self._messages), Icon.DANGER, Tone.DANGER)

    def _on_ended(self) -> None:
        self._task = None
        self.strip.hide()
        self.verify.setEnabled(True)


def _say(fact: ElidedLabel, words: str, tone: Tone = Tone.TEXT) -> None:
    fact.setText(words)
    fact.set_tone(tone)


def _verified(kernel: Kernel, control: Control) -> "Inspection":
    def told(done: int, total: int) -> None:
        control.progress(done * WHOLE // max(total, 1), WHOLE)

    found = kernel.updates.look().verify(told)
    assert found is not None  # noqa: S101 - the button is off where there is nothing to verify
    return found
