"""Every case of the shared files is either tested by number or on the list of those not met yet, and none is both."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conformance.numbers import numbers_tested

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Cases:
    """One shared file: the letter of its numbers, how it writes one, and our list of those not met yet."""

    letter: str
    file: str
    written: str
    not_yet: str
    at_least: int

    def given(self, shared: Path) -> set[str]:
        """The numbers the shared file gives."""
        text = (shared / "cases" / self.file).read_text(encoding="utf-8")
        return set(re.findall(self.written, text, re.MULTILINE))

    @property
    def tested(self) -> frozenset[str]:
        return numbers_tested(self.letter)

    @property
    def listed(self) -> list[str]:
        """The numbers on the list, each with its reason."""
        text = (HERE / self.not_yet).read_text(encoding="utf-8")
        named = re.findall(rf"^- ({self.letter}\d+): \S.*\.$", text, re.MULTILINE)
        assert len(named) == text.count("\n- "), "a line without a number or a reason"
        return named


FILES = (
    Cases("T", "tcm_cases.md", r"^\| (T\d+) \|", "not_yet.md", 80),
    Cases("K", "kernel_cases.md", r"^\*\*(K\d+)\*\*", "not_yet_kernel.md", 50),
)


@pytest.fixture(params=FILES, ids=lambda cases: cases.file)
def cases(request: pytest.FixtureRequest) -> Cases:
    """One file after the other."""
    assert isinstance(request.param, Cases)
    return request.param


def test_every_case_is_tested_or_not_yet_met(cases: Cases, shared: Path) -> None:
    given = cases.given(shared)
    assert len(given) > cases.at_least
    assert sorted(given - cases.tested - set(cases.listed)) == []


def test_no_case_is_both(cases: Cases) -> None:
    assert sorted(cases.tested & set(cases.listed)) == []


def test_no_case_is_made_up(cases: Cases, shared: Path) -> None:
    assert sorted((cases.tested | set(cases.listed)) - cases.given(shared)) == []


def test_the_list_names_each_case_once(cases: Cases) -> None:
    assert len(cases.listed) == len(set(cases.listed)) > 0


def test_the_red_lines_have_their_tests_by_name() -> None:
    """A name that is gone from the tests is a red line nobody tries any more."""
    text = (HERE.parent / "packs" / "tcm" / "test_tools.py").read_text(encoding="utf-8")
    for name in ("missing_item", "wording", "no_patient"):
        assert len(re.findall(rf"^def test_red_line_{name}\(", text, re.MULTILINE)) == 1, name
