"""Who else could open the clinic when the backup was made, kept in its header under its own key: after a restore everybody's passphrase
opens it again. A stolen backup shows none of it, and lets nobody guess at a passphrase but those it is sealed for.
"""

import base64
import secrets

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from pydantic import BaseModel, ConfigDict, Field

from core.store.backup_seals import Recipient
from core.store.envelope import Envelope, new_envelope
from core.store.sealed import decoded
from core.store.wraps import AnyWrap, PassphraseWrap, RecoveryWrap, pair_for, whose

_PURPOSE = "backup-inside"


class Ways(BaseModel):
    """Every passphrase and the recovery code, by their public keys; whether the code was ever confirmed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    recipients: tuple[Recipient, ...]
    confirmed: bool

    def envelope(self, store: str, cipher: dict[str, str | int], data_key: bytes) -> Envelope:
        """An envelope that lets all of them open this data key. No keyring is in it: that of another day or machine."""
        wraps = tuple(_wrap(one, store, data_key, confirmed=self.confirmed) for one in self.recipients)
        return new_envelope(data_key, cipher).model_copy(update={"store": store, "wraps": wraps})


class Inside(BaseModel):
    """The ways in, sealed: a nonce and what stands under it, in base64."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    nonce: str = Field(max_length=32)
    sealed: str = Field(max_length=512 * 1024)

    def open_with(self, backup_key: bytes, store: str) -> Ways:
        """The ways in. Raises InvalidTag, ValueError."""
        cipher = AESGCM(derived_key(backup_key, _PURPOSE))
        raw = cipher.decrypt(base64.b64decode(self.nonce), base64.b64decode(self.sealed), store.encode())
        return Ways.model_validate_json(raw)


def seal_inside(backup_key: bytes, store: str, ways: Ways) -> Inside:
    """Seal them under the backup's key, for this store."""
    nonce = secrets.token_bytes(12)
    cipher = AESGCM(derived_key(backup_key, _PURPOSE))
    sealed = cipher.encrypt(nonce, ways.model_dump_json().encode(), store.encode())
    return Inside(nonce=base64.b64encode(nonce).decode(), sealed=base64.b64encode(sealed).decode())


def derived_key(backup_key: bytes, purpose: str) -> bytes:
    """A key for one purpose, from the key of the backup."""
    return HKDF(SHA256(), 32, None, purpose.encode()).derive(backup_key)


def _wrap(one: Recipient, store: str, data_key: bytes, *, confirmed: bool) -> AnyWrap:
    holder = whose(one.kind, one.operator)
    pair, box = pair_for(
        decoded(one.public_key), one.private_key, data_key, store=store, name=one.wrap, holder=holder
    )
    if one.argon2id is None:
        return RecoveryWrap(id=one.wrap, data_key=box, pair=pair, confirmed=confirmed)
    return PassphraseWrap(id=one.wrap, data_key=box, pair=pair, operator=one.operator, argon2id=one.argon2id)
