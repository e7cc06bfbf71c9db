"""Every case of the shared file is either tested by number or on the list of those not met yet, and none is both."""

import re
from pathlib import Path

import pytest

from tests.conformance.numbers import numbers_tested

NOT_YET = Path(__file__).with_name("not_yet.md")


@pytest.fixture(scope="module")
def not_yet() -> list[str]:
    """The numbers on the list, each with its reason."""
    return re.findall(r"^- (T\d+): \S.*\.$", NOT_YET.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.fixture(scope="module")
def given(shared: Path) -> set[str]:
    """The numbers the shared file gives."""
    text = (shared / "cases/tcm_cases.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| (T\d+) \|", text, re.MULTILINE))


def test_every_case_is_tested_or_not_yet_met(given: set[str], not_yet: list[str]) -> None:
    assert len(given) > 80
    assert sorted(given - numbers_tested("T") - set(not_yet)) == []


def test_no_case_is_both(not_yet: list[str]) -> None:
    assert sorted(numbers_tested("T") & set(not_yet)) == []


def test_no_case_is_made_up(given: set[str], not_yet: list[str]) -> None:
    assert sorted((numbers_tested("T") | set(not_yet)) - given) == []


def test_the_list_names_each_case_once(not_yet: list[str]) -> None:
    assert len(not_yet) == len(set(not_yet))
