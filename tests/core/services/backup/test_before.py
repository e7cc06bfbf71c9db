"""What a restore or a change of the tables leaves in the data folder goes only by hand, and only where later backups have it all."""

from datetime import timedelta
from pathlib import Path

import pytest

from core.base.errors import Refused
from core.kernel import restore_clinic
from core.services.backup.before import ENOUGH
from tests.fakes.backups import BY_PASSPHRASE, BackedUp, backed_up
from tests.fakes.clinic import Clinic
from tests.fakes.clock import FixedClock
from tests.fakes.people import PASSPHRASES, staffed


@pytest.fixture
def restored(clinic: Clinic) -> BackedUp:
    """A clinic that was put back; what was there is kept, and a folder of an upgrade and others lie beside it."""
    made = backed_up(clinic)
    restore_clinic(made.home, made.file, BY_PASSPHRASE, clock=clinic.clock)
    for name in (
        "before-0007-2026-01-01",
        "before-0007-2026-13-99",
        "before-me",
        "replaced",
        "other-2026-01-01",
    ):
        (made.home.folder / name).mkdir()
        (made.home.folder / name / "clinic.db").write_bytes(b"x" * 100)
    made.home.settings.write_text(f'backup_folder = "{made.stick}"\n', encoding="utf-8")
    return made


def later(made: BackedUp, days: int) -> FixedClock:
    return FixedClock(made.clinic.clock.now() + timedelta(days=days))


def back_up(made: BackedUp, days: int) -> None:
    with made.clinic.open(clock=later(made, days)) as kernel:
        kernel.backups.make()


def folders(made: BackedUp) -> list[str]:
    """What tidying looks at and still is there."""
    with made.clinic.open() as kernel:
        return [one.folder.name for one in kernel.backups.from_before()]


def confirm(made: BackedUp) -> None:
    with made.clinic.open() as kernel:
        kernel.backups.confirm_thinning()


def test_they_are_found_by_their_names(restored: BackedUp) -> None:
    day = restored.clinic.clock.now().date().isoformat()
    assert folders(restored) == ["before-0007-2026-01-01", f"replaced-{day}"]
    with restored.clinic.open() as kernel:
        upgrade, replaced = kernel.backups.from_before()
    assert (upgrade.size, upgrade.later) == (100, 1)
    assert (replaced.size > 4096, replaced.later, replaced.is_held) == (True, 0, True)


def test_nothing_goes_before_enough_backups_of_later_days(restored: BackedUp) -> None:
    confirm(restored)
    for day in range(ENOUGH):
        with restored.clinic.open() as kernel:
            assert kernel.backups.tidy() == (("before-0007-2026-01-01",) if day == 2 else ())
        back_up(restored, day)
    assert len(folders(restored)) == 1, "backups of the same day do not count"
    back_up(restored, ENOUGH)
    with restored.clinic.open() as kernel:
        (gone,) = kernel.backups.tidy()
    assert gone.startswith("replaced-")
    assert not folders(restored)
    left = {one.name for one in restored.home.folder.iterdir() if one.is_dir()}
    assert {"before-0007-2026-13-99", "before-me", "replaced", "other-2026-01-01"} <= left
    told = restored.clinic.rows("SELECT detail FROM audit WHERE action = 'backup.tidy' ORDER BY seq")
    assert [gone in str(row) for row in told] == [False, True]


def test_nothing_goes_before_the_restore_is_confirmed(restored: BackedUp) -> None:
    for day in range(1, ENOUGH + 1):
        back_up(restored, day)
    with restored.clinic.open() as kernel:
        assert kernel.backups.tidy() == ()
    assert len(folders(restored)) == 2
    confirm(restored)
    with restored.clinic.open() as kernel:
        assert len(kernel.backups.tidy()) == 2


def test_backups_that_are_not_at_hand_or_not_verified_count_for_nothing(restored: BackedUp) -> None:
    confirm(restored)
    for day in range(1, ENOUGH + 1):
        back_up(restored, day)
    away = restored.stick.rename(restored.stick.with_name("away"))
    with restored.clinic.open() as kernel:
        assert kernel.backups.tidy() == ()
    away.rename(restored.stick)
    newest = max(restored.stick.glob("*.mdbk"), key=lambda file: file.stat().st_mtime)
    newest.write_bytes(newest.read_bytes()[:-1])
    with restored.clinic.open() as kernel:
        assert [one.later for one in kernel.backups.from_before()] == [ENOUGH, ENOUGH - 1]


def test_a_link_is_not_followed(restored: BackedUp, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (restored.home.folder / "damaged-2020-01-01").symlink_to(tmp_path / "mine", target_is_directory=True)
    assert "damaged-2020-01-01" not in folders(restored)


def test_it_takes_who_may_make_backups(restored: BackedUp) -> None:
    staffed(restored.clinic)
    with restored.clinic.open(passphrase=PASSPHRASES["赵前台"]) as kernel:
        with pytest.raises(Refused, match="not_allowed"):
            kernel.backups.from_before()
        with pytest.raises(Refused, match="not_allowed"):
            kernel.backups.tidy()


def test_on_the_command_line(restored: BackedUp) -> None:
    clinic = restored.clinic
    assert "confirm-thinning" in clinic.run("backup", "list").out
    assert "没有可以清理的" in clinic.run("backup", "tidy").out
    confirm(restored)
    out = clinic.run("backup", "list").out
    assert "满 3 份方可清理" in out
    for day in range(1, ENOUGH + 1):
        back_up(restored, day)
    told = clinic.json("backup", "list")["before"]
    assert [(one["verified_since"], one["may_go"]) for one in told] == [(4, True), (3, True)]
    assert "before-0007-2026-01-01" in clinic.run("backup", "tidy").out
    assert clinic.json("backup", "tidy") == {"removed": []}
    assert clinic.json("backup", "list")["before"] == []
    assert "before" not in clinic.json("backup", "list", "--folder", str(restored.stick))
