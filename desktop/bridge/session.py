"""One opening of a clinic, entered and left on workers. The passphrase is let go of as soon as it was tried."""

from concurrent.futures import Future, wait
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Protocol

from core.base.clock import Clock
from core.base.paths import Home
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
    """An open clinic: who is at work, its settings, its clock."""

    operator: str
    settings: Settings
    clock: Clock


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
        return Opened(kernel.actor.operator, kernel.settings, kernel.clock)

    def leave(self, before: tuple[Future[None], ...] = ()) -> None:
        """Wait for the work that was begun, then close. Without an open clinic, nothing happens."""
        wait(before)
        self._kernel = None
        self._closing.close()
