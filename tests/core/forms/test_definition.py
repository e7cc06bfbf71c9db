"""Forms are read whole, and everything wrong with one is said at once."""

from typing import Any

import pytest

from core.base.errors import UserError
from core.forms.definition import read_questionnaire
from core.forms.questionnaire import ItemType, Role
from tests.fakes import forms
from tests.fakes.forms import coded, item, raw_form, role, symptom_list, when

Raw = dict[str, Any]


def codes(raw: object) -> list[tuple[str, str]]:
    """Where and what, for every problem of a form."""
    with pytest.raises(UserError) as caught:
        read_questionnaire(raw)
    assert caught.value.code == "form_invalid"
    problems: Any = caught.value.details["problems"]
    return [(problem["where"], problem["code"]) for problem in problems]


def test_the_forms_that_exist_are_read() -> None:
    shiwen, menzhen = forms.pack_form("shiwen"), forms.pack_form("menzhen")
    listed = shiwen.symptom_list
    assert listed is not None
    assert tuple(one.link_id for one in shiwen.items if one.required) == forms.SHIWEN_KEYS
    assert tuple(one.link_id for one in menzhen.items if one.required) == ("zhushu", "xianbingshi")
    assert {one.type for one in shiwen.items if one.required} == {ItemType.TEXT}
    assert menzhen.by_role(Role.CHIEF_COMPLAINT)[0].link_id == "zhushu"
    assert menzhen.ref.count("|") == 1


def test_roles_units_help_and_paths() -> None:
    form = forms.hostile_form()
    chief = form.by_role(Role.CHIEF_COMPLAINT)[0]
    assert (chief.link_id, chief.help) == ("1. 主诉 (chief)", "一句话")
    warm, pulse = form.by_link_id("体温 ℃"), form.by_link_id("脉 率")
    assert warm is not None
    assert pulse is not None
    assert (warm.unit, pulse.unit) == ("℃", "/min")
    assert warm.path == ("外层 group", "内层/1")
    listed = form.symptom_list
    assert listed is not None
    assert listed.link_id == "我们的 findings"
    note = form.by_link_id("note")
    assert note is not None
    assert note.type is ItemType.DISPLAY
    assert form.by_link_id("plain help") is None
    assert form.by_link_id("A.B.C") is None


def test_every_problem_is_named_at_once() -> None:
    raw = raw_form(
        item("a", "attachment"),
        item("b", "choice"),
        item("c", "group"),
        item("c", required="yes"),
        url="",
        version="1|2",
        title=" ",
        status="done",
    )
    assert codes(raw) == [
        ("url", "form_key_missing"),
        ("version", "form_key_unfit"),
        ("title", "form_key_missing"),
        ("status", "form_status"),
        ("a", "type_unsupported"),
        ("b", "options_missing"),
        ("c", "group_empty"),
        ("c", "key_type"),
        ("c", "link_id_twice"),
    ]


@pytest.mark.parametrize("raw", [None, [], "x", 5, {}, {"resourceType": "Patient"}])
def test_what_is_no_questionnaire(raw: object) -> None:
    assert ("", "not_a_questionnaire") in codes(raw)


WRONG_ITEMS: list[tuple[list[Any], str, str]] = [
    ([], "item", "form_key_missing"),
    (["x"], "item[0]", "key_type"),
    ([{"type": "text"}], "item[0]", "link_id_missing"),
    ([item(" ")], "item[0]", "link_id_missing"),
    ([item("x" * 65)], "item[0]", "link_id_unfit"),
    ([item("a\nb")], "item[0]", "link_id_unfit"),
    ([item("a "), item("b")], "item[0]", "link_id_unfit"),
    ([item("a", "question")], "a", "type_unsupported"),
    ([item("a", "reference")], "a", "type_unsupported"),
    ([item("a", "slider")], "a", "type_unknown"),
    ([{"linkId": "a"}], "a", "type_unknown"),
    ([item("a", text=5)], "a", "key_type"),
    ([item("a", "group")], "a", "group_empty"),
    ([item("a", "group", item=[item("h", "display", extension=[])]), item("a")], "a", "link_id_twice"),
    ([item("a", "display", required=False)], "a", "key_not_allowed"),
    ([item("a", "display", item=[item("b")])], "a", "key_not_allowed"),
    ([item("a", initial=[{"valueString": "x"}])], "a", "key_unsupported"),
    ([item("a", modifierExtension=[{}])], "a", "key_unsupported"),
    ([item("a", "choice", answerValueSet="urn:x")], "a", "key_unsupported"),
    ([item("a", answerOption=coded("x"))], "a", "key_not_allowed"),
    ([item("a", "choice", answerOption=coded("x", "y", "x"))], "a", "option_twice"),
    ([item("a", "choice", answerOption=[{"valueCoding": {"display": "x"}}])], "a", "option_unfit"),
    ([item("a", "choice", answerOption=[{"valueCoding": {"code": " x"}}])], "a", "option_unfit"),
    ([item("a", "choice", answerOption=[{"valueDate": "2026"}])], "a", "option_unfit"),
    (
        [item("a", "choice", answerOption=[{"valueString": "x", "initialSelected": True}])],
        "a",
        "option_unfit",
    ),
    ([item("a", maxLength=0)], "a", "key_type"),
    ([item("a", "date", maxLength=5)], "a", "key_not_allowed"),
    ([item("a", "integer", repeats=1)], "a", "key_type"),
    ([item("a", repeats=True, item=[item("b")])], "a", "children_of_repeating"),
    ([item("a", extension=role("priest"))], "a", "role_unknown"),
    ([item("a", extension=role("tongue") + role("pulse"))], "a", "role_unknown"),
    ([item("a", enableWhen=[])], "a", "enable_when_shape"),
    ([item("a", enableWhen=[{"question": "b"}]), item("b")], "a", "enable_when_shape"),
    (
        [item("a"), item("b", enableWhen=[when("a", "~", answerString="x")])],
        "b",
        "enable_when_operator_unknown",
    ),
    ([item("b", enableWhen=[when("a", "=", answerString="x")])], "b", "enable_when_unknown_item"),
    ([item("a"), item("b", enableWhen=[when("a", ">", answerString="x")])], "b", "enable_when_operator"),
    ([item("a"), item("b", enableWhen=[when("a", "=", answerInteger=1)])], "b", "enable_when_answer"),
    (
        [item("a"), item("b", enableWhen=[when("a", "exists", answerString="true")])],
        "b",
        "enable_when_answer",
    ),
    (
        [item("a", "integer"), item("b", enableWhen=[when("a", "=", answerInteger=True)])],
        "b",
        "enable_when_answer",
    ),
    (
        [item("a", "date"), item("b", enableWhen=[when("a", "<", answerDate="2026-02-30")])],
        "b",
        "enable_when_answer",
    ),
    (
        [
            item("a", "choice", answerOption=coded("x")),
            item("b", enableWhen=[when("a", "=", answerCoding={"code": "y"})]),
        ],
        "b",
        "enable_when_answer",
    ),
    (
        [
            item("a", "choice", answerOption=[{"valueInteger": 3}]),
            item("b", enableWhen=[when("a", "=", answerCoding={"code": "3"})]),
        ],
        "b",
        "enable_when_answer",
    ),
    ([item("a", enableWhen=[when("a", "exists", answerBoolean=True)])], "a", "enable_when_circle"),
    (
        [item("g", "group", item=[item("a")], enableWhen=[when("a", "exists", answerBoolean=True)])],
        "g",
        "enable_when_circle",
    ),
    (
        [
            item("a", enableWhen=[when("b", "exists", answerBoolean=True)]),
            item("b", enableWhen=[when("a", "exists", answerBoolean=True)]),
        ],
        "a",
        "enable_when_circle",
    ),
    (
        [
            item("a"),
            item("b", enableWhen=[when("a", "=", answerString="x"), when("a", "=", answerString="y")]),
        ],
        "b",
        "enable_behavior_missing",
    ),
    ([item("a", enableBehavior="some")], "a", "enable_behavior_unknown"),
    ([item("a", extension=role("symptom-list"))], "a", "symptom_list_not_repeating_group"),
    ([{**symptom_list(), "item": [item("term", "string")]}], "symptoms", "symptom_part_missing"),
    (
        [item("g", "group", repeats=True, item=[symptom_list()])],
        "symptoms",
        "symptom_list_in_repeating_group",
    ),
]


@pytest.mark.parametrize(("items", "where", "code"), WRONG_ITEMS, ids=lambda value: str(value)[:40])
def test_a_wrong_item_is_refused(items: list[Any], where: str, code: str) -> None:
    assert (where, code) in codes(raw_form(*items))


def changed_part(part: str, **keys: object) -> Raw:
    """A symptom list with one child altered."""
    raw = symptom_list()
    children: Any = raw["item"]
    for child in children:
        if child["linkId"] == f"symptoms.{part}":
            child.update(keys)
    return raw


@pytest.mark.parametrize(
    ("part", "keys", "code"),
    [
        ("status", {"answerOption": coded("有", "无")}, "symptom_part_codes"),
        ("trend", {"answerOption": coded("好", "坏")}, "symptom_part_codes"),
        ("grade", {"type": "text"}, "symptom_part_shape"),
        ("grade", {"type": "choice", "answerOption": coded("轻")}, "symptom_part_codes"),
        ("term", {"repeats": True}, "symptom_part_shape"),
        ("words", {"linkId": "symptoms.said"}, "symptom_part_unknown"),
        ("words", {"linkId": "other.since"}, "symptom_part_unknown"),
    ],
)
def test_the_parts_of_a_symptom_list_are_fixed(part: str, keys: Raw, code: str) -> None:
    assert code in {found for _, found in codes(raw_form(changed_part(part, **keys)))}


def test_a_form_has_one_symptom_list() -> None:
    second = {**symptom_list("b."), "linkId": "b"}
    assert ("b", "symptom_list_twice") in codes(raw_form(symptom_list(), second))


def test_depth_and_length_have_limits() -> None:
    deep = item("x")
    for level in range(8):
        deep = item(f"g{level}", "group", item=[deep])
    assert "form_too_deep" in {code for _, code in codes(raw_form(deep))}
    found = codes(raw_form(*(item(str(number)) for number in range(501))))
    assert found == [("item", "form_too_long")]
    assert len(list(forms.form(*(item(str(number)) for number in range(500))).walk())) == 500
