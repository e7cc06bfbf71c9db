"""When a backup is due."""

from datetime import timedelta

import pytest

from core.services.backup.schedule import OVERDUE, Occasion, Past, is_due, is_old
from tests.fakes.clock import NOON

NEVER = Past(None, None, changed=True)


def verified(**ago: float) -> Past:
    return Past(NOON - timedelta(**ago), None, changed=True)


@pytest.mark.parametrize(
    ("occasion", "past", "daily", "due"),
    [
        (Occasion.IDLE, NEVER, True, True),
        (Occasion.IDLE, NEVER, False, False),
        (Occasion.IDLE, verified(hours=1), True, False),
        (Occasion.IDLE, verified(hours=13), True, True),
        (Occasion.IDLE, verified(days=-1), True, True),
        (Occasion.IDLE, Past(None, NOON - timedelta(minutes=5), changed=True), True, False),
        (Occasion.IDLE, Past(None, NOON - timedelta(hours=1), changed=True), True, True),
        (Occasion.IDLE, Past(None, NOON + timedelta(hours=1), changed=True), True, True),
        (Occasion.CLOSE, verified(hours=1), True, True),
        (Occasion.CLOSE, Past(NOON, None, changed=False), True, False),
        (Occasion.CLOSE, verified(hours=1), False, False),
    ],
)
def test_due(occasion: Occasion, past: Past, daily: bool, due: bool) -> None:
    assert is_due(occasion, past, NOON, daily=daily) is due


def test_old_is_counted_from_the_last_or_from_the_first_day() -> None:
    since = NOON - timedelta(days=10)
    assert not is_old(NOON - timedelta(days=2), since, NOON, OVERDUE)
    assert is_old(NOON - timedelta(days=4), since, NOON, OVERDUE)
    assert is_old(None, since, NOON, OVERDUE)
    assert not is_old(None, NOON, NOON, OVERDUE)
    # A clock that was turned back by years leaves a last backup that is not yet.
    assert is_old(NOON + timedelta(days=400), since, NOON, OVERDUE)
