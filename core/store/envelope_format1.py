"""The first format of the envelope, as far as it has to be read: no ids of wraps, no recovery code, no count of failures.

Its wraps were sealed for `store|kind|1|data-key`. That is what a wrap of version 1 whose id is its kind is sealed for, so they
go into the present format as they are.
"""

import hashlib
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Argon2(_Part):
    memory_kib: int
    passes: int
    lanes: int
    salt: str


class _Passphrase(_Part):
    nonce: str
    sealed: str
    kind: Literal["passphrase"]
    operator: str
    argon2id: _Argon2


class _Keyring(_Part):
    nonce: str
    sealed: str
    kind: Literal["keyring"]
    operator: str
    backend: str
    entry: str


class EnvelopeFormat1(_Part):
    """What stood in `keys.json`. Raises ValidationError for anything else."""

    format: Literal[1]
    store: str
    cipher: dict[str, str | int]
    key_check: str
    wraps: tuple[Annotated[_Passphrase | _Keyring, Field(discriminator="kind")], ...]
    digest: str

    @property
    def intact(self) -> bool:
        """Whether the digest is that of what stands in it."""
        return self.digest == hashlib.sha256(self.model_dump_json(exclude={"digest"}).encode()).hexdigest()

    def in_present_format(self) -> dict[str, Any]:
        """The fields of the present format but its number."""
        return {
            **self.model_dump(mode="json", exclude={"format", "digest", "wraps"}),
            "wraps": [_in_present_format(wrap) for wrap in self.wraps],
        }


def _in_present_format(wrap: _Passphrase | _Keyring) -> dict[str, Any]:
    sealed = {"nonce": wrap.nonce, "sealed": wrap.sealed}
    rest = wrap.model_dump(mode="json", exclude={"nonce", "sealed"})
    return {**rest, "id": wrap.kind, "version": 1, "data_key": sealed}
