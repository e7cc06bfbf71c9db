"""The sheets of the keys of models: enter one, take one out, move those of the old program's file."""

from functools import partial

from PySide6.QtWidgets import QWidget

from core.base.messages import Messages
from core.services.model_keys import Imported, KeyStatus
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone, Type
from desktop.views.settings.models_parts import under_name
from desktop.views.settings.models_sheet import ModelsSheet
from desktop.views.settings.models_words import ModelWords
from desktop.views.settings.packs_parts import Lines
from desktop.views.settings.packs_words import Line
from desktop.widgets.button import Kind
from desktop.widgets.check_box import CheckBox
from desktop.widgets.label import Label
from desktop.widgets.secret import Secret


class EnterKeySheet(ModelsSheet):
    """A key for a provider. It is not shown again but for its two ends."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages, one: KeyStatus) -> None:
        name = ModelWords(messages).provider(one.provider)
        super().__init__(
            page,
            clinic,
            messages,
            self.tr("“{0}”的密钥").format(name),
            self.tr("存入系统密钥环，只发往 {0}；不写入病历库、文件和账本。").format(one.origin),
        )
        self._one = one
        self.key = Secret(self.tr("密钥"))
        self.fields = {"model_key_unfit": self.key}
        said = Label(
            self.tr("从服务商的网站复制后粘贴到这里。保存以后只显示头尾几位。"),
            Type.META,
            Tone.MUTED,
            wrap=True,
        )
        self.box.addLayout(under_name(self.key.accessibleName(), self.key, said))
        self.box.addWidget(self.problem)
        self.go.set_words(self.tr("保存密钥"))
        self.key.returnPressed.connect(self.submit)
        self.key.textEdited.connect(self.clear_problem)

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        if not self.key.text().strip():
            self.say(self.tr("请填写：{0}").format(self.key.accessibleName()), "", self.key)
            return
        self.ask(partial(_enter, self._one.provider, self.key.text()), self._on_kept)

    def forget(self) -> None:
        self.key.forget()

    def _on_kept(self, _status: KeyStatus | None) -> None:
        one = self._one
        self.finish(self._messages.text("model_keys.kept", provider=one.provider, origin=one.origin))


class TakeKeySheet(ModelsSheet):
    """Takes a key out of the keyring."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages, one: KeyStatus) -> None:
        name = ModelWords(messages).provider(one.provider)
        super().__init__(
            page,
            clinic,
            messages,
            self.tr("移除“{0}”的密钥？").format(name),
            self.tr(
                "从系统密钥环取走；服务商那边的密钥还在，要作废请到它的网站。没有密钥就不能再问它的模型。"
            ),
        )
        self._one = one
        self.box.addWidget(self.problem)
        self.go.set_words(self.tr("移除密钥"))
        self.go.set_kind(Kind.DANGER)

    def submit(self) -> None:
        self.ask(partial(_take, self._one.provider), self._on_taken)

    def _on_taken(self, was_there: bool) -> None:
        key = "model_keys.removed" if was_there else "model_keys.none_there"
        self.finish(self._messages.text(key, provider=self._one.provider))


class MoveKeysSheet(ModelsSheet):
    """Moves the keys of the old program's file into the keyring, and says what became of each."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(
            page,
            clinic,
            messages,
            self.tr("移入旧程序的密钥"),
            self.tr("数据目录里的 credentials.json 存着明文密钥：谁拿到这个文件，谁就能用您的账户。"),
        )
        self._done: Imported | None = None
        self.remove = CheckBox(self.tr("全部移入后删去原文件"))
        self.remove.setChecked(True)
        self.became = Lines()
        self.box.addWidget(self.remove)
        self.box.addWidget(self.became)
        self.box.addWidget(self.problem)
        self.go.set_words(self.tr("移入密钥环"))

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        if self._done is not None:
            self._leave()
            return
        self.ask(partial(_move, remove=self.remove.isChecked()), self._on_moved)

    def dismiss(self) -> None:
        if self._done is not None:
            self._leave()
        else:
            super().dismiss()

    def _on_moved(self, done: Imported) -> None:
        self._done = done
        text, between = self._messages.text, self._messages.text("list.between")
        lines = []
        if done.taken:
            lines.append(
                Line(Icon.DONE, Tone.MUTED, text("model_keys.taken", providers=between.join(done.taken)))
            )
        if done.kept:
            lines.append(
                Line(
                    Icon.WARN,
                    Tone.WARN,
                    self.tr("密钥环里已有另一把，没有替换：{0}").format(between.join(done.kept)),
                    self.tr("要换成文件里的，请用“换密钥…”。"),
                )
            )
        if done.left:
            lines.append(Line(Icon.WARN, Tone.WARN, text("model_keys.left", names=between.join(done.left))))
        if done.removed:
            lines.append(Line(Icon.DONE, Tone.MUTED, text("model_keys.file_removed", file=done.file)))
        else:
            lines.append(
                Line(
                    Icon.WARN,
                    Tone.WARN,
                    self.tr("密钥文件没有改动：{0}").format(done.file),
                    self.tr("里面还是明文密钥：核对后请删去它。"),
                )
            )
        self.became.fill(lines)
        self.remove.hide()
        self.back.hide()
        self.go.set_words(self.tr("好"))

    def _leave(self) -> None:
        self.finish(self.tr("旧程序的密钥已处理。"))


def _enter(provider: str, key: str, kernel: Kernel) -> KeyStatus | None:
    return kernel.model_keys.enter(provider, key)


def _take(provider: str, kernel: Kernel) -> bool:
    return kernel.model_keys.remove(provider)


def _move(kernel: Kernel, *, remove: bool) -> Imported:
    return kernel.model_keys.import_file(remove=remove)
