"""Turning to another patient while a save is under way: each word ends up with the patient it was written for."""

import pytest

from tests.fakes.clinic import Clinic
from tests.journeys.program import played

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("typing", ["", "typing"])
def test_nothing_of_one_patient_reaches_another(clinic: Clinic, typing: str) -> None:
    clinic.add("陈敏")
    clinic.add("周平", "男")
    (shown,) = played("switch", clinic, *([typing] if typing else []))
    assert shown["name"] == "周平"
    assert "甲" not in shown["written"]
    first, second = (clinic.json("visits", "--record-no", number)["visits"] for number in ("P001", "P002"))
    assert [visit["answers"] for visit in first] == [{"zhushu": "甲的主诉", "xianbingshi": "甲的现病史"}]
    assert second == []
    drafts = {
        number: [
            one["answers"] for one in clinic.json("intake", "draft", "show", "--record-no", number)["drafts"]
        ]
        for number in ("P001", "P002")
    }
    assert drafts["P002"] == [{"zhushu": "乙的主诉"}]
    assert "乙" not in str(drafts["P001"])
