"""Every row of the shared `security.md` §1.3 is tested by number, or stands in security_rows.md with its reason, and none is both."""

import re
from pathlib import Path

import pytest

from tests.conformance.numbers import numbers_tested

LIST = Path(__file__).with_name("security_rows.md")
UNTESTED, PARTS = "## Rows without a test", "## Parts of rows that have one"


@pytest.fixture(scope="module")
def given(shared: Path) -> set[str]:
    """The rows the shared file gives."""
    text = (shared / "spec/security.md").read_text(encoding="utf-8")
    table = text.partition("### 1.3 ")[2].partition("\n## ")[0]
    return {f"S{number}" for number in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)}


def listed(section: str) -> list[str]:
    """The rows of a section, each with its reason."""
    text = LIST.read_text(encoding="utf-8").partition(section)[2].partition("\n## ")[0]
    named = re.findall(r"^- (S\d+(?:, S\d+)*): \S.*\.$", text, re.MULTILINE)
    assert len(named) == text.count("\n- "), "a line without a number or a reason"
    return [number for names in named for number in names.split(", ")]


def test_every_row_is_tested_or_listed(given: set[str]) -> None:
    assert len(given) == 76
    assert sorted(given - numbers_tested("S") - set(listed(UNTESTED))) == []


def test_no_row_is_both(given: set[str]) -> None:
    assert sorted(numbers_tested("S") & set(listed(UNTESTED))) == []


def test_only_a_row_that_is_tested_lacks_a_part() -> None:
    assert sorted(set(listed(PARTS)) - numbers_tested("S")) == []


def test_no_row_is_made_up(given: set[str]) -> None:
    assert sorted((numbers_tested("S") | {*listed(UNTESTED), *listed(PARTS)}) - given) == []


@pytest.mark.parametrize("section", [UNTESTED, PARTS])
def test_a_section_names_each_row_once(section: str) -> None:
    assert len(listed(section)) == len(set(listed(section))) > 0
