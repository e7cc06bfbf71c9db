"""Opening a backup with what a person has: the recovery code, or an admin's passphrase. No keyring, no clinic is needed for it."""

from dataclasses import dataclass, field

from core.base.errors import KeyTrouble
from core.base.recovery_code import RecoveryCode
from core.store.backup.file import BackupFile
from core.store.backup_seals import open_backup_key
from core.store.unlocking import Credential


@dataclass(frozen=True, slots=True)
class OpenedBackup:
    """The key of a backup, and for whom it was sealed: the name of the wrap, and the operator (empty for the code)."""

    key: bytes = field(repr=False)
    wrap: str
    operator: str


def opened_by(file: BackupFile, by: Credential) -> OpenedBackup:
    """Raises `KeyTrouble` backup_key_needed for the keyring, wrong_passphrase, recovery_wrong."""
    secret = secret_of(by)
    store = file.header.store
    for sealed in file.header.recipients:
        try:
            key = open_backup_key(store, (sealed,), secret)
        except KeyTrouble:
            continue
        return OpenedBackup(key, sealed.recipient.wrap, sealed.recipient.operator)
    raise KeyTrouble("backup_code_wrong" if by.recovery else "backup_passphrase_wrong")


def secret_of(by: Credential) -> RecoveryCode | str:
    """Raises `KeyTrouble` backup_key_needed when there is neither."""
    if by.recovery is not None:
        return by.recovery
    if by.passphrase is None:
        raise KeyTrouble("backup_key_needed")
    return by.passphrase
