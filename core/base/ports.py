"""What rooms that do not know the store need kept. Implemented in `core.store`, handed in from above."""

from dataclasses import dataclass, fields
from typing import Protocol


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One line of the audit trail, as it is kept and sealed (`core.base.chain`): these fields, in this order.

    Nothing here is text that a person typed about a patient. A digest is keyed and empty where there is none.
    """

    seq: int
    """From 1, without gaps."""
    at: str
    """A stored moment (UTC)."""
    utc_offset: int
    """Minutes the clinic's clock was ahead of UTC."""
    session: str
    """One opening of the clinic: a random name."""
    tick: int
    """Milliseconds since that opening, by a clock nobody can set."""
    operator: str
    role: str
    workstation: str
    source: str
    """The front-end: `cli`, `desktop`, `demo`."""
    tool: str
    """What a record was read through, such as `records.timeline`."""
    action: str
    record_no: str | None
    visit: int | None
    reason: str
    """A code, never a sentence somebody wrote."""
    outcome: str
    program: str
    packs: str
    digest_before: str
    digest_after: str
    brought_in: str
    """When a row from before there was a chain was brought into it; empty for all others."""
    detail: str
    """JSON: names of fields, codes, numbers, digests."""


AUDIT_FIELDS = tuple(field.name for field in fields(AuditRow))


@dataclass(frozen=True, slots=True)
class Head:
    """The newest row of the trail: its number, its seal, when it was written. Number 0 when there is none."""

    seq: int
    mac: bytes
    at: str


class AuditRows(Protocol):
    """The audit trail, inside the transaction of the change that its rows tell of."""

    def head(self) -> Head: ...

    def append(self, row: AuditRow, prev: bytes, mac: bytes) -> None: ...


Link = tuple[int, str, bytes, bytes, str, str]
"""What verifying takes of a row: seq, its bytes as text, prev, mac, at, action."""


class AuditChain(Protocol):
    """The audit trail as it is found, for verifying."""

    def links(self, after: int) -> list[Link]:
        """The next rows in order, some thousands at a time; none at the end."""
        ...

    def row(self, seq: int) -> AuditRow | None: ...

    def mac_of(self, seq: int) -> bytes | None: ...

    def seq_of(self, mac: bytes) -> int | None:
        """The row with this seal. Slow."""
        ...

    def head(self) -> Head: ...

    def counted(self) -> int:
        """The highest number ever given out, as the store itself remembers it."""
        ...

    def missing_guards(self) -> list[str]:
        """The guards of the table that are not as they were made."""
        ...


class Secrets(Protocol):
    """Keeps short texts by name outside the store: the system's keyring. Both may raise `KeyTrouble`."""

    def read(self, entry: str) -> str | None: ...

    def write(self, entry: str, secret: str) -> None: ...
