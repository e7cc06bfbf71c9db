"""What stands ready on a return visit: of each symptom the last that was said for certain, of each text the last answer.

None of it is an answer yet. A text may be taken over (沿用上次) and is then marked with the visit that asked for it; a mark
that is not true is refused.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, tzinfo

from core.base.clock import local_date
from core.forms.answers import carried_in
from core.forms.carried_from import CarriedFrom, carriable, single_answer, single_texts
from core.forms.filled import Filled
from core.forms.findings import Count, Finding, Status
from core.forms.problems import Problem, refuse_if_any
from core.forms.questionnaire import Questionnaire
from core.services.visits.checking import Checked
from core.services.visits.records import filled_answers, response_of
from core.store.visits import Visit

__all__ = [
    "Carried",
    "CarriedFrom",
    "Count",
    "Finding",
    "LastAnswer",
    "Status",
    "carried_from",
    "carried_sources",
    "last_answers",
]


@dataclass(frozen=True, slots=True)
class Carried:
    """The newest finding of one symptom with status 有 or 无, and the visit that recorded it: `last` of the comparison."""

    finding: Finding
    visit: int
    day: date


def carried_from(every: Iterable[Visit], zone: tzinfo) -> tuple[Carried, ...]:
    """Those that were 有 first, then those that were 无, each in the order of the newest visit that has them.

    `every` is in order of time. 未问 and 不详 say nothing, so an older finding stands through them.
    """
    found: dict[str, Carried] = {}
    for visit in reversed(tuple(every)):
        day = local_date(visit.visited_at, zone)
        for finding in visit.findings:
            if finding.status in {Status.PRESENT, Status.ABSENT}:
                found.setdefault(finding.key, Carried(finding, visit.number, day))
    return tuple(sorted(found.values(), key=lambda one: one.finding.status is not Status.PRESENT))


@dataclass(frozen=True, slots=True)
class LastAnswer:
    """The newest answer to a text item: as typed, or {"code"} for a chosen 无 or 不详. `source` is the visit that asked for it,
    also when later visits took it over; `may_carry` says whether another may.
    """

    value: object
    source: CarriedFrom
    may_carry: bool


def last_answers(
    questionnaire: Questionnaire, every: Iterable[Visit], forms: Mapping[str, Questionnaire], zone: tzinfo
) -> dict[str, LastAnswer]:
    """By linkId, from the visits on this form in any of its versions. `every` is in order of time."""
    found: dict[str, LastAnswer] = {}
    may = carriable(questionnaire)
    wanted = {item.link_id for item in single_texts(questionnaire)}
    for visit in reversed(tuple(every)):
        form = forms[visit.form_ref]
        if form.url == questionnaire.url:
            for link_id, value, source in _texts(visit, form, zone):
                if link_id in wanted:
                    found.setdefault(link_id, LastAnswer(value, source, link_id in may))
    return found


def carried_sources(
    checked: Checked,
    questionnaire: Questionnaire,
    every: Iterable[Visit],
    forms: Mapping[str, Questionnaire],
    zone: tzinfo,
    *,
    before: Visit | None = None,
) -> dict[str, CarriedFrom]:
    """The visits that the marks of an answers file name. `every` are the patient's visits up to the time of this one, `before` is
    this one as it stands when it is amended: what it took over stays so, whatever became of the visit it was taken from.

    Raises `UserError` answers_invalid: no such visit asked for it, or the answer differs from what that visit says.
    """
    if not checked.carried:
        return {}
    filled = Filled.of(questionnaire, checked.answers)
    known = {
        (link_id, source.visit): (value, source)
        for visit in every
        if forms[visit.form_ref].url == questionnaire.url
        for link_id, value, source in _texts(visit, forms[visit.form_ref], zone)
    }
    stands = {
        (link_id, source.visit): (value, source)
        for link_id, value, source in (_texts(before, questionnaire, zone) if before else ())
        if before and source.visit != before.number
    }
    sources: dict[str, CarriedFrom] = {}
    problems: list[Problem] = []
    for item in single_texts(questionnaire):
        number = checked.carried.get(item.link_id)
        if number is None:
            continue
        answer, (taken, kept) = single_answer(filled, item), stands.get((item.link_id, number), (None, None))
        said, source = known.get((item.link_id, number), (None, None))
        if kept is not None and answer == taken:
            sources[item.link_id] = kept
        elif source is None:
            problems.append(Problem(item.link_id, "carried_visit", {"value": number}))
        elif answer != said:
            problems.append(Problem(item.link_id, "carried_differs", {"day": source.day.isoformat()}))
        else:
            sources[item.link_id] = source
    refuse_if_any("answers_invalid", problems)
    return sources


def _texts(visit: Visit, form: Questionnaire, zone: tzinfo) -> Iterator[tuple[str, object, CarriedFrom]]:
    answers, _ = filled_answers(visit, form)
    filled = Filled.of(form, answers)
    carried = carried_in(form, response_of(visit, form))
    here = CarriedFrom(visit.number, local_date(visit.visited_at, zone))
    for item in single_texts(form):
        value = single_answer(filled, item)
        if value is not None:
            yield item.link_id, value, carried.get(item.link_id, here)
