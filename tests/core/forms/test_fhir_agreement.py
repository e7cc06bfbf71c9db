"""FHIR tools accept what is accepted here; what they let through wrongly is refused here.

fhir.resources checks the shape, fhirpathpy runs invariants of R4 (que-1, -2, -3, -5, -6, -7, -10, -12; qrs-1).
"""

import copy
import importlib
import json
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import fhirpathpy
import pytest
from fhir.resources.R4B.questionnaire import Questionnaire as FhirQuestionnaire
from fhir.resources.R4B.questionnaireresponse import QuestionnaireResponse as FhirResponse
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from core.base.errors import UserError
from core.forms.answers import to_response
from core.forms.completeness import missing
from core.forms.definition import read_questionnaire
from core.forms.exact_json import dump_json
from core.forms.fhir_shapes import _SHAPES
from core.forms.validation import check_answers
from tests.fakes import forms
from tests.fakes.forms import coded, item, raw_form

NOW = "2026-11-29T08:00:00+08:00"
FORMS = ("hostile", "shiwen", "menzhen")

QUE = {
    "que-1": "repeat(item).all((type='group' implies item.exists()) and (type='display' implies item.empty()))",
    "que-2": "repeat(item).linkId.isDistinct()",
    "que-3": "repeat(item).all(type!='display' or code.empty())",
    "que-5": "repeat(item).all(type='choice' or type='open-choice' or answerOption.empty())",
    "que-6": "repeat(item).all(type!='display' or (required.empty() and repeats.empty()))",
    "que-7": "repeat(item).enableWhen.all(operator='exists' implies (answerBoolean.exists()))",
    "que-10": "repeat(item).all((type in ('boolean'|'decimal'|'integer'|'string'|'text'|'url'|'open-choice')) or maxLength.empty())",
    "que-12": "repeat(item).all(enableWhen.count() > 1 implies enableBehavior.exists())",
}
QRS_1 = "repeat(item|answer.item).all((answer.exists() and item.exists()).not())"


def raw_of(name: str) -> object:
    return forms.hostile_raw() if name == "hostile" else forms.pack_raw(name)


def holds(resource: Any, expression: str) -> bool:
    return bool(fhirpathpy.evaluate(resource, expression) == [True])


def refused_here(raw: object) -> bool:
    try:
        read_questionnaire(raw)
    except UserError:
        return True
    return False


@pytest.mark.parametrize("name", FORMS)
def test_fhir_accepts_our_forms(name: str) -> None:
    text = dump_json(raw_of(name))
    FhirQuestionnaire.model_validate_json(text)
    assert [key for key, expression in QUE.items() if not holds(json.loads(text), expression)] == []


@pytest.mark.parametrize(
    ("key", "items"),
    [
        ("que-1", [item("a", "group")]),
        ("que-1", [item("a", "display", item=[item("b")])]),
        ("que-2", [item("a"), item("a")]),
        ("que-3", [item("a", "display", code=[{"code": "x"}])]),
        ("que-5", [item("a", "boolean", answerOption=coded("x"))]),
        ("que-6", [item("a", "display", repeats=False)]),
        ("que-7", [item("a"), item("b", enableWhen=[forms.when("a", "exists", answerString="x")])]),
        ("que-10", [item("a", "date", maxLength=3)]),
        ("que-12", [item("a"), item("b", enableWhen=[forms.when("a", "exists", answerBoolean=True)] * 2)]),
    ],
)
def test_an_invariant_that_fails_there_is_refused_here(key: str, items: list[Any]) -> None:
    raw = raw_form(*items)
    assert not holds(raw, QUE[key])
    with pytest.raises(UserError, match="form_invalid"):
        read_questionnaire(raw)


# ── Shape ───────────────────────────────────────────────────────────────────────────────────────

EXTENSION = {"url": "urn:x", "valueString": "x"}

MISSHAPEN: dict[str, list[Any]] = {
    "unknown": ["x", None, {"kept": "out"}],
    "date": ["nonsense", "2026-02-30", "2026-11-01T08:00:00", "2026-11-01T08:00:00+14:30"],
    "subjectType": [5, "Patient", [5], ["a  b"]],
    "extension": [
        *("x", [{"foo": 1}], [{}], [None], [{"valueString": "x"}], [{**EXTENSION, "valueCode": "x"}]),
        [{**EXTENSION, "extension": [{"url": "urn:y", "valueCoding": {"coding": 1}}]}],
    ],
    "description": [3, []],
    "publisher": [[1], "\u3000", ""],
    "code": ["x", ["x"], [{"code": " x"}], [{"codes": "x"}]],
    "id": ["a b!", "", 3],
    "name": [""],
    "experimental": ["x", 3],
    "approvalDate": ["2026-13", "2026-11-01T08:00:00Z", 2.5],
    "text": ["x", {"status": "generated"}, {"div": "<div/>"}],
    "meta": [[], {"lastUpdated": "2026"}, {"profile": "x"}, {"tags": []}],
    "identifier": [{"value": "x"}, [{"value": 3}], [{"period": {"start": "x"}}]],
    "useContext": [[{"code": {"code": "x"}}]],
    "_title": ["x", {"value": "x"}, {"extension": [{"foo": 1}]}],
    "_item": [{"id": "x"}],
}
MISSHAPEN_ITEM: dict[str, list[Any]] = {
    "unknown": ["x", None],
    "extension": ["x", [{"foo": 1}]],
    "prefix": [3, "", "\u3000"],
    "text": [3, "", "\u3000"],
    "readOnly": ["x", 3],
    "definition": [3, ["x"]],
    "id": [3, []],
    "code": ["x", [{"display": ""}]],
    "required": ["x", {}],
    "maxLength": ["x", 2**31],
    "linkId": [3, "", []],
    "type": [3, []],
    "_text": [[{"id": "x"}]],
    "answerOption": [
        [{"valueInteger": 2**31}],
        [{"valueString": "x", "initialSelected": []}],
        [{"valueCoding": {"code": "x", "display": ""}}],
        [{"valueCoding": {"code": "x"}, "unknown": 1}],
    ],
    "enableWhen": [
        [{**forms.when("a", "exists", answerBoolean=True), "unknown": 1}],
        [forms.when("a", "=", answerString="\u3000")],
    ],
}


def pairs(table: dict[str, list[Any]]) -> list[tuple[str, Any]]:
    return [(key, value) for key, values in table.items() for value in values]


@pytest.mark.parametrize(("key", "value"), pairs(MISSHAPEN))
def test_a_form_fhir_refuses_for_its_shape_is_refused_here(key: str, value: Any) -> None:
    raw = raw_form(item("a"), **{key: value})
    with pytest.raises(ValidationError):
        FhirQuestionnaire.model_validate_json(json.dumps(raw))
    with pytest.raises(UserError, match="form_invalid") as refusal:
        read_questionnaire(raw)
    found: Any = refusal.value.details["problems"]
    assert {problem["where"] for problem in found} == {key}
    assert {problem["code"] for problem in found} <= {"key_unknown", "key_type", "form_key_missing"}


@pytest.mark.parametrize(("key", "value"), pairs(MISSHAPEN_ITEM))
def test_an_item_fhir_refuses_for_its_shape_is_refused_here(key: str, value: Any) -> None:
    kind = "choice" if key == "answerOption" else "text"
    raw = raw_form(item("a"), {**item("b", kind), key: value})
    with pytest.raises(ValidationError):
        FhirQuestionnaire.model_validate_json(json.dumps(raw))
    with pytest.raises(UserError, match="form_invalid"):
        read_questionnaire(raw)


RICH: dict[str, Any] = {
    "id": "form-1.a",
    "meta": {
        "versionId": "1",
        "lastUpdated": "2026-11-01T08:00:00.120+08:00",
        "profile": ["urn:p|1"],
        "tag": [{"code": "x"}],
    },
    "language": "zh-CN",
    "text": {"status": "generated", "div": "<div xmlns='http://www.w3.org/1999/xhtml'>x</div>"},
    "extension": [
        EXTENSION,
        {
            "url": "urn:nested",
            "extension": [{"url": "a", "valueDecimal": Decimal("1.50")}, {"url": "b", "valueUri": "urn:x"}],
        },
        {"url": "urn:e", "valueExpression": {"language": "text/fhirpath", "expression": "%x", "name": "x"}},
        {"url": "urn:r", "valueReference": {"reference": "Patient/1", "display": "x"}},
        {"url": "urn:q", "valueQuantity": {"value": 3, "unit": "g"}},
    ],
    "identifier": [
        {
            "use": "official",
            "type": {"text": "x"},
            "system": "urn:x",
            "value": "1",
            "period": {"start": "2026"},
        }
    ],
    "name": "Rich",
    "_title": {"extension": [EXTENSION]},
    "derivedFrom": ["http://example.org/Questionnaire/x|1"],
    "experimental": False,
    "subjectType": ["Patient"],
    "date": "2026-11",
    "publisher": "无名",
    "contact": [{"name": "x", "telecom": [{"system": "phone", "value": "1", "rank": 1}]}],
    "description": "多行\n **说明**",
    "useContext": [{"code": {"code": "focus"}, "valueCodeableConcept": {"coding": [{"code": "x"}]}}],
    "jurisdiction": [{"coding": [{"system": "urn:iso:std:iso:3166", "code": "CN"}]}],
    "purpose": "x",
    "copyright": "x",
    "approvalDate": "2026-11-01",
    "lastReviewDate": "2026",
    "effectivePeriod": {"start": "2026-01-01", "end": "2026-12-31T23:59:59Z"},
    "code": [
        {"system": "http://loinc.org", "version": "2", "code": "1-8", "display": "x", "userSelected": True}
    ],
}
RICH_ITEMS: list[dict[str, Any]] = [
    item(
        "a",
        id="a1",
        definition="urn:d#a",
        code=[{"code": "x"}],
        prefix="1.",
        readOnly=False,
        maxLength=9,
        _text={"id": "t"},
    ),
    item("b", "choice", answerOption=[{"id": "o", "valueCoding": {"code": "x"}, "initialSelected": False}]),
    item("c", enableWhen=[{"id": "w", **forms.when("b", "=", answerCoding={"code": "x", "display": "X"})}]),
]


def test_what_real_forms_carry_is_accepted_by_both() -> None:
    raw = raw_form(*RICH_ITEMS, **RICH)
    read_questionnaire(raw)
    FhirQuestionnaire.model_validate_json(dump_json(raw))


@pytest.mark.parametrize("key", ["contained", "implicitRules", "modifierExtension"])
def test_what_would_change_the_meaning_is_refused_by_name(key: str) -> None:
    with pytest.raises(UserError, match="form_invalid") as refusal:
        read_questionnaire(raw_form(item("a"), **{key: "x"}))
    assert refusal.value.details["problems"] == [
        {"where": key, "code": "key_unsupported", "params": {"key": key}}
    ]


MODELS = {
    "Questionnaire.item": "QuestionnaireItem",
    "Questionnaire.item.enableWhen": "QuestionnaireItemEnableWhen",
    "Questionnaire.item.answerOption": "QuestionnaireItemAnswerOption",
}
NOT_IN_R4 = {"fhir_comments", "valueCodeableReference", "valueRatioRange"}


@pytest.mark.parametrize("name", sorted(_SHAPES))
def test_the_table_has_the_keys_fhir_has(name: str) -> None:
    module = "questionnaire" if name in MODELS else name.lower()
    model = getattr(importlib.import_module(f"fhir.resources.R4B.{module}"), MODELS.get(name, name))
    theirs = {field.alias for field in model.model_fields.values()} - NOT_IN_R4
    fields = _SHAPES[name].fields
    assert {key for key in theirs - set(fields) if not key.startswith("_")} == set()
    assert {key for key, field in fields.items() if field.kind != "-"} - theirs <= {"resourceType"}


Draw = Callable[[st.SearchStrategy[Any]], Any]
Place = tuple[dict[str, Any] | list[Any], Any]
"""An object or list and a key in it."""


def places(value: Any) -> Iterator[Place]:
    """Every place of a form that holds something."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


KEYS = sorted({key for shape in _SHAPES.values() for key in shape.fields} | {"x", "fhir_comments", "_item"})
SENSIBLE: list[Any] = [
    *(
        "x",
        "a b",
        "",
        " ",
        "\u3000",
        "\x0b",
        "a\x1cb",
        "2026-11-01",
        "2026-11-01T08:00:00+14:30",
        "23:59:60",
        "urn:x",
    ),
    *(True, False, None, 0, 3, -1, 2**31, Decimal("1.50"), Decimal("1E+17")),
    *([], {}, ["x"], [None], EXTENSION, [EXTENSION], [{**EXTENSION, "_valueString": {"id": "x"}}]),
    *({"code": "x"}, [{"code": "x"}], {"text": "x"}, {"id": "x"}, {"start": "2026"}, [{"value": "x"}]),
    *RICH.values(),
]
json_values = st.recursive(
    st.sampled_from(SENSIBLE) | st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=2),
    max_leaves=3,
)


PRIMITIVES: dict[str, list[Any]] = {
    "boolean": [True, False],
    "decimal": [0, -3, Decimal("1.50"), Decimal("1E-17"), 10**17],
    "integer": [-(2**31), 0, 2**31 - 1],
    "unsignedInt": [0, 2**31 - 1],
    "positiveInt": [1, 2**31 - 1],
    "code": ["x", "a b", "a\u3000b", "a\x1cb"],
    "id": ["a-1.B", "x" * 64],
    "oid": ["urn:oid:1.2.0"],
    "date": ["2026", "2026-02", "2024-02-29", "0001-01-01", "9999-12-31"],
    "dateTime": ["2026", "2026-02", "2024-02-29", "2026-11-01T00:00:00Z", "0001-01-01T23:59:59.123456-13:59"],
    "instant": ["2026-11-01T00:00:00.1+14:00", "9999-12-31T23:59:59-14:00"],
    "time": ["00:00:00", "23:59:59.999999"],
}
TEXTS = ["x", "urn:x", "http://[", "甲|\u200b", "\x1f", "%"]
TYPES = {
    "resourceType": "Questionnaire",
    "linkId": "Questionnaire.item",
    "question": "Questionnaire.item.enableWhen",
}


def shaped(draw: Draw, kind: str, depth: int = 3) -> Any:
    """A value of a FHIR type as the table has it, with what is at its edges."""
    if kind not in _SHAPES:
        return draw(st.sampled_from(PRIMITIVES.get(kind, TEXTS)))
    shape = _SHAPES[kind]
    optional = [key for key, field in shape.fields.items() if field.choice is None]
    keys = {key for key in shape.needed if not key.endswith("[x]")}
    keys |= set(draw(st.lists(st.sampled_from(optional), min_size=not keys, max_size=2))) if depth else {"id"}
    for stem in shape.choices:
        keys.add(draw(st.sampled_from([key for key, field in shape.fields.items() if field.choice == stem])))
    return {key: keyed(draw, kind, key, depth - 1) for key in sorted(keys)}


def keyed(draw: Draw, kind: str, key: str, depth: int = 3) -> Any:
    """A value for a key of a FHIR type."""
    field = _SHAPES[kind].fields[key]
    value = shaped(draw, field.kind, max(depth, 0))
    return [value] if field.many else value


def mutate(draw: Draw, raw: Any) -> None:
    """Set, replace or delete one key somewhere: with what FHIR has there, or with anything."""
    found = list(places(raw))
    where, key = found[draw(st.integers(0, len(found) - 1))]
    owner = where[key] if isinstance(where[key], dict) and where[key] else where
    match draw(st.sampled_from(["shaped", "shaped", "set", "replace", "delete"])):
        case "shaped" if isinstance(owner, dict):
            kind = next((kind for mark, kind in TYPES.items() if mark in owner), "Coding")
            kind = "Extension" if "url" in owner and kind == "Coding" else kind
            new = draw(st.sampled_from([one for one in _SHAPES[kind].fields if one != "resourceType"]))
            owner[new] = keyed(draw, kind, new)
        case "set" if isinstance(owner, dict):
            owner[draw(st.sampled_from(KEYS))] = copy.deepcopy(draw(json_values))
        case "delete":
            del where[key]
        case _:
            where[key] = copy.deepcopy(draw(json_values))


def rich_raw(_: str) -> object:
    return raw_form(*RICH_ITEMS, **RICH)


@pytest.mark.parametrize("name", [*FORMS, "rich"])
@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_is_accepted_here_is_accepted_there(name: str, data: st.DataObject) -> None:
    raw: Any = copy.deepcopy(rich_raw(name) if name == "rich" else raw_of(name))
    for _ in range(data.draw(st.integers(1, 2))):
        mutate(data.draw, raw)
    if not refused_here(raw):
        FhirQuestionnaire.model_validate_json(dump_json(raw))


# ── Responses ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("key", "kind", "answer"),
    [
        ("valueString", "text", "\u3000"),
        ("valueString", "string", "\xa0\x0b"),
        ("valueDateTime", "dateTime", "2026-11-01T08:00:00+14:30"),
    ],
)
def test_the_answers_kept_here_that_fhir_refuses(key: str, kind: str, answer: str) -> None:
    form = forms.form(item("a", kind))
    response = to_response(form, {"a": answer}, authored=NOW)
    assert [entry["answer"] for entry in json.loads(dump_json(response))["item"]] == [[{key: answer}]]
    with pytest.raises(ValidationError):
        FhirResponse.model_validate_json(dump_json(response))


def has_blank_text(value: object) -> bool:
    """Whether a text of nothing but blanks stands somewhere: kept as typed here, while FHIR wants a visible mark in it."""
    if isinstance(value, dict):
        return any(has_blank_text(entry) for entry in value.values())
    if isinstance(value, list):
        return any(has_blank_text(entry) for entry in value)
    return isinstance(value, str) and not value.strip()


@pytest.mark.parametrize("name", FORMS)
@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_fhir_accepts_every_response_we_write(name: str, data: st.DataObject) -> None:
    form = read_questionnaire(raw_of(name))
    answers, symptoms = data.draw(forms.filled(form))
    response = to_response(form, answers, symptoms, authored=NOW)
    assume(not has_blank_text(response))
    FhirResponse.model_validate_json(dump_json(response))


def test_the_invariant_of_responses_holds_and_can_fail() -> None:
    form = forms.hostile_form()
    answers: dict[str, object] = {
        "外层 group": {
            "内层/1": {"脉 率": 72},
            "status?": "有",
            "under.question": "因",
            "under.question.2": "-2",
        },
        "meds[2]": [{"meds[2].name": "甘草", "meds[2].times": [{"stopped": True, "since stop": "好"}]}],
    }
    response = json.loads(dump_json(to_response(form, answers, authored=NOW)))
    assert holds(response, QRS_1)
    response["item"][0]["answer"] = [{"valueString": "x"}]
    assert not holds(response, QRS_1)


ASKED = forms.form(
    item("a", "integer", required=True),
    item("b", "choice", answerOption=coded("x")),
    item("late", enableWhen=[forms.when("a", ">", answerInteger=5)]),
)


@pytest.mark.parametrize(
    ("answers", "fhir", "code"),
    [
        ({"a": "three"}, [{"linkId": "a", "answer": [{"valueString": "three"}]}], "wrong_type"),
        ({"zz": 3, "a": 1}, [{"linkId": "zz", "answer": [{"valueInteger": 3}]}], "unknown_item"),
        (
            {"a": [1, 2]},
            [{"linkId": "a", "answer": [{"valueInteger": 1}, {"valueInteger": 2}]}],
            "list_unexpected",
        ),
        ({"b": "y", "a": 1}, [{"linkId": "b", "answer": [{"valueCoding": {"code": "y"}}]}], "not_offered"),
        ({"late": "x", "a": 1}, [{"linkId": "late", "answer": [{"valueString": "x"}]}], "not_asked"),
    ],
)
def test_what_fhir_resources_lets_through_is_refused_here(
    answers: dict[str, object], fhir: list[Any], code: str
) -> None:
    wrong = {"resourceType": "QuestionnaireResponse", "status": "completed", "item": fhir}
    FhirResponse.model_validate_json(json.dumps(wrong))
    assert [problem.code for problem in check_answers(ASKED, answers)] == [code]


def test_fhir_resources_knows_neither_missing_answers_nor_linkids() -> None:
    FhirResponse.model_validate_json('{"resourceType": "QuestionnaireResponse", "status": "completed"}')
    assert missing(ASKED, {}) == ("a",)
    twice = raw_form(item("a"), item("a"))
    FhirQuestionnaire.model_validate_json(json.dumps(twice))
    with pytest.raises(UserError, match="form_invalid"):
        read_questionnaire(twice)


def test_the_tool_itself_still_refuses_something() -> None:
    with pytest.raises(ValidationError):
        FhirResponse.model_validate_json('{"resourceType": "QuestionnaireResponse", "state": "completed"}')
