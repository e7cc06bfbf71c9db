"""Why a call may be made, made with another model, or not: codes with parameters, words at `spending.why.<code>`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.base.messages import Phrase


class Why(StrEnum):
    """Everything a budget has to say of a call."""

    PACK_REACHED = "pack_reached"
    """The pack has spent what it may a day, or this call could go beyond that."""
    TASK_REACHED = "task_reached"
    DAY_NEAR = "day_near"
    DAY_REACHED = "day_reached"
    DOWNGRADED = "downgraded"
    DOWNGRADE_SAME = "downgrade_same"
    """The call asks for the model already that it would be changed to."""
    DOWNGRADE_UNFIT = "downgrade_unfit"
    """That model is not there, goes another way or further than the one that was asked for, or is not cheaper."""
    UNPRICED = "unpriced"
    """Nobody knows what the model costs, so no limit can hold it."""
    UNREADABLE = "unreadable"
    """What was spent today cannot be read. It is not taken for nothing."""
    UNKNOWN_BOOKED = "unknown_booked"
    """Of some calls nobody knows what they used: they count with the worst they can have cost."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason. Amounts among the parameters are written as `core.cost.yuan` does."""

    code: Why
    params: Mapping[str, object] = field(default_factory=dict)

    @property
    def phrase(self) -> Phrase:
        return Phrase(f"spending.why.{self.code}", **self.params)
