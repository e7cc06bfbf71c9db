"""More people for a throw-away clinic: an operator of each role, each with a passphrase of their own."""

import atexit
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from core.base.recovery_code import RecoveryCode
from core.base.rights import Role
from core.kernel import Kernel
from core.services.keys.keys import Credential
from tests.fakes.clinic import PASSPHRASE, Clinic, new_clinic

FIRST = Credential(PASSPHRASE)
"""The first operator, asked again."""

PASSPHRASES = {
    "王大夫": "桂枝汤 in the morning rain",
    "赵前台": "铃铛 by the green window",
    "钱管理": "账本 under seven lanterns",
    "孙审计": "毛笔 beside the old well",
    "周主任": "竹简 across the quiet river",
}


def hire(kernel: Kernel, name: str, *roles: Role) -> Credential:
    """Enter somebody of the list; what they open the clinic with."""
    kernel.operators.add(FIRST, name, roles, PASSPHRASES[name])
    return Credential(PASSPHRASES[name])


def staffed(clinic: Clinic) -> Clinic:
    """A clinic just set up, with a second physician, a receptionist, an admin and an auditor. The keyring does not open it any more."""
    folder, clinic.recovery = _template()
    shutil.rmtree(clinic.home.folder)
    shutil.copytree(folder, clinic.home.folder)
    return clinic


@cache
def _template() -> tuple[Path, RecoveryCode]:
    """Made once for each test process, since each passphrase takes its time to stretch."""
    outer = Path(mkdtemp(prefix="mingdao-test-"))
    atexit.register(shutil.rmtree, outer)
    clinic = new_clinic(outer)
    with clinic.open() as kernel:
        kernel.keys.confirm_recovery_code(clinic.recovery)
        hire(kernel, "王大夫", Role.PHYSICIAN)
        hire(kernel, "赵前台", Role.RECEPTION)
        hire(kernel, "钱管理", Role.ADMIN)
        hire(kernel, "孙审计", Role.AUDITOR)
    return clinic.home.folder, clinic.recovery
