"""The three FHIR extensions a form's items may carry: the role, the unit, and the control that marks a line of help.

Other extensions are passed over. A role nobody knows is refused, because ignoring it would hide an allergy.
"""

from collections.abc import Iterator, Mapping

from core.forms.problems import Problem, shown
from core.forms.questionnaire import ItemType, Role

ROLE_URL = "urn:mingdao:role"
UNIT_URL = "http://hl7.org/fhir/StructureDefinition/questionnaire-unit"
CONTROL_URL = "http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl"

_MEASURED = frozenset({ItemType.QUANTITY, ItemType.INTEGER, ItemType.DECIMAL})


def read_role(where: str, kind: ItemType, raw: Mapping[str, object], problems: list[Problem]) -> Role | None:
    """The role an item carries, if any. What is wrong with it is added to `problems`."""
    found = [extension.get("valueCode") for extension in _extensions(raw, ROLE_URL)]
    if not found:
        return None
    name = found[0]
    if len(found) > 1 or not isinstance(name, str) or name not in frozenset(Role):
        problems.append(Problem(where, "role_unknown", {"role": shown(", ".join(map(str, found)))}))
        return None
    if kind is ItemType.DISPLAY:
        problems.append(Problem(where, "key_not_allowed", {"key": "role", "type": kind.value}))
    return Role(name)


def read_unit(where: str, kind: ItemType, raw: Mapping[str, object], problems: list[Problem]) -> str | None:
    """The unit a number or quantity is recorded in, as a person reads it."""
    found = [_coding(extension.get("valueCoding")) for extension in _extensions(raw, UNIT_URL)]
    if not found:
        return None
    unit = found[0].get("display") or found[0].get("code")
    if len(found) > 1 or not isinstance(unit, str) or not unit.strip():
        problems.append(Problem(where, "unit_unfit"))
        return None
    if kind not in _MEASURED:
        problems.append(Problem(where, "key_not_allowed", {"key": "unit", "type": kind.value}))
    return unit


def is_help(raw: Mapping[str, object], *, in_group: bool) -> bool:
    """Whether a child is a help text: a display marked so, or any unconditional display below a question."""
    if raw.get("type") != ItemType.DISPLAY or raw.get("enableWhen") is not None:
        return False
    return not in_group or _is_marked_help(raw)


def _is_marked_help(raw: Mapping[str, object]) -> bool:
    for extension in _extensions(raw, CONTROL_URL):
        codings = _coding(extension.get("valueCodeableConcept")).get("coding")
        if isinstance(codings, list) and any(_coding(entry).get("code") == "help" for entry in codings):
            return True
    return False


def _extensions(raw: Mapping[str, object], url: str) -> Iterator[Mapping[str, object]]:
    entries = raw.get("extension")
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, Mapping) and entry.get("url") == url:
            yield entry


def _coding(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
