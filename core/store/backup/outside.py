"""Where backups and other things that are written out may go: not among the files of the clinic, whose fate they would share and who
would take them for its own. Backups have a folder there; that it lies on the same disk is said.

And a place that is kept, or that matters long after, is named in full: what is named from where one stands is another place tomorrow.
"""

import errno
from pathlib import Path

from core.base.errors import UserError
from core.base.paths import Home
from core.base.places import is_same, lies_within
from core.base.space import trouble_of


def refuse_inside(home: Home, folder: Path) -> None:
    """For backups. Raises `UserError` backup_target_inside, also where a link leads in."""
    if lies_within(folder, home.folder) and not is_same(folder, home.backups):
        raise UserError("backup_target_inside", folder=folder, own=home.backups)


def refuse_among_ours(home: Home, place: Path) -> None:
    """For whatever else is written out, also where it is still to be made. Raises `UserError` out_inside, also where a link leads in."""
    if lies_within(place, home.folder):
        raise UserError("out_inside", place=place)


def in_full(folder: Path) -> Path:
    """A folder as somebody named it, `~` written out.

    Raises `UserError` folder_not_in_full; `ClinicError` file_trouble for links that lead round in a circle.
    """
    folder = at_home(folder)
    if not folder.is_absolute():
        raise UserError("folder_not_in_full", folder=folder)
    try:
        folder.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise trouble_of(error, folder) from error
    return folder


def at_home(place: Path) -> Path:
    """A path with `~` written out, where it says whose."""
    try:
        return place.expanduser()
    except RuntimeError:
        return place
