"""The sheet that looks for servers of models on this machine, and registers one of their models by one press."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.local_servers import LocalServer, Offered
from core.services.models import Entry, Registration
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.settings.models_parts import BoundaryBadge
from desktop.views.settings.models_sheet import ModelsSheet
from desktop.views.settings.models_words import ModelWords
from desktop.views.settings.packs_parts import Lines
from desktop.views.settings.packs_words import Line
from desktop.widgets.button import Button, small
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.label import Label


class FindSheet(ModelsSheet):
    """Looks when it opens. Nothing is registered by looking."""

    test_wanted = Signal(str)

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(
            page,
            clinic,
            messages,
            self.tr("在本机找模型服务器"),
            self.tr("只看本机的常用端口（vLLM 8000、Ollama 11434、llama.cpp 8080），只问有哪些模型。"),
        )
        self._words = ModelWords(messages)
        self.adds: dict[str, Button] = {}
        self.said = Lines()
        self.found = QWidget()
        self._column = QVBoxLayout(self.found)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(Space.S)
        self.box.addWidget(self.said)
        self.box.addWidget(self.found)
        self.box.addWidget(self.problem)
        self.go.set_words(self.tr("再找一次"))
        self.back.set_words(self.tr("关闭"))

    def submit(self) -> None:
        if self.go.isEnabled():
            self.said.fill((Line(Icon.SEARCH, Tone.MUTED, self.tr("正在找…")),))
            self.ask(_looked, self._show)

    def refuse(self, error: ClinicError) -> None:
        self.said.fill(())
        super().refuse(error)

    def _show(self, servers: tuple[LocalServer, ...]) -> None:
        self._clear()
        if not servers:
            self.said.fill(
                (
                    Line(
                        Icon.INFO,
                        Tone.MUTED,
                        self.tr("没有找到。"),
                        self.tr("请先启动服务器再找；用别的端口时，请用“添加模型”写明地址。"),
                    ),
                )
            )
            return
        self.said.fill(())
        for server in servers:
            name = self._words.provider(server.kind)
            self._column.addWidget(Label(self.tr("在本机找到 {0}").format(name), wrap=True))
            self._column.addWidget(Label(server.base_url, Type.META, Tone.MUTED, wrap=True))
            for one in server.offered:
                self._column.addLayout(self._row(one))
            if not server.offered:
                self._column.addWidget(Label(self.tr("它还没有模型。"), Type.SECONDARY, Tone.MUTED))

    def _row(self, one: Offered) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        name = one.registration.name
        row.addWidget(BoundaryBadge(one.registration.boundary))
        row.addWidget(ElidedLabel(name), 1)
        if one.is_registered:
            row.addWidget(Label(self.tr("已登记"), Type.SECONDARY, Tone.MUTED))
        else:
            add = small(self.tr("登记并测试"), icon=Icon.ADD)
            add.setAccessibleDescription(name)
            add.clicked.connect(partial(self._on_add, one.registration))
            self.adds[name] = add
            row.addWidget(add)
        return row

    def _on_add(self, one: Registration, *_: object) -> None:
        self.ask(partial(_add, one), self._on_added)

    def _on_added(self, entry: Entry) -> None:
        self.finish(self._messages.text("models.added", model=entry.name))
        self.test_wanted.emit(entry.name)

    def _clear(self) -> None:
        self.adds = {}
        old, self.found = self.found, QWidget()
        self._column = QVBoxLayout(self.found)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(Space.S)
        self.box.replaceWidget(old, self.found)
        old.hide()
        old.deleteLater()
        self.found.show()


def _looked(kernel: Kernel) -> tuple[LocalServer, ...]:
    return kernel.local_servers.look()


def _add(one: Registration, kernel: Kernel) -> Entry:
    return kernel.models.add(one)
