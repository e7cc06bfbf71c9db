"""One opening of a clinic, entered and left on workers. The passphrase is let go of as soon as it was tried."""

from concurrent.futures import Future, wait
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Protocol

from core.base.clock import Clock
from core.base.paths import Home
from core.base.rights import Right, Role
from core.kernel import Kernel, open_clinic
from core.settings.model import Settings
from desktop.bridge.task import Control

SOURCE = "desktop"
"""This front-end's name in the audit trail."""


class Vault(Protocol):
    """A keyring as the kernel takes it: the shape of `core.store.keys.KeyVault`, which this layer may not import."""

    @property
    def backend(self) -> str: ...
    def read(self, entry: str) -> str | None: ...
    def write(self, entry: str, secret: str) -> None: ...
    def forget(self, entry: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Opened:
    """An open clinic: who is at work and in which role, its settings, its clock.

    `roles` are those that can be switched to, `rights` what they may do without switching, as the kernel says. `is_shared` says that
    others work here too.
    """

    operator: str
    settings: Settings
    clock: Clock
    role: str = ""
    roles: tuple[Role, ...] = ()
    rights: frozenset[Right] = frozenset()
    is_shared: bool = False

    def may(self, *rights: Right) -> bool:
        """Whether whoever is at work may do it: one of these rights is enough. What a screen offers is asked here, and nowhere else."""
        return any(right in self.rights for right in rights)


def opened_of(kernel: Kernel) -> Opened:
    """Who is at work now."""
    rights = frozenset(right for right in Right if kernel.could(right))
    actor = kernel.actor
    return Opened(
        *(actor.operator, kernel.settings, kernel.clock, actor.role),
        roles=kernel.roles,
        rights=rights,
        is_shared=kernel.is_shared,
    )


class Session:
    """From `enter` to `leave`. A session that was left is not entered again."""

    def __init__(self, home: Home, vault: Vault, passphrase: str | None, clock: Clock | None) -> None:
        self._home, self._vault, self._passphrase, self._clock = home, vault, passphrase, clock
        self._closing = ExitStack()
        self._kernel: Kernel | None = None

    @property
    def kernel(self) -> Kernel:
        if self._kernel is None:
            raise RuntimeError("The session is not open")
        return self._kernel

    def enter(self, control: Control) -> Opened:
        passphrase, self._passphrase = self._passphrase, None
        clinic = open_clinic(self._home, self._vault, passphrase=passphrase, source=SOURCE, clock=self._clock)
        kernel = self._kernel = self._closing.enter_context(clinic)
        return opened_of(kernel)

    def leave(self, before: tuple[Future[None], ...] = ()) -> None:
        """Wait for the work that was begun, then close. Without an open clinic, nothing happens."""
        wait(before)
        self._kernel = None
        self._closing.close()
