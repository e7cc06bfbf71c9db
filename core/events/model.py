"""The events. Each is published after the change it tells of is durable, never before."""

from dataclasses import dataclass

from core.base.ids import RecordNo
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
