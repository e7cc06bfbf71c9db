"""Room on the disk: how much there is, and what is said when there is none."""

import errno
import shutil
from pathlib import Path

from core.base.errors import ClinicError
from core.base.system_words import reason_of

MIB = 2**20
ROOM = 500 * MIB
"""Below this much free space a person is warned; so much is asked for when the disk is full."""

FULL = {errno.ENOSPC, errno.EDQUOT}


def mib(size: int) -> int:
    """Bytes as whole MiB, rounded up: so much is asked for."""
    return -(-size // MIB)


def free_space(folder: Path) -> int:
    """Bytes this account may still write there. Raises OSError."""
    return shutil.disk_usage(folder).free


def is_full(folder: Path) -> bool:
    """Whether next to nothing can be written there, for failures that do not say so themselves."""
    try:
        return free_space(folder) < MIB
    except OSError:
        return False


def disk_full(file: Path | str) -> ClinicError:
    """The disk is full: what was to be written is not, and how much room it takes to go on."""
    return ClinicError("disk_full", file=file, needed=ROOM // MIB)


def trouble_of(error: OSError, at: Path | str = "") -> ClinicError:
    """What an error of the operating system means to a person: disk_full, file_trouble. `at` is where, for one that does not say."""
    file = str(error.filename or at)
    if error.errno in FULL:
        return disk_full(file)
    return ClinicError("file_trouble", file=file, reason=reason_of(error))
