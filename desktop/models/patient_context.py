"""Who is being looked after: one immutable value that the banner, the page and every write share.

There is no global current patient. A page holds the context it was turned to, and what it asks or saves carries its number.
"""

from dataclasses import dataclass
from datetime import date

from core.base.ids import RecordNo
from core.base.rights import Right
from core.services.patients.patients import Patient
from core.services.visits.records import Record
from desktop.bridge.clinic import Kernel


@dataclass(frozen=True, slots=True)
class PatientContext:
    """A confirmed patient at one moment. `next_place` is the visit that would be written now: 1 is the first visit."""

    patient: Patient
    next_place: int
    last_visit: date | None = None
    allergy: str = ""

    @property
    def record_no(self) -> RecordNo:
        return self.patient.record_no


ALLERGY = "allergy"
"""The role of a form's item, as its questionnaire names it."""


def context_of(record_no: RecordNo, kernel: Kernel) -> PatientContext:
    """The context of a patient as it is now; without anything clinical for a role that may not see it.

    Raises `UserError` unknown_record_no, `Refused` reason_needed.
    """
    patient = kernel.patients.show(record_no)
    if not kernel.could(Right.CLINICAL_READ):
        return PatientContext(patient, patient.visits + 1, patient.last_visit)
    context = kernel.records.context(record_no)
    allergy = _allergy(context.last) if context.last else ""
    return PatientContext(patient, context.next_place, patient.last_visit, allergy)


def _allergy(record: Record) -> str:
    """What the last record says of allergies, as written. One that says there are none is no warning."""
    items = [item for item in record.form.walk() if item.role is not None and item.role.value == ALLERGY]
    found = (record.answers.get(item.link_id) for item in items)
    said = next((answer.strip() for answer in found if isinstance(answer, str) and answer.strip()), "")
    return "" if said in {"无", "否认", "未问", "不详"} else said
