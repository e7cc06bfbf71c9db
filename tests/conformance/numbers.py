"""The numbers that tests carry in their names: `test_T23_…`, `test_S45_S66_…`."""

import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
_NAMED = re.compile(r"^ *def test_((?:[A-Z]\d+_)+)", re.MULTILINE)


@cache
def numbers_tested(letter: str) -> frozenset[str]:
    """Every number of a kind that a test is named after: `T23`."""
    return frozenset(
        number
        for file in TESTS.rglob("test_*.py")
        for numbers in _NAMED.findall(file.read_text(encoding="utf-8"))
        for number in numbers.split("_")
        if number.startswith(letter)
    )
