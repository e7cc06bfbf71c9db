"""`make frozen`: builds `dist/mingdao-clinic`, a folder that runs where neither Python nor Qt is installed.

Built from this tree and the locked packages of its .venv. A library that is missing here would be missing in the folder
without a word, so they are looked for first. The last steps write down what the folder is made of, on which terms, and what every file is;
the program compares when it starts.
"""

import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from importlib.metadata import distribution, version
from importlib.util import find_spec
from pathlib import Path

from core.base.program import NAME
from core.installation.contents import Contents, listed
from core.installation.licences import LICENCES
from core.store.schema import REVISION
from installer import inventory, licences, parts, sbom, signing

DIST = parts.ROOT / "dist"
FOLDER = DIST / NAME
INNER = FOLDER / "_internal"
WORK = parts.ROOT / "build" / "frozen"
EPOCH = 315532800
"""Every time that is written into a file that is built, unless SOURCE_DATE_EPOCH names another: 1980-01-01, the oldest a zip can tell."""


def main() -> int:
    """Build the folder. Returns the exit code."""
    missing = missing_libraries()
    if missing:
        say(f"these libraries are missing here and would be missing in the folder: {', '.join(missing)}")
        say("`make setup` installs them, or prints the line that does")
        return 1
    try:
        key = signing.builders_key()
    except signing.BadKey as refusal:
        say(str(refusal))
        return 1
    began = time.monotonic()
    WORK.mkdir(parents=True, exist_ok=True)
    log = WORK / "pyinstaller.log"
    say("PyInstaller is at work; this takes about a minute")
    if build(log) != 0:
        say(f"PyInstaller failed; its last words follow, all of them are in {log.relative_to(parts.ROOT)}")
        print("\n".join(log.read_text(encoding="utf-8").splitlines()[-15:]), file=sys.stderr)
        return 1
    strip_debugging(INNER)
    floor = glibc_floor(FOLDER)
    if newer := newer_than_the_systems(FOLDER):
        say(f"the C++ library of a system may lack what is asked of it: {', '.join(newer)}")
        return 1
    said = Contents(version(NAME), "linux", platform.machine(), floor, REVISION, {})
    try:
        describe(FOLDER, said, inventory.of_build(FOLDER, WORK / "mingdao"))
        signing.seal(FOLDER, said, key)
    except (inventory.Unowned, licences.Unlicensed, ValueError) as refusal:
        say(f"{type(refusal).__name__}: {refusal}")
        return 1
    files = [file for file in FOLDER.rglob("*") if file.is_file() and not file.is_symlink()]
    size = sum(file.stat().st_size for file in files)
    say(
        f"{FOLDER.relative_to(parts.ROOT)}: {len(files)} files, {size / 1e6:.0f} MB, needs glibc {floor}, "
        f"{time.monotonic() - began:.0f} s, "
        + (f"signed by {key.public.fingerprint}" if key else "an unsigned build")
    )
    return 0


def missing_libraries() -> list[str]:
    """What the carried parts of Qt need and this system lacks."""
    qt = qt_folder()
    plugins = [
        file
        for file in (qt / "Qt" / "plugins").rglob("*.so")
        if parts.is_wanted(f"{parts.QT}/{file.relative_to(qt)}")
    ]
    needed = parts.needed_by(
        [*plugins, *(qt / f"{name.partition('.')[2]}.abi3.so" for name in parts.qt_modules())]
    )
    return sorted(name for name, place in needed.items() if not place)


def qt_folder() -> Path:
    """Where Qt is installed here."""
    spec = find_spec(parts.QT)
    return Path((spec and spec.origin) or "").parent


def build(log: Path) -> int:
    """Run PyInstaller, with what makes two builds of one tree alike. Returns its exit code."""
    command = [
        *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean"),
        *("--distpath", str(DIST), "--workpath", str(WORK), str(parts.ROOT / "installer" / "mingdao.spec")),
    ]
    environment = {**os.environ, "PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": str(epoch())}
    with log.open("w", encoding="utf-8") as file:
        return subprocess.run(command, env=environment, stdout=file, stderr=file, check=False).returncode


def strip_debugging(folder: Path) -> None:
    """Take out what only a debugger reads; some wheels and a self-made Python bring a lot of it."""
    for file in libraries(folder):
        sections = subprocess.run(
            ["objdump", "-h", str(file)], capture_output=True, text=True, check=True
        ).stdout
        if " .debug_info " in sections:
            subprocess.run(["strip", "--strip-debug", str(file)], check=True)


def glibc_floor(folder: Path) -> str:
    """The oldest glibc that has everything the libraries in a folder ask of it."""
    return ".".join(map(str, newest([*libraries(folder), *folder.glob("mingdao*")], "GLIBC")))


def newer_than_the_systems(folder: Path) -> list[str]:
    """What files outside the reserve ask of the C++ library beyond `parts.CPP`."""
    files = [file for file in libraries(folder) if file.parent.name != parts.RESERVE]
    return [
        f"{family}_{'.'.join(map(str, asked))}"
        for family, most in parts.CPP.items()
        if (asked := newest(files, family)) > most
    ]


def newest(files: Iterable[Path], family: str) -> tuple[int, ...]:
    """The newest version of a family of symbols that any of the files names."""
    asked: set[tuple[int, ...]] = {(0, 0)}
    for file in files:
        symbols = subprocess.run(
            ["objdump", "-T", str(file)], capture_output=True, text=True, check=True
        ).stdout
        found = re.findall(rf"\b{family}_(\d+(?:\.\d+)+)\b", symbols)
        asked |= {tuple(map(int, version.split("."))) for version in found}
    return max(asked)


def describe(folder: Path, said: Contents, made_of: tuple[inventory.Part, ...]) -> None:
    """Write down what a folder is made of, and on which terms. Raises `licences.Unlicensed`, ValueError."""
    for place in (sbom.SBOM, LICENCES):
        (folder / place).unlink(missing_ok=True)
    authors = {part.name: _author(part.name) for part in made_of if part.kind is inventory.Kind.PACKAGE}
    document = sbom.bill(
        made_of,
        listed(folder),
        version=said.version,
        platform=said.platform,
        architecture=said.architecture,
        floor=said.floor,
        epoch=epoch(),
        release=platform.freedesktop_os_release().get("VERSION_CODENAME", ""),
    )
    (folder / LICENCES).write_text(licences.licences_text(made_of, authors), encoding="utf-8")
    (folder / sbom.SBOM).write_text(sbom.bill_text(document), encoding="utf-8")


def epoch() -> int:
    """The one time of everything that is built."""
    return int(os.environ.get("SOURCE_DATE_EPOCH", EPOCH))


def _author(package: str) -> str:
    """Who made a package, as it says."""
    return inventory.first_of(distribution(package), "Author", "Author-email")


def libraries(folder: Path) -> list[Path]:
    """Every shared library in a folder, once."""
    return [file for file in sorted(folder.rglob("*.so*")) if file.is_file() and not file.is_symlink()]


def say(words: str) -> None:
    """Tell on stderr how it goes."""
    print(f"frozen: {words}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
