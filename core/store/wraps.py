"""The wraps of the data key: what a passphrase, the keyring and the recovery code each open alone.

A wrap holds an X25519 key pair. The private half is sealed under what its holder has; the public half stands in clear, with a voucher
made with the data key, so that nobody without it can put another public key in. The data key is in a box for that pair: it can be
replaced, and backups can be sealed, while no passphrase is at hand. Wraps of version 1 hold the data key under the holder's key itself
and no pair; they get one the next time they open.
"""

import hmac
import secrets
import unicodedata
from typing import Final, Literal, Self

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from pydantic import BaseModel, ConfigDict, Field, model_validator

from core.base.errors import Damaged, UserError
from core.base.recovery_code import RecoveryCode
from core.store.sealed import Base64, Sealed, decoded, encoded, seal
from core.store.sealed_box import SealedBox, open_with, purpose, seal_to

VERSION: Final = 2
KEY_BYTES = 32

DATA_KEY, PRIVATE_KEY, PUBLIC_KEY = "data-key", "private-key", "public-key"
"""What is sealed, as a part of its purpose."""


class KeyPair(BaseModel):
    """A pair whose private half only the holder of the wrap opens."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    public_key: Base64
    voucher: Base64
    private_key: Sealed


class _Wrap(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[a-z0-9-]{1,40}$")
    version: Literal[1, 2] = VERSION
    data_key: Sealed | SealedBox
    pair: KeyPair | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        boxed = isinstance(self.data_key, SealedBox)
        if not boxed == (self.pair is not None) == (self.version == VERSION):
            raise ValueError("a wrap is of one version as a whole")
        return self

    def open_with(self, key: bytes, store: str) -> bytes:
        """The data key, by what the holder has. Raises InvalidTag."""
        if isinstance(self.data_key, SealedBox):
            return open_with(self.private_key(key, store), self.data_key, self._for(store, DATA_KEY))
        return self.data_key.open_with(key, self._for(store, DATA_KEY))

    def private_key(self, key: bytes, store: str) -> bytes:
        """The private half. Raises InvalidTag; LookupError for a wrap without a pair."""
        if self.pair is None:
            raise LookupError(self.id)
        return self.pair.private_key.open_with(key, self._for(store, PRIVATE_KEY))

    def public_key(self, data_key: bytes, store: str) -> bytes:
        """The public half, held against its voucher. Raises `Damaged` public_key_altered; LookupError without a pair."""
        if self.pair is None:
            raise LookupError(self.id)
        public = decoded(self.pair.public_key)
        if not hmac.compare_digest(decoded(self.pair.voucher), self._voucher(data_key, store, public)):
            raise Damaged("public_key_altered")
        return public

    def holding(self, new_key: bytes, data_key: bytes, store: str) -> Self:
        """The same wrap for another data key; `data_key` is the present one. Raises as `public_key`."""
        public = self.public_key(data_key, store)
        assert self.pair is not None  # noqa: S101 - `public_key` raised otherwise
        voucher = encoded(self._voucher(new_key, store, public))
        return self.model_copy(
            update={
                "data_key": seal_to(public, new_key, self._for(store, DATA_KEY)),
                "pair": self.pair.model_copy(update={"voucher": voucher}),
            }
        )

    def with_pair(self, key: bytes, store: str) -> Self:
        """The same wrap with a pair of its own, when it has none. Raises InvalidTag."""
        if self.pair is not None:
            return self
        pair, box = _paired(self.open_with(key, store), key, store, self.id)
        return self.model_copy(update={"version": VERSION, "data_key": box, "pair": pair})

    def _for(self, store: str, what: str) -> bytes:
        return purpose(store, self.id, self.version, what)

    def _voucher(self, data_key: bytes, store: str, public: bytes) -> bytes:
        return _voucher(data_key, store, self.id, public)


class Argon2Parameters(BaseModel):
    """Cost of guessing a passphrase. The defaults lie above the OWASP floor (19 MiB, 2 passes)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    memory_kib: int = Field(default=64 * 1024, ge=19 * 1024, le=1024 * 1024)
    passes: int = Field(default=3, ge=1, le=64)
    lanes: int = Field(default=4, ge=1, le=64)
    salt: Base64

    def stretch(self, passphrase: str) -> bytes:
        """The key of a passphrase."""
        # NFC: the same passphrase typed through another input method must open the same wrap.
        secret = unicodedata.normalize("NFC", passphrase).encode()
        return Argon2id(
            salt=decoded(self.salt),
            length=KEY_BYTES,
            iterations=self.passes,
            lanes=self.lanes,
            memory_cost=self.memory_kib,
        ).derive(secret)


class PassphraseWrap(_Wrap):
    """The data key for an operator's passphrase."""

    kind: Literal["passphrase"] = "passphrase"
    operator: str
    argon2id: Argon2Parameters


class KeyringWrap(_Wrap):
    """The data key for a random key that the operating system's keyring keeps."""

    kind: Literal["keyring"] = "keyring"
    operator: str
    backend: str
    app: str = ""
    entry: str


class RecoveryWrap(_Wrap):
    """The data key for the recovery code."""

    kind: Literal["recovery"] = "recovery"
    confirmed: bool = False


AnyWrap = PassphraseWrap | KeyringWrap | RecoveryWrap


def passphrase_wrap(store: str, data_key: bytes, passphrase: str, operator: str) -> PassphraseWrap:
    """A wrap for a passphrase. Raises `UserError` empty_passphrase."""
    if not passphrase.strip():
        raise UserError("empty_passphrase")
    cost, name = Argon2Parameters(salt=encoded(secrets.token_bytes(16))), _new_id()
    pair, box = _paired(data_key, cost.stretch(passphrase), store, name)
    return PassphraseWrap(id=name, operator=operator, argon2id=cost, data_key=box, pair=pair)


def keyring_wrap(
    store: str, data_key: bytes, operator: str, backend: str, app: str = ""
) -> tuple[KeyringWrap, str]:
    """A wrap for a new random key; the second part is the secret for the keyring, in hex.

    The entry is a new one each time: what stands in the keyring is never written over.
    """
    key, name = secrets.token_bytes(KEY_BYTES), _new_id()
    pair, box = _paired(data_key, key, store, name)
    wrap = KeyringWrap(
        id=name,
        operator=operator,
        backend=backend,
        app=app,
        entry=f"{store}/kek/{name}",
        data_key=box,
        pair=pair,
    )
    return wrap, key.hex()


def recovery_wrap(store: str, data_key: bytes, code: RecoveryCode) -> RecoveryWrap:
    """A wrap for a recovery code that nobody has confirmed yet."""
    name = _new_id()
    pair, box = _paired(data_key, code.key(store, name), store, name)
    return RecoveryWrap(id=name, data_key=box, pair=pair)


def pair_for(
    public: bytes, private_key: Sealed, data_key: bytes, store: str, name: str
) -> tuple[KeyPair, SealedBox]:
    """A pair that is there already, vouched for with a data key, and that key in a box for it. The caller knows whose the public
    half is.
    """
    pair = KeyPair(
        public_key=encoded(public),
        voucher=encoded(_voucher(data_key, store, name, public)),
        private_key=private_key,
    )
    return pair, seal_to(public, data_key, purpose(store, name, VERSION, DATA_KEY))


def _paired(data_key: bytes, key: bytes, store: str, name: str) -> tuple[KeyPair, SealedBox]:
    """A new pair with its private half under `key`, and the data key in a box for it."""
    made = X25519PrivateKey.generate()
    private = seal(key, made.private_bytes_raw(), purpose(store, name, VERSION, PRIVATE_KEY))
    return pair_for(made.public_key().public_bytes_raw(), private, data_key, store, name)


def _voucher(data_key: bytes, store: str, name: str, public: bytes) -> bytes:
    return hmac.digest(data_key, purpose(store, name, VERSION, PUBLIC_KEY) + public, "sha256")


def _new_id() -> str:
    return secrets.token_hex(8)
