"""The events. Each is published after the change it tells of is durable, never before."""

from dataclasses import dataclass
from decimal import Decimal

from core.base.ids import RecordNo
from core.base.messages import Phrase
from core.base.rights import Role


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened."""


@dataclass(frozen=True, slots=True)
class RoleSwitched(Event):
    """The operator at work acts in another role from now on."""

    role: Role


@dataclass(frozen=True, slots=True)
class OperatorsChanged(Event):
    """Somebody came or left, or has other roles."""


@dataclass(frozen=True, slots=True)
class TrailBroken(Event):
    """After the opening, what the keyring keeps of the audit trail was found to differ from it. `kinds` are those of the findings."""

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrailVerified(Event):
    """The audit trail was walked from its beginning to its end."""

    whole: bool


@dataclass(frozen=True, slots=True)
class AnchoringChanged(Event):
    """The head of the audit trail cannot be kept outside the store, or can again.

    `failures` in a row, 0 when it works; `keyring` is why the system's keyring no longer takes part, empty when it does or never did.
    """

    failures: int
    keyring: str = ""


@dataclass(frozen=True, slots=True)
class KeysChanged(Event):
    """The ways into the clinic are others: a passphrase, the recovery code, the keyring."""


@dataclass(frozen=True, slots=True)
class ModelsChanged(Event):
    """Other models can be asked, or another one is where none is named."""


@dataclass(frozen=True, slots=True)
class ModelKeysChanged(Event):
    """The keyring keeps another key for a provider, or none any more."""

    provider: str


@dataclass(frozen=True, slots=True)
class ModelKeyShadowed(Event):
    """A variable comes before the key the keyring keeps for a provider, and is another. Told once for each opening."""

    provider: str
    variable: str


@dataclass(frozen=True, slots=True)
class EgressPolicyChanged(Event):
    """Something else may be given to models from now on."""

    revision: int


@dataclass(frozen=True, slots=True)
class CallSettled(Event):
    """A call of a model is over and booked. `cost` is in yuan, None where nobody knows it."""

    pack: str
    model: str
    boundary: str
    cost: Decimal | None


@dataclass(frozen=True, slots=True)
class BudgetSpoke(Event):
    """A call of a model is made, and the budgets have something to say of it: sentences, the weightiest first."""

    pack: str
    said: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class PricesChanged(Event):
    """A model costs something else, from now or a later moment on."""

    model: str


@dataclass(frozen=True, slots=True)
class RecordEvent(Event):
    """Something happened to a patient's record."""

    record_no: RecordNo


@dataclass(frozen=True, slots=True)
class PatientRegistered(RecordEvent):
    pass


@dataclass(frozen=True, slots=True)
class PatientEdited(RecordEvent):
    pass


@dataclass(frozen=True, slots=True)
class DraftSaved(RecordEvent):
    form: str


@dataclass(frozen=True, slots=True)
class DraftDiscarded(RecordEvent):
    form: str


@dataclass(frozen=True, slots=True)
class VisitSaved(RecordEvent):
    visit: int


@dataclass(frozen=True, slots=True)
class VisitSigned(RecordEvent):
    visit: int


@dataclass(frozen=True, slots=True)
class VisitAmended(RecordEvent):
    visit: int
    version: int


@dataclass(frozen=True, slots=True)
class VisitVoided(RecordEvent):
    visit: int


@dataclass(frozen=True, slots=True)
class ComparisonOverridden(RecordEvent):
    visit: int
