"""The key envelope: the store's data key, wrapped, in a small file beside the store.

The data key is 32 random bytes and never stands in clear on disk. Each wrap opens it alone, so losing one loses nothing: the
passphrase of each operator, a key in the system's keyring, the recovery code. The file also carries the cipher's parameters and a key-check value: *wrong key*, *damaged* and *newer format* are three
different messages (spec/security.md §2.3). It is replaced as a whole and its previous generation is kept; when something stops opening the
store, both generations are replaced.
"""

import base64
import hashlib
import hmac
import secrets
import unicodedata
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, Literal, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from core.base.atomic import write_atomically
from core.base.errors import Damaged, KeyTrouble, Refused, UserError
from core.base.recovery_code import RecoveryCode
from core.store.envelope_format1 import EnvelopeFormat1
from core.store.failed_logins import FailedLogins

FORMAT: Final = 2
KEY_BYTES = 32
FEWEST_WRAPS = 2
"""Ways into the store that must be left when one is taken away."""

PRIVATE_KEY = "recovery-private-key"

BY_RECOVERY = "恢复码"
"""Who acts when the recovery code opened the clinic: it belongs to the clinic, not to a person."""


def _is_base64(text: str) -> str:
    base64.b64decode(text, validate=True)
    return text


_Base64 = Annotated[str, Field(min_length=16, max_length=256), AfterValidator(_is_base64)]


class Sealed(BaseModel):
    """Bytes under a key, bound to what they are for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    nonce: _Base64
    sealed: _Base64

    def open_with(self, key: bytes, purpose: bytes) -> bytes:
        """What is sealed. Raises InvalidTag when the key or the purpose is another."""
        return AESGCM(key).decrypt(_decoded(self.nonce), _decoded(self.sealed), purpose)


class _Wrap(Sealed):
    """The data key, sealed for this store, this wrap and this version of wraps."""

    id: str = Field(pattern=r"^[a-z0-9-]{1,40}$")
    version: Literal[1, 2] = FORMAT

    def data_key(self, key: bytes, store: str) -> bytes:
        """The data key. Raises InvalidTag."""
        return self.open_with(key, _purpose(store, self.id, self.version))


class Argon2Parameters(BaseModel):
    """Cost of guessing a passphrase. The defaults lie above the OWASP floor (19 MiB, 2 passes)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    memory_kib: int = Field(default=64 * 1024, ge=19 * 1024, le=1024 * 1024)
    passes: int = Field(default=3, ge=1, le=64)
    lanes: int = Field(default=4, ge=1, le=64)
    salt: _Base64


class PassphraseWrap(_Wrap):
    """The data key under an operator's passphrase."""

    kind: Literal["passphrase"] = "passphrase"
    operator: str
    argon2id: Argon2Parameters


class KeyringWrap(_Wrap):
    """The data key under a random key that the operating system's keyring keeps."""

    kind: Literal["keyring"] = "keyring"
    operator: str
    backend: str
    app: str = ""
    entry: str


class RecoveryWrap(_Wrap):
    """The data key under the recovery code, and a key pair whose private half only the code opens.

    The public half is for sealing keys of backups: a backup can be made without the code and opened on another machine with it.
    `voucher` is made with the data key, so that nobody without it can put another public key in.
    """

    kind: Literal["recovery"] = "recovery"
    confirmed: bool = False
    public_key: _Base64
    voucher: _Base64
    private_key: Sealed


AnyWrap = PassphraseWrap | KeyringWrap | RecoveryWrap
Wrap = Annotated[AnyWrap, Field(discriminator="kind")]


class Envelope(BaseModel):
    """What stands in `keys.json`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: int
    store: str
    cipher: dict[str, str | int]
    key_check: str = Field(pattern=r"^[0-9a-f]{16}$")
    wraps: tuple[Wrap, ...]
    failures: FailedLogins = FailedLogins()
    digest: str = ""

    @model_validator(mode="after")
    def _are_told_apart(self) -> Self:
        ids = [wrap.id for wrap in self.wraps]
        names = [wrap.operator for wrap in self.wraps if isinstance(wrap, PassphraseWrap)]
        single = [wrap.kind for wrap in self.wraps if not isinstance(wrap, PassphraseWrap)]
        if any(len(set(each)) != len(each) for each in (ids, names, single)):
            raise ValueError("two wraps that cannot be told apart")
        return self

    @property
    def keyring_wrap(self) -> KeyringWrap | None:
        return next((wrap for wrap in self.wraps if isinstance(wrap, KeyringWrap)), None)

    @property
    def recovery_wrap(self) -> RecoveryWrap | None:
        return next((wrap for wrap in self.wraps if isinstance(wrap, RecoveryWrap)), None)

    @property
    def operators(self) -> tuple[str, ...]:
        """Whose passphrases open the store."""
        return tuple(wrap.operator for wrap in self.wraps if isinstance(wrap, PassphraseWrap))

    def with_wrap(self, wrap: AnyWrap) -> "Envelope":
        """With one more wrap. It takes the place of the keyring's or the code's, and of the same operator's passphrase."""
        others = tuple(one for one in self.wraps if not _same_holder(one, wrap))
        return self.model_copy(update={"wraps": (*others, wrap)})

    def without_passphrase_of(self, operator: str) -> "Envelope":
        """Without an operator's passphrase.

        Raises `UserError` unknown_operator; `Refused` too_few_keys unless two other ways into the store are left. A recovery
        code that nobody has shown to hold does not count.
        """
        if operator not in self.operators:
            raise UserError("unknown_operator", operator=operator)
        left = tuple(
            wrap
            for wrap in self.wraps
            if not (isinstance(wrap, PassphraseWrap) and wrap.operator == operator)
        )
        sure = [wrap for wrap in left if not isinstance(wrap, RecoveryWrap) or wrap.confirmed]
        if len(sure) < FEWEST_WRAPS:
            raise Refused("too_few_keys")
        return self.model_copy(update={"wraps": left})

    def open_with_passphrase(self, passphrase: str) -> tuple[bytes, str]:
        """The data key and the operator whose passphrase it was. Raises `KeyTrouble` wrong_passphrase."""
        for wrap in self.wraps:
            if isinstance(wrap, PassphraseWrap):
                try:
                    key = wrap.data_key(_stretch(passphrase, wrap.argon2id), self.store)
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
            key = wrap.data_key(bytes.fromhex(secret), self.store)
        except (InvalidTag, ValueError) as error:
            raise KeyTrouble("keyring_wrong") from error
        return self._checked(key), wrap.operator

    def open_with_recovery(self, code: RecoveryCode) -> bytes:
        """The data key. Raises `KeyTrouble` recovery_absent, recovery_wrong."""
        wrap = self.recovery_wrap
        if wrap is None:
            raise KeyTrouble("recovery_absent")
        try:
            key = wrap.data_key(code.key(self.store, wrap.id), self.store)
        except InvalidTag as error:
            raise KeyTrouble("recovery_wrong") from error
        return self._checked(key)

    def recovery_public_key(self, data_key: bytes) -> bytes:
        """The X25519 key to seal backup keys to. Raises `KeyTrouble` recovery_absent; `Damaged` recovery_key_altered."""
        wrap = self.recovery_wrap
        if wrap is None:
            raise KeyTrouble("recovery_absent")
        public = _decoded(wrap.public_key)
        if not hmac.compare_digest(_decoded(wrap.voucher), _voucher(data_key, self.store, wrap.id, public)):
            raise Damaged("recovery_key_altered")
        return public

    def recovery_private_key(self, code: RecoveryCode) -> bytes:
        """The other half, which only the code opens. Raises `KeyTrouble` recovery_absent, recovery_wrong."""
        wrap = self.recovery_wrap
        if wrap is None:
            raise KeyTrouble("recovery_absent")
        try:
            return wrap.private_key.open_with(
                code.key(self.store, wrap.id), _purpose(self.store, wrap.id, wrap.version, PRIVATE_KEY)
            )
        except InvalidTag as error:
            raise KeyTrouble("recovery_wrong") from error

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
    name = _new_id()
    sealed = _seal(_stretch(passphrase, cost), data_key, _purpose(envelope.store, name, FORMAT))
    return PassphraseWrap(id=name, operator=operator, argon2id=cost, **sealed.model_dump())


def keyring_wrap(
    envelope: Envelope, data_key: bytes, operator: str, backend: str, app: str = ""
) -> tuple[KeyringWrap, str]:
    """Wrap the data key under a new random key; the second part is the secret for the keyring, in hex.

    The entry is a new one each time: what stands in the keyring is never written over.
    """
    key, name = secrets.token_bytes(KEY_BYTES), _new_id()
    sealed = _seal(key, data_key, _purpose(envelope.store, name, FORMAT))
    wrap = KeyringWrap(
        id=name,
        operator=operator,
        backend=backend,
        app=app,
        entry=f"{envelope.store}/kek/{name}",
        **sealed.model_dump(),
    )
    return wrap, key.hex()


def recovery_wrap(envelope: Envelope, data_key: bytes, code: RecoveryCode) -> RecoveryWrap:
    """Wrap the data key under a recovery code that nobody has confirmed yet, with a new key pair for backups."""
    name, pair = _new_id(), X25519PrivateKey.generate()
    key, public = code.key(envelope.store, name), pair.public_key().public_bytes_raw()
    sealed = _seal(key, data_key, _purpose(envelope.store, name, FORMAT))
    private = _seal(key, pair.private_bytes_raw(), _purpose(envelope.store, name, FORMAT, PRIVATE_KEY))
    return RecoveryWrap(
        id=name,
        public_key=_encoded(public),
        voucher=_encoded(_voucher(data_key, envelope.store, name, public)),
        private_key=private,
        **sealed.model_dump(),
    )


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
        envelope = _of_format_1(raw) if found == 1 else _of_this_format(raw)
    except ValidationError as error:
        raise Damaged("envelope_damaged", file=path) from error
    if envelope is None or not envelope.wraps:
        raise Damaged("envelope_damaged", file=path)
    return envelope


def write_envelope(path: Path, envelope: Envelope, *, revokes: bool = False, counts: bool = False) -> None:
    """Replace the envelope as a whole, with the digest of what stands in it.

    `revokes` is for a change after which something no longer opens the store: the generation before would still hold it, so it is
    replaced too, once the new one has been read back. `counts` is for a change of the failures only, which makes no generation.
    """
    sealed = envelope.model_copy(update={"digest": _digest(envelope)})
    raw = sealed.model_dump_json(indent=2).encode()
    write_atomically(path, raw, keeps_previous=not counts or _format_of(path.read_bytes()) < FORMAT)
    if revokes and read_envelope(path) == envelope:
        write_atomically(path, raw)


def bring_up_to_date(path: Path, envelope: Envelope) -> None:
    """Write an envelope that was read from an older format in this one; the older stays as the generation before.

    On a disk that takes nothing it stays as it is, which can be read as well.
    """
    with suppress(OSError):
        if _format_of(path.read_bytes()) < FORMAT:
            write_envelope(path, envelope)


def _of_format_1(raw: bytes) -> Envelope | None:
    old = EnvelopeFormat1.model_validate_json(raw)
    return Envelope.model_validate({**old.in_present_format(), "format": FORMAT}) if old.intact else None


def _of_this_format(raw: bytes) -> Envelope | None:
    envelope = Envelope.model_validate_json(raw)
    if envelope.format != FORMAT or envelope.digest != _digest(envelope):
        return None
    return envelope.model_copy(update={"digest": ""})


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


def _same_holder(one: AnyWrap, other: AnyWrap) -> bool:
    if isinstance(one, PassphraseWrap) and isinstance(other, PassphraseWrap):
        return one.operator == other.operator
    return one.kind == other.kind


def _new_id() -> str:
    return secrets.token_hex(8)


def _seal(key: bytes, content: bytes, purpose: bytes) -> Sealed:
    nonce = secrets.token_bytes(12)
    return Sealed(nonce=_encoded(nonce), sealed=_encoded(AESGCM(key).encrypt(nonce, content, purpose)))


def _purpose(store: str, wrap: str, version: int, what: str = "data-key") -> bytes:
    return f"{store}|{wrap}|{version}|{what}".encode()


def _voucher(data_key: bytes, store: str, wrap: str, public: bytes) -> bytes:
    return hmac.digest(data_key, _purpose(store, wrap, FORMAT, "recovery-public-key") + public, "sha256")


def _key_check(data_key: bytes) -> str:
    return hmac.digest(data_key, b"kcv", "sha256")[:8].hex()


def _encoded(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _decoded(text: str) -> bytes:
    return base64.b64decode(text, validate=True)
