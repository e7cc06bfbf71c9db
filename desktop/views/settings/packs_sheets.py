"""The sheets that decide about a pack: install one from a file, trust one, trust one no longer. Each shows first what it is about."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.pack_facts import Confined, Listed, Offered, Why
from core.services.packs import Installed
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import words
from desktop.views.settings.packs_parts import Facts, Lines
from desktop.views.settings.packs_words import Line, PackWords, fingerprint_words, in_one_run, moment_words
from desktop.views.settings.work_sheet import WorkSheet
from desktop.widgets.button import plain_button
from desktop.widgets.file_dialog import ask_file
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit

WIDTH = 620

OF_THE_HASH = frozenset({"pack_hash_shape", "pack_hash_differs"})
OF_THE_FILE = frozenset(
    {
        *("file_unreadable", "pack_source_remote"),
        *("pack_archive_large", "pack_archive_unreadable", "pack_archive_refused"),
    }
)

T = TypeVar("T")


class PackSheet(WorkSheet):
    """Has something done about a pack. What fails is said in it, with everything that is wrong with the pack."""

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, messages: Messages, title: str, reason: str
    ) -> None:
        super().__init__(page, clinic, messages, (title, reason), WIDTH)
        self._words, self.wrong = PackWords(messages), Lines()

    def ask(self, work: Callable[[Kernel], T], done: Callable[[T], None]) -> None:
        """Have it done on a worker."""
        self.problem.say("")
        self.wrong.fill(())
        self.be_busy(is_busy=True)
        self._clinic.ask(self, work, partial(self._on_done, done), self._on_failed)

    def be_busy(self, *, is_busy: bool) -> None:
        self._is_busy = is_busy
        self.go.setEnabled(not is_busy)
        self.back.setEnabled(not is_busy)

    def refuse(self, error: ClinicError) -> None:
        """Say why it is not done, and everything that is wrong."""
        self.problem.say(*words(error, self._messages))
        listed = error.details.get("problems", ())
        self.wrong.fill(self._words.problem_lines([one for one in listed if isinstance(one, Mapping)]))

    def _on_done(self, done: Callable[[T], None], result: T) -> None:
        self.be_busy(is_busy=False)
        done(result)

    def _on_failed(self, error: ClinicError) -> None:
        self.be_busy(is_busy=False)
        self.refuse(error)


class InstallSheet(PackSheet):
    """Three steps in one place: which file and whose hash; what it holds; that it is not trusted by that."""

    trust_wanted = Signal(object)
    """A folder: whoever installed it wants to decide about trusting it at once."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(
            page,
            clinic,
            messages,
            self.tr("安装领域包"),
            self.tr("从本机或 U 盘上的文件安装，程序不从网上取。安装不等于信任：它的代码不会运行。"),
        )
        self._offered: Offered | None = None
        self.installed: Installed | None = None
        self.file = LineEdit(self.tr("文件"), hint=self.tr(".zip 或 .tar.gz"))
        self.choose = plain_button(self.tr("选文件…"), icon=Icon.FOLDER)
        self.sha256 = LineEdit("SHA-256", hint=self.tr("64 位十六进制数字"))
        self.about = Label("", wrap=True)
        self.facts, self.means = Facts(), Lines()
        self.asked = self._fields()
        self.box.addWidget(self.asked)
        self.box.addWidget(self.problem)
        self.box.addWidget(self.wrong)
        self.box.addWidget(self.about)
        self.box.addWidget(self.facts)
        self.box.addWidget(self.means)
        self._begin()
        self.choose.clicked.connect(self._on_choose)
        for field in (self.file, self.sha256):
            field.textChanged.connect(self._begin)
            field.returnPressed.connect(self.submit)

    def take(self, file: str) -> None:
        """It is to be this file."""
        self.file.setText(file)
        self._begin()
        self.sha256.setFocus(Qt.FocusReason.OtherFocusReason)

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        if self.installed is not None:
            self.shut()
            self.trust_wanted.emit(self.installed.folder)
            return
        source, sha256 = self.file.text().strip(), self.sha256.text().strip()
        for field in (self.file, self.sha256):
            if not field.text().strip():
                self.problem.say(self.tr("请填写：{0}").format(field.accessibleName()))
                self._go_to(field)
                return
        if self._offered is None:
            self.ask(partial(_look_into, source, sha256), self._on_offered)
        else:
            self.ask(partial(_install, source, sha256), self._on_installed)

    def dismiss(self) -> None:
        if self.installed is not None:
            self._leave()
        else:
            super().dismiss()

    def refuse(self, error: ClinicError) -> None:
        self._begin()
        super().refuse(error)
        if error.code in OF_THE_HASH:
            self._go_to(self.sha256)
        elif error.code in OF_THE_FILE:
            self._go_to(self.file)

    def be_busy(self, *, is_busy: bool) -> None:
        super().be_busy(is_busy=is_busy)
        self.asked.setEnabled(not is_busy)

    def _begin(self, *_: object) -> None:
        """What was looked at is no longer what is asked for."""
        self._offered = None
        self.problem.say("")
        self.wrong.fill(())
        for field in (self.file, self.sha256):
            field.set_invalid(False)
        for part in (self.about, self.facts, self.means):
            part.hide()
        self.go.set_words(self.tr("查看内容"))

    def _on_offered(self, offered: Offered) -> None:
        self._offered = offered
        contents = offered.contents
        said = [self.tr("文件与 SHA-256 相符，里面是“{0}”{1}。").format(contents.title, contents.version)]
        if offered.replaces:
            said.append(self.tr("它会代替现有的 {0}。").format(offered.replaces))
        if offered.ends_trust:
            said.append(self.tr("现有的信任随之失效。"))
        self.about.setText(in_one_run(*said))
        self.facts.fill(self._words.facts_of(contents, is_added=True))
        self.about.show()
        self.facts.show()
        self.show_in_body(self.facts)
        self.go.set_words(self.tr("安装"))
        self.go.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_installed(self, installed: Installed) -> None:
        self.installed = installed
        assert self._offered is not None  # noqa: S101 - it was looked at first
        contents = self._offered.contents
        self.asked.hide()
        self.facts.hide()
        self.about.setText(
            self.tr("已安装“{0}”{1}，还没有信任：它的内容和代码都不使用。若信任它：").format(
                contents.title, contents.version
            )
        )
        self.means.fill(self._words.means_of(contents, None))
        self.back.set_words(self.tr("以后再说"))
        self.go.set_words(self.tr("去信任…"))
        self.go.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave(self) -> None:
        assert self._offered is not None  # noqa: S101 - as above
        one = self._offered.contents
        self.finish(self.tr("已安装“{0}”{1}，还没有信任。").format(one.title, one.version))

    def _go_to(self, field: LineEdit) -> None:
        field.set_invalid(True)
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()

    def _on_choose(self) -> None:
        kinds = (self.tr("领域包") + " (*.zip *.tar.gz *.tgz)", self.tr("所有文件") + " (*)")
        ask_file(self, self.tr("领域包文件"), self.take, kinds, self.file.text())

    def _fields(self) -> QWidget:
        place = QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        column.addWidget(Label(self.file.accessibleName(), Type.SECONDARY, Tone.MUTED, buddy=self.file))
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        row.addWidget(self.file, 1)
        row.addWidget(self.choose)
        column.addLayout(row)
        column.addSpacing(Space.S)
        column.addWidget(Label("SHA-256", Type.SECONDARY, Tone.MUTED, buddy=self.sha256))
        column.addWidget(self.sha256)
        column.addWidget(
            Label(
                self.tr(
                    "请向提供者另外要，比如电话或纸上；不要用与文件放在一起的那份，换掉文件的人也能换掉它。"
                ),
                Type.META,
                Tone.MUTED,
                wrap=True,
            )
        )
        return place


class TrustSheet(PackSheet):
    """Shows what trusting a pack lets it do; what is trusted is what was shown, to the byte."""

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
            *(page, clinic, messages),
            self.tr("信任“{0}”{1}").format(title, one.found.version),
            self.tr("只信任您知道来路的包：程序能限制它做什么，不能替您判断它做得对不对。"),
        )
        self._one, self._title = one, title
        standing = one.found.standing
        lines = list(self._words.means_of(one.contents, held)) if one.contents else []
        facts = list(self._words.origin_of(one.contents)) if one.contents else []
        if standing is not None:
            if standing.why is Why.CHANGED:
                lines[:0] = self._words.changes_of(standing)
                facts.append((self.tr("曾信任于"), moment_words(standing.trusted_at)))
                facts.append((self.tr("当时指纹"), fingerprint_words(standing.trusted)))
                facts.append((self.tr("现在指纹"), fingerprint_words(standing.fingerprint)))
            else:
                facts.append((self.tr("指纹"), fingerprint_words(standing.fingerprint)))
        self.means, self.facts = Lines(lines), Facts(facts)
        self.box.addWidget(self.means)
        self.box.addWidget(self.facts)
        self.box.addWidget(self.problem)
        self.box.addWidget(self.wrong)
        self.go.set_words(self.tr("信任"))

    def submit(self) -> None:
        standing = self._one.found.standing
        if self.go.isEnabled() and standing is not None:
            self.ask(partial(_trust, self._one.found.folder, standing.fingerprint), self._on_trusted)

    def _on_trusted(self, _nothing: None) -> None:
        self.finish(self.tr("已信任“{0}”，从下次打开诊所起使用。").format(self._title))


class UntrustSheet(PackSheet):
    """Says what trusting a pack no longer means, and asks."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages, one: Listed) -> None:
        title = one.title
        super().__init__(
            *(page, clinic, messages),
            self.tr("不再信任“{0}”").format(title),
            self.tr("它留在这台电脑上，内容和代码不再使用；随时可以重新信任。"),
        )
        self._one, self._title = one, title
        lines = [
            Line(Icon.INFO, Tone.MUTED, self.tr("已保存的病历照常可读：每份都连同它的表单一起保存。")),
        ]
        if one.was_in_use:
            lines.append(Line(Icon.INFO, Tone.MUTED, self.tr("现在打开着的诊所用到关闭为止。")))
        if one.was_in_use and one.contents and one.contents.forms:
            drafts = self.tr("用它的表单还没写完的，请先保存为就诊：以后接不下去。")
            lines.append(Line(Icon.WARN, Tone.WARN, drafts))
        self.box.addWidget(Lines(lines))
        self.box.addWidget(self.problem)
        self.box.addWidget(self.wrong)
        self.go.set_words(self.tr("不再信任"))

    def submit(self) -> None:
        if self.go.isEnabled():
            self.ask(partial(_untrust, self._one.found.folder), self._on_taken)

    def _on_taken(self, _nothing: None) -> None:
        self.finish(self.tr("不再信任“{0}”。").format(self._title))


def _look_into(source: str, sha256: str, kernel: Kernel) -> Offered:
    return kernel.packs.offered(source, sha256)


def _install(source: str, sha256: str, kernel: Kernel) -> Installed:
    return kernel.packs.install(source, sha256)


def _trust(folder: Path, shown: str, kernel: Kernel) -> None:
    kernel.packs.trust(folder, shown)


def _untrust(folder: Path, kernel: Kernel) -> None:
    kernel.packs.untrust(folder)
