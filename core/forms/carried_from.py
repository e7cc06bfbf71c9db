"""沿用上次: an answer a person took over from an earlier visit instead of asking anew, marked with the visit it was asked at.

Free text may be carried over, outside repeating groups; the complaint and the present illness never are: every visit tells
them anew. Symptoms are no answers and have no such mark. In the answers file a mark is `"carried": {linkId: number of the
visit}`, in a response an extension of the answer.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from core.forms.filled import Filled
from core.forms.problems import Problem, shown
from core.forms.questionnaire import Item, Questionnaire, Role

CARRIED_URL = "urn:mingdao:carried-from"

_VISIT, _DAY = "visit", "day"
_TOLD_ANEW = frozenset({Role.CHIEF_COMPLAINT, Role.PRESENT_ILLNESS})


@dataclass(frozen=True, slots=True)
class CarriedFrom:
    """The visit, by number, that asked for the answer, and its day."""

    visit: int
    day: date


def single_texts(questionnaire: Questionnaire) -> Iterator[Item]:
    """The free texts that stand in one place of a visit: what last time's answer can be shown beside."""
    for item in questionnaire.walk():
        groups = (questionnaire.by_link_id(link_id) for link_id in item.path)
        if item.takes_text and not item.repeats and not any(group and group.repeats for group in groups):
            yield item


def carriable(questionnaire: Questionnaire) -> frozenset[str]:
    """The linkIds whose answer may be carried over."""
    return frozenset(item.link_id for item in single_texts(questionnaire) if item.role not in _TOLD_ANEW)


def single_answer(filled: Filled, item: Item) -> object:
    """The answer to one of `single_texts`, or None."""
    return next(iter(filled.at(item, (0,) * len(item.path))), None)


def mark_problems(
    questionnaire: Questionnaire, answers: Mapping[str, object], marks: Mapping[str, object]
) -> Iterator[Problem]:
    """What is wrong with the marks by themselves; whether they are true only the earlier visits can say."""
    may = carriable(questionnaire)
    filled = Filled.of(questionnaire, answers)
    for link_id, visit in marks.items():
        item = questionnaire.by_link_id(link_id)
        if item is None or link_id not in may:
            yield Problem(shown(link_id), "carried_unfit")
        elif isinstance(visit, bool) or not isinstance(visit, int):
            yield Problem(link_id, "carried_visit", {"value": shown(visit)})
        elif single_answer(filled, item) is None:
            yield Problem(link_id, "carried_nothing")


def extension_of(source: CarriedFrom) -> dict[str, object]:
    """The mark as a FHIR extension of an answer."""
    parts = [
        {"url": _VISIT, "valueInteger": source.visit},
        {"url": _DAY, "valueDate": source.day.isoformat()},
    ]
    return {"url": CARRIED_URL, "extension": parts}


def marks_in(items: object) -> Iterator[tuple[str, CarriedFrom]]:
    """The marks in the items of a response. Raises KeyError, TypeError or ValueError for what `extension_of` never wrote."""
    for item in _list(items):
        yield from marks_in(item.get("item", []))
        for answer in _list(item.get("answer", [])):
            yield from marks_in(answer.get("item", []))
            for mark in _list(answer.get("extension", [])):
                if mark["url"] == CARRIED_URL:
                    yield str(item["linkId"]), _source(_list(mark["extension"]))


def _source(parts: Iterable[Mapping[str, object]]) -> CarriedFrom:
    by_url = {str(part["url"]): part for part in parts}
    return CarriedFrom(
        int(str(by_url[_VISIT]["valueInteger"])), date.fromisoformat(str(by_url[_DAY]["valueDate"]))
    )


def _list(value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, list):
        raise TypeError("a list was expected")
    return value
