"""How it stands with models just now: how far a text can go, what today cost against its limits, which prices hold and until when.

Asked of the clinic on a worker; the keyring is never asked, so whether a key is there is not known here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from core.base.errors import ClinicError
from core.base.rights import Right

if TYPE_CHECKING:
    from core.services.models import Model
    from core.services.spending.facts import PackStanding, Tariff, Today
    from desktop.bridge.clinic import Kernel

ON_DEVICE, EXTERNAL = "on_device", "external"
"""Values of `core.services.models.Boundary`, which is not loaded for a word."""

_MINUTE = timedelta(minutes=1)
_SCARCE = Decimal("0.2")
"""The part of a pack's limit under which what is left is told of."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far what is said to a model can go. `boundary` is that of the default model where the policy lets some purpose use it, else that
    of others the policy allows, else "": nothing is given to any model. `outside` are the purposes that may leave this machine.
    """

    boundary: str = ""
    model: str = ""
    provider: str = ""
    revision: int = 0
    inside: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()

    @property
    def is_default(self) -> bool:
        """Whether it is the default model that can be asked."""
        return bool(self.model)


@dataclass(frozen=True, slots=True)
class CostsNow:
    """`today` is None for whoever may not see costs, and where it cannot be read: then `trouble` says why. `tariff` is the default model's."""

    reach: Reach
    sees_costs: bool = False
    model: str = ""
    today: "Today | None" = None
    tariff: "Tariff | None" = None
    titles: Mapping[str, str] = field(default_factory=dict)
    trouble: ClinicError | None = None

    def pack_in_use(self, last: str) -> "PackStanding | None":
        """The pack that asked a model last, where it has a limit, else the first that has one."""
        limited = [one for one in self.today.packs if one.limit is not None] if self.today else []
        return next((one for one in limited if one.pack == last), limited[0] if limited else None)


def look(kernel: "Kernel") -> CostsNow:
    """How it stands now. Raises a `ClinicError` where not even the policy can be read."""
    try:
        model = kernel.models.resolve()
    except ClinicError:
        model = None
    reach = _reach(kernel, model)
    name = model.name if model else ""
    if not kernel.could(Right.COSTS):
        return CostsNow(reach, model=name)
    try:
        today = kernel.spending.today()
        tariff = kernel.spending.tariff(name) if model else None
    except ClinicError as error:
        return CostsNow(reach, sees_costs=True, model=name, trouble=error)
    return CostsNow(reach, True, name, today, tariff, kernel.spending.titles())


def minutes_left(until: datetime, now: datetime) -> int:
    """Begun minutes count."""
    return max(0, -((now - until) // _MINUTE))


def is_scarce(one: "PackStanding") -> bool:
    """Whether little is left of a pack's limit."""
    return one.limit is not None and one.left is not None and one.left < one.limit * _SCARCE


def _reach(kernel: "Kernel", model: "Model | None") -> Reach:
    found = kernel.egress.in_force()
    if found is None or found.policy is None:
        return Reach()
    allowed: dict[str, tuple[str, ...]] = {
        boundary: tuple(
            name for name, rule in found.policy.purposes.items() if boundary in map(str, rule.boundaries)
        )
        for boundary in (ON_DEVICE, EXTERNAL)
    }
    inside, outside = allowed[ON_DEVICE], allowed[EXTERNAL]
    if model is not None and allowed[str(model.boundary)]:
        return Reach(str(model.boundary), model.name, model.provider, found.revision, inside, outside)
    # Another model than the default can be named by a pack: what may leave is never told of as offline.
    boundary = EXTERNAL if outside else ON_DEVICE if _has_near(kernel, inside) else ""
    return Reach(boundary, "", "", found.revision, inside, outside)


def _has_near(kernel: "Kernel", inside: tuple[str, ...]) -> bool:
    return bool(inside) and any(
        one.model is not None and str(one.model.boundary) == ON_DEVICE for one in kernel.models.every()
    )
