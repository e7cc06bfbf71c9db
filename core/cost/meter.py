"""What a call cost, and what it can cost at the most. Exact: no amount is rounded here."""

from decimal import Decimal

from core.cost.prices import Price
from core.cost.usage import Usage

_MILLION = -6
"""Prices are for a million tokens: shifting the point is exact."""


def cost(usage: Usage | None, price: Price | None) -> Decimal | None:
    """Yuan. None where the usage or the price is not known (spec/kernel.md §7.3); by a price of nothing it is nothing, whatever was used."""
    if price is not None and price.is_free:
        return Decimal(0)
    if usage is None or price is None:
        return None
    total = usage.billed_hit * price.hit + usage.billed_miss * price.miss + usage.completion * price.output
    return total.scaleb(_MILLION)


def worst(prompt_tokens: int, max_output: int, price: Price | None) -> Decimal | None:
    """Yuan a call costs if nothing of its prompt is in the cache and its answer is as long as it may be."""
    if price is None:
        return None
    return (prompt_tokens * max(price.hit, price.miss) + max_output * price.output).scaleb(_MILLION)
