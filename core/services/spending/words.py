"""What costs are, in words: the same for the window, the command line and a file.

An amount that nobody knows has words of its own and is never ¥0.
"""

from collections.abc import Iterator, Mapping
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal

from core.base.messages import Messages
from core.cost.yuan import yuan
from core.net.purposes import shipped
from core.services.spending.facts import By, Line, PackStanding, Tariff
from core.services.trail.words import tool_words

__all__ = [
    "brief",
    "cost_words",
    "key_words",
    "left_brief",
    "open_questions",
    "pack_words",
    "tariff_words",
    "window_words",
    "yuan",
]

_CENT = Decimal("0.01")
_LEAST = Decimal("0.00001")


def cost_words(one: Line, words: Messages) -> str:
    """The amount of a line, with what it does not say: calls nobody can put a price on."""
    if one.cost is None:
        return words.text("spending.not_estimated")
    if one.not_estimated:
        return words.text("spending.and_not_estimated", cost=yuan(one.cost), count=one.not_estimated)
    return f"¥{yuan(one.cost)}"


def open_questions(one: Line, words: Messages) -> Iterator[str]:
    """What is not known of some calls, a sentence for each kind."""
    for key in ("running", "unknown", "unpriced"):
        count = getattr(one, key)
        if count:
            yield words.text(f"spending.{key}", count=count, booked=yuan(one.booked))


def key_words(by: By, key: str, titles: Mapping[str, str], words: Messages) -> str:
    """Whose line it is. `titles` are those of packs, by their names (`Spending.titles`)."""
    if not key:
        return words.text("spending.nobody")
    if by is By.PACK:
        title = titles.get(key, key)
        return key if title == key else words.text("spending.named", title=title, name=key)
    if by is By.TOOL:
        return tool_words(key, words)
    if by is By.PURPOSE and key in shipped():
        return words.text(f"purposes.{key}")
    return key


def pack_words(one: PackStanding, words: Messages) -> str:
    """What a pack cost today, and what is left for it."""
    if one.limit is None:
        return words.text("spending.pack", spent=yuan(one.spent))
    action = words.text("spending.pack_stops" if one.stops else "spending.pack_warns")
    left = yuan(one.left or Decimal(0))
    return words.text(
        "spending.pack_left", spent=yuan(one.spent), limit=yuan(one.limit), left=left, action=action
    )


def tariff_words(model: str, one: Tariff, words: Messages) -> str:
    """What a model costs now."""
    price = one.price
    if price is None:
        return words.text("spending.tariff_none", model=model)
    rates = {name: f"{getattr(price, name).normalize():f}" for name in ("hit", "miss", "output")}
    window = words.text(f"spending.window.{price.window}")
    return words.text("spending.tariff", model=model, window=window, version=price.version, **rates)


def brief(amount: Decimal) -> str:
    """An amount where there is little room: two decimals, and as many as it takes where it is less than a cent. Only nothing is ¥0."""
    if not amount:
        return "¥0"
    if amount >= _CENT:
        return f"¥{amount.quantize(_CENT, ROUND_HALF_UP):f}"
    return f"¥{yuan(amount)}" if amount >= _LEAST else f"<¥{_LEAST}"


def left_brief(amount: Decimal) -> str:
    """What is left of a limit, never more than that."""
    return f"¥{amount.quantize(_CENT, ROUND_DOWN):f}" if amount else "¥0"


def window_words(one: Tariff, words: Messages) -> str:
    """Which prices hold now: 峰, 谷; "" where they are the same all day, or there are none."""
    if one.price is None or one.price.is_flat:
        return ""
    return words.text(f"spending.window.{one.price.window}")
