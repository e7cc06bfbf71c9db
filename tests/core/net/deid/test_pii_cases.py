"""The shared set of personal data in Chinese text: what is known, what has a checksum or a cue, and lines of medicine with nobody in them."""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from core.base.ids import RecordNo, record_no_of
from core.net.deid.deidentifier import Deidentifier
from core.net.deid.known import Identity
from core.net.deid.placeholders import Placeholders
from core.net.deid.span import Kind
from tests.fakes.known_people import People, deidentifier

NUMBERS = {
    *("ID_CARD", "PHONE", "MRN", "API_KEY", "HKM_PERMIT", "TW_PERMIT", "EMAIL", "QQ", "PLATE", "SOCIAL_CARD"),
    *("BIRTH_DATE", "ADDRESS", "AGE_90PLUS"),
}


@dataclass(frozen=True)
class Case:
    number: str
    text: str
    spans: list[dict[str, Any]]


@pytest.fixture(scope="module")
def cases(shared: Path) -> list[Case]:
    lines = (shared / "data/security/pii_zh_cases.jsonl").read_text(encoding="utf-8").splitlines()
    return [Case(one["id"], one["text"], one["spans"]) for one in map(json.loads, lines)]


def missed(case: Case, clinic: Deidentifier, kinds: set[str], about: RecordNo | None = None) -> list[str]:
    done = clinic.strip(case.text, Placeholders(), about)
    assert done.placeholders.restored(done.value) == case.text
    gone = {at for one in done.replaced for at in range(one.start, one.start + len(one.written))}
    return [
        f"{case.number} {span['type']} {span['text']}"
        for span in case.spans
        if span["type"] in kinds and not gone.issuperset(range(span["start"], span["end"]))
    ]


def test_recall_of_numbers_and_of_what_a_rule_finds(cases: list[Case]) -> None:
    clinic = deidentifier(People())
    total = sum(span["type"] in NUMBERS for case in cases for span in case.spans)
    lost = [one for case in cases for one in missed(case, clinic, NUMBERS)]
    assert total > 35
    assert 1 - len(lost) / total >= 0.99, lost


def test_recall_of_names_the_clinic_knows(cases: list[Case]) -> None:
    names = [span["text"] for case in cases for span in case.spans if span["type"] == "NAME"]
    own = {
        record_no_of(number): [
            Identity(Kind.PATIENT, tuple(one["text"] for one in case.spans if one["type"] == "NAME"))
        ]
        for number, case in enumerate(cases, 1)
    }
    clinic = deidentifier(People((Identity(Kind.PERSON, (name,)) for name in names), own))
    lost = [
        one for case, number in zip(cases, own, strict=True) for one in missed(case, clinic, {"NAME"}, number)
    ]
    assert len(names) > 20
    assert 1 - len(lost) / len(names) >= 0.99, lost


def test_recall_of_names_nobody_told_us(cases: list[Case]) -> None:
    total = sum(span["type"] == "NAME" for case in cases for span in case.spans)
    clinic = deidentifier(People())
    lost = [one for case in cases for one in missed(case, clinic, {"NAME"})]
    assert 1 - len(lost) / total >= 0.95, lost


def test_false_alarms_on_clean_lines(cases: list[Case]) -> None:
    names = [span["text"] for case in cases for span in case.spans if span["type"] == "NAME"]
    clinic = deidentifier(People(Identity(Kind.PERSON, (name,)) for name in names))
    clean = [case for case in cases if not case.spans]
    alarms = Counter(
        f"{case.number} {one.written} {one.rule}"
        for case in clean
        for one in clinic.strip(case.text, Placeholders()).replaced
    )
    assert len(clean) > 25
    assert len(alarms) <= 1, alarms
