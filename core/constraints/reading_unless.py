"""Reads the `unless` of a wording rule: what it means stands in `core.constraints.unless`. Everything wrong at once."""

from collections.abc import Iterator, Mapping

from core.constraints.folding import fold_word
from core.constraints.unless import Excuse, Reach
from core.forms.problems import Problem, shown

_LISTS = {
    "before": "before",
    "after": "after",
    "whole": "whole",
    "between": "between",
    "ends": "ends",
    "notAfter": "not_after",
    "goesOn": "goes_on",
}
_CUES = ("before", "after", "whole", "dates")
UNLESS_KEYS = ("id", *_LISTS, "reach", "quotes", "dates")
_MOST_DAYS = 36_500


def read_unless(raw: object, where: str) -> tuple[tuple[Excuse, ...], list[Problem]]:
    """The excuses of a rule, and every problem; the excuses count only where there is none."""
    if not isinstance(raw, list | tuple) or not raw:
        return (), [Problem(where, "unless_shape")]
    excuses: list[Excuse] = []
    problems: list[Problem] = []
    for number, entry in enumerate(raw):
        place = f"{where}[{number}]"
        if not isinstance(entry, Mapping):
            problems.append(Problem(place, "unless_shape"))
            continue
        found = list(_problems(entry, place))
        problems += found
        if not found:
            excuses.append(_excuse(entry))
    return tuple(excuses), problems


def _problems(entry: Mapping[str, object], place: str) -> Iterator[Problem]:
    for key in entry:
        if key not in UNLESS_KEYS:
            known = "、".join(UNLESS_KEYS)
            yield Problem(place, "constraint_key_unknown", {"key": shown(key), "known": known})
    name = entry.get("id")
    if not isinstance(name, str) or not name.strip():
        yield Problem(f"{place}.id", "constraint_id", {"value": shown("" if name is None else name)})
    for key in _LISTS:
        yield from _list_problems(entry.get(key, ()), f"{place}.{key}")
    if not any(entry.get(key) for key in _CUES):
        yield Problem(place, "unless_without_cue", {"known": "、".join(_CUES)})
    if "reach" in entry and entry["reach"] not in tuple(Reach):
        known = "、".join(Reach)
        yield Problem(f"{place}.reach", "constraint_action", {"value": shown(entry["reach"]), "known": known})
    if not isinstance(entry.get("quotes", False), bool):
        yield Problem(f"{place}.quotes", "unless_quotes")
    days = entry.get("dates", 1)
    if isinstance(days, bool) or not isinstance(days, int) or not 1 <= days <= _MOST_DAYS:
        yield Problem(f"{place}.dates", "unless_dates", {"most": _MOST_DAYS})


def _list_problems(value: object, place: str) -> Iterator[Problem]:
    if not isinstance(value, list | tuple):
        yield Problem(place, "constraint_list")
        return
    for number, word in enumerate(value):
        if not isinstance(word, str) or not fold_word(word).strip():
            yield Problem(f"{place}[{number}]", "constraint_list_entry")


def _excuse(entry: Mapping[str, object]) -> Excuse:
    words = {name: _words(entry.get(key, ())) for key, name in _LISTS.items()}
    days = entry.get("dates")
    return Excuse(
        str(entry["id"]),
        **words,
        reach=Reach(str(entry.get("reach", Reach.NEXT))),
        quotes=entry.get("quotes") is True,
        dates=days if isinstance(days, int) else None,
    )


def _words(listed: object) -> tuple[str, ...]:
    assert isinstance(listed, list | tuple)  # noqa: S101 - looked at above
    return tuple(dict.fromkeys(fold_word(word) for word in listed))
