"""A secret as somebody types it where more than one kind does: it says itself which it is."""

from core.base.recovery_code import RecoveryCode
from core.store.unlocking import Credential


def credential_of(secret: str) -> Credential:
    """The recovery code or a passphrase, whichever it is. Raises `UserError` for a code with a mistyped group."""
    code = RecoveryCode.within(secret)
    return Credential(None if code else secret, code)
