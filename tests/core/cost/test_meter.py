"""What a call cost: exact, additive, and nothing where something is not known."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from core.cost.meter import cost, worst
from core.cost.prices import FREE, Price
from core.cost.usage import Usage
from core.cost.windows import Window

rates = st.decimals(0, 1_000_000, places=6)
prices = st.builds(
    lambda hit, miss, output: Price(Window.FLAT, hit, miss, output, "test"), rates, rates, rates
)
tokens = st.integers(0, 5_000_000)


@st.composite
def usages(draw: st.DrawFn) -> Usage:
    hit, miss, rest = draw(tokens), draw(tokens), draw(st.sampled_from([0, 7]))
    known = draw(st.booleans())
    return Usage(hit + miss + rest, draw(tokens), hit if known else None, miss if known else None)


def test_what_is_not_known_has_no_amount() -> None:
    price = Price(Window.FLAT, Decimal(1), Decimal(1), Decimal(1), "test")
    assert cost(None, price) is None
    assert cost(Usage(1, 1, None, None), None) is None
    assert worst(1, 1, None) is None
    assert cost(Usage(0, 0, None, None), price) == 0


def test_by_a_price_of_nothing_it_is_nothing_whatever_was_used() -> None:
    assert cost(None, FREE) == 0
    assert cost(Usage(7, 7, None, None), FREE) == 0


@given(prices, usages(), usages())
def test_two_calls_cost_what_each_does(price: Price, one: Usage, other: Usage) -> None:
    apart = [cost(one, price), cost(other, price)]
    if (one.hit is None) == (other.hit is None):
        assert cost(one + other, price) == sum(filter(None, apart), Decimal(0))


@given(prices, usages(), st.integers(0, 1000), st.integers(0, 1000))
def test_no_call_costs_more_than_the_worst(price: Price, usage: Usage, more: int, longer: int) -> None:
    amount = cost(usage, price)
    most = worst(usage.prompt + more, usage.completion + longer, price)
    assert amount is not None
    assert most is not None
    assert Decimal(0) <= amount <= most
