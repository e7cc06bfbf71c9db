"""Whether what was typed may become a visit: every gap and every problem, in the words of the one set of rules.

Saving and looking ask the same functions; saving refuses by the first refusal, looking shows them all.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain

from core.base.clock import Clock, parse_moment
from core.base.errors import UserError
from core.forms.answers import parse_answers_json
from core.forms.carried_from import mark_problems
from core.forms.completeness import missing
from core.forms.exact_json import load_json
from core.forms.findings import Finding
from core.forms.problems import Problem, refuse_if_any
from core.forms.questionnaire import Questionnaire, Role
from core.forms.symptoms import MoreIsOf, read_findings
from core.forms.validation import check_answers
from core.packhost.form import Form
from core.store.patients import Patient

__all__ = ["Checked", "Finding", "Gap", "Problem", "check_content", "chief_complaint"]


@dataclass(frozen=True, slots=True)
class Gap:
    """A required item that is asked and has no answer."""

    link_id: str
    label: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What was typed, looked at as a whole.

    `problems` are those of answers and symptoms, `where` being a linkId or `symptoms[row].part`. `findings` leaves out
    symptoms with a problem. `carried` are the marks of what was taken over, the number of the visit by linkId; `visited_at` is
    when the visit took place, as written, "" for now. `refusals` are the errors saving would meet, in its order; without any it
    may be saved.
    """

    answers: Mapping[str, object]
    findings: tuple[Finding, ...]
    gaps: tuple[Gap, ...]
    problems: tuple[Problem, ...]
    refusals: tuple[UserError, ...]
    carried: Mapping[str, int] = field(default_factory=dict)
    visited_at: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """What was written in words."""
        of_findings = ((one.term, one.since, one.frequency, one.words) for one in self.findings)
        return (*_texts(self.answers), *chain.from_iterable(of_findings))

    def written(self, form: Questionnaire) -> tuple[tuple[str, str], ...]:
        """The same, each with the item it stands in; of a symptom its term."""
        of_findings = (
            (one.term, text)
            for one in self.findings
            for text in (one.term, one.since, one.frequency, one.words)
        )
        return (*_by_item(form, self.answers, ""), *of_findings)

    def refuse(self) -> None:
        """Raise the first refusal; do nothing when there is none."""
        for refusal in self.refusals:
            raise refusal

    def asking(self, *rules: Callable[[], object]) -> "Checked":
        """The same with the refusals of further rules, and the problems in them."""
        more = tuple(_refusals(*rules))
        problems = (problem for refusal in more for problem in _problems(refusal))
        return replace(self, refusals=(*self.refusals, *more), problems=(*self.problems, *problems))


def check_content(
    questionnaire: Questionnaire, content: str, more_is: MoreIsOf, *, by_person: bool = True
) -> Checked:
    """Look at the text of an answers file: answers_unreadable, symptoms_invalid, answers_invalid, missing_required. `by_person` says whether
    a chosen 不详 is an answer (`core.forms.completeness`).
    """
    parts: Mapping[str, object] = {"answers": {}, "symptoms": [], "carried": {}, "visited_at": ""}
    refusals: list[UserError] = []
    try:
        parts = parse_answers_json(content)
    except UserError as unreadable:
        refusals.append(unreadable)
    findings, invalid = _findings(parts["symptoms"], more_is)
    refusals += invalid
    answers, carried = parts["answers"], parts["carried"]
    if not (isinstance(answers, Mapping) and isinstance(carried, Mapping)):
        raise TypeError("parse_answers_json let something pass that is no object")
    link_ids = missing(questionnaire, answers, findings, by_person=by_person)
    gaps = [Gap(item.link_id, item.label) for item in map(questionnaire.by_link_id, link_ids) if item]
    refusals += _refusals(
        lambda: refuse_if_any(
            "answers_invalid",
            (
                *check_answers(questionnaire, answers, findings),
                *mark_problems(questionnaire, answers, carried),
            ),
        ),
        lambda: _refuse_gaps(gaps),
    )
    problems = tuple(problem for refusal in refusals for problem in _problems(refusal))
    return Checked(
        answers,
        findings,
        tuple(gaps),
        problems,
        tuple(refusals),
        {link_id: visit for link_id, visit in carried.items() if isinstance(visit, int)},
        str(parts["visited_at"]),
    )


def visit_time(typed: str, clock: Clock) -> datetime:
    """When the visit took place: now unless a moment was typed. Raises `UserError` bad_time, visit_in_future."""
    now = clock.now()
    at = parse_moment(typed, clock.zone) if typed.strip() else now
    if at > now:
        raise UserError("visit_in_future", value=typed)
    return at


def refuse_before_birth(patient: Patient, visited_at: datetime) -> None:
    """Raise `UserError` visit_before_birth when the patient was not born yet. An estimated birth refuses nothing."""
    birth = patient.details.birth
    if birth and not birth.estimated and visited_at.date().isoformat()[: len(birth.text)] < birth.text:
        raise UserError("visit_before_birth", visited_at=visited_at.date(), birth=birth.text)


def chief_complaint(questionnaire: Questionnaire, answers: Mapping[str, object]) -> str:
    """What a list shows of the visit: the top-level item with the role, as typed."""
    for item in questionnaire.by_role(Role.CHIEF_COMPLAINT):
        answer = answers.get(item.link_id)
        if isinstance(answer, str):
            return answer
        if isinstance(answer, Mapping):
            return str(answer.get("code", ""))
    return ""


def refuse_changed_form(form: Form, kept: str | None) -> None:
    """Raise `UserError` form_changed when another definition is kept for this `url|version`."""
    if kept is not None and load_json(kept) != load_json(form.definition):
        questionnaire = form.questionnaire
        raise UserError("form_changed", form=questionnaire.title, version=questionnaire.version)


def _by_item(form: Questionnaire, value: object, label: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for link_id, entry in value.items():
            item = form.by_link_id(link_id)
            yield from _by_item(form, entry, item.label if item else label)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from _by_item(form, entry, label)
    elif isinstance(value, str):
        yield label, value


def _texts(value: object) -> Iterator[str]:
    """Every text in answers, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for entry in value.values():
            yield from _texts(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from _texts(entry)


def _findings(raw: object, more_is: MoreIsOf) -> tuple[tuple[Finding, ...], list[UserError]]:
    """The findings that can be read, and the refusal of the others."""
    try:
        return read_findings(raw, more_is), []
    except UserError as invalid:
        wrong = {problem.params["row"] for problem in _problems(invalid)}
        entries = raw if isinstance(raw, list) else []
        good = [entry for row, entry in enumerate(entries, start=1) if row not in wrong]
        return read_findings(good, more_is), [invalid]


def _refuse_gaps(gaps: list[Gap]) -> None:
    if gaps:
        raise UserError(
            "missing_required",
            details={"missing": tuple(gap.link_id for gap in gaps)},
            items="、".join(gap.label for gap in gaps),
        )


def _refusals(*rules: Callable[[], object]) -> Iterator[UserError]:
    for rule in rules:
        try:
            rule()
        except UserError as refusal:
            yield refusal


def _problems(refusal: UserError) -> Iterator[Problem]:
    for plain in refusal.details.get("problems", ()):
        if isinstance(plain, Mapping):
            yield Problem(str(plain["where"]), str(plain["code"]), plain["params"])
