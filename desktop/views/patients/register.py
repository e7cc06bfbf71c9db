"""Registering somebody new. Someone who could be the same person is shown first, and only a reason gets past that."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.patients.patients import Candidate, Given, Registered
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.session.close_guard import CloseGuard
from desktop.theme.tokens import Space, Tone
from desktop.views.patients.person_form import LABEL
from desktop.views.patients.person_sheet import PersonSheet
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit


class RegisterSheet(PersonSheet):
    """The sheet over the page; it is used again and again."""

    picked = Signal(object)
    """The `Patient` that was meant after all."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages, guard: CloseGuard) -> None:
        super().__init__(
            page,
            clinic,
            messages,
            guard,
            heading=self.tr("登记新患者"),
            reason=self.tr("姓名与性别必填。病历号由程序给出。"),
            go=self.tr("登记"),
            back=self.tr("不登记"),
            can_pick=True,
        )
        self.reason = LineEdit(self.tr("理由"), hint=self.tr("为什么不是同一个人"))
        self._why = QWidget()
        row = QHBoxLayout(self._why)
        row.setContentsMargins(0, Space.S, 0, 0)
        row.setSpacing(Space.M)
        label = Label(self.tr("理由"), tone=Tone.MUTED, buddy=self.reason)
        label.setFixedWidth(LABEL)
        row.addWidget(label)
        row.addWidget(self.reason, 1)
        self.said.addWidget(self._why)
        self.reason.returnPressed.connect(self.submit)
        self.alike.picked.connect(self._on_picked)

    @property
    def title(self) -> str:
        return self.tr("新患者 {0}").format(self.form.name.text().strip()).strip()

    def begin(self, name: str = "") -> None:
        """Open it, empty but for a name that was already typed."""
        if self.isVisible():
            return
        self.form.show_person(None, name)
        self.reason.clear()
        self._on_edited()
        self._be_busy(busy=False)
        self.open(self.form.name)

    def _send(self) -> None:
        if self.candidates and not self.reason.text().strip():
            self.reason.set_invalid(True)
            self.reason.setFocus()
            self._tell(is_saved=False)
            return
        work = partial(_register, self.form.given, self.reason.text())
        self._be_busy(busy=True)
        self._clinic.ask(self, work, self._on_registered, self._on_refused)

    def _on_refused(self, error: ClinicError) -> None:
        super()._on_refused(error)
        if error.code == "duplicate":
            found = error.details.get("candidates", ())
            self._show_alike([one for one in found if isinstance(one, Candidate)])

    def _show_alike(self, candidates: Sequence[Candidate]) -> None:
        super()._show_alike(candidates)
        self.reason.set_invalid(False)
        self._why.setVisible(bool(candidates))
        if candidates:
            self.confirm.set_words(self.tr("确为另一人，登记"))
            self.reason.setFocus()

    def _be_busy(self, *, busy: bool) -> None:
        super()._be_busy(busy=busy)
        if busy:
            self.confirm.set_words(self.tr("正在登记…"))
        elif not self.candidates:
            self.confirm.set_words(self.tr("登记"))

    def _on_picked(self, candidate: Candidate) -> None:
        self.shut()
        self.picked.emit(candidate.patient)


def _register(given: Given, reason: str, kernel: Kernel) -> Registered:
    return kernel.patients.register(given, reason)
