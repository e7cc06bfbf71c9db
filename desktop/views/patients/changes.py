"""修改记录: who changed what of a registration, when, from what into what. Read when it is opened."""

from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.birth import Birth
from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.patients import Edit, FieldChange, History
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import words
from desktop.widgets.button import link
from desktop.widgets.data_words import shown
from desktop.widgets.label import Label


class Changes(QWidget):
    """A section that opens and shuts. `watch` says whose changes these are."""

    def __init__(self, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__()
        self._clinic, self._messages = clinic, messages
        self._record_no = ""
        self._list: QWidget | None = None
        self.head = link(self.tr("修改记录"), trailing=Icon.OPEN)
        self.head.setCheckable(True)
        self.head.toggled.connect(self._on_toggled)
        top = QHBoxLayout()
        top.setContentsMargins(Space.XL - Space.XS, 0, Space.XL, 0)
        top.addWidget(self.head)
        top.addStretch()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(Space.XS)
        self._column.addLayout(top)

    def watch(self, record_no: str) -> None:
        """Show whose these are: of another patient they are shut, of the same one read again if they are open."""
        if record_no != self._record_no:
            self._record_no = record_no
            self.head.setChecked(False)
        elif self.head.isChecked():
            self._read()

    @property
    def lines(self) -> tuple[str, ...]:
        """What is shown, in words."""
        return tuple(label.text() for label in self._list.findChildren(Label)) if self._list else ()

    def _on_toggled(self, is_open: bool) -> None:
        self._show(None)
        if is_open:
            self._read()

    def _read(self) -> None:
        work = partial(_history, self._record_no)
        done = partial(self._on_history, self._record_no)
        self._clinic.ask(self, work, done, self._on_failed, latest="history")

    def _on_history(self, record_no: str, history: History) -> None:
        if record_no != self._record_no or not self.head.isChecked():
            return
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(Space.XL, 0, Space.XL, Space.S)
        column.setSpacing(2)
        for edit in history.edits:
            column.addWidget(Label(self._head_of(edit), Type.META, Tone.MUTED))
            for change in edit.changes:
                column.addWidget(Label(self._line(change), Type.SECONDARY, wrap=True))
            column.addSpacing(Space.XS)
        registered = self.tr("{0:%Y-%m-%d %H:%M} {1} 登记").format(
            history.registered_at, history.registered_by
        )
        column.addWidget(Label(registered, Type.META, Tone.MUTED))
        if history.override_reason:
            why = self.tr("与相近患者区分的理由：{0}").format(history.override_reason)
            column.addWidget(Label(why, Type.SECONDARY, wrap=True))
        self._show(content)

    def _on_failed(self, error: ClinicError) -> None:
        self._show(Label(" ".join(words(error, self._messages)), Type.SECONDARY, Tone.DANGER, wrap=True))

    def _show(self, content: QWidget | None) -> None:
        if self._list is not None:
            self._column.removeWidget(self._list)
            self._list.hide()
            self._list.deleteLater()
        self._list = content
        if content is not None:
            self._column.addWidget(content)

    def _head_of(self, edit: Edit) -> str:
        return f"{edit.at:%Y-%m-%d %H:%M} {edit.by}"

    def _line(self, change: FieldChange) -> str:
        name = self._messages.text(f"patient.fields.{change.field}")
        return self.tr("{0}：{1} → {2}").format(name, self._value(change.before), self._value(change.after))

    def _value(self, value: str | Birth | None) -> str:
        if value is None:
            return self.tr("未录")
        if isinstance(value, Birth):
            return self.tr("约 {0}").format(value.text) if value.estimated else value.text
        return shown(value)


def _history(record_no: str, kernel: Kernel) -> History:
    return kernel.patients.history(record_no)
