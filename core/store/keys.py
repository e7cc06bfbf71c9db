"""The operating system's keyring, as a place for one key-encrypting key per store.

The backend class is fixed by operating system and built directly: whatever PYTHON_KEYRING_BACKEND or a keyringrc.cfg names is
never loaded, and what KEYRING_PROPERTY_* and KEYCHAIN_PATH would change is set back, since a hostile entry there would receive the secret (spec/security.md D9). Each write is read back. Every
call runs in a worker with a time limit, because an unlock prompt may never return. There is no fallback in clear.

The keyring library is imported where it is used: opening with a passphrase does without it.
"""

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from core.base.errors import KeyTrouble

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "mingdao-clinic"
"""The application id under which secrets are kept."""

LIMIT_S = 10.0
LONGEST = 1024
"""Characters. Windows keeps 2560 bytes of UTF-16, and some keyrings cut what is longer without a word."""

T = TypeVar("T")
K = TypeVar("K", bound="KeyringBackend")


class KeyVault(Protocol):
    """Keeps short ASCII secrets by name. Every method may raise `KeyTrouble`."""

    @property
    def backend(self) -> str:
        """The name of what keeps the secrets, written into the envelope."""
        ...

    def read(self, entry: str) -> str | None:
        """The secret, or None when there is no such entry. An empty one counts as none."""
        ...

    def write(self, entry: str, secret: str) -> None: ...

    def forget(self, entry: str) -> None: ...


class NoVault:
    """A machine, or a throw-away clinic, without a keyring."""

    backend = "none"

    def read(self, entry: str) -> str | None:
        raise KeyTrouble("keyring_unavailable")

    def write(self, entry: str, secret: str) -> None:
        raise KeyTrouble("keyring_unavailable")

    def forget(self, entry: str) -> None:
        raise KeyTrouble("keyring_unavailable")


class SystemVault:
    """Windows Credential Manager, macOS Keychain, or the Secret Service of a Linux desktop.

    Raises `KeyTrouble` keyring_unavailable, keyring_locked (also when a prompt was dismissed or not answered in time; `because` says
    which: "locked", "dismissed", "unanswered"), keyring_unfit for a secret no keyring keeps safely, or keyring_refused when what was written does not read back.
    """

    def __init__(self, limit_s: float = LIMIT_S) -> None:
        self._limit_s = limit_s

    @property
    def backend(self) -> str:
        return {"win32": "WinVault", "darwin": "Keychain"}.get(sys.platform, "SecretService")

    def read(self, entry: str) -> str | None:
        return self._within_limit(lambda: _system_keyring().get_password(SERVICE, entry)) or None

    def write(self, entry: str, secret: str) -> None:
        if not secret or len(secret) > LONGEST or not secret.isascii():
            raise KeyTrouble("keyring_unfit", longest=LONGEST)
        self._within_limit(lambda: _system_keyring().set_password(SERVICE, entry, secret))
        kept = ""
        try:
            kept = self.read(entry) or ""
        finally:
            if kept != secret:
                with suppress(KeyTrouble):
                    self.forget(entry)
        if kept != secret:
            raise KeyTrouble("keyring_refused")

    def forget(self, entry: str) -> None:
        from keyring.errors import PasswordDeleteError

        def delete() -> None:
            try:
                _system_keyring().delete_password(SERVICE, entry)
            except PasswordDeleteError:
                return  # already gone, which is what was asked for

        self._within_limit(delete)

    def _within_limit(self, call: Callable[[], T]) -> T:
        from keyring.errors import InitError, KeyringLocked

        outcome: list[T] = []
        failure: list[Exception] = []

        def work() -> None:
            try:
                outcome.append(call())
            except Exception as error:  # noqa: BLE001 - every keyring has its own exceptions; they are sorted below
                failure.append(error)

        worker = threading.Thread(target=work, name="keyring", daemon=True)
        worker.start()
        worker.join(self._limit_s)
        if worker.is_alive():
            raise KeyTrouble("keyring_locked", because="unanswered")
        if failure:
            if isinstance(failure[0], KeyringLocked):
                raise KeyTrouble("keyring_locked", because="locked") from failure[0]
            if isinstance(failure[0], InitError) and "dismissed" in str(failure[0]):
                raise KeyTrouble("keyring_locked", because="dismissed") from failure[0]
            raise KeyTrouble("keyring_unavailable") from failure[0]
        return outcome[0]


def _system_keyring() -> "KeyringBackend":
    if sys.platform == "win32":
        from keyring.backends.Windows import WinVaultKeyring

        vault = _as_made(WinVaultKeyring())
        # The library's own choice roams with a domain's profile.
        vault.persist = "local machine"
        return vault
    if sys.platform == "darwin":
        from keyring.backends.macOS import Keyring as Keychain

        chain = _as_made(Keychain())
        chain.keychain = None
        return chain
    from keyring.backends import SecretService

    return _as_made(cast("Callable[[], KeyringBackend]", SecretService.Keyring)())


def _as_made(keyring: K) -> K:
    """The keyring without what the library set on it from the environment."""
    vars(keyring).clear()
    return keyring
