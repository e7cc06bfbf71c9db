"""How an amount is written for people: five decimals, since one call costs less than a cent."""

from decimal import ROUND_HALF_UP, Decimal

_SHOWN = Decimal("0.00001")


def yuan(amount: Decimal) -> str:
    """`12.34000`. An amount that is not known has no such form: it is 无法估算, never 0.00000."""
    return f"{amount.quantize(_SHOWN, ROUND_HALF_UP):f}"
