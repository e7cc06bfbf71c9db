"""Bytes sealed under a key that both sides have: AES-256-GCM, bound to what they are for."""

import base64
import secrets
from typing import Annotated

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def _is_base64(text: str) -> str:
    base64.b64decode(text, validate=True)
    return text


Base64 = Annotated[str, Field(min_length=16, max_length=512), AfterValidator(_is_base64)]
"""Bytes as they stand in a JSON file."""


def encoded(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def decoded(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


class Sealed(BaseModel):
    """Bytes under a key, bound to what they are for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    nonce: Base64
    sealed: Base64

    def open_with(self, key: bytes, purpose: bytes) -> bytes:
        """What is sealed. Raises InvalidTag when the key or the purpose is another."""
        return AESGCM(key).decrypt(decoded(self.nonce), decoded(self.sealed), purpose)


def seal(key: bytes, content: bytes, purpose: bytes) -> Sealed:
    """Seal bytes under a key of 32 bytes."""
    nonce = secrets.token_bytes(12)
    return Sealed(nonce=encoded(nonce), sealed=encoded(AESGCM(key).encrypt(nonce, content, purpose)))
