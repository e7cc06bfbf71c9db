"""The key envelope: the store's data key, wrapped, in a small file beside the store.

The data key is 32 random bytes and never stands in clear on disk. Each wrap opens it alone, so losing one loses nothing: the
passphrase of each operator, a key in the system's keyring, the recovery code. The file also carries the cipher's parameters and a key-check value: *wrong key*, *damaged* and *newer format* are three
different messages (spec/security.md §2.3). It is replaced as a whole and its previous generation is kept; when something stops opening the
store, both generations are replaced.
"""

import hashlib
import hmac
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, Self

from cryptography.exceptions import InvalidTag
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from core.base.atomic import write_atomically
from core.base.errors import Damaged, KeyTrouble, Refused, UserError
from core.base.recovery_code import RecoveryCode
from core.store.backup_seals import BackupSeals
from core.store.failed_logins import FailedLogins
from core.store.wraps import AnyWrap, KeyringWrap, PassphraseWrap, RecoveryWrap

FORMAT: Final = 3
"""Formats from before the first release are not read."""

FEWEST_WRAPS = 2
"""Ways into the store that must be left when one is taken away."""

BY_RECOVERY = "恢复码"
"""Who acts when the recovery code opened the clinic: it belongs to the clinic, not to a person."""

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

    @property
    def people(self) -> tuple[str, ...]:
        """Whom it lets in as somebody: by a passphrase, or as whose account it is that the keyring belongs to."""
        named = (wrap.operator for wrap in self.wraps if not isinstance(wrap, RecoveryWrap))
        return tuple(dict.fromkeys(named))

    def without_altered(self, data_key: bytes) -> "Envelope":
        """Without the wraps that say they are somebody else's, or hold another public key: they let nobody in."""
        return self.model_copy(
            update={"wraps": tuple(wrap for wrap in self.wraps if wrap.is_vouched(data_key, self.store))}
        )

    def with_wrap(self, wrap: AnyWrap) -> "Envelope":
        """With one more wrap. It takes the place of the keyring's or the code's, and of the same operator's passphrase."""
        others = tuple(one for one in self.wraps if not _same_holder(one, wrap))
        return self.model_copy(update={"wraps": (*others, wrap)})

    def without_passphrase_of(self, operator: str) -> "Envelope":
        """Without an operator's passphrase.

        Raises `UserError` unknown_operator; `Refused` last_passphrase, too_few_keys.
        """
        if operator not in self.operators:
            raise UserError("unknown_operator", operator=operator)
        if len(self.operators) == 1:
            raise Refused("last_passphrase")
        return self._without(lambda wrap: isinstance(wrap, PassphraseWrap) and wrap.operator == operator)

    def without_keyring(self) -> "Envelope":
        """Without the keyring's wrap. Raises `KeyTrouble` keyring_off; `Refused` too_few_keys."""
        if self.keyring_wrap is None:
            raise KeyTrouble("keyring_off")
        return self._without(lambda wrap: isinstance(wrap, KeyringWrap))

    def keyring_only(self) -> "Envelope":
        """Without any passphrase: the keyring and the recovery code are left.

        Raises `Refused` several_operators; too_few_keys unless the keyring has a wrap and the code is confirmed.
        """
        if len(self.people) > 1:
            raise Refused("several_operators")
        return self._without(lambda wrap: isinstance(wrap, PassphraseWrap))

    def _without(self, goes: Callable[[AnyWrap], bool]) -> "Envelope":
        """Without some wraps. Two ways into the store must be left; a code nobody has shown to hold is not one."""
        left = tuple(wrap for wrap in self.wraps if not goes(wrap))
        sure = [wrap for wrap in left if not isinstance(wrap, RecoveryWrap) or wrap.confirmed]
        if len(sure) < FEWEST_WRAPS:
            raise Refused("too_few_keys")
        return self.model_copy(update={"wraps": left})

    def open_with_passphrase(self, passphrase: str) -> tuple[bytes, str]:
        """The data key and the operator whose passphrase it was. Raises `KeyTrouble` wrong_passphrase.

        A passphrase is stretched twice before it is called wrong: a bit that flipped in memory must not keep its owner out.
        """
        for _ in range(2):
            for wrap in self.wraps:
                if isinstance(wrap, PassphraseWrap):
                    try:
                        key = wrap.open_with(wrap.argon2id.stretch(passphrase), self.store)
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
            key = wrap.open_with(bytes.fromhex(secret), self.store)
        except (InvalidTag, ValueError) as error:
            raise KeyTrouble("keyring_wrong") from error
        return self._checked(key), wrap.operator

    def open_with_recovery(self, code: RecoveryCode) -> bytes:
        """The data key. Raises `KeyTrouble` recovery_absent, recovery_wrong."""
        wrap = self.recovery_wrap
        if wrap is None:
            raise KeyTrouble("recovery_absent")
        try:
            key = wrap.open_with(code.key(self.store, wrap.id), self.store)
        except InvalidTag as error:
            raise KeyTrouble("recovery_wrong") from error
        return self._checked(key)

    def seals(self, data_key: bytes) -> BackupSeals:
        """Whom backups are sealed to."""
        return BackupSeals.of(self.store, self.wraps, data_key)

    def holding(self, new_key: bytes, data_key: bytes) -> "Envelope":
        """The same ways into the store for another data key; nobody's passphrase is needed.

        Raises `Damaged` wrap_altered.
        """
        wraps = tuple(wrap.holding(new_key, data_key, self.store) for wrap in self.wraps)
        return self.model_copy(update={"key_check": _key_check(new_key), "wraps": wraps})

    def _checked(self, key: bytes) -> bytes:
        if not hmac.compare_digest(_key_check(key), self.key_check):
            raise KeyTrouble("wrong_key")
        return key


def new_envelope(data_key: bytes, cipher: dict[str, str | int]) -> Envelope:
    """An envelope for a new store, without a wrap yet."""
    return Envelope(
        format=FORMAT, store=str(uuid.uuid4()), cipher=cipher, key_check=_key_check(data_key), wraps=()
    )


def read_envelope(path: Path) -> Envelope:
    """Read the envelope. Raises `Damaged` envelope_missing, envelope_damaged, envelope_newer, envelope_older.

    The file carries a digest of itself, so that a wrong passphrase and a changed byte are not taken for one another.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError as error:
        raise Damaged("envelope_missing", file=path) from error
    found = _format_of(raw)
    if found > FORMAT:
        raise Damaged("envelope_newer", file=path, found=found, known=FORMAT)
    if 0 < found < FORMAT:
        raise Damaged("envelope_older", file=path, found=found, known=FORMAT)
    try:
        envelope = _of_this_format(raw)
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
    write_atomically(path, raw, keeps_previous=not counts)
    if revokes and read_envelope(path) == envelope:
        write_atomically(path, raw)


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


def _same_holder(one: AnyWrap, other: AnyWrap) -> bool:
    if isinstance(one, PassphraseWrap) and isinstance(other, PassphraseWrap):
        return one.operator == other.operator
    return one.kind == other.kind


def _key_check(data_key: bytes) -> str:
    return hmac.digest(data_key, b"kcv", "sha256")[:8].hex()
