"""The symptom list as a part of a form: which children it has, and how a finding becomes one entry of it and back.

A child is recognised by the last dotted part of its linkId, so `term`, `symptoms.term` and `症状.term` are all the term.
The nine parts are fixed by design/comparison.md; a form chooses only their texts, linkIds and, within limits, their types.
"""

from collections.abc import Iterator, Mapping

from core.forms.findings import Finding, Status, Trend
from core.forms.problems import Problem
from core.forms.questionnaire import Item, ItemType
from core.forms.symptoms import from_plain

_TEXTS = frozenset({ItemType.STRING, ItemType.TEXT})
_WORDS = _TEXTS | {ItemType.CHOICE, ItemType.OPEN_CHOICE}

PART_TYPES: Mapping[str, frozenset[ItemType]] = {
    "term": _WORDS,
    "field": _WORDS,
    "status": frozenset({ItemType.CHOICE}),
    "grade": frozenset({ItemType.INTEGER, ItemType.CHOICE}),
    "count": frozenset({ItemType.QUANTITY}),
    "trend": frozenset({ItemType.CHOICE}),
    "since": _WORDS,
    "frequency": _WORDS,
    "words": _TEXTS,
}
"""The parts in the order of the answers file, with the item types each may have."""

_PART_CODES: Mapping[str, frozenset[str]] = {
    "status": frozenset(Status),
    "trend": frozenset(Trend),
    "grade": frozenset({"1", "2", "3"}),
}


def part_of(item: Item) -> str:
    """The part a child of the symptom list stands for."""
    return item.link_id.rsplit(".", 1)[-1]


def parts_of(symptom_list: Item) -> dict[str, Item]:
    """The children of a checked symptom list by part."""
    return {part_of(child): child for child in symptom_list.items if child.is_question}


def symptom_list_problems(item: Item) -> Iterator[Problem]:
    """What keeps a group from being a symptom list. The group itself has been read already."""
    if not item.is_group or not item.repeats:
        yield Problem(item.link_id, "symptom_list_not_repeating_group")
        return
    seen: set[str] = set()
    for child in item.items:
        if not child.is_question and child.type is ItemType.DISPLAY:
            continue
        part = part_of(child)
        if part not in PART_TYPES or part in seen:
            yield Problem(child.link_id, "symptom_part_unknown", {"part": part})
            continue
        seen.add(part)
        yield from _part_problems(child, part)
    for part in PART_TYPES:
        if part not in seen:
            yield Problem(item.link_id, "symptom_part_missing", {"part": part})


def _part_problems(child: Item, part: str) -> Iterator[Problem]:
    allowed = PART_TYPES[part]
    if child.type not in allowed or child.repeats or child.items:
        kinds = ", ".join(sorted(allowed))
        yield Problem(child.link_id, "symptom_part_shape", {"part": part, "types": kinds})
        return
    codes = _PART_CODES.get(part)
    if codes is not None and child.options and {option.code for option in child.options} != codes:
        yield Problem(child.link_id, "symptom_part_codes", {"part": part, "codes": ", ".join(sorted(codes))})


def entry_of(symptom_list: Item, finding: Finding) -> dict[str, object]:
    """One entry of the repeating group, keyed by the form's own linkIds, without what the finding does not say."""
    parts = parts_of(symptom_list)
    values: dict[str, object] = {
        "term": finding.term,
        "field": finding.field,
        "status": finding.status.value,
        "grade": _grade_for(parts["grade"], finding.grade),
        "count": None
        if finding.count is None
        else {"value": finding.count.value, "unit": finding.count.unit},
        "trend": None if finding.trend is None else finding.trend.value,
        "since": finding.since,
        "frequency": finding.frequency,
        "words": finding.words,
    }
    return {parts[part].link_id: value for part, value in values.items() if value is not None and value != ""}


def finding_of(symptom_list: Item, entry: Mapping[str, object]) -> Finding:
    """The reverse of `entry_of`. Raises KeyError, TypeError or ValueError for an entry it did not write."""
    plain = {part: entry.get(item.link_id) for part, item in parts_of(symptom_list).items()}
    return from_plain(plain)


def _grade_for(item: Item, grade: int | None) -> object:
    return str(grade) if grade is not None and item.type is ItemType.CHOICE else grade
