"""enableWhen as FHIR R4 defines its operators."""

from decimal import Decimal
from typing import Any

import pytest

from core.forms.enabling import Enabling
from core.forms.filled import Filled
from core.forms.findings import Finding, Status
from core.forms.questionnaire import Questionnaire
from tests.fakes import forms
from tests.fakes.forms import coded, item, when


def asked(form: Questionnaire, answers: dict[str, Any], link_id: str = "b", *rows: int) -> bool:
    found = form.by_link_id(link_id)
    assert found is not None
    return Enabling(Filled.of(form, answers)).asks(found, rows)


def pair(kind: str, operator: str, expected: dict[str, Any], **keys: Any) -> Questionnaire:
    """An item b that hangs on an item a."""
    return forms.form(item("a", kind, **keys), item("b", enableWhen=[when("a", operator, **expected)]))


OPTIONS = {"answerOption": [*coded("x"), {"valueInteger": 3}, {"valueString": "z"}]}


@pytest.mark.parametrize(
    ("kind", "operator", "expected", "answer", "holds"),
    [
        ("text", "exists", {"answerBoolean": True}, "x", True),
        ("text", "exists", {"answerBoolean": True}, "", False),
        ("text", "exists", {"answerBoolean": False}, None, True),
        ("text", "=", {"answerString": "x"}, "x", True),
        ("text", "=", {"answerString": "无"}, {"code": "无"}, True),
        ("text", "=", {"answerString": "x"}, None, False),
        ("text", "!=", {"answerString": "x"}, None, True),
        ("text", "!=", {"answerString": "x"}, "y", True),
        ("text", "!=", {"answerString": "x"}, "x", False),
        ("boolean", "=", {"answerBoolean": False}, False, True),
        ("boolean", "=", {"answerBoolean": False}, None, False),
        ("integer", ">", {"answerInteger": 3}, 4, True),
        ("integer", ">", {"answerInteger": 3}, 3, False),
        ("integer", ">=", {"answerInteger": 3}, 3, True),
        ("integer", "<=", {"answerInteger": 3}, 4, False),
        ("integer", "<", {"answerInteger": 3}, "2", False),
        ("decimal", "=", {"answerDecimal": 0.1}, Decimal("0.10"), True),
        ("decimal", "<", {"answerDecimal": Decimal("0.1")}, Decimal("0.09999999999999999"), True),
        ("date", ">", {"answerDate": "2026-01-31"}, "2026-02", True),
        ("date", ">", {"answerDate": "2026-01-31"}, "2026-01", False),
        ("date", "<=", {"answerDate": "2026-01"}, "2026-01-02", False),
        ("date", "=", {"answerDate": "2026-01"}, "2026-01", True),
        ("date", "=", {"answerDate": "2026-01"}, "2026-02-30", False),
        ("dateTime", "<", {"answerDateTime": "2026-01-01T09:00:00+08:00"}, "2026-01-01T00:59:59Z", True),
        ("dateTime", "<", {"answerDateTime": "2026-01-01T09:00:00+08:00"}, "2026-01-01", False),
        ("dateTime", ">", {"answerDateTime": "2026-01-01T09:00:00+08:00"}, "2027", True),
        ("time", ">=", {"answerTime": "08:00:00"}, "08:00:00.0", True),
        ("time", ">=", {"answerTime": "08:00:00"}, "07:59:59", False),
        ("quantity", ">", {"answerQuantity": {"value": 2, "unit": "g"}}, {"value": 3, "unit": "g"}, True),
        ("quantity", ">", {"answerQuantity": {"value": 2, "unit": "g"}}, {"value": 3, "unit": "kg"}, False),
        ("choice", "=", {"answerCoding": {"code": "x"}}, "x", True),
        ("choice", "=", {"answerInteger": 3}, "3", True),
        ("choice", "!=", {"answerString": "z"}, "3", True),
        ("open-choice", "=", {"answerString": "自填"}, "自填", True),
    ],
)
def test_operators(kind: str, operator: str, expected: dict[str, Any], answer: object, holds: bool) -> None:
    keys = OPTIONS if "choice" in kind else {}
    assert asked(pair(kind, operator, expected, **keys), {"a": answer}) is holds


def test_any_and_all() -> None:
    clauses = [when("a", "=", answerString="x"), when("c", "exists", answerBoolean=True)]
    for behavior, holds in (("any", True), ("all", False)):
        form = forms.form(item("a"), item("c"), item("b", enableWhen=clauses, enableBehavior=behavior))
        assert asked(form, {"a": "x"}) is holds


def test_the_answer_to_an_item_not_asked_counts_for_nothing() -> None:
    form = forms.form(
        item("a", "boolean"),
        item("mid", enableWhen=[when("a", "=", answerBoolean=True)]),
        item("b", enableWhen=[when("mid", "exists", answerBoolean=True)]),
    )
    assert asked(form, {"a": True, "mid": "x"})
    assert not asked(form, {"a": False, "mid": "x"})


def test_a_clause_looks_at_its_own_entry() -> None:
    form = forms.form(
        item(
            "g",
            "group",
            repeats=True,
            item=[item("a", "boolean"), item("b", enableWhen=[when("a", "=", answerBoolean=True)])],
        ),
        item("outside", enableWhen=[when("a", "=", answerBoolean=True)]),
    )
    answers = {"g": [{"a": True}, {"a": False}]}
    assert asked(form, answers, "b", 0)
    assert not asked(form, answers, "b", 1)
    assert asked(form, answers, "outside")


def test_children_are_asked_under_an_answer_and_inside_an_asked_group() -> None:
    form = forms.form(
        item("a", item=[item("child")]),
        item("g", "group", item=[item("b")], enableWhen=[when("a", "=", answerString="x")]),
    )
    assert not asked(form, {}, "child")
    assert asked(form, {"a": "y"}, "child")
    assert not asked(form, {"a": "y"}, "b", 0)
    assert asked(form, {"a": "x"}, "b", 0)


def test_a_clause_may_look_at_the_symptoms() -> None:
    form = forms.form(
        forms.symptom_list(),
        item("b", enableWhen=[when("symptoms.status", "=", answerCoding={"code": "有"})]),
    )
    found = form.by_link_id("b")
    assert found is not None
    for status, holds in ((Status.PRESENT, True), (Status.ABSENT, False)):
        assert Enabling(Filled.of(form, {}, [Finding("头痛", status)])).asks(found) is holds


def test_a_long_chain_neither_recurses_nor_explodes() -> None:
    def clauses(number: int) -> dict[str, Any]:
        if not number:
            return {}
        asks = when(str(number - 1), "exists", answerBoolean=True)
        return {"enableWhen": [asks, asks], "enableBehavior": "all"}

    form = forms.form(*(item(str(number), **clauses(number)) for number in range(500)))
    assert asked(form, {str(number): "x" for number in range(500)}, "499")
    assert not asked(form, {str(number): "x" for number in range(1, 500)}, "499")
