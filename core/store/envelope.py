"""The key envelope: the store's data key, wrapped, in a small file beside the store.

The data key is 32 random bytes and never stands in clear on disk. Each wrap opens it alone, so losing one loses nothing.
The file also carries the cipher's parameters and a key-check value: *wrong key*, *damaged* and *newer format* are three
different messages (spec/security.md §2.3). It is replaced as a whole and its previous generation is kept.
"""

import base64
import hashlib
import hmac
import secrets
import unicodedata
import uuid
from pathlib import Path
from typing import Annotated, Literal

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from core.base.atomic import write_atomically
from core.base.errors import Damaged, KeyTrouble, UserError

FORMAT = 1
KEY_BYTES = 32


def _is_base64(text: str) -> str:
    base64.b64decode(text, validate=True)
    return text


_Base64 = Annotated[str, Field(min_length=16, max_length=256), AfterValidator(_is_base64)]


class _Sealed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    nonce: _Base64
    sealed: _Base64

    def open_with(self, key: bytes, purpose: bytes) -> bytes:
        """What is sealed. Raises InvalidTag when the key or the purpose is another."""
        return AESGCM(key).decrypt(_decoded(self.nonce), _decoded(self.sealed), purpose)


class Argon2Parameters(BaseModel):
    """Cost of guessing a passphrase. The defaults lie above the OWASP floor (19 MiB, 2 passes)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    memory_kib: int = Field(default=64 * 1024, ge=19 * 1024, le=1024 * 1024)
    passes: int = Field(default=3, ge=1, le=64)
    lanes: int = Field(default=4, ge=1, le=64)
    salt: _Base64


class PassphraseWrap(_Sealed):
    """The data key under an operator's passphrase."""

    kind: Literal["passphrase"] = "passphrase"
    operator: str
    argon2id: Argon2Parameters


class KeyringWrap(_Sealed):
    """The data key under a random key that the operating system's keyring keeps."""

    kind: Literal["keyring"] = "keyring"
    operator: str
    backend: str
    entry: str


Wrap = Annotated[PassphraseWrap | KeyringWrap, Field(discriminator="kind")]


class Envelope(BaseModel):
    """What stands in `keys.json`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: int
    store: str
    cipher: dict[str, str | int]
    key_check: str = Field(pattern=r"^[0-9a-f]{16}$")
    wraps: tuple[Wrap, ...]
    digest: str = ""

    @property
    def keyring_wrap(self) -> KeyringWrap | None:
        return next((wrap for wrap in self.wraps if isinstance(wrap, KeyringWrap)), None)

    def with_wrap(self, wrap: PassphraseWrap | KeyringWrap) -> "Envelope":
        return self.model_copy(update={"wraps": (*self.wraps, wrap)})

    def open_with_passphrase(self, passphrase: str) -> tuple[bytes, str]:
        """The data key and the operator whose passphrase it was. Raises `KeyTrouble` wrong_passphrase."""
        for wrap in self.wraps:
            if isinstance(wrap, PassphraseWrap):
                try:
                    key = wrap.open_with(_stretch(passphrase, wrap.argon2id), _purpose(self.store, wrap.kind))
                except InvalidTag:
                    continue
                return self._checked(key), wrap.operator
        raise KeyTrouble("wrong_passphrase")

    def open_with_keyring_key(self, secret: str) -> tuple[bytes, str]:
        """The data key, by the secret kept in the keyring. Raises `KeyTrouble` keyring_wrong."""
        wrap = self.keyring_wrap
        try:
            if wrap is None:
                raise KeyTrouble("keyring_missing")
            key = wrap.open_with(bytes.fromhex(secret), _purpose(self.store, wrap.kind))
        except (InvalidTag, ValueError) as error:
            raise KeyTrouble("keyring_wrong") from error
        return self._checked(key), wrap.operator

    def _checked(self, key: bytes) -> bytes:
        if not hmac.compare_digest(_key_check(key), self.key_check):
            raise KeyTrouble("wrong_key")
        return key


def new_envelope(data_key: bytes, cipher: dict[str, str | int]) -> Envelope:
    """An envelope for a new store, without a wrap yet."""
    return Envelope(
        format=FORMAT, store=str(uuid.uuid4()), cipher=cipher, key_check=_key_check(data_key), wraps=()
    )


def passphrase_wrap(envelope: Envelope, data_key: bytes, passphrase: str, operator: str) -> PassphraseWrap:
    """Wrap the data key under a passphrase. Raises `UserError` empty_passphrase."""
    if not passphrase.strip():
        raise UserError("empty_passphrase")
    cost = Argon2Parameters(salt=_encoded(secrets.token_bytes(16)))
    nonce = secrets.token_bytes(12)
    sealed = AESGCM(_stretch(passphrase, cost)).encrypt(
        nonce, data_key, _purpose(envelope.store, "passphrase")
    )
    return PassphraseWrap(operator=operator, argon2id=cost, nonce=_encoded(nonce), sealed=_encoded(sealed))


def keyring_wrap(envelope: Envelope, data_key: bytes, operator: str, backend: str) -> tuple[KeyringWrap, str]:
    """Wrap the data key under a new random key; the second part is the secret for the keyring, in hex."""
    key = secrets.token_bytes(KEY_BYTES)
    nonce = secrets.token_bytes(12)
    sealed = AESGCM(key).encrypt(nonce, data_key, _purpose(envelope.store, "keyring"))
    wrap = KeyringWrap(
        operator=operator,
        backend=backend,
        entry=f"{envelope.store}/kek/{FORMAT}",
        nonce=_encoded(nonce),
        sealed=_encoded(sealed),
    )
    return wrap, key.hex()


def read_envelope(path: Path) -> Envelope:
    """Read the envelope. Raises `Damaged` envelope_missing, envelope_damaged, envelope_newer.

    The file carries a digest of itself, so that a wrong passphrase and a changed byte are not taken for one another.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError as error:
        raise Damaged("envelope_missing", file=path) from error
    found = _format_of(raw)
    if found > FORMAT:
        raise Damaged("envelope_newer", file=path, found=found, known=FORMAT)
    try:
        envelope = Envelope.model_validate_json(raw)
    except ValidationError as error:
        raise Damaged("envelope_damaged", file=path) from error
    if found != FORMAT or envelope.digest != _digest(envelope) or not envelope.wraps:
        raise Damaged("envelope_damaged", file=path)
    return envelope.model_copy(update={"digest": ""})


def write_envelope(path: Path, envelope: Envelope) -> None:
    """Replace the envelope as a whole, with the digest of what stands in it."""
    sealed = envelope.model_copy(update={"digest": _digest(envelope)})
    write_atomically(path, sealed.model_dump_json(indent=2).encode())


def _digest(envelope: Envelope) -> str:
    return hashlib.sha256(envelope.model_dump_json(exclude={"digest"}).encode()).hexdigest()


class _AnyFormat(BaseModel):
    format: int


def _format_of(raw: bytes) -> int:
    try:
        return _AnyFormat.model_validate_json(raw).format
    except ValidationError:
        return 0


def _stretch(passphrase: str, cost: Argon2Parameters) -> bytes:
    # NFC: the same passphrase typed through another input method must open the same wrap.
    secret = unicodedata.normalize("NFC", passphrase).encode()
    return Argon2id(
        salt=_decoded(cost.salt),
        length=KEY_BYTES,
        iterations=cost.passes,
        lanes=cost.lanes,
        memory_cost=cost.memory_kib,
    ).derive(secret)


def _purpose(store: str, kind: str) -> bytes:
    return f"{store}|{kind}|{FORMAT}|data-key".encode()


def _key_check(data_key: bytes) -> str:
    return hmac.digest(data_key, b"kcv", "sha256")[:8].hex()


def _encoded(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _decoded(text: str) -> bytes:
    return base64.b64decode(text, validate=True)
