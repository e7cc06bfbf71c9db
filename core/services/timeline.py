"""The visits of a patient in order of time, and each symptom followed through them: what a trend chart draws.

Nothing is filled in: at a visit that did not record a symptom it is 未问, a gap, and no line is drawn across it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from core.base.clock import from_stored
from core.base.ids import RecordNo
from core.forms.findings import Count, Finding, Status
from core.forms.questionnaire import Questionnaire
from core.services.signing import Signed, signed_of
from core.store.visits import Visit

__all__ = ["Count", "Point", "Series", "Status", "TimedVisit", "Timeline", "timeline_of"]


@dataclass(frozen=True, slots=True)
class TimedVisit:
    """One visit. `place` labels it 初诊 or 第N诊; `symptoms` is how many were 有; `signed` is None until it is signed."""

    number: int
    place: int
    visited_at: datetime
    form: str
    title: str
    chief_complaint: str
    symptoms: int
    signed: Signed | None


@dataclass(frozen=True, slots=True)
class Point:
    """What one visit recorded of one symptom. `grade` is 1 轻, 2 中, 3 重."""

    visit: int
    day: date
    status: Status
    grade: int | None = None
    count: Count | None = None
    words: str = ""

    @property
    def is_gap(self) -> bool:
        """Whether the visit says neither 有 nor 无."""
        return self.status not in {Status.PRESENT, Status.ABSENT}


@dataclass(frozen=True, slots=True)
class Series:
    """One symptom at every visit: there are as many points as visits. `term` and `field` are as last written."""

    term: str
    field: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """Visits oldest first. Symptoms come as the last visit lists them, then those only earlier visits list."""

    record_no: RecordNo
    visits: tuple[TimedVisit, ...]
    symptoms: tuple[Series, ...]


def timeline_of(
    record_no: RecordNo, every: Sequence[Visit], forms: Mapping[str, Questionnaire], zone: tzinfo
) -> Timeline:
    """The timeline of visits that are in order of time. A symptom nobody ever asked about has no series."""
    timed = tuple(_timed(record_no, visit, forms[visit.form_ref], zone) for visit in every)
    found = [{finding.key: finding for finding in visit.findings} for visit in every]
    latest: dict[str, Finding] = {}
    for findings in reversed(found):
        for key, finding in findings.items():
            latest.setdefault(key, finding)
    asked = {key for here in found for key, one in here.items() if one.status is not Status.NOT_ASKED}
    return Timeline(
        record_no,
        timed,
        tuple(
            Series(
                last.term,
                last.field,
                tuple(_point(visit, here.get(key)) for visit, here in zip(timed, found, strict=True)),
            )
            for key, last in latest.items()
            if key in asked
        ),
    )


def _timed(record_no: RecordNo, visit: Visit, form: Questionnaire, zone: tzinfo) -> TimedVisit:
    return TimedVisit(
        number=visit.number,
        place=visit.place,
        visited_at=from_stored(visit.visited_at, zone),
        form=form.slug,
        title=form.title,
        chief_complaint=visit.chief_complaint,
        symptoms=sum(finding.status is Status.PRESENT for finding in visit.findings),
        signed=signed_of(record_no, visit, zone),
    )


def _point(visit: TimedVisit, finding: Finding | None) -> Point:
    day = visit.visited_at.date()
    if finding is None:
        return Point(visit.number, day, Status.NOT_ASKED)
    return Point(visit.number, day, finding.status, finding.grade, finding.count, finding.words)
