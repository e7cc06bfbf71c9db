"""Which items are asked at all, given the answers: FHIR's enableWhen.

The operators follow FHIR R4's code system questionnaire-enable-operator: `=` and the orders hold when at least one answer
fits, `!=` when no answer is equal (so also when there is none). Where two dates cannot be ordered, because one is less
precise, the clause does not hold. The answer to an item that is not asked counts as absent. Inside a repeating group a
clause looks at the same entry. A question's children are asked only under its answer.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal

from core.forms.conditions import evaluation_order
from core.forms.filled import Filled, Rows
from core.forms.questionnaire import Behavior, Condition, Item, ItemType, Operator
from core.forms.values import chosen_code, is_number, parsed_date, parsed_moment, parsed_time

_HOLDS: Mapping[Operator, Callable[[int], bool]] = {
    Operator.EQUAL: lambda order: order == 0,
    Operator.GREATER: lambda order: order > 0,
    Operator.LESS: lambda order: order < 0,
    Operator.AT_LEAST: lambda order: order >= 0,
    Operator.AT_MOST: lambda order: order <= 0,
}


class Enabling:
    """Decides once, for every place of a filled form, whether the item there is asked."""

    def __init__(self, filled: Filled) -> None:
        self._filled = filled
        self._asked: dict[tuple[str, Rows], bool] = {}
        for item in evaluation_order(filled.questionnaire):
            for rows in filled.places(item):
                self._asked[item.link_id, rows] = self._decide(item, rows)

    def asks(self, item: Item, rows: Rows = ()) -> bool:
        """Whether an item is asked at a place."""
        return self._asked.get((item.link_id, rows), False)

    def _decide(self, item: Item, rows: Rows) -> bool:
        above = None if item.parent is None else self._filled.questionnaire.by_link_id(item.parent)
        if above is not None:
            if not self.asks(above, rows[: len(above.path)]):
                return False
            if above.is_question and not self._filled.at(above, rows):
                return False
        if not item.enable_when:
            return True
        decided = (self._holds(condition, item, rows) for condition in item.enable_when)
        return any(decided) if item.enable_behavior is Behavior.ANY else all(decided)

    def _holds(self, condition: Condition, item: Item, rows: Rows) -> bool:
        target = self._filled.questionnaire.by_link_id(condition.question)
        if target is None:
            return False
        values = [
            value
            for place, entries in self._filled.near(target, item, rows)
            if self.asks(target, place)
            for value in entries
        ]
        if condition.operator is Operator.EXISTS:
            return bool(values) is condition.expected
        orders = [_order(target, value, condition.expected) for value in values]
        if condition.operator is Operator.NOT_EQUAL:
            return all(order is not None and order != 0 for order in orders)
        return any(order is not None and _HOLDS[condition.operator](order) for order in orders)


def _order(target: Item, value: object, expected: object) -> int | None:
    """Negative, zero or positive as `value` stands to `expected`; None when they cannot be compared."""
    match target.type:
        case ItemType.INTEGER | ItemType.DECIMAL:
            return _number_order(value, expected)
        case ItemType.QUANTITY:
            if not isinstance(value, Mapping) or not isinstance(expected, Mapping):
                return None
            if value.get("unit") != expected.get("unit"):
                return None
            return _number_order(value.get("value"), expected.get("value"))
        case ItemType.DATE | ItemType.DATE_TIME:
            return _date_order(str(value), str(expected))
        case ItemType.TIME:
            left, right = parsed_time(str(value)), parsed_time(str(expected))
            return None if left is None or right is None else (left > right) - (left < right)
        case _:
            said = chosen_code(value)
            return int((value if said is None else said) != _plain(expected, target))


def _plain(expected: object, target: Item) -> object:
    """Options are compared by their codes, which are strings even for integers."""
    return str(expected) if target.options else expected


def _number_order(value: object, expected: object) -> int | None:
    if not is_number(value) or not is_number(expected):
        return None
    return int(Decimal(str(value)).compare(Decimal(str(expected))))


def _date_order(value: str, expected: str) -> int | None:
    left, right = parsed_moment(value), parsed_moment(expected)
    if left is not None and right is not None:
        return (left > right) - (left < right)
    one, other = _day(value, left), _day(expected, right)
    if one is None or other is None:
        return None
    shared = min(len(one), len(other))
    if one[:shared] != other[:shared]:
        return 1 if one[:shared] > other[:shared] else -1
    return 0 if len(one) == len(other) and left is None and right is None else None


def _day(text: str, moment: datetime | None) -> tuple[int, ...] | None:
    return parsed_date(text) if moment is None else (moment.year, moment.month, moment.day)
