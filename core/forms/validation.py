"""What is wrong with the answers of a visit, all of it at once. What is *missing* is `core.forms.completeness`.

Refuses what fhir.resources lets through: unknown linkIds, values of another type, codes not offered, lists where one
answer belongs, answers to items that are not asked. A text too long is refused, never cut; nothing is converted.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.forms.enabling import Enabling
from core.forms.exact_json import has_lone_surrogate
from core.forms.filled import Filled, Rows, is_absent, with_symptoms
from core.forms.findings import Finding
from core.forms.problems import Problem, shown
from core.forms.questionnaire import Item, ItemType, Questionnaire, beside
from core.forms.values import fault


def check_answers(
    questionnaire: Questionnaire, answers: object, symptoms: Sequence[Finding] = ()
) -> tuple[Problem, ...]:
    """Every problem, in form order, `where` being the linkId. `symptoms` come checked from `read_findings`."""
    if answers is None:
        answers = {}
    if not isinstance(answers, Mapping):
        return (Problem("answers", "answers_not_object"),)
    return tuple(_problems(questionnaire, answers, symptoms))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the walk stands: the rows as `Filled` counts them, and the entry numbers a person counts in lists."""

    rows: Rows = ()
    numbers: tuple[int, ...] = ()

    def within(self, row: int, *, listed: bool) -> "_Place":
        return _Place((*self.rows, row), (*self.numbers, row + 1) if listed else self.numbers)

    @property
    def params(self) -> dict[str, object]:
        """`row` is 2, or 2.1 in a list within a list; nothing outside lists."""
        return {"row": ".".join(map(str, self.numbers))} if self.numbers else {}


def _problems(
    questionnaire: Questionnaire, answers: Mapping[str, object], symptoms: Sequence[Finding]
) -> Iterator[Problem]:
    listed = questionnaire.symptom_list
    if symptoms and listed is None:
        yield Problem("symptoms", "no_symptom_list")
    if listed is not None and _holds_list(answers, listed):
        yield Problem(listed.link_id, "symptoms_in_answers")
    enabling = Enabling(Filled.of(questionnaire, answers, symptoms))
    tree = with_symptoms(questionnaire, answers, symptoms)
    yield from _object_problems(questionnaire.items, tree, _Place(), enabling)


def _holds_list(answers: Mapping[str, object], listed: Item) -> bool:
    here: object = answers
    for link_id in (*listed.path, listed.link_id):
        if not isinstance(here, Mapping):
            return False
        here = here.get(link_id)
    return not is_absent(here)


def _object_problems(
    items: Iterable[Item], tree: Mapping[str, object], place: _Place, enabling: Enabling
) -> Iterator[Problem]:
    known = {item.link_id: item for item in beside(items)}
    for key in tree:
        if key not in known:
            yield Problem(_readable(key), "unknown_item", place.params)
    for link_id, item in known.items():
        if link_id in tree:
            yield from _item_problems(item, tree[link_id], place, enabling)


def _item_problems(item: Item, value: object, place: _Place, enabling: Enabling) -> Iterator[Problem]:
    if item.type is not ItemType.DISPLAY and not enabling.asks(item, place.rows):
        yield Problem(item.link_id, "not_asked", place.params)
        return
    if isinstance(value, list) != item.repeats:
        yield Problem(item.link_id, "list_expected" if item.repeats else "list_unexpected", place.params)
        return
    for row, entry in enumerate(value if isinstance(value, list) else [value]):
        here = place.within(row, listed=item.repeats)
        if item.is_group and isinstance(entry, Mapping):
            yield from _object_problems(item.items, entry, here, enabling)
            continue
        found = fault(item, entry)
        if found is not None:
            code, params = found
            yield Problem(item.link_id, code, {**params, **here.params})


def _readable(key: object) -> str:
    name = str(key)
    return "?" if has_lone_surrogate(name) else shown(name)
