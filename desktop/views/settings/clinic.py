"""The clinic: what it is called, and in which zone its days begin.

A name that cannot be kept is told beside its field and stays there. So does one that was typed while somebody changed the file.
"""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.preferences import Seen
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.session.options import Options
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone
from desktop.trouble.present import words
from desktop.views.settings.said import Said
from desktop.views.settings.section import Rows, Section
from desktop.widgets.button import Button, Kind
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit

FIELD = 280
CHANGED = "settings_changed"


class ClinicSection(Section):
    """Shows and keeps what belongs to the clinic."""

    def __init__(self, clinic: ClinicBridge, options: Options, messages: Messages) -> None:
        title = messages.text("settings.clinic_name.title")
        super().__init__(self.tr("诊所"), self.tr("随这家诊所保存，换一台电脑打开也一样"))
        self._clinic, self._options, self._messages = clinic, options, messages
        self._seen: Seen | None = None
        self.name = LineEdit(title)
        self.name.setMinimumWidth(px(FIELD))
        self.keep = Button(self.tr("保存"), kind=Kind.PRIMARY)
        self.said = Said()
        control = QWidget()
        row = QHBoxLayout(control)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.S)
        row.addWidget(self.name)
        row.addWidget(self.keep)
        control.setFocusProxy(self.name)
        rows = Rows(self.tr("诊所"))
        rows.add(title, messages.text("settings.clinic_name.help"), control, under=self.said)
        self.zone = Label("", tone=Tone.MUTED)
        rows.add(messages.text("settings.zone.title"), messages.text("settings.zone.help"), self.zone)
        self.cards.addWidget(rows)
        self.keep.setEnabled(False)
        self.name.textChanged.connect(self._on_typed)
        self.name.returnPressed.connect(self.save)
        self.keep.clicked.connect(self.save)

    @property
    def is_typed(self) -> bool:
        """Whether something is typed that is not kept."""
        return self._seen is not None and self.name.text() != self._seen.settings.clinic_name

    def first(self) -> QWidget | None:
        return self.name

    def refresh(self) -> None:
        if not self.is_typed:
            self._clinic.ask(self, _read, self._show, self._on_refused, latest="read")

    def save(self) -> None:
        """Keep the name that is typed."""
        if not self.is_typed or not self.keep.isEnabled():
            return
        self.keep.setEnabled(False)
        values = {"clinic_name": self.name.text()}
        self._options.change(self, self._seen, values, self._on_kept, self._on_refused)

    def _show(self, seen: Seen) -> None:
        self._seen = seen
        self.zone.setText(seen.settings.zone)
        self.name.setText(seen.settings.clinic_name)
        self.name.setCursorPosition(0)

    def _on_kept(self, seen: Seen) -> None:
        self._seen = seen
        self._settle()
        self.said.say(self.tr("已保存。已打开的打印预览要重新打开才会用新名称。"), Icon.DONE, Tone.MUTED)

    def _on_refused(self, error: ClinicError) -> None:
        name = error.params.get("setting")
        if isinstance(name, str):
            error.params["setting"] = self._messages.text(f"settings.{name}.title")
        message, hint = words(error, self._messages)
        self.name.set_invalid(error.code != CHANGED)
        self.keep.setEnabled(self.is_typed)
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)
        if error.code == CHANGED:
            self._clinic.ask(
                self, _read, partial(self._on_read_again, message), self._on_failed, latest="read"
            )
        else:
            self.said.say(f"{message} {hint}", Icon.DANGER, Tone.DANGER)

    def _on_read_again(self, message: str, seen: Seen) -> None:
        """The file says something else by now: what is typed stays, and is kept when it is asked for once more."""
        self._seen = seen
        self.zone.setText(seen.settings.zone)
        there = self.tr("文件里现在是“{0}”，没有覆盖；再按一次保存才会改成上面写的。").format(
            seen.settings.clinic_name
        )
        self.said.say(f"{message} {there}", Icon.WARN, Tone.WARN)
        self.keep.setEnabled(self.is_typed)

    def _on_failed(self, error: ClinicError) -> None:
        message, hint = words(error, self._messages)
        self.said.say(f"{message} {hint}", Icon.DANGER, Tone.DANGER)

    def _on_typed(self) -> None:
        self.name.set_invalid(False)
        self.said.say("")
        self._settle()

    def _settle(self) -> None:
        self.keep.setEnabled(self.is_typed)


def _read(kernel: Kernel) -> Seen:
    return kernel.preferences.read()
