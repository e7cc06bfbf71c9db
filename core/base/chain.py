"""The chain of the audit trail: the bytes of a row, what seals it, and the keys. Pure; spec/security.md §2.3, §2.6, D14.

A row's bytes are the JSON array of its fields in the order of `AuditRow`, without blanks, in UTF-8: only `"`, `\\` and control
characters are escaped (the short forms where JSON has one, else \\u00xx in small letters). Its seal is
`HMAC-SHA256(KAUD, bytes ‖ prev)`, where `prev` is the seal of the row before, or 32 zero bytes for the first row of all.
"""

import hmac
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from operator import attrgetter

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from core.base.ports import AUDIT_FIELDS, AuditRow

START = bytes(32)
"""What the first row of all has for `prev`."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_values = attrgetter(*AUDIT_FIELDS)
_BLOCK = sha256().block_size
_KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class AuditKeys:
    """The keys of a clinic's trail. Each is derived from its first data key, and kept inside the store: when the data key is replaced,
    the trail stays one chain under the same keys.
    """

    rows: bytes
    digests: bytes
    anchors: bytes

    @classmethod
    def of(cls, data_key: bytes) -> "AuditKeys":
        return cls(
            *(_derived(data_key, purpose) for purpose in ("audit-hmac", "audit-digest", "audit-anchor"))
        )

    @classmethod
    def kept(cls, raw: bytes) -> "AuditKeys":
        """As they stand in the store. Raises ValueError for bytes that are not three keys."""
        if len(raw) != 3 * _KEY_BYTES:
            raise ValueError("not the keys of a trail")
        return cls(*(raw[place : place + _KEY_BYTES] for place in range(0, len(raw), _KEY_BYTES)))

    @property
    def raw(self) -> bytes:
        """As they are kept."""
        return self.rows + self.digests + self.anchors

    def digest(self, text: str) -> str:
        """What stands in the trail for a text: equal texts have equal ones, and nobody without the key can try texts out."""
        return hmac.digest(self.digests, text.encode("utf-8", "surrogatepass"), "sha256").hex()


def row_bytes(row: AuditRow) -> bytes:
    """The one form of a row. Raises UnicodeEncodeError for half a character, which no column takes either."""
    return values_bytes(_values(row))


def values_bytes(values: Iterable[object]) -> bytes:
    """The same, of the fields in their order."""
    return _encode(list(values)).encode()


def sealer(key: bytes) -> Callable[[bytes], bytes]:
    """HMAC-SHA256 under one key, with its two inner states made once: twice as fast over millions of rows."""
    padded = key.ljust(_BLOCK, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded))
    outer = sha256(bytes(byte ^ 0x5C for byte in padded))

    def seal(content: bytes) -> bytes:
        first = inner.copy()
        first.update(content)
        second = outer.copy()
        second.update(first.digest())
        return second.digest()

    return seal


def _derived(data_key: bytes, purpose: str) -> bytes:
    return HKDF(SHA256(), _KEY_BYTES, None, purpose.encode()).derive(data_key)
