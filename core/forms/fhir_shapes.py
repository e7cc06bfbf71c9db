"""The shape FHIR R4 gives a Questionnaire and the datatypes in it: one closed table, and the check of raw JSON against it.

Refused are unknown keys, values of another type, blank texts, nulls, empty lists and objects, a second value[x], and
datatypes without what they must have. A type the table names but does not describe is refused by name. Only the shape is
looked at: what a key means, and whether a code is one of FHIR's, is for the reader to say.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from core.forms.problems import Problem, shown
from core.forms.values import is_number, parsed_date, parsed_moment, parsed_time

# One line per type, as in the specification: key:type, with * for a list, ! for a key that must be there, and key[x] for
# one key out of several. "-" is a key that would change the meaning of answers and is not supported here.
# Beside each primitive may stand its `_key`, an Element; beside a list and in an Extension that is not supported.
_TABLE: Mapping[str, str] = {
    "Questionnaire": """resourceType:code id:id meta:Meta implicitRules:- language:code text:Narrative contained:-
        extension:Extension* modifierExtension:- url:uri identifier:Identifier* version:string name:string title:string
        derivedFrom:canonical* status:code experimental:boolean subjectType:code* date:dateTime publisher:string
        contact:ContactDetail* description:markdown useContext:UsageContext* jurisdiction:CodeableConcept*
        purpose:markdown copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period code:Coding*
        item:Questionnaire.item*""",
    "Questionnaire.item": """modifierExtension:- linkId:string definition:uri code:Coding* prefix:string text:string
        type:code enableWhen:Questionnaire.item.enableWhen* enableBehavior:code required:boolean repeats:boolean
        readOnly:boolean maxLength:positiveInt answerValueSet:- answerOption:Questionnaire.item.answerOption*
        initial:- item:Questionnaire.item*""",
    "Questionnaire.item.enableWhen": """modifierExtension:- question:string! operator:code!
        answer[x]:boolean|decimal|integer|date|dateTime|time|string|Coding|Quantity|Reference!""",
    "Questionnaire.item.answerOption": """modifierExtension:- initialSelected:boolean
        value[x]:integer|date|time|string|Coding|Reference!""",
    "Element": "",
    "Extension": """url:uri!
        value[x]:base64Binary|boolean|canonical|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|\
string|time|unsignedInt|uri|url|uuid|Address|Age|Annotation|Attachment|CodeableConcept|Coding|ContactPoint|Count|\
Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|Reference|SampledData|Signature|Timing|\
ContactDetail|Contributor|DataRequirement|Expression|ParameterDefinition|RelatedArtifact|TriggerDefinition|\
UsageContext|Dosage""",
    "CodeableConcept": "coding:Coding* text:string",
    "Coding": "system:uri version:string code:code display:string userSelected:boolean",
    "ContactDetail": "name:string telecom:ContactPoint*",
    "ContactPoint": "system:code value:string use:code rank:positiveInt period:Period",
    "Expression": "description:string name:id language:code! expression:string reference:uri",
    "Identifier": "use:code type:CodeableConcept system:uri value:string period:Period assigner:Reference",
    "Meta": "versionId:id lastUpdated:instant source:uri profile:canonical* security:Coding* tag:Coding*",
    "Narrative": "status:code! div:xhtml!",
    "Period": "start:dateTime end:dateTime",
    "Quantity": "value:decimal comparator:- unit:string system:uri code:code",
    "Range": "low:Quantity high:Quantity",
    "Reference": "reference:string type:uri identifier:Identifier display:string",
    "UsageContext": "code:Coding! value[x]:CodeableConcept|Quantity|Range|Reference!",
}
_IN_EVERY_ELEMENT = "id:token extension:Extension* "
_WITHOUT_SIBLING = frozenset({"id", "resourceType"})

_PATTERNS: Mapping[str, re.Pattern[str]] = {
    "string": re.compile(r"(?s).*\S.*"),
    "markdown": re.compile(r"(?s).*\S.*"),
    "xhtml": re.compile(r"(?s).*\S.*"),
    "code": re.compile(r"\S+(\s\S+)*"),
    "id": re.compile(r"[A-Za-z0-9.\-]{1,64}"),
    "token": re.compile(r"\S+"),
    "uri": re.compile(r"\S+"),
    "url": re.compile(r"\S+"),
    "canonical": re.compile(r"\S+"),
    "oid": re.compile(r"urn:oid:[0-2](\.(0|[1-9][0-9]*))+"),
}
_RANGES: Mapping[str, range] = {
    "integer": range(-(2**31), 2**31),
    "unsignedInt": range(2**31),
    "positiveInt": range(1, 2**31),
}
_ZONE = re.compile(r".*(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)")


def _is_instant(text: str) -> bool:
    return parsed_moment(text) is not None and _ZONE.fullmatch(text) is not None


_TIMES: Mapping[str, Callable[[str], bool]] = {
    "date": lambda text: parsed_date(text) is not None,
    "dateTime": lambda text: parsed_date(text) is not None or _is_instant(text),
    "instant": _is_instant,
    "time": lambda text: parsed_time(text) is not None,
}
_PRIMITIVES = frozenset({"boolean", "decimal", *_PATTERNS, *_RANGES, *_TIMES})


@dataclass(frozen=True, slots=True)
class _Field:
    """What one key takes. `choice` is the stem of its key[x]."""

    kind: str
    many: bool = False
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class _Shape:
    """The keys of one type, and those of which one must be there."""

    fields: Mapping[str, _Field]
    needed: tuple[str, ...]
    choices: frozenset[str]


def _shape(name: str, line: str) -> _Shape:
    fields: dict[str, _Field] = {}
    needed: list[str] = []
    choices = set()
    for word in (line if name == "Questionnaire" else _IN_EVERY_ELEMENT + line).split():
        key, _, kinds = word.partition(":")
        if kinds.endswith("!"):
            needed.append(key)
        kind = kinds.rstrip("*!")
        if key.endswith("[x]"):
            stem = key.removesuffix("[x]")
            choices.add(stem)
            fields |= {stem + one[0].upper() + one[1:]: _Field(one, choice=stem) for one in kind.split("|")}
        else:
            fields[key] = _Field(kind, many=kinds.endswith("*"))
    siblings = {
        f"_{key}": _Field("-" if field.many or name == "Extension" else "Element")
        for key, field in fields.items()
        if field.kind in _PRIMITIVES and key not in _WITHOUT_SIBLING
    }
    return _Shape(fields | siblings, tuple(needed), frozenset(choices))


_SHAPES: Mapping[str, _Shape] = {name: _shape(name, line) for name, line in _TABLE.items()}


def shape_problems(
    kind: str, raw: Mapping[str, object], where: str = "", *, read: Iterable[str] = (), path: str = ""
) -> Iterator[Problem]:
    """What is wrong with the shape of an object of a FHIR type of the table.

    Of the keys in `read` only text is told from list: the caller reads what is in them. Without `where`, problems stand at
    the key they are about.
    """
    shape = _SHAPES[kind]
    for key, value in raw.items():
        field = shape.fields.get(key)
        place = where or shown(key)
        if field is None:
            yield Problem(place, "key_unknown", {"key": path + shown(key)})
        elif field.kind not in _PRIMITIVES and field.kind not in _SHAPES:
            yield Problem(place, "key_unsupported", {"key": path + key})
        elif key in read:
            yield from _read_problems(field, value, place, path + key)
        elif field.many:
            yield from _list_problems(field, value, place, path + key)
        else:
            yield from _value_problems(field.kind, value, place, path + key)
    yield from _count_problems(shape, raw, where, path)


def _read_problems(field: _Field, value: object, where: str, path: str) -> Iterator[Problem]:
    if not isinstance(value, list if field.many else str):
        yield Problem(where, "key_type", {"key": path, "expected": "list" if field.many else "string"})


def _list_problems(field: _Field, value: object, where: str, path: str) -> Iterator[Problem]:
    if not isinstance(value, list) or not value:
        yield Problem(where, "key_type", {"key": path, "expected": "list, not empty"})
        return
    for number, entry in enumerate(value):
        yield from _value_problems(field.kind, entry, where, f"{path}[{number}]")


def _value_problems(kind: str, value: object, where: str, path: str) -> Iterator[Problem]:
    if kind in _PRIMITIVES:
        if not _is_primitive(kind, value):
            yield Problem(where, "key_type", {"key": path, "expected": kind})
    elif not isinstance(value, Mapping) or not value:
        yield Problem(where, "key_type", {"key": path, "expected": kind})
    else:
        yield from shape_problems(kind, value, where, path=f"{path}.")


def _count_problems(shape: _Shape, raw: Mapping[str, object], where: str, path: str) -> Iterator[Problem]:
    present = [shape.fields[key].choice or key for key in raw if key in shape.fields]
    for key in shape.needed:
        if key.removesuffix("[x]") not in present:
            yield Problem(where or key, "form_key_missing", {"key": path + key})
    for stem in shape.choices:
        if present.count(stem) > 1:
            yield Problem(where or stem, "key_type", {"key": f"{path}{stem}[x]", "expected": "single"})


def _is_primitive(kind: str, value: object) -> bool:
    if kind == "boolean":
        return isinstance(value, bool)
    if kind == "decimal":
        return is_number(Decimal(str(value)) if isinstance(value, float) else value)
    if kind in _RANGES:
        return isinstance(value, int) and not isinstance(value, bool) and value in _RANGES[kind]
    if not isinstance(value, str):
        return False
    if kind in _TIMES:
        return _TIMES[kind](value)
    return _PATTERNS[kind].fullmatch(value) is not None
