"""A backup of every format there ever was is restored: one of each is kept in tests/fakes, as the program of its day wrote it."""

import re
from pathlib import Path

import pytest

from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.kernel import restore_clinic
from core.store.backup.header import FORMAT
from core.store.unlocking import Credential
from tests.fakes.backups import BY_PASSPHRASE, state_of

KEPT = sorted((Path(__file__).parents[3] / "fakes").glob("backup_format*.mdbk"))
CODES = {1: "JSZJ-ZN79-650S-F20W-4HT0-Z0PQ-DM78-XEYD-E5C9"}


def format_of(file: Path) -> int:
    return int(re.sub(r"\D", "", file.stem))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_S62_a_backup_of_every_format_restores_by_the_code_and_by_an_admin(
    home: Home, tmp_path: Path, file: Path
) -> None:
    by_code = Credential(recovery=RecoveryCode.parse(CODES[format_of(file)]))
    for number, by in enumerate((by_code, BY_PASSPHRASE)):
        put = Home(tmp_path / f"put-{number}")
        assert restore_clinic(put, file, by).rows["patients"] == 1
        patients, visits, verdict = state_of(put, by)
        assert (patients, visits, verdict.whole) == (1, 1, True)


def test_S62_one_of_the_present_format_is_kept() -> None:
    assert [format_of(file) for file in KEPT] == list(range(1, FORMAT + 1))
