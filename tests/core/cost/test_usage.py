"""Tokens of a call, and which of them are billed how."""

import pytest

from core.cost.usage import Usage


@pytest.mark.parametrize(
    ("usage", "hit", "miss"),
    [
        (Usage(1000, 0, None, None), 0, 1000),
        (Usage(1000, 0, None, 900), 0, 1000),
        (Usage(1000, 0, 800, 200), 800, 200),
        (Usage(1000, 0, 800, 100), 800, 200),
        (Usage(1000, 0, 800, None), 800, 200),
        (Usage(1000, 0, 800, 300), 800, 300),
        (Usage(0, 0, None, None), 0, 0),
    ],
)
def test_what_nobody_explains_is_billed_as_read_anew(usage: Usage, hit: int, miss: int) -> None:
    assert (usage.billed_hit, usage.billed_miss) == (hit, miss)


def test_calls_of_a_turn_are_added_and_what_one_does_not_know_the_sum_does_not() -> None:
    turn = Usage(1000, 200, 600, 400) + Usage(1000, 200, 500, 500, 30) + Usage(500, 50, 0, 500)
    assert turn == Usage(2500, 450, 1100, 1400, 30)
    assert Usage(1, 1, 1, 0) + Usage(1, 1, None, None) == Usage(2, 2, None, None)


def test_there_are_no_tokens_below_none() -> None:
    with pytest.raises(ValueError, match="from 0"):
        Usage(-1, 0, None, None)
