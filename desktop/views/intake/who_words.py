"""How a person is told apart in few words: sex, age, birth, the end of the phone, the visit. One wording for list and picker."""

import re
from datetime import date

from PySide6.QtCore import QCoreApplication

from core.base.phone import tail4
from core.services.patients.patients import SEARCH, Candidate, Patient, Why
from desktop.models.age import age_words
from desktop.widgets.data_words import shown

SOUNDING = frozenset({Why.HOMOPHONE})
FOUND = frozenset({SEARCH})
_WHOLE_YEARS = re.compile(r"[^\d不]*\d+岁")


def sex_and_age(patient: Patient, day: date, between: str = " ") -> str:
    """女 63岁; the sex alone when no birth is on file."""
    details = patient.details
    age = age_words(details.birth, day) if details.birth else ""
    return between.join(part for part in (shown(details.sex), age) if part)


def brief_age(patient: Patient, day: date) -> str:
    """女 63: whole years need no unit beside the sex; anything finer keeps its units."""
    words = sex_and_age(patient, day)
    return words.removesuffix("岁") if _WHOLE_YEARS.fullmatch(words) else words


def birth_text(patient: Patient) -> str:
    """1962-11-08, as exactly as it is on file."""
    birth = patient.details.birth
    return birth.text if birth else QCoreApplication.translate("Who", "出生未录")


def phone_tail(patient: Patient) -> str:
    """The last four digits, "" when no phone is on file."""
    return tail4(patient.details.phone) if patient.details.phone else ""


def of_kinds(candidates: tuple[Candidate, ...]) -> tuple[int, int, int]:
    """How many are listed by name, number or phone; how many only sound alike; how many only fit what was typed."""
    sounding = sum(one.why in SOUNDING for one in candidates)
    found = sum(one.why in FOUND for one in candidates)
    return len(candidates) - sounding - found, sounding, found
