"""允许领域包连接的主机: the clinic's list, and which packs ask for what. One is added or taken away at once; only an admin does.

A pack reaches a host that its manifest names and that is listed here; with nothing listed nothing leaves.
"""

import re
from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.allow_list import AllowList, is_rule
from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.pack_facts import Listed
from core.services.preferences import Seen
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.session.options import Options
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import sentences
from desktop.views.settings.packs_words import in_one_run
from desktop.views.settings.said import Said
from desktop.widgets.button import plain_button
from desktop.widgets.icon_button import IconButton
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Surface
from desktop.widgets.tab_order import put_after

_BETWEEN = re.compile(r"[\s;；,，、]+")
"""What stands between several that are typed at once."""


class HostsCard(Surface):
    """The card. `show_asking` is told of the packs, `refresh` reads the list."""

    def __init__(self, clinic: ClinicBridge, options: Options, messages: Messages) -> None:
        super().__init__(padding=1)
        self._clinic, self._options, self._messages = clinic, options, messages
        self._seen: Seen | None = None
        self._asking: tuple[tuple[str, tuple[str, ...]], ...] = ()
        self._may = False
        title = messages.text("settings.net_allow.title")
        self.setAccessibleName(title)
        self.column.setSpacing(0)
        self.takes: dict[str, IconButton] = {}
        self.field = LineEdit(title, hint=self.tr("例如 his.example.cn、*.example.cn、10.1.0.0/16"))
        self.add = plain_button(self.tr("加入"), icon=Icon.ADD)
        self.add.setAccessibleName(self.tr("加入允许连接的主机"))
        self.said = Said()
        self._head = QVBoxLayout()
        self._head.setContentsMargins(Space.L, Space.S + 2, Space.L, Space.S + 2)
        self._head.setSpacing(0)
        self._head.addWidget(Label(title))
        help_ = self.tr(
            "领域包只连得到自己声明、也列在这里的主机；一个也不列，什么也不发出。每次请求都记在“账本”里。"
        )
        self._head.addWidget(Label(help_, Type.META, Tone.MUTED, wrap=True))
        self.column.addLayout(self._head)
        self._listed = QWidget()
        QVBoxLayout(self._listed).setContentsMargins(0, 0, 0, 0)
        self.column.addWidget(self._listed)
        self._foot = QWidget()
        foot = QVBoxLayout(self._foot)
        foot.setContentsMargins(0, 0, 0, 0)
        foot.setSpacing(0)
        foot.addWidget(Separator())
        row = QHBoxLayout()
        row.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        row.setSpacing(Space.S)
        row.addWidget(self.field, 1)
        row.addWidget(self.add)
        foot.addLayout(row)
        self.column.addWidget(self._foot)
        under = QVBoxLayout()
        under.setContentsMargins(Space.L, 0, Space.L, 0)
        under.addWidget(self.said)
        self.column.addLayout(under)
        self._foot.hide()
        self.add.clicked.connect(self.put)
        self.field.returnPressed.connect(self.put)
        self.field.textEdited.connect(self._on_typed)

    @property
    def hosts(self) -> tuple[str, ...]:
        """What is listed."""
        return self._seen.settings.net_allow if self._seen else ()

    def refresh(self) -> None:
        self._clinic.ask(self, _read, self._show, self._on_failed, latest="hosts")

    def show_asking(self, packs: Iterable[Listed], *, may: bool) -> None:
        """Which packs there are, and whether whoever is at work may decide."""
        self._asking = tuple(
            (one.contents.title, one.contents.net) for one in packs if one.contents and one.contents.net
        )
        self._may = may
        self._foot.setVisible(may)
        self._fill()

    def put(self) -> None:
        """Let what is typed be reached, or say what of it is no host."""
        wanted = [one.lower() for one in _BETWEEN.split(self.field.text()) if one]
        if self._seen is None or not wanted or not self.add.isEnabled():
            return
        wrong = [one for one in wanted if not is_rule(one)]
        known = [one for one in wanted if one in self.hosts]
        between = self._messages.text("list.between")
        if wrong:
            said = self.tr("“{0}”不能这样写，什么也没有加入。").format(between.join(wrong))
            how = self.tr(
                "可以写：主机名 his.example.cn；*.example.cn，即它下面的各主机；IPv4 地址 10.1.2.3；"
                "网段 10.1.0.0/16。不写 https://、端口和路径。"
            )
            self._refuse(in_one_run(said, how))
        elif known:
            self._refuse(self.tr("“{0}”已经在里面了。").format(between.join(known)))
        else:
            self._keep((*self.hosts, *dict.fromkeys(wanted)))

    def take(self, host: str) -> None:
        """Let a host be reached no longer."""
        self._keep(tuple(one for one in self.hosts if one != host))

    def _keep(self, hosts: tuple[str, ...]) -> None:
        self.said.say("")
        self._enable(is_enabled=False)
        self._options.change(self, self._seen, {"net_allow": hosts}, self._on_kept, self._on_refused)

    def _show(self, seen: Seen) -> None:
        self._seen = seen
        self._fill()

    def _fill(self) -> None:
        old = self._listed
        self._listed = QWidget()
        column = QVBoxLayout(self._listed)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.takes = {}
        for host in self.hosts:
            column.addWidget(Separator())
            column.addWidget(self._row(host))
        self.column.replaceWidget(old, self._listed)
        old.hide()
        old.deleteLater()
        self._listed.show()
        put_after(self._listed, self._foot)

    def _row(self, host: str) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(Space.L, Space.XS, Space.M, Space.XS)
        line.setSpacing(Space.M)
        line.addWidget(IconLabel(Icon.EXTERNAL, Tone.MUTED))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Label(host, wrap=True))
        words.addWidget(Label(self._who_asks(host), Type.META, Tone.MUTED, wrap=True))
        line.addLayout(words, 1)
        if self._may:
            take = IconButton(Icon.CLOSE, self.tr("不再允许 {0}").format(host))
            take.clicked.connect(lambda: self.take(host))
            self.takes[host] = take
            line.addWidget(take)
        return row

    def _who_asks(self, host: str) -> str:
        asking = [title for title, named in self._asking if any(_touch(host, one) for one in named)]
        if not asking:
            return self.tr("现有的领域包都没有声明它")
        return self.tr("声明它的包：{0}").format(self._messages.text("list.between").join(asking))

    def _enable(self, *, is_enabled: bool) -> None:
        for part in (self.field, self.add, *self.takes.values()):
            part.setEnabled(is_enabled)

    def _refuse(self, words: str) -> None:
        self.said.say(words, Icon.DANGER, Tone.DANGER)
        self.field.set_invalid(True)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_kept(self, seen: Seen) -> None:
        self._show(seen)
        self._enable(is_enabled=True)
        self.field.clear()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.said.say(self.tr("已保存，立即生效"), Icon.DONE)

    def _on_refused(self, error: ClinicError) -> None:
        """Nothing was kept: what stands in the file is shown again, and why."""
        self._enable(is_enabled=True)
        self.said.say(sentences(error, self._messages), Icon.DANGER, Tone.DANGER)
        self._clinic.ask(self, _read, self._show, latest="hosts")

    def _on_failed(self, error: ClinicError) -> None:
        self.said.say(sentences(error, self._messages), Icon.DANGER, Tone.DANGER)

    def _on_typed(self) -> None:
        self.field.set_invalid(False)
        self.said.say("")


def _touch(listed: str, asked: str) -> bool:
    """Whether what a manifest asks for, which may name a port, and what is listed name a host in common, as far as names tell."""
    host = asked.rpartition(":")[0] or asked
    bare = host.removeprefix("*.")
    return AllowList((listed,), loopback=False).decide(bare).allowed or (
        AllowList((host,), loopback=False).decide(listed.removeprefix("*.")).allowed or host == listed
    )


def _read(kernel: Kernel) -> Seen:
    return kernel.preferences.read()
