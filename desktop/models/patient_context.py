"""Who is being looked after: one immutable value that the banner, the page and every write share.

There is no global current patient. A page holds the context it was turned to, and what it asks or saves carries its number.
"""

from dataclasses import dataclass
from datetime import date

from core.base.ids import RecordNo
from core.services.patients import Patient


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
