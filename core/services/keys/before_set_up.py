"""What would keep a clinic from being set up, looked at before anybody writes a recovery code on paper for it."""

from collections.abc import Iterable
from tempfile import TemporaryFile

from core.base.passphrase import refuse_weak
from core.base.paths import Home
from core.base.places import refuse_remote
from core.base.space import MIB, trouble_of


def refuse_unfit(home: Home, passphrase: str, names: Iterable[str]) -> None:
    """Nothing is left of the trial, not even a folder.

    Raises as `refuse_weak`; `UserError` folder_remote; `ClinicError` disk_full, file_trouble where nothing can be written.
    """
    refuse_weak(passphrase, names)
    refuse_remote(home.folder)
    try:
        near = next(folder for folder in (home.folder, *home.folder.parents) if folder.exists())
        with TemporaryFile(dir=near) as trial:
            trial.write(bytes(MIB))
    except OSError as error:
        # Its own file has a name that nobody knows.
        raise trouble_of(OSError(*error.args[:2]), home.folder) from error
