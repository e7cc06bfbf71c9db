"""What a pack sees of this program, and all of it. Values in, values out: no file, no store, no network.

A pack is a folder with a `pack.json` and, when it brings code, a `pack.py` with `create_pack(context)`. Inside a pack modules
import each other relatively; of ours they import this module alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol, TypeAlias

from core.base.text import compact
from core.forms.findings import Count, Finding, MoreIs, Status, Trend

__all__ = [
    "Comparison",
    "Count",
    "Direction",
    "Finding",
    "MoreIs",
    "Observation",
    "Pack",
    "PackContext",
    "Row",
    "Side",
    "Status",
    "Trend",
    "VisitRecord",
    "compact",
]

Direction: TypeAlias = Callable[[str, str], MoreIs | None]
"""Whether more of a symptom's count, in a unit, is worse or better: `direction(term, unit)`. None means not known."""


@dataclass(frozen=True, slots=True)
class PackContext:
    """What a pack is told when its code is first used."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Observation:
    """Something seen or felt by the physician, such as tongue or pulse: text that is set side by side, never judged."""

    role: str
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class VisitRecord:
    """What a comparison reads of one visit. `number` is the visit's own and never changes; `day` is the clinic's calendar."""

    number: int
    day: date
    findings: tuple[Finding, ...]
    observations: tuple[Observation, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One half of a row: what a visit recorded."""

    visit: int
    day: date
    words: str
    status: Status | None = None
    grade: int | None = None
    count: Count | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One symptom between two visits. Exactly one of `state` and `marker` is set, and `rule` says why; an observation has none."""

    symptom: str
    field: str
    previous: Side | None
    current: Side | None
    state: str | None = None
    marker: str | None = None
    rule: str | None = None

    @property
    def key(self) -> str:
        """The identity of the symptom within the comparison."""
        return compact(self.symptom)


class Comparison(Protocol):
    """A pack's rule for change between visits: pure, and the same rows for the same records for as long as the version stands."""

    @property
    def rule_version(self) -> str: ...

    @property
    def states(self) -> tuple[str, ...]:
        """Every state a row can have."""
        ...

    @property
    def markers(self) -> tuple[str, ...]:
        """Every marker a row can have instead of a state."""
        ...

    def compare(
        self, earlier: Sequence[VisitRecord], current: VisitRecord, direction: Direction
    ) -> tuple[Row, ...]:
        """Rows in the order they are shown. `earlier` is in order of time, oldest first, and ends with the base visit."""
        ...


@dataclass(frozen=True, slots=True)
class Pack:
    """What `create_pack` returns."""

    comparison: Comparison | None = None
