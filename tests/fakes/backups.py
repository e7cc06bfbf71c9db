"""A clinic with a backup of it, for tests that put it back or spoil it."""

import atexit
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from core.base.paths import Home
from core.kernel import open_clinic, restore_clinic
from core.ledger.verify import Verdict
from core.services.backup.checking import Progress
from core.store.backup import swap
from core.store.backup.file import BackupFile
from core.store.unlocking import Credential
from tests.fakes.clinic import PASSPHRASE, Clinic, new_clinic
from tests.fakes.vault import InMemoryVault

BY_PASSPHRASE = Credential(PASSPHRASE)


@dataclass
class BackedUp:
    """A clinic of one patient with one visit, backed up to a folder, and one visit more since."""

    clinic: Clinic
    stick: Path
    file: Path

    @property
    def by_code(self) -> Credential:
        return Credential(recovery=self.clinic.recovery)

    @property
    def home(self) -> Home:
        return self.clinic.home

    def empty_home(self) -> Home:
        """A data folder of another machine."""
        return Home(self.home.folder.parent / "elsewhere")

    def copy(self, name: str = "copy.mdbk") -> Path:
        """Another file with the same backup."""
        return Path(shutil.copy(self.file, self.stick / name))


def backed_up(clinic: Clinic) -> BackedUp:
    """Make it of a clinic just set up, whose files and keyring are replaced."""
    template, name, secrets = _template()
    stick = clinic.home.folder.parent / "stick"
    shutil.rmtree(clinic.home.folder)
    shutil.copytree(template / "clinic", clinic.home.folder)
    shutil.copytree(template / "stick", stick)
    clinic.vault.secrets = dict(secrets)
    return BackedUp(clinic, stick, stick / name)


@cache
def _template() -> tuple[Path, str, dict[str, str]]:
    """What all others are copies of, made once for each test process, the name of the backup in it, and what the keyring knows."""
    outer = Path(mkdtemp(prefix="mingdao-test-"))
    atexit.register(shutil.rmtree, outer)
    clinic, stick = new_clinic(outer), outer / "stick"
    record_no = clinic.add("王芳芳", "女", "1985年3月")
    clinic.save(record_no)
    stick.mkdir()
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        file = kernel.backups.make(stick).file
    clinic.save(record_no)
    return outer, file.name, clinic.vault.secrets


def cut_off(made: BackedUp) -> None:
    """A restore that the power left in its middle: what was there is out of the way, and nothing new has taken its place."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("core.services.backup.restoring.swap.finish", lambda _: None)
        restore_clinic(made.home, made.file, made.by_code)
    ready, kept = made.home.folder / swap.READY, made.home.folder / "replaced"
    kept.mkdir()
    shutil.copy(made.home.envelope, ready / swap.ENVELOPE)
    for one in (made.home.store, made.home.envelope):
        one.rename(kept / one.name)
    (ready / swap.CLEARED).touch()


def whole(home: Home) -> dict[str, bytes]:
    """Every file of a clinic by name, the lock and what holds space back aside."""
    return {
        one.name: one.read_bytes()
        for one in sorted(home.folder.iterdir())
        if one.is_file() and one.name not in {"clinic.lock", "clinic.reserve"}
    }


def state_of(home: Home, by: Credential) -> tuple[int, int, Verdict]:
    """Open a clinic: patients, visits, and what the trail is worth."""
    with open_clinic(
        home, InMemoryVault(), passphrase=by.passphrase, recovery=by.recovery, source="test"
    ) as kernel:
        held = kernel.holdings.look()
        return held.patients, held.visits, kernel.audit.verify().verdict


def flipped(path: Path, place: int) -> None:
    """Turn one bit of a file over. A negative place counts from its end."""
    raw = bytearray(path.read_bytes())
    raw[place] ^= 0x10
    path.write_bytes(raw)


class Stop(Exception):
    """Somebody pressed cancel."""


class StopAt:
    """Cancels at a stage; hears all before it."""

    def __init__(self, stage: str) -> None:
        self.stage = stage
        self.heard: list[Progress] = []

    def __call__(self, progress: Progress) -> None:
        self.heard.append(progress)
        if progress.stage == self.stage:
            raise Stop


def header_of(path: Path) -> bytes:
    """The bytes of the header."""
    return BackupFile.read(path).header.raw
