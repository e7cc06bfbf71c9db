"""The enableWhen clauses of a form: read from FHIR, and checked against the items they ask about.

Refuses a clause that could never be decided: about an unknown item, itself, one of its own children, or in a circle;
with an operator the asked item's type does not have; or with an answer of another type than that item takes.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from graphlib import CycleError, TopologicalSorter

from core.forms.fhir_shapes import shape_problems
from core.forms.problems import Problem, shown
from core.forms.questionnaire import Condition, Item, ItemType, Operator, OptionKind, Questionnaire
from core.forms.values import fault

_EQUALITY = frozenset({Operator.EXISTS, Operator.EQUAL, Operator.NOT_EQUAL})
_ORDER = frozenset(Operator)
_ONLY_EXISTS = frozenset({Operator.EXISTS})

_OPERATORS: Mapping[ItemType, frozenset[Operator]] = {
    ItemType.GROUP: _ONLY_EXISTS,
    ItemType.DISPLAY: frozenset(),
    ItemType.BOOLEAN: _EQUALITY,
    ItemType.DECIMAL: _ORDER,
    ItemType.INTEGER: _ORDER,
    ItemType.DATE: _ORDER,
    ItemType.DATE_TIME: _ORDER,
    ItemType.TIME: _ORDER,
    ItemType.STRING: _EQUALITY,
    ItemType.TEXT: _EQUALITY,
    ItemType.URL: _ONLY_EXISTS,
    ItemType.CHOICE: _EQUALITY,
    ItemType.OPEN_CHOICE: _EQUALITY,
    ItemType.QUANTITY: _ORDER,
}

_ANSWERS: Mapping[ItemType, frozenset[str]] = {
    ItemType.BOOLEAN: frozenset({"answerBoolean"}),
    ItemType.DECIMAL: frozenset({"answerDecimal"}),
    ItemType.INTEGER: frozenset({"answerInteger"}),
    ItemType.DATE: frozenset({"answerDate"}),
    ItemType.DATE_TIME: frozenset({"answerDateTime"}),
    ItemType.TIME: frozenset({"answerTime"}),
    ItemType.STRING: frozenset({"answerString"}),
    ItemType.TEXT: frozenset({"answerString"}),
    ItemType.QUANTITY: frozenset({"answerQuantity"}),
}

_OPTION_ANSWERS: Mapping[str, OptionKind] = {
    "answerCoding": OptionKind.CODING,
    "answerString": OptionKind.STRING,
    "answerInteger": OptionKind.INTEGER,
}


def read_conditions(where: str, raw: object, problems: list[Problem]) -> tuple[Condition, ...]:
    """The clauses of one item. What is wrong with their shape is added to `problems`."""
    if raw is None:
        return ()
    if not isinstance(raw, list) or not raw:
        problems.append(Problem(where, "enable_when_shape"))
        return ()
    clauses = (_read_condition(where, number, entry, problems) for number, entry in enumerate(raw))
    return tuple(clause for clause in clauses if clause is not None)


def _read_condition(where: str, number: int, raw: object, problems: list[Problem]) -> Condition | None:
    answers = [key for key in raw if key.startswith("answer")] if isinstance(raw, Mapping) else []
    if not isinstance(raw, Mapping) or not isinstance(raw.get("question"), str) or len(answers) != 1:
        problems.append(Problem(where, "enable_when_shape"))
        return None
    problems += shape_problems("Questionnaire.item.enableWhen", raw, where, path=f"enableWhen[{number}].")
    operator = raw.get("operator")
    if not isinstance(operator, str) or operator not in frozenset(Operator):
        problems.append(Problem(where, "enable_when_operator_unknown", {"operator": shown(operator)}))
        return None
    kind = answers[0]
    return Condition(raw["question"], Operator(operator), kind, _expected(kind, raw[kind]))


def _expected(kind: str, value: object) -> object:
    """The value in the answers file's form: a code for a coding, value and unit for a quantity."""
    if isinstance(value, float):
        return Decimal(str(value))
    if not isinstance(value, Mapping):
        return value
    if kind == "answerCoding":
        return value.get("code")
    return {key: _expected("", value[key]) for key in ("value", "unit") if key in value}


def condition_problems(questionnaire: Questionnaire) -> Iterator[Problem]:
    """What is wrong with the clauses of a form as a whole."""
    for item in questionnaire.walk():
        for condition in item.enable_when:
            yield from _target_problems(questionnaire, item, condition)
    try:
        evaluation_order(questionnaire)
    except CycleError as error:
        circle: list[str] = error.args[1]
        yield Problem(circle[-1], "enable_when_circle", {"circle": " → ".join(reversed(circle))})


def evaluation_order(questionnaire: Questionnaire) -> tuple[Item, ...]:
    """Every item, after those its being enabled hangs on: the item above it and the items its clauses ask about.

    Raises `graphlib.CycleError` when there is no such order; a checked form always has one.
    """
    graph: TopologicalSorter[str] = TopologicalSorter()
    for item in questionnaire.walk():
        asked = [clause.question for clause in item.enable_when]
        before = asked if item.parent is None else [item.parent, *asked]
        graph.add(item.link_id, *before)
    found = (questionnaire.by_link_id(link_id) for link_id in graph.static_order())
    return tuple(item for item in found if item is not None)


def _target_problems(questionnaire: Questionnaire, item: Item, condition: Condition) -> Iterator[Problem]:
    target = questionnaire.by_link_id(condition.question)
    asked = {"question": shown(condition.question)}
    if target is None:
        yield Problem(item.link_id, "enable_when_unknown_item", asked)
        return
    if condition.operator not in _OPERATORS[target.type]:
        params = {**asked, "operator": condition.operator.value, "type": target.type.value}
        yield Problem(item.link_id, "enable_when_operator", params)
    elif condition.operator is Operator.EXISTS:
        if condition.kind != "answerBoolean" or not isinstance(condition.expected, bool):
            yield Problem(item.link_id, "enable_when_answer", {**asked, "type": target.type.value})
    elif not _fits(target, condition):
        yield Problem(item.link_id, "enable_when_answer", {**asked, "type": target.type.value})


def _fits(target: Item, condition: Condition) -> bool:
    """Whether the asked item could ever be answered with the expected value."""
    expected = condition.expected
    if target.type in {ItemType.CHOICE, ItemType.OPEN_CHOICE}:
        kind = _OPTION_ANSWERS.get(condition.kind)
        if kind is None or isinstance(expected, bool) or not isinstance(expected, str | int):
            return False
        option = target.option(str(expected))
        if option is None:
            return target.type is ItemType.OPEN_CHOICE and kind is OptionKind.STRING
        return option.kind is kind
    if condition.kind not in _ANSWERS[target.type]:
        return False
    return fault(target, expected) is None
