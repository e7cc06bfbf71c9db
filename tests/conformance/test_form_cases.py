"""Cases T26, T27, T28, T35, T36, T38, T47 and T48: completeness and the printed record, on the pack's own forms."""

import pytest

from core.forms.answers import from_response, to_response
from core.forms.completeness import missing
from core.forms.exact_json import dump_json, load_json
from core.forms.layout import LineKind, lines
from core.forms.questionnaire import Questionnaire
from tests.fakes.forms import MENZHEN_OPTIONAL, SHIWEN_KEYS, form, item, pack_form, symptom_list

SMALL_SHIWEN = form(*(item(key, required=True) for key in SHIWEN_KEYS), symptom_list())
SMALL_MENZHEN = form(
    item("zhushu", required=True),
    item("xianbingshi", required=True),
    *(item(key) for key in MENZHEN_OPTIONAL),
    symptom_list(),
)


@pytest.fixture(params=["small", "pack"])
def menzhen(request: pytest.FixtureRequest) -> Questionnaire:
    return SMALL_MENZHEN if request.param == "small" else pack_form("menzhen")


@pytest.fixture(params=["small", "pack"])
def shiwen(request: pytest.FixtureRequest) -> Questionnaire:
    return SMALL_SHIWEN if request.param == "small" else pack_form("shiwen")


def test_T26_only_the_required_blank_is_missing(menzhen: Questionnaire) -> None:
    assert missing(menzhen, {"zhushu": "头晕", "xianbingshi": "未提及", "jiwangshi": ""}) == ("xianbingshi",)


def test_T27_both_required_are_missing(menzhen: Questionnaire) -> None:
    assert missing(menzhen, {"zhushu": "", "xianbingshi": "  ", "shexiang": "舌淡红"}) == (
        "zhushu",
        "xianbingshi",
    )


def test_T28_only_the_required_is_enough_and_nothing_is_invented(menzhen: Questionnaire) -> None:
    answers: dict[str, object] = {"zhushu": "头晕", "xianbingshi": "晨起头晕一月"}
    given = {**answers, **dict.fromkeys(MENZHEN_OPTIONAL, "")}
    assert missing(menzhen, given) == ()
    response = load_json(dump_json(to_response(menzhen, given, authored="2026-11-29T08:00:00+08:00")))
    assert isinstance(response, dict)
    assert [entry["linkId"] for entry in response["item"]] == list(answers)
    assert from_response(menzhen, response) == (answers, ())


def test_T35_ten_answers_are_accepted(shiwen: Questionnaire) -> None:
    assert missing(shiwen, dict.fromkeys(SHIWEN_KEYS, "有")) == ()


def test_T36_a_sentinel_among_ten_is_missing(shiwen: Questionnaire) -> None:
    assert missing(shiwen, {**dict.fromkeys(SHIWEN_KEYS, "有"), "kouke": "  未提及 "}) == ("kouke",)


def test_T38_without_structured_data_everything_required_is_missing(shiwen: Questionnaire) -> None:
    assert missing(shiwen, None) == SHIWEN_KEYS


def test_T47_a_record_with_only_the_chief_complaint(shiwen: Questionnaire, menzhen: Questionnaire) -> None:
    for questionnaire in (shiwen, menzhen):
        found = [line for line in lines(questionnaire, {"zhushu": "头晕"}) if line.kind is LineKind.ANSWER]
        assert found[0].text == "头晕"
        assert {line.text for line in found[1:]} <= {"", "未问"}
    optional = {item.link_id: item for item in menzhen.walk()}
    shown = {line.label: line.text for line in lines(menzhen, {"zhushu": "头晕"})}
    assert all(shown[optional[key].label] == "" for key in MENZHEN_OPTIONAL)


def test_T48_nothing_to_print_is_no_failure(menzhen: Questionnaire) -> None:
    assert lines(menzhen, None) == lines(None, None) == ()
