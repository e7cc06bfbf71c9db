"""What a backup says of itself in clear: of which clinic, when, how much of what, and who can open it. Nothing about a patient.

The header stands first in the file, with a digest of itself, so that a changed byte is told from a wrong passphrase, and under a
seal made with the backup's own key, so that a header somebody made up is told from the one that was written.
"""

import hashlib
import hmac
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from core.store.backup.inside import Inside, derived_key
from core.store.backup_seals import SealedFor

FORMAT: Final = 1

_Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
_Count = Annotated[int, Field(ge=0)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class AuditHead(_Part):
    """The newest row of the audit trail in the copy."""

    seq: _Count
    mac: str = Field(pattern=r"^([0-9a-f]{64})?$")
    at: str


class Body(_Part):
    """The encrypted copy that follows the header, in bytes."""

    size: int = Field(ge=1)
    sha256: _Hex


class Header(_Part):
    """What stands at the beginning of a backup."""

    format: int
    store: str
    clinic: str
    created: str
    program: str
    revision: str
    cipher: dict[str, str | int]
    rows: dict[str, _Count]
    head: AuditHead
    body: Body
    recipients: tuple[SealedFor, ...] = Field(min_length=1)
    inside: Inside

    @property
    def raw(self) -> bytes:
        """The bytes that are written, digested and sealed."""
        return self.model_dump_json().encode()


def digest_of(raw: bytes) -> str:
    """Which backup it is: no two have the same."""
    return hashlib.sha256(raw).hexdigest()


def seal_of(raw: bytes, backup_key: bytes) -> str:
    """What only somebody with the backup's key can make."""
    return hmac.digest(derived_key(backup_key, "backup-header"), raw, "sha256").hex()
