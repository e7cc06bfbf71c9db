"""The findings of one visit as the answers file lists them, read and checked (design/comparison.md says what is refused).

Every entry is looked at and every problem named before anything is refused. Nothing is corrected, merged or guessed:
a text stays as typed, 怕冷 stays 怕冷, and a symptom that was not asked about stays not asked.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from decimal import Decimal

from core.base.text import compact, is_missing
from core.forms.findings import Count, Finding, MoreIs, Status, Trend
from core.forms.problems import Problem, refuse_if_any, shown
from core.forms.values import number_fault, text_fault

MoreIsOf = Callable[[str, str], MoreIs | None]
"""Whether more of a count is worse, by term and unit. The vocabulary answers; None when it does not know."""

GRADES: Mapping[int, str] = {1: "轻", 2: "中", 3: "重"}
"""The words of the grades, closed like `Status` and `Trend`."""

_TEXT_PARTS = ("field", "since", "frequency", "words")
_KEYS = frozenset(part.name for part in fields(Finding))
_PLACE = "symptoms"

_Found = Iterator[tuple[str, str, dict[str, object]]]
"""field, code, further parameters"""


def read_findings(raw: object, more_is: MoreIsOf) -> tuple[Finding, ...]:
    """The findings in a file's `symptoms` list, in its order. None is an empty list.

    Raises `UserError` symptoms_invalid; each problem's params carry `row` (from 1) and `field`.
    """
    if raw is None:
        return ()
    if not isinstance(raw, list | tuple):
        refuse_if_any("symptoms_invalid", [Problem(_PLACE, "symptoms_not_list")])
        return ()
    problems: list[Problem] = []
    findings: list[Finding] = []
    seen: dict[str, int] = {}
    for row, entry in enumerate(raw, start=1):
        found = [
            Problem(
                f"{_PLACE}[{row}].{field}".removesuffix("."), code, {"row": row, "field": field, **params}
            )
            for field, code, params in _entry_problems(entry, row, seen, more_is)
        ]
        problems += found
        if not found:
            findings.append(from_plain(entry))
    refuse_if_any("symptoms_invalid", problems)
    return tuple(findings)


def as_plain(finding: Finding) -> dict[str, object]:
    """A finding in the nine keys of the answers file. The count keeps its exact number; write it with `dump_json`."""
    count = finding.count
    return {
        "term": finding.term,
        "field": finding.field,
        "status": finding.status.value,
        "grade": finding.grade,
        "count": None if count is None else {"value": count.value, "unit": count.unit},
        "trend": None if finding.trend is None else finding.trend.value,
        "since": finding.since,
        "frequency": finding.frequency,
        "words": finding.words,
    }


def from_plain(plain: Mapping[str, object]) -> Finding:
    """The reverse of `as_plain`, for values this program wrote. A person's file goes through `read_findings`."""
    grade, count, trend = plain.get("grade"), plain.get("count"), plain.get("trend")
    return Finding(
        term=str(plain["term"]),
        status=Status(str(plain["status"])),
        field=_text(plain, "field"),
        grade=None if grade is None else int(str(grade)),
        count=None if count is None else _count(count),
        trend=None if not trend else Trend(str(trend)),
        since=_text(plain, "since"),
        frequency=_text(plain, "frequency"),
        words=_text(plain, "words"),
    )


def _entry_problems(entry: object, row: int, seen: dict[str, int], more_is: MoreIsOf) -> _Found:
    if not isinstance(entry, Mapping):
        yield "", "symptom_not_object", {}
        return
    for key in entry:
        if key not in _KEYS:
            yield "", "symptom_key_unknown", {"key": shown(key)}
    yield from _term_problems(entry.get("term"), row, seen)
    status = entry.get("status")
    known_status = isinstance(status, str) and status in frozenset(Status)
    if not known_status:
        yield "status", "symptom_status", {"allowed": "、".join(Status)}
    yield from _grade_problems(entry, status if known_status else None)
    yield from _count_problems(entry, status if known_status else None, more_is)
    yield from _trend_problems(entry.get("trend"), status)
    for part in _TEXT_PARTS:
        value = entry.get(part)
        found = None if value is None else text_fault(value)
        if found is not None:
            yield part, *found


def _term_problems(term: object, row: int, seen: dict[str, int]) -> _Found:
    found = text_fault(term)
    if found is not None and term is not None:
        yield "term", *found
        return
    if not isinstance(term, str) or is_missing(term):
        yield "term", "symptom_term_missing", {}
        return
    first = seen.setdefault(compact(term), row)
    if first != row:
        yield "term", "symptom_twice", {"term": shown(term), "first": first}


def _grade_problems(entry: Mapping[str, object], status: object) -> _Found:
    grade = entry.get("grade")
    if grade is None:
        return
    if isinstance(grade, bool) or not isinstance(grade, int) or grade not in GRADES:
        yield "grade", "symptom_grade", {"value": shown(grade)}
    if status is not None and status != Status.PRESENT:
        yield "grade", "symptom_grade_without_present", {"status": status}


def _count_problems(entry: Mapping[str, object], status: object, more_is: MoreIsOf) -> _Found:
    count = entry.get("count")
    if count is None:
        return
    if status is not None and status != Status.PRESENT:
        yield "count", "symptom_count_without_present", {"status": status}
    if not isinstance(count, Mapping) or set(count) != {"value", "unit"}:
        yield "count", "symptom_count_shape", {}
        return
    value, unit, term = count["value"], count["unit"], entry.get("term")
    if number_fault(value) is not None or Decimal(str(value)) < 0:
        yield "count", "symptom_count_value", {"value": shown(value)}
        return
    if text_fault(unit) is not None or is_missing(unit):
        yield "count", "symptom_count_unit", {}
        return
    none_of_it = status == Status.PRESENT and Decimal(str(value)) == 0 and isinstance(term, str)
    if none_of_it and more_is(str(term), unit) is MoreIs.WORSE:
        yield "count", "symptom_count_zero", {"unit": shown(unit), "choose": Status.ABSENT.value}


def _trend_problems(trend: object, status: object) -> _Found:
    if trend is None or trend == "":
        return
    if not isinstance(trend, str) or trend not in frozenset(Trend):
        yield "trend", "symptom_trend", {"value": shown(trend), "allowed": "、".join(Trend)}
    elif status == Status.NOT_ASKED:
        yield "trend", "symptom_trend_not_asked", {}


def _text(plain: Mapping[str, object], key: str) -> str:
    value = plain.get(key)
    return "" if value is None else str(value)


def _count(raw: object) -> Count:
    if not isinstance(raw, Mapping):
        raise TypeError("a count is an object")
    return Count(Decimal(str(raw["value"])), str(raw["unit"]))
