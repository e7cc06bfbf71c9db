"""What the page of models is told of: asked for together, on a worker, each part only of whoever may see it."""

from dataclasses import dataclass

from core.base.rights import Right
from core.services.spending.spending import By
from desktop.bridge.clinic import Kernel
from desktop.views.settings.models_budget import BudgetSeen
from desktop.views.settings.models_list import ModelsSeen
from desktop.views.settings.models_policy import PolicySeen
from desktop.views.settings.models_prices import PricesSeen


@dataclass(frozen=True, slots=True)
class Look:
    """All of it. `can_look_inside`: whether whoever is at work may see what of a text would leave."""

    models: ModelsSeen
    policy: PolicySeen
    budget: BudgetSeen
    prices: PricesSeen
    can_look_inside: bool
    can_read_records: bool


def looked(kernel: Kernel) -> Look:
    """Looking changes nothing, and asks nothing of the network."""
    may, sees_costs = kernel.could(Right.SETTINGS), kernel.could(Right.COSTS)
    entries = kernel.models.every()
    keys = kernel.model_keys
    models = ModelsSeen(
        entries,
        kernel.models.kinds(),
        kernel.model_test.last(),
        keys.status() if may else (),
        keys.keyring() if may else "",
        keys.has_file() if may else False,
        may,
    )
    policy = PolicySeen(kernel.egress.in_force(), may)
    seen = kernel.preferences.read()
    today = month = None
    if sees_costs:
        today = kernel.spending.today()
        if today.spent is not None:
            month = kernel.spending.report(By.DAY, today.day.replace(day=1), today.day).total
    prices = kernel.prices.every() if sees_costs else None
    priced = {one.model for one in prices or () if one.price is not None}
    table = kernel.prices.table()
    unpriced = tuple(
        entry.name
        for entry in entries
        if entry.model is not None
        and sees_costs
        and (models.is_in_use(entry))
        and table.canonical(entry.name) not in priced
        and entry.model.boundary.value != "on_device"
    )
    reads = kernel.could(Right.CLINICAL_READ)
    return Look(
        models,
        policy,
        BudgetSeen(today, month, seen, may),
        PricesSeen(prices, unpriced, may),
        may or reads,
        reads,
    )
