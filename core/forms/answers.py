"""The answers file, and its way into a FHIR QuestionnaireResponse and back.

    {"answers": {linkId: value}, "symptoms": [finding, …], "carried": {linkId: visit}, "visited_at": "…"}

A group is an object keyed by its children's linkIds, a repeating item a list, a choice its code, a quantity
{"value", "unit"}, a person's choice of 无 or 不详 on a text item {"code": …}; "" and null are absent. The symptom list is
never in `answers`. `carried` marks what was taken over (see `core.forms.carried_from`), `visited_at` says when the visit took
place, when that is not now; both may be left out. What goes into a response comes back equal: texts byte for byte, decimals digit by digit.
Nothing is invented: an absent item is not in the response, and help and display lines never are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.base.errors import Damaged
from core.forms.carried_from import CarriedFrom, extension_of, marks_in
from core.forms.exact_json import UnreadableJson, load_json
from core.forms.fhir_values import from_fhir, to_fhir
from core.forms.filled import entries_of, with_symptoms
from core.forms.findings import Finding
from core.forms.problems import Problem, refuse_if_any, shown
from core.forms.questionnaire import Item, ItemType, Questionnaire
from core.forms.symptom_list import finding_of
from core.forms.validation import check_answers

_SHAPES: Mapping[str, tuple[type, Problem]] = {
    "answers": (dict, Problem("answers", "answers_not_object")),
    "symptoms": (list, Problem("symptoms", "symptoms_not_list")),
    "carried": (dict, Problem("carried", "carried_not_object")),
    "visited_at": (str, Problem("visited_at", "visited_at_not_text")),
}


def parse_answers_json(text: str) -> dict[str, object]:
    """The parts of an answers file by name, each empty when absent. Numbers are exact.

    Raises `UserError` answers_unreadable for text that is no such file.
    """
    try:
        raw = load_json(text)
    except UnreadableJson as error:
        refuse_if_any("answers_unreadable", [error.problem])
        raise
    if not isinstance(raw, dict):
        refuse_if_any("answers_unreadable", [Problem("", "answers_file_shape")])
        return {}
    problems = [
        Problem(shown(key), "answers_file_key", {"key": shown(key)}) for key in raw if key not in _SHAPES
    ]
    parts: dict[str, object] = {}
    for key, (shape, misshapen) in _SHAPES.items():
        part = raw.get(key)
        parts[key] = shape() if part is None else part
        if not isinstance(parts[key], shape):
            problems.append(misshapen)
    refuse_if_any("answers_unreadable", problems)
    return parts


def to_response(
    questionnaire: Questionnaire,
    answers: Mapping[str, object],
    symptoms: Sequence[Finding] = (),
    *,
    authored: str,
    status: str = "completed",
    carried: Mapping[str, CarriedFrom] | None = None,
) -> dict[str, object]:
    """The QuestionnaireResponse of these answers; write it with `dump_json`. `authored` is a FHIR dateTime. `carried` marks
    answers, by linkId, that were taken over.

    Raises `UserError` answers_invalid when `check_answers` finds anything, so that nothing is dropped on the way.
    """
    refuse_if_any("answers_invalid", check_answers(questionnaire, answers, symptoms))
    response: dict[str, object] = {
        "resourceType": "QuestionnaireResponse",
        "questionnaire": questionnaire.ref,
        "status": status,
        "authored": authored,
    }
    tree = with_symptoms(questionnaire, answers, symptoms)
    items = list(_written(questionnaire.items, tree, carried or {}))
    return {**response, "item": items} if items else response


def from_response(
    questionnaire: Questionnaire, response: Mapping[str, object]
) -> tuple[dict[str, object], tuple[Finding, ...]]:
    """The answers and findings a response was made from, without what was absent.

    Raises `Damaged` response_other_form when it belongs to another form, response_damaged when `to_response` never wrote it.
    """
    if response.get("questionnaire") != questionnaire.ref:
        found = shown(response.get("questionnaire", "?"))
        raise Damaged("response_other_form", form=questionnaire.ref, found=found)
    try:
        tree = _read(questionnaire.items, response.get("item", []))
        findings = _take_findings(questionnaire, tree)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Damaged("response_damaged", form=questionnaire.ref) from error
    return tree, findings


def carried_in(questionnaire: Questionnaire, response: Mapping[str, object]) -> dict[str, CarriedFrom]:
    """The answers of a response that were carried over, by linkId. Raises `Damaged` response_damaged."""
    try:
        return dict(marks_in(response.get("item", [])))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Damaged("response_damaged", form=questionnaire.ref) from error


def _written(
    items: Iterable[Item], tree: Mapping[str, object], carried: Mapping[str, CarriedFrom]
) -> Iterator[dict[str, object]]:
    for item in items:
        if item.type is ItemType.DISPLAY:
            continue
        entries = entries_of(tree.get(item.link_id))
        head = {"linkId": item.link_id, **({"text": item.text} if item.text else {})}
        if item.is_group:
            for entry in entries:
                yield {**head, "item": list(_written(item.items, _mapping(entry), carried))}
        elif entries:
            answers = [to_fhir(item, entry) for entry in entries]
            if item.link_id in carried:
                marks = answers[0].get("extension", [])
                answers[0]["extension"] = [*_list(marks), extension_of(carried[item.link_id])]
            children = list(_written(item.items, tree, carried))
            if children:
                answers[0]["item"] = children
            yield {**head, "answer": answers}


def _read(items: Iterable[Item], written: object) -> dict[str, object]:
    known = {item.link_id: item for item in items}
    tree: dict[str, object] = {}
    for entry in _list(written):
        item = known[str(entry["linkId"])]
        if item.is_group:
            _put(tree, item, [_read(item.items, entry["item"])])
            continue
        answers = _list(entry["answer"])
        _put(tree, item, [from_fhir(item, answer) for answer in answers])
        if item.items:
            tree.update(_read(item.items, answers[0].get("item", [])))
    return tree


def _put(tree: dict[str, object], item: Item, values: list[object]) -> None:
    if item.repeats:
        tree[item.link_id] = [*entries_of(tree.get(item.link_id)), *values]
    elif item.link_id in tree or len(values) != 1:
        raise ValueError(item.link_id)
    else:
        tree[item.link_id] = values[0]


def _take_findings(questionnaire: Questionnaire, tree: dict[str, object]) -> tuple[Finding, ...]:
    """Take the symptom list's entries out of the tree, and the groups that held nothing else."""
    listed = questionnaire.symptom_list
    if listed is None:
        return ()
    above = [tree]
    for group in listed.path:
        above.append(dict(_mapping(above[-1].get(group, {}))))
    entries = entries_of(above[-1].pop(listed.link_id, None))
    for depth in range(len(listed.path), 0, -1):
        above[depth - 1].pop(listed.path[depth - 1], None)
        if above[depth]:
            above[depth - 1][listed.path[depth - 1]] = above[depth]
    return tuple(finding_of(listed, _mapping(entry)) for entry in entries)


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise TypeError("an object was expected")
    return value


def _list(value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, list):
        raise TypeError("a list was expected")
    return value
