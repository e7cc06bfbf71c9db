"""The lock: after how long without input, at reception, and of a whole session. Each choice is kept at once, for the clinic."""

from functools import partial

from PySide6.QtWidgets import QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.preferences import Seen
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.session.options import Options
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone
from desktop.trouble.present import words
from desktop.views.settings.said import Said
from desktop.views.settings.section import Rows, Section
from desktop.widgets.combo_box import ComboBox
from desktop.widgets.label import Label

MINUTES = (1, 2, 3, 5, 10, 15, 20, 30)
HOURS = (2, 4, 6, 8, 10, 12)
WIDTH = 120


class LockSection(Section):
    """Chooses when the window locks."""

    def __init__(self, clinic: ClinicBridge, options: Options, messages: Messages) -> None:
        super().__init__(self.tr("锁定"), self.tr("离开时没人能看到病历；写好的内容先存好再锁"))
        self._clinic, self._options, self._messages = clinic, options, messages
        self._seen: Seen | None = None
        self.said = Said()
        rows = Rows(self.tr("锁定"))
        self.choices = {
            name: self._choice(rows, name, values, unit)
            for name, values, unit in (
                ("lock_minutes", MINUTES, self.tr("{0} 分钟")),
                ("lock_minutes_reception", MINUTES, self.tr("{0} 分钟")),
                ("session_hours", HOURS, self.tr("{0} 小时")),
            )
        }
        self.cards.addWidget(rows)
        always = Rows(self.tr("任何时候"))
        always.add(
            self.tr("系统锁屏、休眠、换用户、断开远程桌面"),
            self.tr("立即锁定；电脑的时间被改动时也锁定"),
            Label(self.tr("始终"), tone=Tone.MUTED),
        )
        always.add(
            self.tr("手动锁定"),
            self.tr("左侧栏底部的锁，或快捷键"),
            Label("Ctrl+L", tone=Tone.MUTED),
        )
        self.cards.addWidget(always)

    def first(self) -> QWidget | None:
        return self.choices["lock_minutes"]

    def refresh(self) -> None:
        self._clinic.ask(self, _read, self._show, self._on_refused, latest="read")

    def _choice(self, rows: Rows, name: str, values: tuple[int, ...], unit: str) -> ComboBox:
        title = self._messages.text(f"settings.{name}.title")
        box = ComboBox(title)
        box.setMinimumWidth(px(WIDTH))
        for value in values:
            box.addItem(unit.format(value), value)
        box.setProperty("unit", unit)
        box.activated.connect(partial(self._on_chosen, name))
        under = self.said if name == "session_hours" else None
        rows.add(title, self._messages.text(f"settings.{name}.help"), box, under=under)
        return box

    def _show(self, seen: Seen) -> None:
        self._seen = seen
        for name, box in self.choices.items():
            value = getattr(seen.settings, name)
            if box.findData(value) < 0:  # written into the file by hand
                box.addItem(str(box.property("unit")).format(value), value)
            box.setCurrentIndex(box.findData(value))

    def _on_chosen(self, name: str, place: int) -> None:
        value = self.choices[name].itemData(place)
        if self._seen is not None and value != getattr(self._seen.settings, name):
            self.said.say("")
            self._options.change(self, self._seen, {name: value}, self._on_kept, self._on_refused)

    def _on_kept(self, seen: Seen) -> None:
        self._show(seen)
        self.said.say(self.tr("已保存，立即生效"), Icon.DONE)

    def _on_refused(self, error: ClinicError) -> None:
        """Nothing was kept: what stands in the file is shown again, and why."""
        message, hint = words(error, self._messages)
        self.said.say(f"{message} {hint}", Icon.DANGER, Tone.DANGER)
        if self._seen is not None:
            self._clinic.ask(self, _read, self._show, latest="read")


def _read(kernel: Kernel) -> Seen:
    return kernel.preferences.read()
