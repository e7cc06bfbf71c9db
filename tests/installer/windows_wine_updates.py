"""Updates of the setup for Windows under wine: to a newer version and an older one, repaired, cut off, without room, removed.

With small programs in setups of the script that is given away. Run by `make installer-test`.
"""

import contextlib
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.installation.contents import CONTENTS
from tests.installer.wine import Machine
from tests.installer.wine_setups import (
    NEW,
    NEWEST,
    OLD,
    faults,
    folder,
    install,
    lying,
    prefix,
    removed,
    setups,
    started,
    sums,
    windows,
    windows_path,
)

__all__ = ["folder", "prefix", "setups", "windows"]


def test_an_update_keeps_the_version_before_and_an_older_one_is_refused(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    install(windows, setups[OLD], prefix)
    assert started(prefix) == OLD
    install(windows, setups[NEW], prefix)
    assert started(prefix) == NEW
    assert (prefix / "previous.txt").read_text(encoding="ascii") == f"{OLD}\n"
    before = sums(prefix)
    said = install(windows, setups[OLD], prefix, code=3)
    assert OLD in said
    assert NEW in said
    assert sums(prefix) == before
    install(windows, setups[NEWEST], prefix)
    assert started(prefix) == NEWEST
    assert lying(prefix) == [NEW, NEWEST]
    install(windows, setups[NEWEST], prefix)
    assert started(prefix) == NEWEST
    assert (prefix / "previous.txt").read_text(encoding="ascii") == f"{NEW}\n"
    assert lying(prefix) == [NEW, NEWEST]


def test_whoever_chooses_a_folder_may_choose_another(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    """Told that a newer version is there, at the page of the folder, it does not end."""
    install(windows, setups[NEW], prefix)
    with windows.begun(setups[OLD], f"/D={windows_path(windows, prefix)}") as setup_program:

        def shown() -> list[str]:
            return windows.on_screen("search", "--onlyvisible", "--name", ".")

        def wait_for(number: int, key: str = "") -> list[str]:
            end = time.monotonic() + 60
            while len(found := shown()) != number:
                assert time.monotonic() < end, found
                assert setup_program.poll() is None
                if key:
                    windows.on_screen("key", key)
                time.sleep(2)
            return found

        (page,) = wait_for(1)
        wait_for(2, "Return")
        assert wait_for(1, "Return") == [page]
        time.sleep(2)
        assert setup_program.poll() is None
        assert shown() == [page]
    assert started(prefix) == NEW


def test_it_is_repaired_by_installing_it_again(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    install(windows, setups[OLD], prefix)
    place = prefix / "versions" / OLD
    (place / "python.exe").write_bytes(b"altered")
    (place / "data" / "0" / "5.bin").unlink()
    assert len(faults(place)) == 2
    install(windows, setups[OLD], prefix)
    assert started(prefix) == OLD
    assert lying(prefix) == [OLD]


def test_removing_takes_every_version_and_nothing_else(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    install(windows, setups[OLD], prefix)
    install(windows, setups[NEW], prefix)
    mine = prefix / "versions" / "mine" / "clinic.db"
    mine.parent.mkdir()
    mine.write_bytes(b"patients")
    removed(windows, prefix)
    assert sorted(one.name for one in prefix.rglob("*") if one.is_file()) == ["clinic.db"]
    assert mine.read_bytes() == b"patients"


def test_what_was_cut_off_earlier_goes_and_what_is_not_the_programs_is_kept(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    """Also twice: what stays of a version that was repaired must not be in the way of the next repair."""
    install(windows, setups[OLD], prefix)
    place = prefix / "versions" / OLD
    shutil.copytree(place, prefix / "versions" / ".gone-1.0.0")
    (prefix / "versions" / ".gone-1.0.0" / CONTENTS).unlink()
    (prefix / "versions" / ".new-1.8.0" / "data").mkdir(parents=True)
    (prefix / "versions" / ".new-1.8.0" / "data" / "0.bin").write_bytes(b"half")
    for number in range(2):
        (place / "clinic.db").write_text(f"patients {number}", encoding="utf-8")
        install(windows, setups[OLD], prefix)
        assert started(prefix) == OLD
        assert lying(prefix) == [OLD]
    kept = {file.read_text(encoding="utf-8") for file in prefix.glob(f"left-{OLD}*/clinic.db")}
    assert kept == {"patients 0", "patients 1"}
    (place / "clinic.db").write_text("older", encoding="utf-8")
    install(windows, setups[NEW], prefix)
    install(windows, setups[NEWEST], prefix)
    assert lying(prefix) == [NEW, NEWEST]
    assert (prefix / f"left-{OLD}++" / "clinic.db").read_text(encoding="utf-8") == "older"


def test_what_is_there_for_all_is_updated_and_removed_for_all(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    """Without being told so: the program updates itself by its folder alone."""
    key = r"Software\Microsoft\Windows\CurrentVersion\Uninstall\MingDao Clinic"
    windows.run("reg", "delete", rf"HKCU\{key}", "/f")  # of whoever tried something else here
    done = windows.run(setups[OLD], "/S", "/ALLUSERS", f"/D={windows_path(windows, prefix)}")
    assert done.code == 0, done.out + done.err
    install(windows, setups[NEW], prefix)
    assert NEW in windows.run("reg", "query", rf"HKLM\{key}", "/reg:64").out
    assert windows.run("reg", "query", rf"HKCU\{key}").code != 0
    removed(windows, prefix)
    assert windows.run("reg", "query", rf"HKLM\{key}", "/reg:64").code != 0
    assert not prefix.exists()


@pytest.mark.parametrize("delay", [0.2, 0.5, 0.8, 1.1, 1.4, 1.7, 2.0, 2.5, 3.0])
def test_cut_off_it_leaves_the_old_version_or_the_new_one(
    windows: Machine, setups: dict[str, Path], prefix: Path, delay: float
) -> None:
    install(windows, setups[OLD], prefix)
    windows.kill_after(delay, setups[NEW], "/S", f"/D={windows_path(windows, prefix)}")
    now = started(prefix)
    assert now in {OLD, NEW}
    done = windows.run(prefix / "mingdao.exe")
    assert f" {now} " in f"{done.out} ", done.out
    install(windows, setups[NEW], prefix)
    assert started(prefix) == NEW
    assert lying(prefix) == sorted([NEW, OLD])


@pytest.mark.parametrize("delay", [0.5, 1.0, 1.5, 2.0, 2.5])
def test_a_repair_that_is_cut_off_leaves_a_program(
    windows: Machine, setups: dict[str, Path], prefix: Path, delay: float
) -> None:
    install(windows, setups[OLD], prefix)
    windows.kill_after(delay, setups[OLD], "/S", f"/D={windows_path(windows, prefix)}")
    assert started(prefix) == OLD
    assert OLD in windows.run(prefix / "mingdao.exe").out
    install(windows, setups[OLD], prefix)
    assert lying(prefix) == [OLD]


@contextlib.contextmanager
def mounted(place: Path, options: str) -> Iterator[None]:
    place.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip("this account may not mount a small disk")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_disk_that_is_too_small_is_refused_before_anything_is_written(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    with mounted(prefix, "size=75m"):
        install(windows, setups[OLD], prefix)
        before = sums(prefix)
        said = install(windows, setups[NEW], prefix, code=4)
        assert "MB" in said
        assert sums(prefix) == before


def test_a_disk_that_is_full_half_way_leaves_the_old_version(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    with mounted(prefix, "size=500m,nr_inodes=100"):
        install(windows, setups[OLD], prefix)
        install(windows, setups[NEW], prefix, code=2)
        assert started(prefix) == OLD
        assert lying(prefix) == [OLD]
        assert OLD in windows.run(prefix / "mingdao.exe").out


def test_a_place_that_cannot_be_written_is_told(
    windows: Machine, setups: dict[str, Path], prefix: Path
) -> None:
    with mounted(prefix, "size=500m"):
        install(windows, setups[OLD], prefix)
        subprocess.run(["mount", "-o", "remount,ro", str(prefix)], check=True)
        before = sums(prefix)
        assert install(windows, setups[NEW], prefix, code=2)
        assert sums(prefix) == before


def test_an_older_windows_is_refused(windows: Machine, setups: dict[str, Path], prefix: Path) -> None:
    windows.run("winecfg", "-v", "win81")
    try:
        assert "Windows 10" in install(windows, setups[OLD], prefix, code=5)
    finally:
        windows.run("winecfg", "-v", "win10")
    assert not prefix.exists()
