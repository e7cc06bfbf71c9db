"""Where backups go: a folder, best one on a stick that is put away. What is wrong with it is said before anything is read."""

import errno
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import ClinicError, UserError
from core.base.space import MIB, free_space, mib
from core.store.backup.file import SUFFIX, UNFINISHED, lost

MARGIN = 8 * MIB
"""Bytes a backup needs beyond the store: its header, and what the file system needs itself."""


@dataclass(frozen=True, slots=True)
class Target:
    """A folder for backups. It is never made by us but for the one in the data folder: a stick that is not there is not there."""

    folder: Path

    def refuse_unfit(self, needed: int) -> None:
        """Whether a backup of so many bytes can be written here now.

        Raises `UserError` backup_target_missing, backup_target_no_folder, backup_target_readonly; `ClinicError`
        backup_target_full with what is needed and what is there, backup_target_lost.
        """
        if not self.folder.exists():
            raise UserError("backup_target_missing", folder=self.folder)
        if not self.folder.is_dir():
            raise UserError("backup_target_no_folder", folder=self.folder)
        try:
            self._try_writing()
            free = free_space(self.folder)
        except PermissionError as error:
            raise UserError("backup_target_readonly", folder=self.folder) from error
        except OSError as error:
            if error.errno == errno.EROFS:
                raise UserError("backup_target_readonly", folder=self.folder) from error
            raise lost(error, self.folder) from error
        if free < needed + MARGIN:
            raise ClinicError(
                "backup_target_full", folder=self.folder, needed=mib(needed + MARGIN), free=mib(free)
            )

    def files(self) -> list[Path]:
        """Every backup here, by name. None of a folder that is not there. Raises OSError."""
        if not self.folder.is_dir():
            return []
        return sorted(one for one in self.folder.iterdir() if one.name.endswith(SUFFIX) and one.is_file())

    def sweep(self, clinic: str) -> None:
        """Remove what was left unfinished under this clinic's name when the program was cut off."""
        if not self.folder.is_dir():
            return
        for one in self.folder.iterdir():
            if one.name.startswith(f"{clinic}-") and one.name.endswith(SUFFIX + UNFINISHED):
                try:
                    one.unlink()
                except OSError:
                    continue

    def free_name(self, clinic: str, day: str, seq: int) -> Path:
        """A name nothing here has: `<clinic>-<day>-<number of the audit head>.mdbk`."""
        stem, copy = f"{clinic}-{day}-{seq}", 1
        path = self.folder / f"{stem}{SUFFIX}"
        while path.exists():
            copy += 1
            path = self.folder / f"{stem}-{copy}{SUFFIX}"
        return path

    def _try_writing(self) -> None:
        handle, name = tempfile.mkstemp(prefix=".mingdao-", dir=self.folder)
        os.close(handle)
        Path(name).unlink()


def is_off_disk(folder: Path, home: Path) -> bool:
    """Whether a folder lies on another disk than the data, as far as the system tells: two partitions of one disk count as two."""
    try:
        return folder.stat().st_dev != home.stat().st_dev
    except OSError:
        return False


def name_of(clinic: str) -> str:
    """The clinic's name as a part of a file's name, on every system."""
    kept = "".join(sign if sign.isalnum() else "-" for sign in clinic.strip())[:30].strip("-")
    return kept or "mingdao"
