"""Wrong answers are named with their linkId, all at once; wrong cases that fhir.resources accepts are refused here."""

from decimal import Decimal
from typing import Any

import pytest

from core.forms.findings import Finding, Status
from core.forms.validation import check_answers
from tests.fakes import forms
from tests.fakes.forms import coded, item, when

ONE_OF_EACH = forms.form(
    item("bool", "boolean"),
    item("dec", "decimal"),
    item("int", "integer"),
    item("date", "date"),
    item("moment", "dateTime"),
    item("time", "time"),
    item("string", "string", maxLength=5),
    item("text"),
    item("url", "url"),
    item("choice", "choice", answerOption=coded("x", "y")),
    item("open", "open-choice", answerOption=coded("x")),
    item("qty", "quantity"),
    item("grams", "quantity", extension=[forms.unit("g")]),
    item("many", repeats=True),
    item("note", "display"),
    item("group", "group", item=[item("inner")]),
    item("rows", "group", repeats=True, item=[item("cell", "integer")]),
    item("late", enableWhen=[when("bool", "=", answerBoolean=True)]),
)


def found(answers: object) -> list[tuple[str, str]]:
    """Where and what."""
    return [(problem.where, problem.code) for problem in check_answers(ONE_OF_EACH, answers)]


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ({"bool": 1}, "wrong_type"),
        ({"bool": "true"}, "wrong_type"),
        ({"dec": "1"}, "wrong_type"),
        ({"dec": 1.5}, "wrong_type"),
        ({"dec": True}, "wrong_type"),
        ({"dec": Decimal("NaN")}, "not_finite"),
        ({"dec": Decimal("Infinity")}, "not_finite"),
        ({"dec": Decimal("1E+99")}, "number_out_of_range"),
        ({"dec": Decimal("1.0000000000000000001")}, "number_out_of_range"),
        ({"int": True}, "wrong_type"),
        ({"int": Decimal("1.0")}, "wrong_type"),
        ({"int": 2**31}, "number_out_of_range"),
        ({"date": "2026-02-30"}, "date_invalid"),
        ({"date": "2026-2-3"}, "date_invalid"),
        ({"date": "20260203"}, "date_invalid"),
        ({"date": "0000"}, "date_invalid"),
        ({"date": "2026-13"}, "date_invalid"),
        ({"date": "２０２６"}, "date_invalid"),
        ({"date": 2026}, "wrong_type"),
        ({"moment": "2026-11-01T08:30"}, "moment_invalid"),
        ({"moment": "2026-11-01T08:30:00"}, "moment_invalid"),
        ({"moment": "2026-11-01T25:30:00Z"}, "moment_invalid"),
        ({"time": "8:30"}, "time_invalid"),
        ({"time": "24:00:00"}, "time_invalid"),
        ({"string": "123456"}, "text_too_long"),
        ({"string": 5}, "wrong_type"),
        ({"text": "x" * 100_001}, "text_too_long"),
        ({"text": "\ud800"}, "text_broken"),
        ({"text": {"code": "有"}}, "chosen_unknown"),
        ({"text": {"code": "无", "x": 1}}, "wrong_type"),
        ({"text": {"a": "b"}}, "wrong_type"),
        ({"url": "a b"}, "url_invalid"),
        ({"choice": "z"}, "not_offered"),
        ({"choice": {"code": "x"}}, "wrong_type"),
        ({"choice": 1}, "wrong_type"),
        ({"open": 5}, "wrong_type"),
        ({"qty": 5}, "quantity_shape"),
        ({"qty": {"value": 5}}, "quantity_shape"),
        ({"qty": {"value": 5, "unit": " "}}, "quantity_shape"),
        ({"qty": {"value": 5, "unit": "g", "code": "g"}}, "quantity_shape"),
        ({"qty": {"value": "5", "unit": "g"}}, "wrong_type"),
        ({"grams": {"value": 5, "unit": "kg"}}, "unit_differs"),
        ({"many": "x"}, "list_expected"),
        ({"many": ["x", 5]}, "wrong_type"),
        ({"text": ["x"]}, "list_unexpected"),
        ({"note": "x"}, "display_answered"),
        ({"group": "x"}, "object_expected"),
        ({"group": [{"inner": "x"}]}, "list_unexpected"),
        ({"rows": {"cell": 1}}, "list_expected"),
        ({"rows": [{"cell": 1}, 7]}, "object_expected"),
        ({"rows": [{"cell": 1}, {"cell": "x"}]}, "wrong_type"),
        ({"late": "x"}, "not_asked"),
        ({"late": "x", "bool": False}, "not_asked"),
        ({"zz": "x"}, "unknown_item"),
        ({"inner": "x"}, "unknown_item"),
        ({"TEXT": "x"}, "unknown_item"),
        ({"\ud800": "x"}, "unknown_item"),
    ],
)
def test_one_wrong_answer(answers: dict[str, object], code: str) -> None:
    assert [what for _, what in found(answers)] == [code]


@pytest.mark.parametrize(
    "answers",
    [
        {},
        None,
        {"bool": False, "dec": 0, "int": 0, "text": " 未提及 ", "many": ["x", "", None]},
        {"dec": Decimal("1.10"), "date": "2026", "moment": "2026-11-01T08:30:00.5+08:00", "time": "08:30:00"},
        {"string": {"code": "无"}, "text": {"code": "不详"}, "open": "别的", "choice": "y"},
        {"late": "x", "bool": True, "zz": "", "rows": []},
        {"text": "x" * 100_000},
        {"grams": {"value": Decimal("0.5"), "unit": "g"}},
    ],
)
def test_right_answers(answers: object) -> None:
    assert found({} if answers is None else answers) == []


def test_every_problem_is_named_with_its_row() -> None:
    problems = check_answers(
        ONE_OF_EACH, {"rows": [{"cell": 1}, {"cell": "x"}], "int": "x", "many": ["a", 1]}
    )
    assert [(one.where, one.code, one.params.get("row")) for one in problems] == [
        ("int", "wrong_type", None),
        ("many", "wrong_type", "2"),
        ("cell", "wrong_type", "2"),
    ]


def test_answers_of_another_shape() -> None:
    assert [(one.where, one.code) for one in check_answers(ONE_OF_EACH, [1])] == [
        ("answers", "answers_not_object")
    ]


def test_symptoms_need_a_list_and_stand_outside_the_answers() -> None:
    finding = Finding("头痛", Status.PRESENT)
    assert [one.code for one in check_answers(ONE_OF_EACH, {}, [finding])] == ["no_symptom_list"]
    form = forms.form(item("a"), forms.symptom_list())
    assert check_answers(form, {}, [finding]) == ()
    listed: dict[str, Any] = {"symptoms": [{"symptoms.term": "头痛", "symptoms.status": "有"}]}
    assert [one.code for one in check_answers(form, listed)] == ["symptoms_in_answers"]


def test_findings_obey_the_form_too() -> None:
    problems = check_answers(forms.hostile_form(), {}, [Finding("x", Status.ABSENT, grade=1)])
    assert [(one.where, one.code, one.params["row"]) for one in problems] == [("grade", "not_asked", "1")]
