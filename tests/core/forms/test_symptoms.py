"""Findings are read from a file whole, or refused with every reason."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given

from core.base.errors import UserError
from core.forms.exact_json import dump_json, load_json
from core.forms.findings import Count, Finding, MoreIs, Status, Trend
from core.forms.symptoms import as_plain, from_plain, read_findings
from tests.fakes import forms


def more_is(term: str, unit: str) -> MoreIs | None:
    return {"夜尿": MoreIs.WORSE, "睡眠": MoreIs.BETTER}.get(term)


def refused(*entries: object) -> list[tuple[int, str, str]]:
    with pytest.raises(UserError) as caught:
        read_findings(list(entries), more_is)
    assert caught.value.code == "symptoms_invalid"
    problems: Any = caught.value.details["problems"]
    return [(one["params"]["row"], one["params"]["field"], one["code"]) for one in problems]


def test_a_whole_finding() -> None:
    words = " “一夜起三回” "
    raw = {
        "term": "夜 尿",
        "field": "erbian",
        "status": "有",
        "grade": 2,
        "count": {"value": Decimal("3.0"), "unit": "次/夜"},
        "trend": "加重",
        "since": "两周",
        "frequency": "每夜",
        "words": words,
    }
    (finding,) = read_findings([raw], more_is)
    assert finding == Finding(
        "夜 尿",
        Status.PRESENT,
        "erbian",
        2,
        Count(Decimal("3.0"), "次/夜"),
        Trend.MORE,
        "两周",
        "每夜",
        words,
    )
    assert list(as_plain(finding).items()) == list(raw.items())


def test_a_bare_finding_keeps_nine_keys() -> None:
    (finding,) = read_findings([{"term": "头痛", "status": "无", "trend": "", "since": None}], more_is)
    assert as_plain(finding) == {
        "term": "头痛",
        "field": "",
        "status": "无",
        "grade": None,
        "count": None,
        "trend": None,
        "since": "",
        "frequency": "",
        "words": "",
    }
    assert read_findings(None, more_is) == read_findings([], more_is) == ()


HEAD = {"term": "头痛", "status": "有"}


@pytest.mark.parametrize(
    ("entry", "field", "code"),
    [
        ("头痛", "", "symptom_not_object"),
        ({**HEAD, "pain": 1}, "", "symptom_key_unknown"),
        ({"status": "有"}, "term", "symptom_term_missing"),
        ({**HEAD, "term": " "}, "term", "symptom_term_missing"),
        ({**HEAD, "term": "不详"}, "term", "symptom_term_missing"),
        ({**HEAD, "term": 5}, "term", "wrong_type"),
        ({"term": "头痛"}, "status", "symptom_status"),
        ({**HEAD, "status": "有 "}, "status", "symptom_status"),
        ({**HEAD, "status": ["有"]}, "status", "symptom_status"),
        ({**HEAD, "grade": 0}, "grade", "symptom_grade"),
        ({**HEAD, "grade": True}, "grade", "symptom_grade"),
        ({**HEAD, "grade": "2"}, "grade", "symptom_grade"),
        ({**HEAD, "grade": Decimal(2)}, "grade", "symptom_grade"),
        ({**HEAD, "status": "无", "grade": 1}, "grade", "symptom_grade_without_present"),
        ({**HEAD, "status": "不详", "grade": 1}, "grade", "symptom_grade_without_present"),
        (
            {**HEAD, "status": "无", "count": {"value": 1, "unit": "次"}},
            "count",
            "symptom_count_without_present",
        ),
        ({**HEAD, "count": 3}, "count", "symptom_count_shape"),
        ({**HEAD, "count": {"value": 3}}, "count", "symptom_count_shape"),
        ({**HEAD, "count": {"value": -1, "unit": "次"}}, "count", "symptom_count_value"),
        ({**HEAD, "count": {"value": 1.5, "unit": "次"}}, "count", "symptom_count_value"),
        ({**HEAD, "count": {"value": True, "unit": "次"}}, "count", "symptom_count_value"),
        ({**HEAD, "count": {"value": Decimal("Infinity"), "unit": "次"}}, "count", "symptom_count_value"),
        ({**HEAD, "count": {"value": 1, "unit": " "}}, "count", "symptom_count_unit"),
        ({**HEAD, "count": {"value": 1, "unit": None}}, "count", "symptom_count_unit"),
        ({**HEAD, "term": "夜尿", "count": {"value": 0, "unit": "次"}}, "count", "symptom_count_zero"),
        ({**HEAD, "trend": "好转"}, "trend", "symptom_trend"),
        ({**HEAD, "trend": ["减轻"]}, "trend", "symptom_trend"),
        ({**HEAD, "status": "未问", "trend": "减轻"}, "trend", "symptom_trend_not_asked"),
        ({**HEAD, "words": 5}, "words", "wrong_type"),
        ({**HEAD, "since": "x" * 100_001}, "since", "text_too_long"),
        ({**HEAD, "field": "\ud800"}, "field", "text_broken"),
    ],
)
def test_one_wrong_finding(entry: object, field: str, code: str) -> None:
    assert refused({"term": "别的", "status": "无"}, entry) == [(2, field, code)]


@pytest.mark.parametrize(
    "entry",
    [
        {**HEAD, "trend": "消失"},
        {**HEAD, "status": "不详", "trend": "又起"},
        {**HEAD, "status": "无", "words": "不痛了"},
        {**HEAD, "status": "未问"},
        {**HEAD, "term": "睡眠", "count": {"value": 0, "unit": "小时"}},
        {**HEAD, "count": {"value": 0, "unit": "次"}},
    ],
)
def test_what_is_allowed_at_save(entry: dict[str, object]) -> None:
    assert len(read_findings([entry], more_is)) == 1


def test_the_same_symptom_twice_is_refused_whatever_its_writing() -> None:
    assert refused(HEAD, {**HEAD, "term": "头 痛"}, {**HEAD, "term": "头\u3000痛 "}) == [
        (2, "term", "symptom_twice"),
        (3, "term", "symptom_twice"),
    ]


def test_every_problem_of_every_finding_is_named() -> None:
    assert refused({"grade": 9, "trend": "x"}, HEAD, 7) == [
        (1, "term", "symptom_term_missing"),
        (1, "status", "symptom_status"),
        (1, "grade", "symptom_grade"),
        (1, "trend", "symptom_trend"),
        (3, "", "symptom_not_object"),
    ]


def test_symptoms_are_a_list() -> None:
    with pytest.raises(UserError) as caught:
        read_findings({"term": "头痛"}, more_is)
    problems: Any = caught.value.details["problems"]
    assert problems == [{"where": "symptoms", "code": "symptoms_not_list", "params": {}}]


@given(finding=forms.findings)
def test_a_finding_survives_its_plain_form_and_json(finding: Finding) -> None:
    plain = load_json(dump_json(as_plain(finding)))
    assert isinstance(plain, dict)
    assert from_plain(plain) == finding
