"""Text that has to outlive an open clinic in the memory of the process: what stood on the screen when it was locked.

It is sealed (AES-256-GCM) under a key derived from one that lies in the store, so that nothing of it can be read until the clinic is
opened again, also by another data key. Whose it is, is sealed with it: another operator's does not open it.
"""

import secrets
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

NONCE = 12
"""Bytes."""


@dataclass(frozen=True, slots=True)
class Sealing:
    """Seals and unseals while the clinic is open."""

    _key: bytes = field(repr=False)

    @classmethod
    def of(cls, secret: bytes) -> "Sealing":
        """`secret` lies in the store, and stays the same when the data key is replaced."""
        return cls(HKDF(SHA256(), 32, None, b"left-open").derive(secret))

    def seal(self, text: str, owner: str) -> bytes:
        """The text, for nobody but its owner in this clinic."""
        nonce = secrets.token_bytes(NONCE)
        return nonce + AESGCM(self._key).encrypt(
            nonce, text.encode("utf-8", "surrogatepass"), owner.encode("utf-8", "surrogatepass")
        )

    def unseal(self, sealed: bytes, owner: str) -> str | None:
        """The text; None when it is another owner's, or of another clinic."""
        try:
            text = AESGCM(self._key).decrypt(
                sealed[:NONCE], sealed[NONCE:], owner.encode("utf-8", "surrogatepass")
            )
        except InvalidTag:
            return None
        return text.decode("utf-8", "surrogatepass")
