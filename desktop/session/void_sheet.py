"""A saved visit is to count no more: what that means, why, and the record number typed as the one guard against a slip."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.ids import looks_like_record_no
from core.base.messages import Messages
from core.services.visits.amendments import Voided, VoidReason
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.models.chosen_visit import ChosenVisit
from desktop.session.close_guard import CloseGuard, Then
from desktop.session.guarded_sheet import GuardedSheet
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import sentences
from desktop.widgets.button import danger, plain_button
from desktop.widgets.in_sight import keep_in_sight
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.reason_choice import ReasonChoice


class VoidSheet(GuardedSheet):
    """Made for one visit."""

    voided = Signal(object)
    """A `Voided`."""

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, messages: Messages, guard: CloseGuard, visit: ChosenVisit
    ) -> None:
        self._visit, self._clinic, self._messages = visit, clinic, messages
        self._then: Then | None = None
        super().__init__(
            page,
            guard,
            self.tr("作废：{0}").format(visit.about),
            self.tr("记录仍可查看和打印，带作废标记；不再计入对比、趋势和就诊次数。不能撤销，只能重新录入。"),
        )
        reasons = [(reason.value, messages.text(f"void.reason.{reason}")) for reason in VoidReason]
        self.reason = ReasonChoice(reasons, self.tr("例如：应记在同名的另一位名下"))
        self.number = LineEdit(self.tr("病历号"), hint=visit.record_no)
        self.number.returnPressed.connect(self.submit)
        self.problem = Label("", Type.SECONDARY, Tone.DANGER, wrap=True)
        self.problem.hide()
        keep_in_sight(self.problem)
        place = QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        column.setSpacing(Space.XS)
        column.addWidget(self.reason)
        column.addSpacing(Space.S)
        asked = self.tr("输入病历号 {0} 确认（必填）").format(visit.record_no)
        column.addWidget(Label(asked, Type.SECONDARY, Tone.MUTED))
        column.addWidget(self.number)
        column.addWidget(self.problem)
        self.body.addWidget(place)
        self.back = plain_button(self.tr("不作废"), key="Esc")
        self.confirm = danger(self.tr("作废"))
        self.back.clicked.connect(self.dismiss)
        self.confirm.clicked.connect(self.submit)
        self.foot.addWidget(Label(self.tr("原文、签名和理由一并留存"), Type.META, Tone.MUTED))
        self.foot.addStretch()
        self.foot.addWidget(self.back)
        self.foot.addWidget(self.confirm)
        self.reason.changed.connect(self._on_typed)
        self.number.textEdited.connect(self._on_typed)

    @property
    def title(self) -> str:
        return self.tr("{0} 的作废").format(self._visit.about)

    @property
    def is_dirty(self) -> bool:
        return not self.isHidden() and (self.reason.is_typed or bool(self.number.text()))

    def save(self, then: Then) -> None:
        self._then = then
        self.submit()

    def submit(self) -> None:
        """Void it, or say what is missing."""
        if not self.confirm.isEnabled():
            return
        if not self.reason.is_ready():
            self._tell(is_saved=False)
        elif looks_like_record_no(self.number.text()) != self._visit.record_no:
            self._say(self.tr("请输入这位患者的病历号 {0}").format(self._visit.record_no))
            self.number.set_invalid(True)
            self.number.setFocus()
        else:
            self.confirm.setEnabled(False)
            work = partial(_void, self._visit, self.reason.reason, self.reason.words)
            self._clinic.ask(self, work, self._on_voided, self._on_refused)

    def _on_voided(self, voided: Voided) -> None:
        self.shut()
        self._tell(is_saved=True)
        self.voided.emit(voided)

    def _on_refused(self, error: ClinicError) -> None:
        self.confirm.setEnabled(True)
        self._say(sentences(error, self._messages))

    def _say(self, trouble: str) -> None:
        self.problem.setText(trouble)
        self.problem.show()
        self._tell(is_saved=False)

    def _on_typed(self, *_: object) -> None:
        self.problem.hide()
        self.number.set_invalid(False)

    def _tell(self, *, is_saved: bool) -> None:
        """Who waits for the answer hears it, once."""
        then, self._then = self._then, None
        if then:
            then(is_saved)


def _void(visit: ChosenVisit, reason: str, note: str, kernel: Kernel) -> Voided:
    return kernel.amendments.void(visit.record_no, visit.number, reason=reason, note=note)
