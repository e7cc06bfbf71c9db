"""沿用上次 in a record: the mark goes into the response and comes back, FHIR takes it, it prints, and a wrong one is told."""

from datetime import date

import pytest
from fhir.resources.R4B.questionnaireresponse import QuestionnaireResponse as FhirResponse

from core.base.errors import Damaged
from core.forms.answers import carried_in, from_response, to_response
from core.forms.carried_from import CARRIED_URL, CarriedFrom, carriable, mark_problems
from core.forms.exact_json import dump_json, load_json
from core.forms.layout import lines
from tests.fakes.forms import form, item, pack_form, role

NOW = "2026-11-29T08:00:00+08:00"
SOURCE = CarriedFrom(2, date(2026, 3, 6))
FORM = form(
    item("zhushu", extension=role("chief-complaint")),
    item("past"),
    item("allergy", extension=role("allergy")),
    item("number", "integer"),
    item("list", "string", repeats=True),
    item("g", "group", item=[item("inner")]),
    item("many", "group", repeats=True, item=[item("each")]),
)


def test_the_mark_goes_into_the_response_and_comes_back() -> None:
    answers = {"past": "高血压", "allergy": {"code": "无"}, "g": {"inner": "甲"}}
    marks = {"past": SOURCE, "allergy": SOURCE, "g.none": SOURCE, "inner": CarriedFrom(1, date(2026, 2, 1))}
    response = load_json(dump_json(to_response(FORM, answers, authored=NOW, carried=marks)))
    assert isinstance(response, dict)
    assert from_response(FORM, response) == (answers, ())
    del marks["g.none"]
    assert carried_in(FORM, response) == marks
    FhirResponse.model_validate_json(dump_json(response))


def test_an_unmarked_response_has_no_mark() -> None:
    response = to_response(FORM, {"past": "高血压"}, authored=NOW)
    assert CARRIED_URL not in dump_json(response)
    assert carried_in(FORM, response) == {}


@pytest.mark.parametrize(
    "extension",
    [
        {"url": CARRIED_URL},
        {"url": CARRIED_URL, "extension": [{"url": "visit", "valueInteger": 1}]},
        {"url": CARRIED_URL, "extension": [{"url": "visit", "valueInteger": "x"}, {"url": "day", "valueDate": "2026-03-06"}]},
        {"url": CARRIED_URL, "extension": [{"url": "visit", "valueInteger": 1}, {"url": "day", "valueDate": "2026-03"}]},
        "no extension",
    ],
)  # fmt: skip
def test_a_mark_this_program_never_wrote_is_damage(extension: object) -> None:
    response = {"item": [{"linkId": "past", "answer": [{"valueString": "甲", "extension": [extension]}]}]}
    with pytest.raises(Damaged):
        carried_in(FORM, response)


def test_free_text_in_one_place_may_be_carried_and_the_complaint_may_not() -> None:
    assert carriable(FORM) == {"past", "allergy", "inner"}
    menzhen = carriable(pack_form("menzhen"))
    assert {"jiwangshi", "guominshi"} <= menzhen
    assert not {"zhushu", "xianbingshi"} & menzhen


def test_every_wrong_mark_is_told() -> None:
    marks = {"zhushu": 1, "each": 1, "nobody": 1, "past": 1, "allergy": True, "inner": "2"}
    found = mark_problems(FORM, {"zhushu": "头晕", "allergy": "青霉素", "g": {"inner": "甲"}}, marks)
    assert [(problem.where, problem.code) for problem in found] == [
        ("zhushu", "carried_unfit"),
        ("each", "carried_unfit"),
        ("nobody", "carried_unfit"),
        ("past", "carried_nothing"),
        ("allergy", "carried_visit"),
        ("inner", "carried_visit"),
    ]


def test_a_line_says_from_which_day_its_answer_is() -> None:
    found = {
        line.label: line.carried
        for line in lines(FORM, {"past": "甲", "allergy": "乙"}, (), {"past": SOURCE})
    }
    assert found["past"] == SOURCE.day
    assert found["allergy"] is None
