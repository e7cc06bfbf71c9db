"""What is missing, by the one rule everybody asks."""

from decimal import Decimal
from typing import Any

import pytest

from core.base.text import SENTINELS
from core.forms.completeness import missing
from core.forms.findings import Finding, Status
from tests.fakes import forms
from tests.fakes.forms import FOUR, coded, item, symptom_list, when

NEEDED = forms.form(
    item("text", required=True),
    item("choice", "choice", answerOption=coded(*FOUR, "x"), required=True),
    item("open", "open-choice", answerOption=coded(*FOUR), required=True),
    item("number", "integer", required=True),
    item("flag", "boolean", required=True),
    item("qty", "quantity", required=True),
    item("many", required=True, repeats=True),
    item("group", "group", required=True, item=[item("inner")]),
    item("optional"),
)
FULL: dict[str, Any] = {
    "text": "x",
    "choice": "x",
    "open": "x",
    "number": 0,
    "flag": False,
    "qty": {"value": 0, "unit": "g"},
    "many": ["x"],
    "group": {"inner": "x"},
}


def test_nothing_at_all_lists_every_required_item() -> None:
    nothing: tuple[dict[str, object] | None, ...] = (None, {})
    for answers in nothing:
        assert missing(NEEDED, answers) == tuple(FULL)


def test_zero_false_and_none_of_it_are_answers() -> None:
    assert missing(NEEDED, FULL) == ()
    assert missing(NEEDED, {**FULL, "number": Decimal(0)}) == ()


@pytest.mark.parametrize(
    "text", ["", "  ", "\u3000\n", *sorted(SENTINELS), " 未提及 ", "N/A", "ｎｕｌｌ", "TBD"]
)
def test_blank_and_sentinel_text_is_missing(text: str) -> None:
    for by_person in (True, False):
        found = missing(
            NEEDED, {**FULL, "text": text, "many": [text], "group": {"inner": text}}, by_person=by_person
        )
        assert found == ("text", "many", "group")


@pytest.mark.parametrize("text", ["无", "否认", "none", "0", "false", "None", "不详细", "否认过敏"])
def test_words_that_are_answers(text: str) -> None:
    assert missing(NEEDED, {**FULL, "text": text, "open": text}) == ()


@pytest.mark.parametrize(
    ("key", "value", "by_person", "by_model"),
    [
        ("text", {"code": "不详"}, False, True),
        ("text", {"code": "无"}, False, False),
        ("text", {"code": "未问"}, True, True),
        ("text", {"code": ""}, True, True),
        ("choice", "不详", False, True),
        ("choice", "无", False, False),
        ("choice", "未问", True, True),
        ("open", "不详", False, True),
        ("open", "未问", True, True),
        ("qty", {"value": None, "unit": "g"}, True, True),
        ("many", ["", {"code": "不详"}], False, True),
        ("group", {"inner": {"code": "不详"}}, False, True),
        ("group", [], True, True),
        ("number", "0", False, False),
        ("number", None, True, True),
    ],
)
def test_who_said_it_matters(key: str, value: object, by_person: bool, by_model: bool) -> None:
    answers = {**FULL, key: value}
    assert missing(NEEDED, answers) == ((key,) if by_person else ())
    assert missing(NEEDED, answers, by_person=False) == ((key,) if by_model else ())


def test_inside_an_optional_group_only_when_it_is_entered() -> None:
    form = forms.form(
        item(
            "g",
            "group",
            item=[item("a", required=True), item("b"), item("h", "group", item=[item("c", required=True)])],
        ),
        item("rows", "group", repeats=True, item=[item("d", required=True), item("e")]),
    )
    assert missing(form, {}) == ()
    assert missing(form, None) == ()
    assert missing(form, {"g": {"b": "未提及"}}) == ()
    assert missing(form, {"g": {"b": "x"}}) == ("a",)
    assert missing(form, {"g": {"h": {"c": "x"}}}) == ("a",)
    assert missing(form, {"rows": [{"d": "x", "e": "y"}, {"e": "z"}]}) == ("d",)


def test_a_required_group_asks_for_its_required_children() -> None:
    form = forms.form(item("g", "group", required=True, item=[item("a", required=True), item("b")]))
    assert missing(form, {}) == ("g", "a")
    assert missing(form, {"g": {"b": "x"}}) == ("a",)
    assert missing(form, {"g": {"a": "x"}}) == ()


def test_what_is_not_asked_is_not_missing() -> None:
    form = forms.form(
        item("a", "boolean", required=True),
        item("b", required=True, enableWhen=[when("a", "=", answerBoolean=True)]),
        item("c", item=[item("d", required=True)]),
    )
    assert missing(form, {"a": False}) == ()
    assert missing(form, {"a": True}) == ("b",)
    assert missing(form, {"a": False, "c": "x"}) == ("d",)


def test_a_required_symptom_list_wants_a_symptom_that_was_asked_about() -> None:
    form = forms.form(symptom_list(required=True))
    assert missing(form, {}) == ("symptoms",)
    assert missing(form, {}, [Finding("头痛", Status.NOT_ASKED)]) == ("symptoms",)
    assert missing(form, {}, [Finding("头痛", Status.ABSENT)]) == ()
    assert missing(form, {}, [Finding("头痛", Status.UNKNOWN)]) == ()
    assert missing(form, {}, [Finding("头痛", Status.UNKNOWN)], by_person=False) == ("symptoms",)


@pytest.mark.parametrize("junk", [5, "x", [1, [2]], {"text": {"text": 1}}, {"group": 5, "many": {"a": None}}])
def test_answers_of_any_shape_are_looked_at(junk: object) -> None:
    answers = junk if isinstance(junk, dict) else {"group": junk, "rows": junk, "text": junk}
    assert isinstance(missing(NEEDED, answers), tuple)
