"""Calls of models as tests book them, without any model."""

from decimal import Decimal

from core.cost.books import Cause, Ended
from core.cost.budgets import Decision, Settled
from core.cost.usage import Usage
from core.kernel import Kernel

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
