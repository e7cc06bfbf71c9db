"""Where backups may go: not among the files of the clinic, whose fate they would share and who would take them for its own.

But for the folder that is there for them. That it lies on the same disk is said.
"""

from pathlib import Path

from core.base.errors import UserError
from core.base.paths import Home
from core.base.places import is_same, lies_within


def refuse_inside(home: Home, folder: Path) -> None:
    """Raises `UserError` backup_target_inside, also where a link leads in."""
    if lies_within(folder, home.folder) and not is_same(folder, home.backups):
        raise UserError("backup_target_inside", folder=folder, own=home.backups)
