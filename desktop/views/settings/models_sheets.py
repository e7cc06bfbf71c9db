"""The sheets of a model: register one, change one, take one out."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.models import Entry, Kind, Registration
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.tokens import Tone, Type
from desktop.trouble.present import sentences
from desktop.views.settings.models_form import ModelForm
from desktop.views.settings.models_parts import under_name
from desktop.views.settings.models_sheet import ModelsSheet
from desktop.views.settings.models_words import ModelWords
from desktop.widgets.button import Kind as ButtonKind
from desktop.widgets.button import plain_button
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.secret import Secret


@dataclass(frozen=True, slots=True)
class Registered:
    """A model that was registered or changed; why its key was not kept, where one was typed."""

    entry: Entry
    key_trouble: ClinicError | None = None


class RegisterSheet(ModelsSheet):
    """A new model, or all of one said anew."""

    test_wanted = Signal(str)
    """The model was registered, and is to be tested at once."""

    def __init__(
        self,
        page: QWidget,
        clinic: ClinicBridge,
        messages: Messages,
        kinds: tuple[Kind, ...],
        before: Registration | None = None,
    ) -> None:
        title, reason = (
            (self.tr("添加模型"), self.tr("本机的服务器、内网的服务器或别家服务商。登记不发出任何内容。"))
            if before is None
            else (self.tr("更改“{0}”").format(before.name), self.tr("改好后立即生效；改之前的调用不变。"))
        )
        super().__init__(page, clinic, messages, title, reason)
        self._was, self._tests = before, False
        self.form = ModelForm(kinds, ModelWords(messages), before)
        self.key = Secret(self.tr("密钥"))
        self.key_said = Label("", Type.META, Tone.MUTED, wrap=True)
        self.box.addWidget(self.form)
        self.box.addLayout(under_name(self.key.accessibleName(), self.key, self.key_said))
        self.box.addWidget(self.problem)
        self.only = plain_button(self.tr("只登记") if before is None else self.tr("只保存"))
        self.only.clicked.connect(self._on_only)
        self.foot.insertWidget(self.foot.count() - 1, self.only)
        self.go.set_words(self.tr("登记并测试") if before is None else self.tr("保存并测试"))
        self.form.edited.connect(self._on_edited)
        self.form.submitted.connect(self.submit)
        self.key.returnPressed.connect(self.submit)
        self.key.textEdited.connect(self._on_edited)
        self.fields = {
            **dict.fromkeys(
                ("model_name", "model_name_ships", "model_exists", "model_not_on_device"), self.form.name
            ),
            **dict.fromkeys(
                ("base_url", "base_url_not_https", "model_certificate_plain", "provider_addresses"),
                self.form.url,
            ),
            **dict.fromkeys(("model_provider", "model_provider_ships"), self.form.source),
            **dict.fromkeys(("model_key_of_another", "model_key_name"), self.form.variable),
            "model_tokens": self.form.context,
            "model_key_unfit": self.key,
        }
        self._say_of_key()

    def submit(self) -> None:
        self._submit(tests=True)

    def forget(self) -> None:
        self.key.forget()

    def be_busy(self, *, is_busy: bool) -> None:
        super().be_busy(is_busy=is_busy)
        self.only.setEnabled(not is_busy)
        self.form.setEnabled(not is_busy)
        self.key.setEnabled(not is_busy)

    def say(self, message: str, hint: str = "", field: LineEdit | None = None) -> None:
        if field in (self.form.source, self.form.variable, self.form.context):
            self.form.more.setChecked(True)
        super().say(message, hint, field)

    def _submit(self, *, tests: bool) -> None:
        if not self.go.isEnabled():
            return
        for field in (self.form.url, self.form.name):
            if not field.text().strip():
                self.say(self.tr("请填写：{0}").format(field.accessibleName()), "", field)
                field.set_invalid(True)
                return
        self._tests = tests
        work = partial(_register if self._was is None else _change, self.form.registration, self.key.text())
        self.ask(work, self._on_registered)

    def _on_registered(self, done: Registered) -> None:
        name = done.entry.name
        key = "models.added" if self._was is None else "models.changed"
        said = self._messages.text(key, model=name)
        if done.key_trouble is not None:
            said = " ".join((said, sentences(done.key_trouble, self._messages)))
        tests = self._tests and done.key_trouble is None
        self.finish(said)
        if tests:
            self.test_wanted.emit(name)

    def _on_only(self) -> None:
        self._submit(tests=False)

    def _on_edited(self, *_: object) -> None:
        self.clear_problem()
        self.form.name.set_invalid(False)
        self._say_of_key()

    def _say_of_key(self) -> None:
        if self.form.origin_changed:
            said = self.tr("换了地址：原来的密钥不会发往新地址，需要的话请重新填。")
        else:
            said = self.tr("存入系统密钥环，只发往这个地址；本机服务器多半不需要，空着即可。")
        self.key_said.setText(said)


class RemoveModelSheet(ModelsSheet):
    """Takes a model out of the list."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages, entry: Entry) -> None:
        title = self.tr("移除“{0}”？").format(entry.name)
        said = self.tr("从此不能再问它；记过的账和账本里的记录都在。密钥留在系统密钥环，另行移除。")
        super().__init__(page, clinic, messages, title, said)
        self._name = entry.name
        self.box.addWidget(self.problem)
        self.go.set_words(self.tr("移除"))
        self.go.set_kind(ButtonKind.DANGER)

    def submit(self) -> None:
        self.ask(partial(_remove, self._name), self._on_removed)

    def _on_removed(self, _nothing: None) -> None:
        self.finish(self._messages.text("models.removed", model=self._name))


def _register(one: Registration, key: str, kernel: Kernel) -> Registered:
    return _with_key(kernel.models.add(one), key, kernel)


def _change(one: Registration, key: str, kernel: Kernel) -> Registered:
    present = next((entry for entry in kernel.models.every() if entry.name == one.name), None)
    if present is not None and present.registration == one and key.strip():
        return _with_key(present, key, kernel)
    return _with_key(kernel.models.change(one), key, kernel)


def _with_key(entry: Entry, key: str, kernel: Kernel) -> Registered:
    """The model is there, whatever becomes of its key."""
    if key.strip() and entry.model is not None:
        try:
            kernel.model_keys.enter(entry.model.provider, key)
        except ClinicError as error:
            return Registered(entry, error)
    return Registered(entry)


def _remove(name: str, kernel: Kernel) -> None:
    kernel.models.remove(name)
