"""When a clinic locks by itself. No clock of the machine is used but in the last test."""

from dataclasses import replace

import pytest

from desktop.session.lock_clock import Cause, Limits, LockClock, Reading

START = Reading(monotonic=1000.0, wall=1_750_000_000.0, slept=1500.0)
LIMITS = Limits(idle_s=300.0, session_s=12 * 3600.0)
YEAR = 365 * 86400.0


def later(before: Reading, seconds: float, *, set_by: float = 0.0, asleep: float = 0.0) -> Reading:
    """So much later, awake; before that the machine slept, and somebody set the wall clock by so much."""
    return Reading(
        before.monotonic + seconds, before.wall + seconds + asleep + set_by, before.slept + seconds + asleep
    )


def clock() -> LockClock:
    return LockClock(LIMITS, START)


def test_R35_five_minutes_without_input_lock() -> None:
    mine = clock()
    assert mine.look(later(START, 299)).cause is None
    assert mine.look(later(START, 299)).left_s == pytest.approx(1)
    assert mine.look(later(START, 300)).cause is Cause.IDLE


def test_R35_input_begins_the_time_anew() -> None:
    mine = clock()
    assert mine.touched(later(START, 200)).cause is None
    assert mine.look(later(START, 499)).cause is None
    assert mine.look(later(START, 500)).cause is Cause.IDLE


def test_R35_work_that_is_waited_for_is_not_idle_and_its_end_begins_the_time_anew() -> None:
    mine, at = clock(), START
    for _ in range(10):
        at = later(at, 200)
        assert mine.look(at, is_waited_for=True).cause is None
    assert mine.look(later(at, 299)).cause is None
    assert mine.look(later(at, 300)).cause is Cause.IDLE


def test_R35_nothing_that_runs_makes_a_session_longer_than_its_most() -> None:
    mine, at = clock(), START
    while at.monotonic < START.monotonic + LIMITS.session_s - 200:
        at = later(at, 200)
        assert mine.touched(at).cause is None
    at = later(at, 200)
    assert mine.look(at, is_waited_for=True).cause is Cause.SESSION_OVER


@pytest.mark.parametrize("step", [-0.5, -6, -3600, -86400, -40 * YEAR])
def test_S64_a_wall_clock_that_goes_back_counts_as_expired(step: float) -> None:
    assert clock().look(later(START, 1, set_by=step)).cause is Cause.CLOCK_CHANGED


@pytest.mark.parametrize("step", [61, 3600, 86400, 40 * YEAR])
def test_S64_a_wall_clock_that_leaps_ahead_counts_as_expired(step: float) -> None:
    assert clock().look(later(START, 1, set_by=step)).cause is Cause.CLOCK_CHANGED


def test_S64_a_clock_moved_back_again_and_again_puts_nothing_off() -> None:
    mine, at = clock(), START
    for _ in range(299):
        at = later(at, 1, set_by=-0.2)  # each too little to be seen as a step
        assert mine.look(at).cause is None
    assert mine.look(later(at, 1, set_by=-0.2)).cause is Cause.IDLE


def test_S64_a_clock_moved_ahead_a_little_locks_early_and_never_late() -> None:
    mine = clock()
    assert mine.look(later(START, 200, set_by=59)).cause is None
    assert mine.look(later(START, 241, set_by=59)).cause is Cause.IDLE


def test_S64_drift_over_a_long_session_is_no_step() -> None:
    mine, at = clock(), START
    for _ in range(11 * 3600 // 60):
        at = later(at, 60, set_by=-0.006)  # 100 ppm
        assert mine.touched(at).cause is None


def test_S64_a_step_that_passed_unseen_is_seen_by_the_first_input() -> None:
    assert clock().touched(later(START, 1, set_by=-3600)).cause is Cause.CLOCK_CHANGED


def test_S65_a_correction_after_sleep_is_one_cause_and_no_trouble() -> None:
    mine = clock()
    forward = mine.look(later(START, 1, set_by=6.5))
    assert forward.cause is None  # NTP sets it ahead a little: the time runs a little faster
    assert mine.look(later(later(START, 1, set_by=6.5), 1, set_by=-6.5)).cause is Cause.CLOCK_CHANGED


@pytest.mark.parametrize("asleep", [61, 3600, 14 * 3600])
def test_R34_sleep_that_no_signal_told_of_is_seen_by_the_wall_clock(asleep: float) -> None:
    mine = clock()
    assert mine.look(later(START, 1, asleep=asleep)).cause is Cause.SLEPT


def test_R34_the_first_key_after_a_sleep_does_not_begin_the_time_anew() -> None:
    mine = clock()
    after = later(START, 1, asleep=3600)
    assert mine.touched(after).cause is Cause.SLEPT
    assert mine.touched(later(after, 1)).cause is Cause.SLEPT


def test_R34_a_short_sleep_counts_into_the_time_without_input() -> None:
    mine = clock()
    assert mine.look(later(START, 1, asleep=50)).cause is None
    assert mine.look(later(START, 250, asleep=50)).cause is Cause.IDLE


def test_R34_where_the_monotonic_clock_counts_sleep_it_is_idle_time() -> None:
    slept = replace(later(START, 3600), slept=START.slept + 3600)
    assert clock().look(slept).cause is Cause.IDLE


def test_the_time_left_is_of_whatever_comes_first() -> None:
    mine, at = clock(), START
    for _ in range(3):
        at = later(at, 100)
        assert mine.touched(at).left_s == pytest.approx(300)
    left = 0.0
    while at.monotonic < START.monotonic + LIMITS.session_s - 100:
        at = later(at, 100)
        left = mine.touched(at).left_s
    assert left == pytest.approx(100)


def test_the_clocks_of_this_machine_read_alike_twice() -> None:
    mine = LockClock(LIMITS, Reading.now())
    for _ in range(1000):
        assert mine.touched(Reading.now()).cause is None
