"""Every pitfall of the shared `kernel.md` §16 is tested by number, or stands in pitfalls.md with its reason, and none is both.

And every topic of its §17, where code of the origin does otherwise than its documents say, stands in discrepancies.md with what holds ours.
"""

import re
from pathlib import Path

import pytest

from tests.conformance.numbers import TESTS, numbers_tested

HERE = Path(__file__).parent
LATER = re.compile(r"later: \S.*\.")


@pytest.fixture(scope="module")
def kernel(shared: Path) -> str:
    return (shared / "spec/kernel.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def given(kernel: str) -> set[str]:
    """The numbers the section gives."""
    section = kernel.partition("\n## 16. ")[2].partition("\n## 17. ")[0]
    return {f"P{number}" for number in re.findall(r"^(\d+)\. ", section, re.MULTILINE)}


def listed() -> list[str]:
    """The numbers without a test, each with its reason."""
    text = (HERE / "pitfalls.md").read_text(encoding="utf-8")
    named = re.findall(r"^- (P\d+): \S.*\.$", text, re.MULTILINE)
    assert len(named) == text.count("\n- "), "a line without a number or a reason"
    return named


def test_every_pitfall_is_tested_or_listed(given: set[str]) -> None:
    assert len(given) == 82
    assert sorted(given - numbers_tested("P") - set(listed())) == []


def test_no_pitfall_is_both_or_made_up(given: set[str]) -> None:
    assert sorted(numbers_tested("P") & set(listed())) == []
    assert sorted((numbers_tested("P") | set(listed())) - given) == []
    assert len(listed()) == len(set(listed()))


def rows(text: str) -> dict[str, str]:
    """The rows of the one table of a text: the first cell, and the last."""
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    return {line.split("|")[1].strip(): line.split("|")[-2].strip() for line in lines}


def test_every_discrepancy_is_held_by_tests_there_are_or_is_later(kernel: str) -> None:
    section = kernel.partition("\n## 17. ")[2].partition("\n## 18. ")[0]
    ours = rows((HERE / "discrepancies.md").read_text(encoding="utf-8"))
    assert list(ours) == list(rows(section))
    named = {
        f"{file.relative_to(TESTS).as_posix()}::{name}"
        for file in TESTS.rglob("test_*.py")
        for name in re.findall(
            r"^(?:async )?def (test_\w+)\(", file.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    for topic, held in ours.items():
        tests = re.findall(r"`([^`]+::[^`]+)`", held)
        assert tests or LATER.fullmatch(held), topic
        assert set(tests) <= named, topic
