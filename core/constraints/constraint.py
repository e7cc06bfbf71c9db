"""One constraint as the engine works with it: read, checked, its pattern compiled."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.constraints.kinds import KINDS, Action, Kind
from core.constraints.patterns import Pattern
from core.constraints.unless import Excuse


@dataclass(frozen=True, slots=True)
class When:
    """Which calls a completeness rule is for, by one of their arguments; an absent one is in no list."""

    arg: str
    values: tuple[str, ...]
    is_among: bool
    """Whether it is for those among `values`, or for all others."""

    def holds(self, arguments: object) -> bool:
        value = arguments.get(self.arg) if isinstance(arguments, Mapping) else None
        return (isinstance(value, str) and value in self.values) is self.is_among


@dataclass(frozen=True, slots=True)
class Examples:
    """What a pack says its constraint must stop and must let pass: arguments, results, or texts, by its stage."""

    blocks: tuple[object, ...] = ()
    passes: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint of a pack, or of the settings when `pack` is empty. `spec_error` is set where it cannot be carried out as meant."""

    id: str
    kind: str
    pack: str = ""
    tool: str = ""
    require_arg: str = ""
    arg: str = ""
    pattern: Pattern | None = None
    fields: tuple[str, ...] = ()
    missing_values: frozenset[str] = frozenset()
    when: When | None = None
    action: Action = Action.BLOCK
    unless: tuple[Excuse, ...] = ()
    explain: str = ""
    examples: Examples = field(default_factory=Examples)
    spec_error: str = ""

    @property
    def rule(self) -> Kind:
        """Its row in the table of kinds."""
        return KINDS[self.kind]
