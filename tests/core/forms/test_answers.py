"""Answers go into a response and come back equal, and a broken answers file is refused."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.base.errors import Damaged, UserError
from core.forms.answers import from_response, parse_answers_json, to_response
from core.forms.exact_json import dump_json, load_json
from core.forms.findings import Count, Finding, Status, Trend
from tests.fakes import forms

NOW = "2026-11-29T08:00:00+08:00"
ROUND_TRIP = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def through(form: Any, answers: dict[str, object], symptoms: tuple[Finding, ...] = ()) -> Any:
    """A response written as JSON text and read again."""
    return load_json(dump_json(to_response(form, answers, symptoms, authored=NOW)))


@pytest.mark.parametrize("name", ["hostile", "shiwen", "menzhen"])
@ROUND_TRIP
@given(data=st.data())
def test_any_fitting_answers_come_back_equal(name: str, data: st.DataObject) -> None:
    form = forms.hostile_form() if name == "hostile" else forms.pack_form(name)
    answers, symptoms = data.draw(forms.filled(form))
    back = from_response(form, through(form, answers, symptoms))
    assert back == (answers, symptoms)
    assert dump_json(back[0]) == dump_json(sorted_like(back[0], answers))


def sorted_like(order: Any, value: Any) -> Any:
    """The same answers with the keys in another's order, so that their JSON can be compared digit by digit."""
    if isinstance(order, dict):
        return {key: sorted_like(order[key], value[key]) for key in order}
    if isinstance(order, list):
        return [sorted_like(one, other) for one, other in zip(order, value, strict=True)]
    return value


def test_decimals_stay_digit_by_digit() -> None:
    form = forms.form(forms.item("d", "decimal"), forms.item("q", "quantity"))
    answers = parse_answers_json('{"answers": {"d": 1.10, "q": {"value": 0.30, "unit": "g"}}}')["answers"]
    assert isinstance(answers, dict)
    text = dump_json(to_response(form, answers, authored=NOW))
    assert '"valueDecimal":1.10' in text
    assert '"value":0.30' in text
    back, _ = from_response(form, through(form, answers))
    assert dump_json(back) == '{"d":1.10,"q":{"value":0.30,"unit":"g"}}'


def test_the_shape_of_a_response() -> None:
    form = forms.form(
        forms.item(
            "c", "choice", answerOption=[{"valueCoding": {"system": "urn:s", "code": "1", "display": "甲"}}]
        ),
        forms.item("o", "open-choice", answerOption=forms.coded("x")),
        forms.item("t"),
        forms.item("p", "string", item=[forms.item("child", "integer")]),
        forms.item("g", "group", repeats=True, item=[forms.item("b", "boolean")]),
        forms.symptom_list(),
    )
    answers = {
        "g": [{"b": False}, {"b": True}],
        "c": "1",
        "o": "自填",
        "t": {"code": "不详"},
        "p": "因",
        "child": 2,
    }
    finding = Finding(
        "失眠", Status.PRESENT, grade=2, count=Count(Decimal("3.50"), "次/夜"), trend=Trend.MORE
    )
    response = to_response(form, answers, [finding], authored=NOW)
    assert response["questionnaire"] == "urn:test:form|1"
    assert response["status"] == "completed"
    assert response["item"] == [
        {
            "linkId": "c",
            "text": "c",
            "answer": [{"valueCoding": {"system": "urn:s", "code": "1", "display": "甲"}}],
        },
        {"linkId": "o", "text": "o", "answer": [{"valueString": "自填"}]},
        {
            "linkId": "t",
            "text": "t",
            "answer": [
                {"extension": [{"url": "urn:mingdao:chosen", "valueCode": "不详"}], "valueString": "不详"},
            ],
        },
        {
            "linkId": "p",
            "text": "p",
            "answer": [
                {
                    "valueString": "因",
                    "item": [{"linkId": "child", "text": "child", "answer": [{"valueInteger": 2}]}],
                }
            ],
        },
        *(
            {
                "linkId": "g",
                "text": "g",
                "item": [{"linkId": "b", "text": "b", "answer": [{"valueBoolean": value}]}],
            }
            for value in (False, True)
        ),
        {
            "linkId": "symptoms",
            "text": "symptoms",
            "item": [
                {"linkId": f"symptoms.{part}", "text": f"symptoms.{part}", "answer": [answer]}
                for part, answer in (
                    ("term", {"valueString": "失眠"}),
                    ("status", {"valueCoding": {"code": "有", "display": "有"}}),
                    ("grade", {"valueInteger": 2}),
                    ("count", {"valueQuantity": {"value": Decimal("3.50"), "unit": "次/夜"}}),
                    ("trend", {"valueCoding": {"code": "加重", "display": "加重"}}),
                )
            ],
        },
    ]


def test_nothing_is_invented_and_blanks_are_absent() -> None:
    form = forms.form(forms.item("a"), forms.item("b"), forms.item("g", "group", item=[forms.item("c")]))
    response = to_response(form, {"a": "", "b": None, "g": {"c": ""}}, authored=NOW)
    assert "item" not in response
    assert from_response(form, response) == ({}, ())


def test_a_typed_word_and_a_chosen_one_stay_apart() -> None:
    form = forms.form(forms.item("a", repeats=True))
    answers: dict[str, object] = {"a": ["不详", {"code": "不详"}, {"code": "无"}, "无"]}
    assert from_response(form, through(form, answers))[0] == answers


def test_answers_that_do_not_fit_are_refused_not_dropped() -> None:
    form = forms.form(forms.item("a"))
    with pytest.raises(UserError) as caught:
        to_response(form, {"a": "x", "zz": "y"}, authored=NOW)
    assert caught.value.code == "answers_invalid"
    assert caught.value.details["problems"] == [{"where": "zz", "code": "unknown_item", "params": {}}]


@pytest.mark.parametrize(
    "damage",
    [
        {"item": [{"linkId": "zz", "answer": [{"valueString": "x"}]}]},
        {"item": [{"linkId": "a"}]},
        {"item": [{"linkId": "a", "answer": [{"valueInteger": 1}]}]},
        {"item": [{"linkId": "a", "answer": [{"valueString": "x"}, {"valueString": "y"}]}]},
        {"item": {"linkId": "a"}},
        {"item": ["a"]},
    ],
)
def test_a_response_it_did_not_write_is_damage(damage: dict[str, object]) -> None:
    form = forms.form(forms.item("a"))
    with pytest.raises(Damaged) as caught:
        from_response(form, {"questionnaire": form.ref, **damage})
    assert caught.value.code == "response_damaged"


def test_a_response_of_another_version_is_not_read() -> None:
    form = forms.form(forms.item("a"))
    with pytest.raises(Damaged, match="response_other_form"):
        from_response(form, {"questionnaire": "urn:test:form|2"})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "json_syntax"),
        ("{", "json_syntax"),
        ("[]", "answers_file_shape"),
        ('{"answer": {}}', "answers_file_key"),
        ('{"answers": []}', "answers_not_object"),
        ('{"symptoms": {}}', "symptoms_not_list"),
        ('{"answers": {"a": NaN}}', "json_number"),
        ('{"answers": {"a": -Infinity}}', "json_number"),
        ('{"answers": {"a": 1e99999999999999999999}}', "json_number"),
        ('{"answers": {"a": ' + "9" * 5000 + "}}", "json_number"),
        ('{"answers": {"a": 1, "a": 2}}', "json_duplicate_key"),
        ('{"answers": {"a": "\\ud800"}}', "text_broken"),
        ('{"answers": {"\\ud800": 1}}', "text_broken"),
        ('{"answers": {"\\ud800": 1, "\\ud800": 2}}', "json_duplicate_key"),
        ('{"answers": ' + "[" * 40 + "]" * 40 + "}", "json_too_deep"),
        ('{"answers": ' + "[" * 100_000 + "]" * 100_000 + "}", "json_too_deep"),
    ],
)
def test_a_file_that_is_no_answers_file(text: str, code: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_answers_json(text)
    assert caught.value.code == "answers_unreadable"
    problems: Any = caught.value.details["problems"]
    assert [found["code"] for found in problems] == [code]


def test_an_answers_file_is_read_exactly() -> None:
    text = '\ufeff{"answers": {"a": 1.10, "b": "  \\u0000未提及 "}, "symptoms": null}'
    assert parse_answers_json(text) == {
        "answers": {"a": Decimal("1.10"), "b": "  \x00未提及 "},
        "symptoms": [],
        "carried": {},
        "visited_at": "",
    }


@pytest.mark.parametrize("value", [1.5, Decimal("NaN"), {1: 2}, {"a": {1, 2}}])
def test_what_has_no_exact_form_is_not_written(value: object) -> None:
    with pytest.raises(TypeError):
        dump_json(value)
