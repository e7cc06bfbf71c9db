"""The one rule of what is missing. Form, service and command line ask `missing`, a constraint without a form `is_answer`.

未问 is always missing. 无, 否认, 0 and false are answers. 不详 is an answer when a person chose it; written by a model, or
typed as text, it is missing like every sentinel of `core.base.text`. Looks at answers of any shape and refuses nothing.
"""

from collections.abc import Container, Mapping, Sequence

from core.base.text import is_missing
from core.forms.enabling import Enabling
from core.forms.filled import Filled, Rows
from core.forms.findings import Finding
from core.forms.questionnaire import Item, ItemType, Questionnaire, Role
from core.forms.symptom_list import parts_of
from core.forms.values import NOT_ASKED, chosen_code

_CHOICES = frozenset({ItemType.CHOICE, ItemType.OPEN_CHOICE})


def missing(
    questionnaire: Questionnaire,
    answers: Mapping[str, object] | None,
    symptoms: Sequence[Finding] = (),
    *,
    by_person: bool = True,
) -> tuple[str, ...]:
    """The linkIds, in form order, of required items that are asked and have no answer.

    None stands for no structured data at all: every required item is missing. What is required inside a group that is not
    itself required counts only when that group has any answer. `by_person` says whether a chosen 不详 is one.
    """
    filled = Filled.of(questionnaire, answers or {}, symptoms)
    enabling = Enabling(filled)
    return tuple(
        item.link_id
        for item in questionnaire.walk()
        if item.required
        and any(
            enabling.asks(item, rows)
            and _counts(filled, item, rows, by_person)
            and not _is_answered(filled, item, rows, by_person)
            for rows in filled.places(item)
        )
    )


def is_answer(value: object, others: Container[str] = ()) -> bool:
    """Whether a value that belongs to no form is an answer: what a tool was given, or what it returned.

    A list or an object is one when anything in it is. Nobody chose this text in a form, so every sentinel is missing; `others` are
    more of them, as `core.base.text.answer_key` gives them.
    """
    if isinstance(value, str):
        return not is_missing(value, others)
    if isinstance(value, Mapping):
        code = chosen_code(value)
        if code is not None:
            return not is_missing(code, others)
        return any(is_answer(entry, others) for key, entry in value.items() if key != "unit")
    if isinstance(value, list | tuple):
        return any(is_answer(entry, others) for entry in value)
    return value is not None


def _counts(filled: Filled, item: Item, rows: Rows, by_person: bool) -> bool:
    """Whether the groups around a place are entered: required themselves, or holding an answer in that entry."""
    for depth, link_id in enumerate(item.path):
        group = filled.questionnaire.by_link_id(link_id)
        if group is None or group.required:
            continue
        if not _has_answer(filled, group, rows[: depth + 1], by_person):
            return False
    return True


def _is_answered(filled: Filled, item: Item, rows: Rows, by_person: bool) -> bool:
    if not item.is_group:
        return any(_is_answer(item, value, by_person) for value in filled.at(item, rows))
    return any(
        _has_answer(filled, item, (*rows, row), by_person) for row in range(len(filled.at(item, rows)))
    )


def _has_answer(filled: Filled, group: Item, entry: Rows, by_person: bool) -> bool:
    """Whether one entry of a group holds an answer, at any depth. A finding answers by its status alone."""
    if group.role is Role.SYMPTOM_LIST:
        return _is_answered(filled, parts_of(group)["status"], entry, by_person)
    stack = list(group.items)
    while stack:
        item = stack.pop()
        if item.is_group:
            places = [rows for rows in filled.found.get(item.link_id, {}) if rows[: len(entry)] == entry]
            if any(_is_answered(filled, item, rows, by_person) for rows in places):
                return True
        else:
            if _is_answered(filled, item, entry, by_person):
                return True
            stack += item.items
    return False


def _is_answer(item: Item, value: object, by_person: bool) -> bool:
    if isinstance(value, str):
        if item.type in _CHOICES and item.option(value) is not None:
            return value != NOT_ASKED and (by_person or not is_missing(value))
        return not is_missing(value)
    if isinstance(value, Mapping):
        code = chosen_code(value)
        if code is not None:
            return code != NOT_ASKED and (not is_missing(code) or (by_person and item.takes_text))
        return value.get("value") is not None
    return value is not None
