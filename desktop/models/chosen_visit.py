"""A saved visit that somebody chose to read, print, sign, amend or void: what it is about, and the version that was read."""

from dataclasses import dataclass
from datetime import datetime

from core.base.ids import RecordNo
from core.services.visits.records import Record
from core.services.visits.timeline import TimedVisit
from desktop.models.comparison import visit_words


@dataclass(frozen=True, slots=True)
class ChosenVisit:
    """A visit of a patient as far as is known where it was chosen. `title` is its form's."""

    record_no: RecordNo
    name: str
    number: int
    place: int
    visited_at: datetime
    title: str
    version: int
    is_signed: bool
    is_void: bool

    @classmethod
    def of_record(cls, record: Record, name: str) -> "ChosenVisit":
        return cls(
            record.record_no,
            name,
            record.number,
            record.place,
            record.visited_at,
            record.form.title,
            record.version,
            record.signed is not None,
            record.void is not None,
        )

    @classmethod
    def of_timeline(cls, record_no: RecordNo, name: str, visit: TimedVisit) -> "ChosenVisit":
        return cls(
            record_no,
            name,
            visit.number,
            visit.place,
            visit.visited_at,
            visit.title,
            visit.version,
            visit.signed is not None,
            visit.void is not None,
        )

    @property
    def patient(self) -> str:
        """The patient, as every title names them."""
        return f"{self.name} {self.record_no}"

    @property
    def about(self) -> str:
        """The visit, as every title names it."""
        return f"{self.patient}·{visit_words(self.place)} {self.visited_at:%Y-%m-%d}"
