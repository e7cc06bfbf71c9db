"""A walk waits for what it names and no longer, and every way it can end is told."""

import time

import pytest
from pytestqt.qtbot import QtBot

from desktop.tour.walk import Astray, Steps, Until, Walk


def ended(qtbot: QtBot, steps: Steps) -> object:
    """How a walk ends."""
    ends: list[object] = []
    walk = Walk(steps)
    walk.ended.connect(ends.append)
    walk.begin()
    qtbot.waitUntil(lambda: bool(ends), timeout=5000)
    qtbot.wait(30)
    assert len(ends) == 1
    return ends[0]


def test_it_is_resumed_with_what_came(qtbot: QtBot) -> None:
    looks: list[int] = []
    got: list[object] = []

    def look() -> str:
        looks.append(1)
        return "here" if len(looks) == 3 else ""

    def steps() -> Steps:
        found = yield Until("it comes", look)
        got.append(found)

    assert ended(qtbot, steps()) is None
    assert (got, len(looks)) == (["here"], 3)


def test_what_does_not_come_in_time_is_named(qtbot: QtBot) -> None:
    def steps() -> Steps:
        yield Until("the sea", lambda: False, within_s=0.05)
        raise AssertionError("nothing came")

    began = time.monotonic()
    end = ended(qtbot, steps())
    assert isinstance(end, Astray)
    assert "the sea" in str(end)
    assert time.monotonic() - began < 2


@pytest.mark.parametrize("where", ["look", "step"])
def test_whatever_is_raised_ends_it(qtbot: QtBot, where: str) -> None:
    closed: list[int] = []

    def broken() -> bool:
        raise ValueError(where)

    def steps() -> Steps:
        try:
            yield Until("it breaks", broken if where == "look" else lambda: True)
            broken()
        finally:
            closed.append(1)

    end = ended(qtbot, steps())
    assert isinstance(end, ValueError)
    assert closed == [1]
