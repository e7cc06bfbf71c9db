"""The setup program for Windows: `setup.nsi` filled in, with the program's folder and the launchers in it."""

import shutil
import subprocess
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path, PurePosixPath

from core.installation.contents import KEY
from installer import icon as mark
from installer import parts, signing
from installer.release import Release
from installer.windows import folder as program
from installer.windows.icon import icon
from installer.windows.launchers import compile_launchers, numbers

SCRIPT = Path(__file__).parent / "setup.nsi"
WORK = parts.ROOT / "build" / "windows"
FOLDER = WORK / "program"
BRANDING = {True: "MingDao Clinic {version}", False: "MingDao Clinic {version} · 未签名 unsigned"}


def build(release: Release) -> Path:
    """Build it; where it lies. Raises as `program.lay_out`."""
    program.lay_out(FOLDER, WORK, signing.builders_key())
    return pack(FOLDER, release.version, release.setup, fast=release.fast)


def pack(folder: Path, version: str, out: Path, *, fast: bool = False) -> Path:
    """The setup of a program's folder."""
    work = WORK / "setup"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    compile_launchers(work, icon(mark.svg()), version)
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    (work / "files.nsh").write_text("\n".join(lines(folder, files, version)) + "\n", encoding="utf-8-sig")
    out.parent.mkdir(exist_ok=True)
    out.unlink(missing_ok=True)
    words = {
        "VERSION": version,
        "NUMBERS": ".".join(numbers(version)),
        "OUT": str(out),
        "FILES": str(work / "files.nsh"),
        "LAUNCHERS": str(work),
        "ICON": str(work / "icon.ico"),
        "KILOBYTES": str(sum(-(-file.stat().st_size // 4096) * 4 for file in files)),
        "BRANDING": BRANDING[(folder / KEY).is_file()].format(version=version),
    }
    given = [f"-D{name}={word}" for name, word in words.items()]
    subprocess.run(
        [
            "makensis",
            "-V2",
            "-WX",
            "-INPUTCHARSET",
            "UTF8",
            *given,
            *([] if fast else ["-DSOLID"]),
            str(SCRIPT),
        ],
        check=True,
    )
    return out


def lines(folder: Path, files: list[Path], version: str) -> Iterator[str]:
    """What the setup lays out, file by file: the order of a disk would make every build another."""
    for parent, inside in groupby(files, key=lambda file: file.relative_to(folder).parent):
        place = "\\".join((r"$INSTDIR\versions", f".new-{version}", *PurePosixPath(parent).parts))
        yield f'SetOutPath "{quoted(place, keep="$INSTDIR")}"'
        for file in inside:
            yield f'File "{quoted(str(file))}"'


def quoted(text: str, keep: str = "") -> str:
    """As it stands between quotes in a script of NSIS."""
    rest = text.removeprefix(keep)
    return keep * (rest != text) + rest.replace("$", "$$").replace('"', r"$\"")
