"""The answers of one visit laid over its form: which values stand where, whatever their type.

Built from raw answers of any shape and never refuses: completeness and layout must also look at half a record. What does
not fit the form is left out here and reported by `core.forms.validation`.

Rows: an item inside repeating groups has one place per entry, told apart by the entry's position in each group above it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.forms.findings import Finding
from core.forms.questionnaire import Item, Questionnaire, beside
from core.forms.symptom_list import entry_of

Rows = tuple[int, ...]


def is_absent(value: object) -> bool:
    """Whether the answers file says nothing here: null, "", or an object or list of nothing."""
    match value:
        case None | "":
            return True
        case Mapping():
            return all(is_absent(entry) for entry in value.values())
        case list() | tuple():
            return all(is_absent(entry) for entry in value)
        case _:
            return False


def without_blanks(value: object) -> object:
    """The same answers without what is absent. Texts keep every byte."""
    match value:
        case Mapping():
            return {key: without_blanks(entry) for key, entry in value.items() if not is_absent(entry)}
        case list() | tuple():
            return [without_blanks(entry) for entry in value if not is_absent(entry)]
        case _:
            return value


def with_symptoms(
    questionnaire: Questionnaire, answers: Mapping[str, object], symptoms: Sequence[Finding]
) -> dict[str, object]:
    """One tree of answers in which the findings are the entries of the form's symptom list."""
    tree = {key: without_blanks(value) for key, value in answers.items() if not is_absent(value)}
    listed = questionnaire.symptom_list
    if listed is None or not symptoms:
        return tree
    here = tree
    for group in listed.path:
        inner = here.get(group, {})
        if not isinstance(inner, dict):
            return tree
        here[group] = inner
        here = inner
    here[listed.link_id] = [entry_of(listed, finding) for finding in symptoms]
    return tree


def entries_of(value: object) -> tuple[object, ...]:
    """The answers in one value of a tree without blanks: a list's entries, or the one value."""
    if value is None:
        return ()
    return tuple(value) if isinstance(value, list) else (value,)


@dataclass(frozen=True)
class Filled:
    """A form and the values at every place of it."""

    questionnaire: Questionnaire
    found: Mapping[str, Mapping[Rows, tuple[object, ...]]]

    @classmethod
    def of(
        cls, questionnaire: Questionnaire, answers: Mapping[str, object], symptoms: Sequence[Finding] = ()
    ) -> "Filled":
        """Lay answers and findings over a form."""
        found: dict[str, dict[Rows, tuple[object, ...]]] = {}
        _gather(questionnaire.items, with_symptoms(questionnaire, answers, symptoms), (), found)
        return cls(questionnaire, found)

    def at(self, item: Item, rows: Rows) -> tuple[object, ...]:
        """The answers, or for a group the entries, at one place."""
        return self.found.get(item.link_id, {}).get(rows, ())

    def places(self, item: Item) -> tuple[Rows, ...]:
        """Every place of an item. A group without entries counts as one, so that what is missing in it has a place."""
        places: list[Rows] = [()]
        for link_id in item.path:
            entries = self.found.get(link_id, {})
            places = [(*rows, row) for rows in places for row in range(max(1, len(entries.get(rows, ()))))]
        return tuple(places)

    def near(self, target: Item, asking: Item, rows: Rows) -> Iterator[tuple[Rows, tuple[object, ...]]]:
        """The answers to `target` as seen from a place of `asking`: its own entry of every group they share."""
        shared = _shared_length(target.path, asking.path)
        for place, values in self.found.get(target.link_id, {}).items():
            if place[:shared] == rows[:shared]:
                yield place, values


def _shared_length(one: Sequence[str], other: Sequence[str]) -> int:
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length


def _gather(
    items: Iterable[Item],
    tree: Mapping[str, object],
    rows: Rows,
    found: dict[str, dict[Rows, tuple[object, ...]]],
) -> None:
    for item in beside(items):
        entries = entries_of(tree.get(item.link_id))
        if not entries:
            continue
        found.setdefault(item.link_id, {})[rows] = entries
        if item.is_group:
            for row, entry in enumerate(entries):
                if isinstance(entry, Mapping):
                    _gather(item.items, entry, (*rows, row), found)
