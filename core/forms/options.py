"""The offered answers of a choice, read from FHIR's answerOption.

Refused: options on other types, a choice without any, two with one code (the answers file names an option by its code
alone), an option chosen beforehand, and the kinds date, time and reference.
"""

import re
from collections.abc import Mapping

from core.forms.fhir_shapes import shape_problems
from core.forms.problems import Problem, shown
from core.forms.questionnaire import ItemType, Option, OptionKind

_CODE = re.compile(r"\S+(\s\S+)*")
_CHOICES = frozenset({ItemType.CHOICE, ItemType.OPEN_CHOICE})


def read_options(where: str, kind: ItemType, raw: object, problems: list[Problem]) -> tuple[Option, ...]:
    """The options of one item in their order. What is wrong is added to `problems`."""
    if raw is None:
        if kind is ItemType.CHOICE:
            problems.append(Problem(where, "options_missing"))
        return ()
    if kind not in _CHOICES:
        problems.append(Problem(where, "key_not_allowed", {"key": "answerOption", "type": kind.value}))
        return ()
    if not isinstance(raw, list) or not raw:
        problems.append(Problem(where, "options_missing"))
        return ()
    options: dict[str, Option] = {}
    for number, entry in enumerate(raw, start=1):
        option = _read_option(entry)
        if option is None:
            problems.append(Problem(where, "option_unfit", {"number": number}))
            continue
        problems += shape_problems(
            "Questionnaire.item.answerOption", entry, where, path=f"answerOption[{number - 1}]."
        )
        if option.code in options:
            problems.append(Problem(where, "option_twice", {"option": shown(option.code)}))
        else:
            options[option.code] = option
    return tuple(options.values())


def _read_option(raw: object) -> Option | None:
    if not isinstance(raw, Mapping) or raw.get("initialSelected") or raw.get("modifierExtension"):
        return None
    values = [key for key in raw if key.startswith("value")]
    if len(values) != 1 or values[0] not in frozenset(OptionKind):
        return None
    kind = OptionKind(values[0])
    value = raw[kind.value]
    match kind:
        case OptionKind.CODING:
            return _read_coding(value)
        case OptionKind.STRING:
            return Option(value, value, kind) if isinstance(value, str) and value.strip() else None
        case OptionKind.INTEGER:
            if isinstance(value, bool) or not isinstance(value, int):
                return None
            return Option(str(value), str(value), kind)


def _read_coding(raw: object) -> Option | None:
    if not isinstance(raw, Mapping):
        return None
    code, display, system = raw.get("code"), raw.get("display"), raw.get("system")
    if not isinstance(code, str) or _CODE.fullmatch(code) is None:
        return None
    if not isinstance(display, str | None) or not isinstance(system, str | None):
        return None
    return Option(code, display or code, OptionKind.CODING, system)
