"""Whom a backup is sealed to: the recovery code and passphrases, by their public keys.

Made while the data key is at hand, so that each public key was held against its voucher; kept without it. One that was altered is left
out and named. What stands in the header of a backup (`SealedFor`) is enough to open it with the code or a passphrase alone.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from cryptography.exceptions import InvalidTag
from pydantic import BaseModel, ConfigDict

from core.base.errors import Damaged, KeyTrouble
from core.base.recovery_code import RecoveryCode
from core.store.sealed import Base64, Sealed, decoded, encoded
from core.store.sealed_box import SealedBox, open_with, purpose, seal_to
from core.store.wraps import PRIVATE_KEY, VERSION, AnyWrap, Argon2Parameters, KeyringWrap, PassphraseWrap

BACKUP_KEY = "backup-key"


class Recipient(BaseModel):
    """One wrap as a backup needs it: its public key, and what its holder opens the private half with. No secret.

    `argon2id` and `operator` are those of a passphrase.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    wrap: str
    kind: Literal["passphrase", "recovery"]
    operator: str = ""
    argon2id: Argon2Parameters | None = None
    public_key: Base64
    private_key: Sealed

    def private(self, store: str, secret: RecoveryCode | str) -> bytes:
        """The private key, by the code or the passphrase. Raises InvalidTag for another, and for one of the other kind."""
        if isinstance(secret, RecoveryCode):
            key = secret.key(store, self.wrap)
        elif self.argon2id is not None:
            key = self.argon2id.stretch(secret)
        else:
            raise InvalidTag
        return self.private_key.open_with(key, purpose(store, self.wrap, VERSION, PRIVATE_KEY))


class SealedFor(BaseModel):
    """The key of a backup for one recipient."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    recipient: Recipient
    key: SealedBox


@dataclass(frozen=True, slots=True)
class BackupSeals:
    """Whom the backups of an open clinic are sealed to. `altered` names wraps whose public key, or whose holder, is not the one that was put in."""

    store: str
    recipients: tuple[Recipient, ...]
    altered: tuple[str, ...] = ()

    @classmethod
    def of(cls, store: str, wraps: Collection[AnyWrap], data_key: bytes) -> "BackupSeals":
        """Of the wraps of an envelope, each held against its voucher. The keyring's is left out: it does not leave its machine."""
        found: list[Recipient] = []
        altered: list[str] = []
        for wrap in wraps:
            if isinstance(wrap, KeyringWrap):
                continue
            try:
                public = wrap.public_key(data_key, store)
            except Damaged:
                altered.append(wrap.id)
                continue
            operator, cost = (
                (wrap.operator, wrap.argon2id) if isinstance(wrap, PassphraseWrap) else ("", None)
            )
            found.append(
                Recipient(
                    wrap=wrap.id,
                    kind=wrap.kind,
                    operator=operator,
                    argon2id=cost,
                    public_key=encoded(public),
                    private_key=wrap.pair.private_key,
                )
            )
        return cls(store, tuple(found), tuple(altered))

    def seal(self, key: bytes, operators: Collection[str]) -> tuple[SealedFor, ...]:
        """The key of a backup for the recovery code and the passphrases of these operators.

        Raises `Damaged` wrap_altered; `KeyTrouble` recovery_absent when there is no code to seal it to.
        """
        if self.altered:
            raise Damaged("wrap_altered")
        chosen = [one for one in self.recipients if one.kind == "recovery" or one.operator in operators]
        if not any(one.kind == "recovery" for one in chosen):
            raise KeyTrouble("recovery_absent")
        return tuple(
            SealedFor(
                recipient=one,
                key=seal_to(decoded(one.public_key), key, purpose(self.store, one.wrap, VERSION, BACKUP_KEY)),
            )
            for one in chosen
        )


def open_backup_key(store: str, sealed: Collection[SealedFor], secret: RecoveryCode | str) -> bytes:
    """The key of a backup, by the recovery code or a passphrase. `store` is the clinic's id, as the header of the backup says it.

    Raises `KeyTrouble` recovery_wrong, wrong_passphrase.
    """
    for one in sealed:
        recipient = one.recipient
        try:
            private = recipient.private(store, secret)
            return open_with(private, one.key, purpose(store, recipient.wrap, VERSION, BACKUP_KEY))
        except InvalidTag:
            continue
    raise KeyTrouble("recovery_wrong" if isinstance(secret, RecoveryCode) else "wrong_passphrase")
