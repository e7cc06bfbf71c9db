"""The wraps of the data key: what a passphrase, the keyring and the recovery code each open alone.

A wrap holds an X25519 key pair. The private half is sealed under what its holder has; the public half and whose it is stand in clear,
with a voucher made with the data key, so that nobody without it can put another public key or another name in. The data key is in a box
for that pair: it can be replaced, and backups can be sealed, while no passphrase is at hand.
"""

import hmac
import secrets
import unicodedata
from typing import Final, Literal, Self

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from pydantic import BaseModel, ConfigDict, Field

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

    kind: str
    id: str = Field(pattern=r"^[a-z0-9-]{1,40}$")
    version: Literal[2] = VERSION
    data_key: SealedBox
    pair: KeyPair

    @property
    def whose(self) -> str:
        """Whom it lets in, as its voucher has it."""
        return whose(self.kind)

    def open_with(self, key: bytes, store: str) -> bytes:
        """The data key, by what the holder has. Raises InvalidTag; `Damaged` wrap_altered where it says it is somebody else's."""
        data_key = open_with(self.private_key(key, store), self.data_key, self._for(store, DATA_KEY))
        self.public_key(data_key, store)
        return data_key

    def private_key(self, key: bytes, store: str) -> bytes:
        """The private half. Raises InvalidTag."""
        return self.pair.private_key.open_with(key, self._for(store, PRIVATE_KEY))

    def public_key(self, data_key: bytes, store: str) -> bytes:
        """The public half; it and whose it is are held against the voucher. Raises `Damaged` wrap_altered."""
        if not self.is_vouched(data_key, store):
            raise Damaged("wrap_altered")
        return decoded(self.pair.public_key)

    def is_vouched(self, data_key: bytes, store: str) -> bool:
        """Whether public half and holder are those it was made with."""
        voucher = self._voucher(data_key, store, decoded(self.pair.public_key))
        return hmac.compare_digest(decoded(self.pair.voucher), voucher)

    def holding(self, new_key: bytes, data_key: bytes, store: str) -> Self:
        """The same wrap for another data key; `data_key` is the present one. Raises as `public_key`."""
        public = self.public_key(data_key, store)
        voucher = encoded(self._voucher(new_key, store, public))
        return self.model_copy(
            update={
                "data_key": seal_to(public, new_key, self._for(store, DATA_KEY)),
                "pair": self.pair.model_copy(update={"voucher": voucher}),
            }
        )

    def _for(self, store: str, what: str) -> bytes:
        return purpose(store, self.id, self.version, what)

    def _voucher(self, data_key: bytes, store: str, public: bytes) -> bytes:
        return _voucher(data_key, store, self.id, public, self.whose)


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


class _OperatorsWrap(_Wrap):
    operator: str

    @property
    def whose(self) -> str:
        return whose(self.kind, self.operator)


class PassphraseWrap(_OperatorsWrap):
    """The data key for an operator's passphrase."""

    kind: Literal["passphrase"] = "passphrase"
    argon2id: Argon2Parameters


class KeyringWrap(_OperatorsWrap):
    """The data key for a random key that the operating system's keyring keeps."""

    kind: Literal["keyring"] = "keyring"
    backend: str
    app: str = ""
    entry: str


class RecoveryWrap(_Wrap):
    """The data key for the recovery code."""

    kind: Literal["recovery"] = "recovery"
    confirmed: bool = False


AnyWrap = PassphraseWrap | KeyringWrap | RecoveryWrap


def whose(kind: str, operator: str = "") -> str:
    """Whom a wrap lets in, as its voucher has it."""
    return f"{kind}:{operator}"


def passphrase_wrap(store: str, data_key: bytes, passphrase: str, operator: str) -> PassphraseWrap:
    """A wrap for a passphrase. Raises `UserError` empty_passphrase."""
    if not passphrase.strip():
        raise UserError("empty_passphrase")
    cost, name = Argon2Parameters(salt=encoded(secrets.token_bytes(16))), _new_id()
    pair, box = _paired(data_key, cost.stretch(passphrase), store, name, whose("passphrase", operator))
    return PassphraseWrap(id=name, operator=operator, argon2id=cost, data_key=box, pair=pair)


def keyring_wrap(
    store: str, data_key: bytes, operator: str, backend: str, app: str = ""
) -> tuple[KeyringWrap, str]:
    """A wrap for a new random key; the second part is the secret for the keyring, in hex.

    The entry is a new one each time: what stands in the keyring is never written over.
    """
    key, name = secrets.token_bytes(KEY_BYTES), _new_id()
    pair, box = _paired(data_key, key, store, name, whose("keyring", operator))
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
    pair, box = _paired(data_key, code.key(store, name), store, name, whose("recovery"))
    return RecoveryWrap(id=name, data_key=box, pair=pair)


def pair_for(
    public: bytes, private_key: Sealed, data_key: bytes, *, store: str, name: str, holder: str
) -> tuple[KeyPair, SealedBox]:
    """A pair that is there already, vouched for with a data key, and that key in a box for it. The caller knows that the public
    half is the holder's (`whose`).
    """
    pair = KeyPair(
        public_key=encoded(public),
        voucher=encoded(_voucher(data_key, store, name, public, holder)),
        private_key=private_key,
    )
    return pair, seal_to(public, data_key, purpose(store, name, VERSION, DATA_KEY))


def _paired(data_key: bytes, key: bytes, store: str, name: str, holder: str) -> tuple[KeyPair, SealedBox]:
    """A new pair with its private half under `key`, and the data key in a box for it."""
    made = X25519PrivateKey.generate()
    private = seal(key, made.private_bytes_raw(), purpose(store, name, VERSION, PRIVATE_KEY))
    return pair_for(
        made.public_key().public_bytes_raw(), private, data_key, store=store, name=name, holder=holder
    )


def _voucher(data_key: bytes, store: str, name: str, public: bytes, holder: str) -> bytes:
    vouched = purpose(store, name, VERSION, PUBLIC_KEY) + public + holder.encode()
    return hmac.digest(data_key, vouched, "sha256")


def _new_id() -> str:
    return secrets.token_hex(8)
