"""Why the record of somebody whom others look after is opened: asked over the page, noted in the trail, and then it opens.

Whatever road led to the record, what was refused waits in the bridge (`desktop.bridge.withheld`) and goes on where it was.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import isValid

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.base.rights import Reason
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import words
from desktop.widgets.button import plain_button, primary
from desktop.widgets.choice_list import ChoiceList, Line
from desktop.widgets.label import Label
from desktop.widgets.problem import Problem
from desktop.widgets.sheet import Sheet

if TYPE_CHECKING:
    # The services take longer to load than the window to be painted.
    from core.services.patients.patients import Patient

WIDTH = 520


class ReasonSheet(Sheet):
    """Made for one record. Nothing is chosen beforehand: a hasty Enter opens nothing."""

    given = Signal(object)
    """The `Reason`."""

    def __init__(self, page: QWidget, messages: Messages, patient: "Patient") -> None:
        self.record_no = patient.record_no
        super().__init__(
            page,
            self.tr("查阅 {0} {1} 的病历：请选事由").format(patient.details.name, patient.record_no),
            self.tr("这位患者由其他医师接诊。选好的事由会连同您的姓名和时间记入审计记录。"),
            width=WIDTH,
            once=True,
        )
        lines = [Line(reason.value, messages.text(f"open_reason.{reason}")) for reason in Reason]
        self.choice = ChoiceList(self.tr("事由"), lines)
        self.problem = Problem()
        column = QVBoxLayout()
        column.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        column.setSpacing(Space.S)
        column.addWidget(self.choice)
        column.addWidget(self.problem)
        self.body.addLayout(column)
        self.back = plain_button(self.tr("不查阅"), key="Esc")
        self.go = primary(self.tr("查阅"), key="Enter")
        self.foot.addWidget(Label(self.tr("本次打开诊所期间不再问"), Type.META, Tone.MUTED))
        self.foot.addStretch()
        self.foot.addWidget(self.back)
        self.foot.addWidget(self.go)
        self.back.clicked.connect(self.dismiss)
        self.go.clicked.connect(self.submit)
        self.choice.meant.connect(self.submit)
        self.choice.chosen.connect(self._on_chosen)

    def submit(self) -> None:
        """Give the reason, or say that one is missing."""
        if not self.go.isEnabled():
            return
        if not self.choice.value:
            self.refuse(self.tr("请先选一个事由。"))
            return
        self.go.setEnabled(False)
        self.given.emit(Reason(self.choice.value))

    def _on_chosen(self, _value: str) -> None:
        self.problem.say("")

    def refuse(self, message: str, hint: str = "") -> None:
        """Say what is wrong; it can be tried again."""
        self.go.setEnabled(True)
        self.problem.say(message, hint)
        self.choice.setFocus()


class ReasonDesk(QObject):
    """Asks for reasons, one at a time. `ground` is what the sheet covers, None while there is nothing to cover."""

    def __init__(
        self, clinic: ClinicBridge, messages: Messages, ground: Callable[[], QWidget | None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._clinic, self._messages, self._ground = clinic, messages, ground
        self._sheet: ReasonSheet | None = None
        clinic.withheld.is_heard = True
        clinic.withheld.wanted.connect(self._on_wanted)

    @property
    def sheet(self) -> ReasonSheet | None:
        """The sheet that is open."""
        sheet = self._sheet
        return sheet if sheet is not None and isValid(sheet) and not sheet.isHidden() else None

    def speak(self, messages: Messages) -> None:
        """Use the words of another language from now on."""
        self._messages = messages

    def leave(self) -> None:
        """What the sheet covers goes: nobody is asked any more, and what waited is over."""
        self._shut()
        self._clinic.withheld.give_up()

    def _on_wanted(self, record_no: RecordNo) -> None:
        self._shut()
        work = partial(_whose, record_no)
        self._clinic.ask(self, work, self._open, self._on_lost, latest="whose")

    def _open(self, patient: "Patient") -> None:
        ground = self._ground()
        if ground is None:
            self._clinic.withheld.give_up()
            return
        sheet = self._sheet = ReasonSheet(ground, self._messages, patient)
        sheet.given.connect(partial(self._on_given, sheet))
        sheet.dismissed.connect(self._clinic.withheld.give_up)
        sheet.open(sheet.choice.rows[next(iter(Reason)).value])

    def _on_lost(self, error: ClinicError) -> None:
        self._clinic.withheld.give_up()
        self._clinic.unheard.emit(error)

    def _on_given(self, sheet: ReasonSheet, reason: Reason) -> None:
        work = partial(_open_with, sheet.record_no, reason)
        self._clinic.ask(sheet, work, self._on_open, partial(self._on_refused, sheet))

    def _on_open(self, _nothing: None) -> None:
        self._shut()
        self._clinic.withheld.go_on()

    def _on_refused(self, sheet: ReasonSheet, error: ClinicError) -> None:
        sheet.refuse(*words(error, self._messages))

    def _shut(self) -> None:
        sheet, self._sheet = self.sheet, None
        if sheet is not None:
            sheet.shut()


def _whose(record_no: RecordNo, kernel: Kernel) -> "Patient":
    return kernel.patients.show(record_no)


def _open_with(record_no: RecordNo, reason: Reason, kernel: Kernel) -> None:
    kernel.records.open_with_reason(record_no, reason)
