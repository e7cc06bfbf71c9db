"""Changing how somebody is registered. What contradicts itself, and whom they would then resemble, is shown before it is saved."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtWidgets import QWidget

from core.base.messages import Messages
from core.services.patients.patients import Given, Patient, Registered, Why
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.session.close_guard import CloseGuard
from desktop.views.patients.person_sheet import PersonSheet


@dataclass(frozen=True, slots=True)
class _Answer:
    """What came of sending: the person as saved, or, with `is_doubtful`, as they would be."""

    registered: Registered
    is_doubtful: bool


class EditSheet(PersonSheet):
    """Made for one patient, and gone with the answer."""

    def __init__(
        self,
        page: QWidget,
        clinic: ClinicBridge,
        messages: Messages,
        guard: CloseGuard,
        patient: Patient,
    ) -> None:
        self._patient = patient
        self._is_confirmed = False
        super().__init__(
            page,
            clinic,
            messages,
            guard,
            heading=self.tr("编辑登记：{0} {1}").format(patient.details.name, patient.record_no),
            reason=self.tr("改动留下记录：谁、何时、从什么改成什么。已保存的病历不变。"),
            go=self.tr("保存"),
            back=self.tr("不改"),
            can_pick=False,
        )
        self.form.show_person(patient)
        self._on_edited()

    @property
    def title(self) -> str:
        who = self._patient
        return self.tr("{0} {1} 的登记").format(who.details.name, who.record_no)

    def _send(self) -> None:
        if not self.form.is_dirty:
            self._tell(is_saved=True)
            self.leave()
            return
        work = partial(_edit, self._patient.record_no, self.form.given, self._is_confirmed)
        self._be_busy(busy=True)
        self._clinic.ask(self, work, self._on_answer, self._on_refused)

    def _on_answer(self, answer: _Answer) -> None:
        if not answer.is_doubtful:
            self._on_registered(answer.registered)
            return
        self._be_busy(busy=False)
        self._is_confirmed = True
        said = [self._messages.text(f"warnings.{code}") for code in answer.registered.warnings]
        if answer.registered.alike:
            said.append(self.tr("改成这样，就与下面的患者相近。"))
        self._say("".join(said), self.tr("请核对。还没有保存；确实如此，再按一次保存。"))
        self._show_alike(answer.registered.alike)
        self.confirm.set_words(self.tr("核对过，保存"))
        self.confirm.setFocus()
        self._tell(is_saved=False)

    def _on_edited(self) -> None:
        super()._on_edited()
        self._is_confirmed = False

    def _be_busy(self, *, busy: bool) -> None:
        super()._be_busy(busy=busy)
        if busy:
            self.confirm.set_words(self.tr("正在保存…"))
        else:
            self.confirm.set_words(self.tr("保存"))


def _edit(record_no: str, given: Given, is_confirmed: bool, kernel: Kernel) -> _Answer:
    if not is_confirmed:
        seen = kernel.patients.preview(record_no, given)
        is_about_person = any(part is not None for part in (given.name, given.sex, given.birth))
        # A name that only sounds the same is told after the edit: it is no reason to stop at it.
        namesakes = [one for one in seen.alike if one.why != Why.HOMOPHONE]
        if seen.warnings or (is_about_person and namesakes):
            return _Answer(Registered(seen.patient, seen.warnings, tuple(namesakes)), True)
    return _Answer(kernel.patients.edit(record_no, given), False)
