"""An open composition of the input method belongs to the input method: Enter, digits and arrows do nothing else (R38)."""

import pytest

from tests.fakes.clinic import Clinic
from tests.fakes.vault import InMemoryVault
from tests.journeys.program import played

pytestmark = pytest.mark.slow


def test_no_key_acts_while_a_composition_is_open(clinic: Clinic) -> None:
    clinic.add("陈敏")
    clinic.add("王芳", birth="1985")
    clinic.add("王芳", birth="1992")
    told = played("composition", Clinic(clinic.home, InMemoryVault(), clinic.recovery))
    assert {one["place"]: one["written"] for one in told} == {
        "passphrase": [],
        "find": ["王芳1中国"],  # a digit the input method let through is written, and no more
        "answer": ["中国"],
        "symptom": ["夜里"],
    }
    assert next(one["asked"] for one in told if one["place"] == "find") == ["王芳1中国"]
