"""A Windows of wine, setups of small programs in three versions, and how a program that was set up is looked at."""

import hashlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.installation.contents import Contents, compare
from installer.windows import folder as program
from installer.windows import setup
from tests.installer.wine import Done, Machine, machine

OLD, NEW, NEWEST = "1.9.0", "1.10.0", "2.0.0"

SHOWS = """\
import sys, os
print(ascii(sys.argv[1:]), "{version}", ascii(os.path.dirname(sys.executable)))
print(ascii(sys.stdin.read()) if sys.stdin else "")
sys.exit(int(os.environ.get("CODE", "0")))
"""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="mingdao-wine-") as place:
        yield Path(place)


@pytest.fixture(scope="module")
def windows(folder: Path) -> Iterator[Machine]:
    with machine(folder) as made:
        yield made


@pytest.fixture(scope="module")
def setups(folder: Path) -> dict[str, Path]:
    """Setups of three versions of a program that says what it was started with."""
    made = {}
    for number in (OLD, NEW, NEWEST):
        small = folder / number
        small.mkdir()
        for name in (
            "python.exe",
            "pythonw.exe",
            "python313.dll",
            "vcruntime140.dll",
            "vcruntime140_1.dll",
            "python313.zip",
        ):
            shutil.copy(setup.FOLDER / name, small)
        (small / "python313._pth").write_text("python313.zip\r\n.\r\n", encoding="ascii", newline="")
        for name in ("mingdao.py", "mingdao-clinic.py"):
            (small / name).write_text(SHOWS.format(version=number), encoding="utf-8")
        for index in range(40):
            (small / "data" / f"{index % 5}").mkdir(parents=True, exist_ok=True)
            (small / "data" / f"{index % 5}" / f"{index}.bin").write_bytes(
                hashlib.sha256(f"{number}{index}".encode()).digest() * 4000
            )
        program.write_down(small, Contents(number, "windows", "x86_64", "10", "0001", {}), None)
        made[number] = setup.pack(small, number, folder / f"{number}.exe", fast=True)
    return made


def tell(words: str) -> None:
    """What was measured or found out, for whoever reads on."""
    sys.stderr.write(f"windows: {words}\n")


def faults(place: Path) -> tuple[str, ...]:
    """The files of a version that are not as they were built."""
    return compare(place, Contents.read(place)).names


def started(prefix: Path) -> str:
    """The version that would be started, whole."""
    current = (prefix / "current.txt").read_text(encoding="ascii").strip()
    places = [prefix / "versions" / current, prefix / "versions" / f".gone-{current}"]
    place = next(one for one in places if one.is_dir())
    assert faults(place) == ()
    assert Contents.read(place).version == current
    return current


def lying(prefix: Path) -> list[str]:
    return sorted(one.name for one in (prefix / "versions").iterdir())


def sums(place: Path) -> dict[str, str]:
    return {
        file.relative_to(place).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in place.rglob("*")
        if file.is_file()
    }


def removed(windows: Machine, prefix: Path) -> Done:
    """Run the uninstaller to its end. It goes on in a copy of itself, or could not remove itself."""
    done = windows.run(prefix / "uninstall.exe", "/S")
    assert done.code == 0, done.out
    windows.settle()
    return done


def windows_path(windows: Machine, place: Path) -> str:
    return "C:\\" + "\\".join(place.relative_to(windows.drive).parts)


@pytest.fixture
def prefix(windows: Machine) -> Iterator[Path]:
    """A place for a program, with a space and Chinese in it; emptied after each test."""
    place = windows.drive / "诊所 程序" / "MingDao Clinic"
    yield place
    shutil.rmtree(place.parent, ignore_errors=True)


def install(windows: Machine, file: Path, prefix: Path, code: int = 0) -> str:
    done = windows.run(file, "/S", f"/D={windows_path(windows, prefix)}")
    assert done.code == code, done.out + done.err
    return done.out
