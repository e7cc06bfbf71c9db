"""What is done with the files of a clinic while it is not open: put back, all of it from a backup or the key file from before, or read
out for rescue. As jobs for the bridge.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.paths import Home
from core.kernel import rescue_clinic, restore_clinic
from core.services.keys.previous import put_previous_back
from desktop.bridge.far import Far
from desktop.bridge.session import Vault
from desktop.bridge.task import Control

if TYPE_CHECKING:
    from core.services.backup.facts import Restored
    from core.services.keys.keys import Credential
    from core.services.rescue import Rescued


def restoring(
    home: Home,
    file: Path,
    by: "Credential",
    far: Far,
    *,
    today: "Credential | None" = None,
    second: "Credential | None" = None,
) -> "Callable[[Control], Restored]":
    """Put a clinic back. Fails as `core.kernel.restore_clinic` does; then, and when it is stopped, everything is as it was."""

    def job(control: Control) -> "Restored":
        return restore_clinic(home, file, by, today=today, second=second, told=far.hears(control))

    return job


def putting_key_file_back(home: Home) -> Callable[[Control], None]:
    """Put the key file from before in place. Fails as `core.services.keys.previous.put_previous_back` does; then nothing is changed."""

    def job(_: Control) -> None:
        put_previous_back(home)

    return job


def rescuing(home: Home, vault: Vault, by: "Credential", out: Path) -> "Callable[[Control], Rescued]":
    """Write out what can be read. Fails as `core.kernel.rescue_clinic` does. What was written before it was stopped stays."""

    def job(control: Control) -> "Rescued":
        return rescue_clinic(home, vault, by, out, told=control.progress)

    return job
