"""The wait after wrong passphrases: it grows, never shrinks by a clock or a restart, and is over when it was served."""

from hypothesis import given
from hypothesis import strategies as st

from core.store.failed_logins import FIRST_S, FORGIVEN_S, FREE, LONGEST_S, MOST, FailedLogins


def failed(times: int, uptime_s: float = 0.0) -> FailedLogins:
    failures = FailedLogins()
    for _ in range(times):
        failures = failures.one_more(uptime_s)
    return failures


def test_five_tries_then_a_quarter_of_an_hour_then_growing() -> None:
    waits = [failed(times).left_s for times in range(1, FREE + 4)]
    assert waits == [0, 0, 0, 0, FIRST_S, 2 * FIRST_S, 4 * FIRST_S, 8 * FIRST_S]
    assert failed(400).left_s == LONGEST_S


@given(st.integers(0, 60))
def test_one_more_failure_never_waits_less(times: int) -> None:
    assert failed(times + 1).left_s >= failed(times).left_s


def test_the_wait_is_served_by_being_up() -> None:
    locked = failed(FREE, 1000)
    assert locked.now(1000 + FIRST_S - 1).left_s == 1
    assert locked.now(1000 + FIRST_S).left_s == 0
    assert locked.now(1000 + FIRST_S).count == FREE


def test_looking_again_counts_no_time_twice() -> None:
    locked = failed(FREE, 1000)
    assert locked.now(1100).now(1100).now(1200).left_s == FIRST_S - 200


def test_a_restart_does_not_free() -> None:
    locked = failed(FREE, 100_000)
    assert locked.now(0).left_s == FIRST_S
    assert locked.now(60).left_s == FIRST_S - 60


@given(st.lists(st.floats(0, 300), max_size=8), st.floats(0, 10**6))
def test_looking_often_and_restarting_never_counts_time_twice(steps: list[float], begun: float) -> None:
    """Each step is that long a stretch of being up, after a restart."""
    failures = failed(FREE, begun)
    for step in steps:
        failures = failures.now(0).now(step)
    assert failures.left_s >= FIRST_S - sum(steps) - 1e-6


def guessed_between(times: int, uptime_s: float = 0.0) -> FailedLogins:
    """One wrong passphrase before each right one."""
    failures = FailedLogins()
    for _ in range(times):
        failures = failures.one_more(uptime_s).ended(forgiven=False)
    return failures


def test_who_opens_in_between_does_not_guess_for_ever() -> None:
    assert guessed_between(MOST).one_more(0).left_s == FORGIVEN_S
    assert guessed_between(MOST - 1).one_more(0).left_s == 0


def test_each_half_hour_forgives_one_and_a_restart_none() -> None:
    late = guessed_between(MOST, 1000)
    assert late.one_more(1000 + FORGIVEN_S).left_s == 0
    assert late.one_more(0).left_s == FORGIVEN_S


def test_the_code_forgives_all_and_nothing_untells() -> None:
    assert guessed_between(MOST).ended(forgiven=True) == FailedLogins(untold=MOST)
    assert guessed_between(3).untold == 3
    assert guessed_between(3).told().untold == 0


@given(st.integers(1, 200))
def test_the_wait_in_all_has_an_end(times: int) -> None:
    assert guessed_between(times).one_more(0).left_s <= LONGEST_S
