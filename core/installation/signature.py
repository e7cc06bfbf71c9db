"""Whose signature a file bears: detached, Ed25519 over its bytes, beside it under its name and `.sig`.

The signature's file is three lines of text, so that it survives mail and can be checked without this program:

    mingdao/signature@v1
    key <the 32 bytes of the public key, Base64>
    signature <the 64 bytes of the signature, Base64>

The key named there is believed in nothing: it only tells a signature of somebody else's from one that is broken. `openssl pkeyutl
-verify -rawin -pubin -inkey release_key.pem -sigfile …` checks the bytes of the third line.
"""

import base64
import binascii
import hashlib
import re
from enum import StrEnum
from pathlib import Path

from core.base.errors import Damaged
from core.base.system_words import reason_of
from core.installation.plain_file import read_plain

FORM = "mingdao/signature@v1"
LARGEST = 4096
"""Bytes of a signature's file, and of a public key's."""

_FILE = re.compile(rf"{FORM}\nkey ([A-Za-z0-9+/=]{{44}})\nsignature ([A-Za-z0-9+/=]{{88}})\n")


class Verdict(StrEnum):
    """What a signature is worth to whoever believes one key."""

    SIGNED = "signed"
    """By that key."""
    UNSIGNED = "unsigned"
    """There is none."""
    FOREIGN = "foreign"
    """By another key, in order. Also whenever no key is believed."""
    BROKEN = "broken"
    """It does not fit the bytes, or is no signature."""


class PublicKey:
    """The public half of a release key: 32 bytes."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw

    @classmethod
    def read(cls, file: Path) -> "PublicKey | None":
        """The key in a PEM file; None when there is no such file. Raises `Damaged` release_key_damaged."""
        try:
            return cls.parse(read_plain(file, LARGEST), file)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Damaged("release_key_damaged", file=file, reason=reason_of(error)) from error

    @classmethod
    def parse(cls, pem: bytes, file: Path) -> "PublicKey":
        """The key in PEM. Raises `Damaged` release_key_damaged."""
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        from cryptography.hazmat.primitives.serialization import load_pem_public_key

        try:
            key = load_pem_public_key(pem)
        except (ValueError, UnsupportedAlgorithm):
            key = None
        if not isinstance(key, Ed25519PublicKey):
            raise Damaged("release_key_damaged", file=file, reason="Ed25519")
        return cls(key.public_bytes_raw())

    @property
    def fingerprint(self) -> str:
        """By which people know the key: the SHA-256 of its bytes, in groups of four."""
        digest = hashlib.sha256(self.raw).hexdigest()
        return " ".join(digest[at : at + 4] for at in range(0, len(digest), 4))

    def fits(self, content: bytes, signature: bytes) -> bool:
        """Whether a signature of 64 bytes was made over this content with the other half of this key."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, content)
        except (InvalidSignature, ValueError):
            return False
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PublicKey) and self.raw == other.raw

    def __hash__(self) -> int:
        return hash(self.raw)


def signature_text(key: PublicKey, signature: bytes) -> bytes:
    """The file of a signature."""
    lines = (FORM, f"key {_base64(key.raw)}", f"signature {_base64(signature)}", "")
    return "\n".join(lines).encode("ascii")


def verdict(content: bytes, signature: bytes | None, key: PublicKey | None) -> Verdict:
    """What the file of a signature (None: there is none) says of a content to whoever believes `key` (None: nobody)."""
    if signature is None:
        return Verdict.UNSIGNED
    found = _FILE.fullmatch(signature.decode("ascii", "replace")) if len(signature) <= LARGEST else None
    try:
        raw, made = (
            (base64.b64decode(text, validate=True) for text in found.groups()) if found else (b"", b"")
        )
    except binascii.Error:
        return Verdict.BROKEN
    by = PublicKey(raw)
    # Base64 has bits that mean nothing: there is one way to write a signature.
    if signature_text(by, made) != signature or not by.fits(content, made):
        return Verdict.BROKEN
    return Verdict.SIGNED if by == key else Verdict.FOREIGN


def read_signature(file: Path) -> bytes | None:
    """The file of a signature beside a file; None when there is none. Raises `Damaged` signature_unreadable."""
    beside = file.with_name(f"{file.name}.sig")
    try:
        return read_plain(beside, LARGEST + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Damaged("signature_unreadable", file=beside, reason=reason_of(error)) from error


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")
