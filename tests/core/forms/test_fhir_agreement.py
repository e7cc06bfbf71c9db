"""FHIR tools accept what is accepted here; what they let through wrongly is refused here.

fhir.resources checks the shape, fhirpathpy runs invariants of R4 (que-1, -2, -3, -5, -6, -7, -10, -12; qrs-1).
"""

import json
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


@pytest.mark.parametrize("name", FORMS)
def test_fhir_accepts_our_forms(name: str) -> None:
    raw = raw_of(name)
    assert isinstance(raw, dict)
    text = dump_json({key: value for key, value in raw.items() if not key.startswith("x-")})
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
