"""The events. Each is published after the change it tells of is durable, never before."""

from dataclasses import dataclass

from core.base.ids import RecordNo


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened to a patient's record."""

    record_no: RecordNo


@dataclass(frozen=True, slots=True)
class PatientRegistered(Event):
    pass


@dataclass(frozen=True, slots=True)
class PatientEdited(Event):
    pass


@dataclass(frozen=True, slots=True)
class DraftSaved(Event):
    form: str


@dataclass(frozen=True, slots=True)
class DraftDiscarded(Event):
    form: str


@dataclass(frozen=True, slots=True)
class VisitSaved(Event):
    visit: int


@dataclass(frozen=True, slots=True)
class VisitSigned(Event):
    visit: int


@dataclass(frozen=True, slots=True)
class ComparisonOverridden(Event):
    visit: int
