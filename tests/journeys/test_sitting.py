"""Two hundred visits in one sitting leave nothing behind: no widget, no timer, no thread, and no growing memory."""

import pytest

from tests.fakes.clinic import Clinic
from tests.journeys.program import played

pytestmark = pytest.mark.slow

PEOPLE = ("陈敏", "周平", "吴刚", "郑丽", "何青")
ROUNDS = 10
WARM = 2
"""Rounds after which every screen has been seen with everything on it."""

MOST_KB = 30_000
"""What the process may take in addition over the rounds that follow. A leaked form page is ten times that."""

WORKERS = 8


def test_two_hundred_visits_leave_nothing_behind(clinic: Clinic) -> None:
    for name in PEOPLE:
        clinic.add(name)
    rounds = played("sitting", clinic, str(ROUNDS))
    assert len(rounds) == ROUNDS
    before, after = rounds[WARM - 1], rounds[-1]
    grown = {
        kind: after["widgets"].get(kind, 0) - count
        for kind, count in before["widgets"].items()
        if after["widgets"].get(kind, 0) > count
    }
    new = set(after["widgets"]) - set(before["widgets"])
    assert (grown, new) == ({}, set())
    assert after["timers"] <= before["timers"]
    assert after["objects"] <= before["objects"]
    assert after["threads"] <= before["threads"] + WORKERS
    assert after["resident_kb"] - before["resident_kb"] < MOST_KB
    assert clinic.rows("SELECT count(*) FROM visits") == [(200,)]
