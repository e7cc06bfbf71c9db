"""The visits of a patient in order of time, and each symptom followed through them: what a trend chart draws.

Nothing is filled in: at a visit that did not record a symptom it is 未问, a gap, and no line is drawn across it. Of texts it is
told that they were written otherwise than at the visit before, never what that means.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from itertools import pairwise

from core.base.clock import from_stored
from core.base.ids import RecordNo
from core.base.text import compact
from core.forms.filled import entries_of
from core.forms.findings import Count, Finding, Status
from core.forms.questionnaire import Item, Questionnaire, Role, beside
from core.forms.values import chosen_code
from core.services.visits.signing import Corrected, Signed, corrected, is_late, signed_of
from core.store.visits import Visit

__all__ = ["Count", "Point", "Series", "Status", "TextChange", "TimedVisit", "Timeline", "timeline_of"]

Place = tuple[str, ...]
"""Where a text stands in a form: the groups it is in and its linkId, or, across two forms, its role alone."""


@dataclass(frozen=True, slots=True)
class TextChange:
    """A text that is not what it was at the visit before. Nothing given is ""; a chosen 无 or 不详 is that word."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class TimedVisit:
    """One visit. `place` labels it 初诊 or 第N诊; `symptoms` is how many were 有; `signed` is None until it is signed.

    `changes` are the texts that differ from the visit before, in form order; a first visit has none. `amended` says how the
    newest version came about, `void` that the visit counts no more; `is_late` marks what was entered after the visit.
    """

    number: int
    place: int
    visited_at: datetime
    form: str
    title: str
    chief_complaint: str
    symptoms: int
    signed: Signed | None
    changes: tuple[TextChange, ...] = ()
    amended: Corrected | None = None
    void: Corrected | None = None
    is_late: bool = False
    version: int = 1


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

    @property
    def key(self) -> str:
        """The identity of the symptom, as of a finding."""
        return compact(self.term)


@dataclass(frozen=True, slots=True)
class Timeline:
    """Visits oldest first. Symptoms come as the last visit lists them, then those only earlier visits list.

    `void` are the visits that count no more: nothing else of the timeline knows them.
    """

    record_no: RecordNo
    visits: tuple[TimedVisit, ...]
    symptoms: tuple[Series, ...]
    void: tuple[TimedVisit, ...] = ()

    @property
    def everything(self) -> tuple[TimedVisit, ...]:
        """All visits oldest first, those that count no more at their time."""
        return tuple(sorted((*self.visits, *self.void), key=lambda visit: (visit.visited_at, visit.number)))


def timeline_of(
    record_no: RecordNo,
    whole: Sequence[Visit],
    forms: Mapping[str, Questionnaire],
    answers: Mapping[int, Mapping[str, object]],
    zone: tzinfo,
) -> Timeline:
    """The timeline of visits that are in order of time, with the answers, by number, of those that stand. A symptom nobody ever
    asked about has no series.
    """
    every = [visit for visit in whole if visit.void is None]
    written = [(forms[visit.form_ref], answers[visit.number]) for visit in every]
    changes = [(), *(_changes(*earlier, *later) for earlier, later in pairwise(written))]
    timed = tuple(
        _timed(record_no, visit, forms[visit.form_ref], changed, zone)
        for visit, changed in zip(every, changes, strict=False)
    )
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
        tuple(
            _timed(record_no, visit, forms[visit.form_ref], (), zone)
            for visit in whole
            if visit.void is not None
        ),
    )


def _timed(
    record_no: RecordNo, visit: Visit, form: Questionnaire, changes: tuple[TextChange, ...], zone: tzinfo
) -> TimedVisit:
    visited_at = from_stored(visit.visited_at, zone)
    return TimedVisit(
        number=visit.number,
        place=visit.place,
        visited_at=visited_at,
        form=form.slug,
        title=form.title,
        chief_complaint=visit.chief_complaint,
        symptoms=sum(finding.status is Status.PRESENT for finding in visit.findings),
        signed=signed_of(record_no, visit, zone),
        changes=changes,
        amended=corrected(visit.amendment, zone),
        void=corrected(visit.void, zone),
        is_late=is_late(visited_at, from_stored(visit.saved_at, zone), visit.source),
        version=visit.version,
    )


def _changes(
    old_form: Questionnaire, old: Mapping[str, object], form: Questionnaire, new: Mapping[str, object]
) -> tuple[TextChange, ...]:
    """The texts of `new` that are not what they were. Of two different forms only texts of one role are held together, and only
    where each form has one of it.
    """
    shared = None
    if old_form.url != form.url:
        shared = frozenset(
            role for role in Role if len(old_form.by_role(role)) == 1 and len(form.by_role(role)) == 1
        )
    before = dict(_texts(old_form.items, old, (), shared))
    after = dict(_texts(form.items, new, (), shared))
    return tuple(
        TextChange(label, before[place][1], words)
        for place, (label, words) in after.items()
        if place in before and before[place][1] != words
    )


def _texts(
    items: Iterable[Item], answers: object, groups: Place, shared: frozenset[Role] | None
) -> Iterator[tuple[Place, tuple[str, str]]]:
    """Place, label and words of every text item, or of those with a shared role, which is their place then. What is answered
    several times stands on a line each.
    """
    entries = [entry for entry in entries_of(answers) if isinstance(entry, Mapping)]
    for item in beside(items):
        here = [value for entry in entries for value in entries_of(entry.get(item.link_id))]
        if item.is_group:
            yield from _texts(item.items, here, (*groups, item.link_id), shared)
        elif item.takes_text and (shared is None or item.role in shared):
            place = (*groups, item.link_id) if shared is None else (str(item.role),)
            yield place, (item.label, "\n".join(map(_words, here)))


def _words(value: object) -> str:
    return value if isinstance(value, str) else chosen_code(value) or ""


def _point(visit: TimedVisit, finding: Finding | None) -> Point:
    day = visit.visited_at.date()
    if finding is None:
        return Point(visit.number, day, Status.NOT_ASKED)
    return Point(visit.number, day, finding.status, finding.grade, finding.count, finding.words)
