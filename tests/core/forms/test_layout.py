"""The printed lines of a record."""

from decimal import Decimal
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.forms.findings import Count, Finding, Status, Trend
from core.forms.layout import Line, LineKind, lines
from tests.fakes import forms
from tests.fakes.forms import FOUR, coded, item, symptom_list, unit, when

FORM = forms.form(
    item("主诉", required=True),
    item("说明", "display"),
    item("口渴", "choice", answerOption=coded(*FOUR)),
    item("过敏", "boolean"),
    item(
        "生命体征", "group", item=[item("体温", "decimal", extension=[unit("℃")]), item("用量", "quantity")]
    ),
    item("用药", "group", repeats=True, item=[item("药名")]),
    item("再问", enableWhen=[when("过敏", "=", answerBoolean=True)]),
    symptom_list(),
)


def plain(answers: dict[str, Any], *findings: Finding) -> list[tuple[str, str, str, int]]:
    return [(line.kind.value, line.label, line.text, line.level) for line in lines(FORM, answers, findings)]


def test_a_record_with_almost_nothing() -> None:
    assert plain({"主诉": "头晕"}) == [
        ("answer", "主诉", "头晕", 0),
        ("note", "说明", "", 0),
        ("answer", "口渴", "未问", 0),
        ("answer", "过敏", "", 0),
        ("heading", "生命体征", "", 0),
        ("answer", "体温", "", 1),
        ("answer", "用量", "", 1),
        ("heading", "用药", "", 0),
        ("heading", "symptoms", "", 0),
    ]


def test_a_full_record() -> None:
    answers = {
        "主诉": {"code": "不详"},
        "口渴": "无",
        "过敏": True,
        "生命体征": {"体温": Decimal("38.50"), "用量": {"value": 3, "unit": "g"}},
        "用药": [{"药名": "甘草"}, {"药名": "桂枝"}],
        "再问": "磺胺",
    }
    finding = Finding(
        *("失眠", Status.PRESENT, "toushen", 3, Count(Decimal("2.5"), "时/夜")),
        *(Trend.LESS, "两月", "每夜", "好些了"),
    )
    found = lines(FORM, answers, [finding, Finding("口苦", Status.NOT_ASKED)])
    assert [line for line in found if line.kind is not LineKind.NOTE] == [
        Line(LineKind.ANSWER, "主诉", "不详"),
        Line(LineKind.ANSWER, "口渴", "无"),
        Line(LineKind.YES, "过敏"),
        Line(LineKind.HEADING, "生命体征"),
        Line(LineKind.ANSWER, "体温", "38.50 ℃", 1),
        Line(LineKind.ANSWER, "用量", "3 g", 1),
        Line(LineKind.HEADING, "用药", row=1),
        Line(LineKind.ANSWER, "药名", "甘草", 1),
        Line(LineKind.HEADING, "用药", row=2),
        Line(LineKind.ANSWER, "药名", "桂枝", 1),
        Line(LineKind.ANSWER, "再问", "磺胺"),
        Line(LineKind.HEADING, "symptoms"),
        Line(
            LineKind.FINDING,
            "失眠",
            "有，重，2.5 时/夜，symptoms.trend：减轻，symptoms.since：两月，symptoms.frequency：每夜，“好些了”",
            1,
        ),
        Line(LineKind.FINDING, "口苦", "未问", 1),
    ]


def test_codes_print_as_their_words_and_no_as_no() -> None:
    form = forms.form(
        item("c", "choice", answerOption=[{"valueCoding": {"code": "1", "display": "干"}}], repeats=True),
        item("o", "open-choice", answerOption=[{"valueCoding": {"code": "1", "display": "干"}}]),
        item("b", "boolean"),
    )
    found = lines(form, {"c": ["1"], "o": "别的", "b": False})
    assert [(line.kind.value, line.text) for line in found] == [
        ("answer", "干"),
        ("answer", "别的"),
        ("no", ""),
    ]


@settings(deadline=None, max_examples=50, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_record_can_be_laid_out(data: st.DataObject) -> None:
    form = forms.hostile_form()
    answers, symptoms = data.draw(forms.filled(form))
    found = lines(form, answers, symptoms)
    assert all(line.label for line in found if line.kind is not LineKind.FINDING)
    assert sum(line.kind is LineKind.FINDING for line in found) == len(symptoms)


def test_half_a_record_of_any_shape_is_laid_out() -> None:
    found = lines(
        FORM, {"主诉": ["x", None, {"a": None}], "生命体征": 5, "用药": {"药名": None}, "口渴": None}
    )
    assert not {"None", "null", "undefined"} & {line.text for line in found}
