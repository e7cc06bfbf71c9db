"""Which backups thinning keeps."""

from datetime import datetime, timedelta

from hypothesis import example, given
from hypothesis import strategies as st

from core.services.backup.thinning import LAST, Kept, superfluous
from tests.fakes.clock import NOON


def daily(days: int, until: datetime = NOON) -> list[Kept]:
    """One backup a day, the newest last."""
    return [Kept(f"b{seq}", seq, until - timedelta(days=days - seq)) for seq in range(1, days + 1)]


def kept_of(backups: list[Kept], now: datetime = NOON) -> list[str]:
    gone = superfluous(backups, now)
    return [one.name for one in backups if one.name not in gone]


def test_a_week_of_backups_stays() -> None:
    assert superfluous(daily(7), NOON) == ()


def test_two_years_leave_days_weeks_and_months() -> None:
    backups = daily(730)
    names = set(kept_of(backups))
    kept = [one for one in backups if one.name in names]
    days = [one.at.date() for one in kept]
    assert [one.seq for one in kept[-7:]] == [724, 725, 726, 727, 728, 729, 730]
    assert len({day.isocalendar()[:2] for day in days[-12:]}) >= 5
    assert len({(day.year, day.month) for day in days}) == 12
    assert len(kept) <= 7 + 5 + 12


def test_the_last_three_stay_whatever_their_age() -> None:
    backups = [Kept(f"b{seq}", seq, NOON - timedelta(days=4000, minutes=10 - seq)) for seq in range(10)]
    assert kept_of(backups) == ["b7", "b8", "b9"]


def test_many_a_day_leave_the_newest_of_the_day() -> None:
    backups = [Kept(f"b{seq}", seq, NOON - timedelta(hours=20 - seq)) for seq in range(20)]
    yesterday = [one.name for one in backups if one.at.date() < NOON.date()]
    kept = kept_of(backups)
    assert kept[-LAST:] == ["b17", "b18", "b19"]
    assert yesterday[-1] in kept
    assert yesterday[0] not in kept


def test_a_clock_that_ran_ahead_costs_no_backup() -> None:
    backups = daily(30)
    before = kept_of(backups)
    ahead = [Kept(f"f{seq}", 30 + seq, NOON + timedelta(days=3650 + seq)) for seq in range(1, 5)]
    after = [Kept(f"a{seq}", 40 + seq, NOON + timedelta(minutes=seq)) for seq in range(1, 4)]
    kept = kept_of([*backups, *ahead, *after], NOON + timedelta(hours=1))
    assert {one.name for one in ahead} <= set(kept)
    assert set(before) - {"b30"} <= set(kept)


def test_a_clock_that_was_turned_back_costs_no_backup() -> None:
    backups = daily(30)
    back = NOON - timedelta(days=3000)
    behind = [Kept(f"l{seq}", 30 + seq, back + timedelta(minutes=seq)) for seq in range(1, 6)]
    kept = kept_of([*backups, *behind], back + timedelta(hours=1))
    assert {one.name for one in backups} <= set(kept)
    assert kept[-3:] == ["l3", "l4", "l5"]


@example([-2161, -2162, 0, 0, -2161])
@given(st.lists(st.integers(min_value=-500_000, max_value=500_000), max_size=60))
def test_the_newest_three_stay_and_what_stays_stays(minutes: list[int]) -> None:
    backups = [Kept(f"b{seq}", seq, NOON + timedelta(minutes=at)) for seq, at in enumerate(minutes)]
    kept = kept_of(backups)
    assert kept[-LAST:] == [one.name for one in backups][-LAST:]
    left = [one for one in backups if one.name in kept]
    assert superfluous(left, NOON) == ()
