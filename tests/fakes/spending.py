"""Calls of models as tests book them, without any model."""

from datetime import datetime, timedelta
from decimal import Decimal

from core.cost.books import Cause, Ended
from core.cost.budgets import Decision, Settled
from core.cost.usage import Usage
from core.kernel import Kernel
from tests.fakes.clock import ZONE

FLASH, PRO = "deepseek-flash", "deepseek-v4-pro"
MILLION = 1_000_000


def reserve(
    kernel: Kernel, pack: str = "tcm", *, model: str = FLASH, prompt: int = MILLION, **cause: str
) -> Decision:
    """Put a call aside: of a million tokens, which on a Sunday cost ¥1 with flash, and no answer."""
    return kernel.spending.reserve(
        Cause(pack=pack, **cause), kernel.models.resolve(model), prompt=prompt, max_output=0
    )


def spend(
    kernel: Kernel, yuan: str, pack: str = "tcm", *, model: str = FLASH, hit: int = 0, **cause: str
) -> Settled:
    """A call that is over and cost an amount with flash on a Sunday."""
    tokens = int(Decimal(yuan) * MILLION)
    made = reserve(kernel, pack, model=model, prompt=tokens, **cause).reservation
    assert made is not None
    return kernel.spending.settle(made, Ended(Usage(tokens + hit, 0, hit, tokens), "ok"))


def many_calls(count: int) -> list[dict[str, object]]:
    """Rows of the table of calls: by five packs, on most days of a year, in a dozen sittings a day. They go past the books."""
    first = datetime(2026, 1, 1, 9, tzinfo=ZONE)
    empty = dict.fromkeys(("tool", "run", "task", "answered_by", "price_version", "window"), "")
    return [
        {
            **empty,
            "started_at": str(first),
            "settled_at": str(first),
            "day": f"{first + timedelta(days=number % 330):%Y-%m-%d}",
            "pack": f"pack-{number % 5}",
            "purpose": "assistant",
            "session": f"s{number % 330}-{number // 330 % 12}",
            "model": "deepseek-flash",
            "provider": "deepseek",
            "boundary": "external",
            "prompt": 1_000,
            "completion": 100,
            "hit": 600,
            "miss": 400,
            "worst": 10**9,
            "cost": 10**8 + number,
            "outcome": "ok",
            "truncated": False,
        }
        for number in range(count)
    ]
