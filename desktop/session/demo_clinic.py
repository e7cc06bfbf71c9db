"""The demonstration clinic: invented people in a throw-away folder, to look round in before there is a clinic of one's own.

Nothing of it touches the real home or a keyring, and its passphrase is random and known to nobody. It goes with `end`; after a
crash the next start removes the folder, which is encrypted like any other.
"""

import secrets
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.throw_away import ThrowAway, remove_stale
from desktop.bridge.clinic import ClinicBridge, ClinicState, no_vault
from desktop.bridge.failures import what_the_world_did
from desktop.session.options import Options

PASSPHRASE_BYTES = 32


class DemoClinic(QObject):
    """Made once. From `begin` until `end` the bridge's clinic is this one."""

    prepared = Signal(int, int)
    """How many of the invented people of how many are in."""

    failed = Signal(object)
    """The `ClinicError` for which there is no demonstration. Nothing of it is left."""

    def __init__(self, clinic: ClinicBridge, options: Options, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clinic, self._options = clinic, options
        self._folder: ThrowAway | None = None

    @property
    def is_there(self) -> bool:
        """Whether it is being made, open or being closed."""
        return self._folder is not None

    def begin(self, words: Messages) -> None:
        """Make it, fill it and open it. Where a clinic is open or opening, nothing happens."""
        if self._folder is not None or self._clinic.state is not ClinicState.CLOSED:
            return
        try:
            folder = self._folder = ThrowAway()
        except OSError as error:
            meaning = what_the_world_did(error)
            if meaning is None:
                raise
            self.failed.emit(meaning)
            return
        passphrase = secrets.token_urlsafe(PASSPHRASE_BYTES)
        task = self._clinic.set_up_demonstration(folder.home, passphrase, words, failed=self._on_failed)
        task.progress.connect(self.prepared)
        task.done.connect(partial(self._on_made, passphrase))

    def end(self) -> None:
        """Remove it, once it is closed, and go back to the real home and what was chosen there."""
        if self._folder is not None:
            self.remove()
            self._options.move_back()

    def remove(self) -> None:
        """Remove its folder. At the end of the program that is all there is to do."""
        folder, self._folder = self._folder, None
        if folder is not None:
            folder.close()

    def remove_stale(self) -> None:
        """Remove what a crash left of another one."""
        remove_stale()

    def _on_made(self, passphrase: str, _made: object) -> None:
        # Opening is a step of its own, and begins once this one has ended.
        QTimer.singleShot(0, self, partial(self._open, passphrase))

    def _open(self, passphrase: str) -> None:
        if self._folder is not None:
            self._options.move_to(self._folder.home)
            self._clinic.open(self._folder.home, no_vault(), passphrase, failed=self._on_failed)

    def _on_failed(self, error: ClinicError) -> None:
        self.end()
        self.failed.emit(error)
