"""Which backup a clinic that does not open can be put back from."""

from pathlib import Path

from core.services.backup.at_hand import backup_folder, newest_backup
from core.settings.model import Settings
from tests.fakes.clinic import Clinic, clinic, new_clinic

__all__ = ["clinic"]


def test_the_newest_of_this_clinic(clinic: Clinic, tmp_path: Path) -> None:
    assert newest_backup(clinic.home) is None
    with clinic.open() as kernel:
        kernel.backups.make()
    clinic.save(clinic.add("周敏"))
    with clinic.open() as kernel:
        newer = kernel.backups.make().file
    other = new_clinic(tmp_path / "other")
    other.save(other.add("许静"))
    with other.open() as kernel:
        kernel.backups.make(clinic.home.backups)
    (clinic.home.backups / "torn.mdbk").write_bytes(b"torn")
    clinic.home.store.write_bytes(b"damaged")
    assert newest_backup(clinic.home) == newer


def test_without_a_key_file_there_is_none_to_be_sure_of(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.backups.make()
    clinic.home.envelope.write_bytes(b"{}")
    assert newest_backup(clinic.home) is None


def test_a_chosen_folder_stands_in_for_the_own_one(clinic: Clinic, tmp_path: Path) -> None:
    assert backup_folder(clinic.home, Settings()) == clinic.home.backups
    assert backup_folder(clinic.home, Settings(backup_folder=str(tmp_path))) == tmp_path
