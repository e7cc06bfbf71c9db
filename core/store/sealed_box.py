"""Bytes sealed to a public key: whoever seals needs no secret, whoever has the private half opens.

RFC 9180 (HPKE), base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, as `cryptography` carries it out: each box has an
ephemeral key of its own. What the box is for goes in as the `info` of the RFC, so a box put in another's place does not open; its form
is `purpose(store, wrap, version, what)`.
A box says nothing about who made it: a public key is taken from the envelope only with its voucher (`core.store.wraps`).

How a backup uses it: `Keys.backup_seals` hands out `BackupSeals` (`core.store.backup_seals`) without the data key; its
`seal(key_of_the_backup)` gives one `SealedFor` for the recovery code and each chosen passphrase, plain pydantic models to be written into
the header as they are. On a bare machine `SealedFor.open(store, credential)` gives the backup's key back.
"""

from functools import cache

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from pydantic import BaseModel, ConfigDict

from core.store.sealed import Base64, decoded, encoded


class SealedBox(BaseModel):
    """Bytes that one private key opens: the ephemeral public key (32 bytes), then the ciphertext with its tag."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    box: Base64


def seal_to(public: bytes, content: bytes, purpose: bytes) -> SealedBox:
    """Seal bytes to a raw X25519 public key. Raises ValueError for a key that is none."""
    key = X25519PublicKey.from_public_bytes(public)
    return SealedBox(box=encoded(_suite().encrypt(content, key, info=purpose)))


def open_with(private: bytes, box: SealedBox, purpose: bytes) -> bytes:
    """What is in the box, by the raw private key. Raises InvalidTag when the key or the purpose is another."""
    key = X25519PrivateKey.from_private_bytes(private)
    return _suite().decrypt(decoded(box.box), key, info=purpose)


def purpose(store: str, wrap: str, version: int, what: str) -> bytes:
    """What something is sealed for: the clinic, the wrap and its version, and what it is."""
    return f"{store}|{wrap}|{version}|{what}".encode()


@cache
def _suite() -> Suite:
    return Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.AES_256_GCM)
