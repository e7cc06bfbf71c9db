"""修改记录: who changed what of a registration, when, from what into what. Read when it is opened."""

from functools import partial

from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.birth import Birth
from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.patients.patients import Edit, FieldChange, History
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import sentences
from desktop.views.patients.unfolding import Unfolding
from desktop.widgets.data_words import shown
from desktop.widgets.label import Label


class Changes(Unfolding):
    """Of the same patient it is read again while it is open."""

    def __init__(self, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(self.tr("修改记录"))
        self._clinic, self._messages = clinic, messages

    def watch(self, record_no: str) -> None:
        same = record_no == self.record_no
        super().watch(record_no)
        if same and self.head.isChecked():
            self.begin()

    def begin(self) -> None:
        work = partial(_history, self.record_no)
        done = partial(self._on_history, self.record_no)
        self._clinic.ask(self, work, done, self._on_failed, latest="history")

    def _on_history(self, record_no: str, history: History) -> None:
        if not self.is_about(record_no):
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
        self.show_content(content)

    def _on_failed(self, error: ClinicError) -> None:
        self.show_content(Label(sentences(error, self._messages), Type.SECONDARY, Tone.DANGER, wrap=True))

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
