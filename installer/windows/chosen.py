"""What is carried on Windows, by rule: of other people's packages, of CPython, and of this tree. Read off the folder and the sources."""

import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath

from installer import parts

PACKAGES = PurePosixPath("Lib/site-packages")

PLUGINS = (
    *("platforms/qwindows", "platforms/qoffscreen", "styles/qmodernwindowsstyle"),
    *("iconengines/qsvgicon", "imageformats/qsvg", "imageformats/qico", "imageformats/qjpeg"),
)
"""Plug-ins of Qt that are carried, by the beginning of their place. The input method and the printers are the platform's own there."""

OPENS_UNENCRYPTED = ("_sqlite3.pyd", "sqlite3.dll")
"""As in `parts.UNUSED`: what of CPython's own is left out."""

MATERIAL = {".pyi", ".pyx", ".pxd", ".lib", ".h", ".hpp", ".c", ".cpp", ".exe", ".chm"}
"""What is only of use to somebody who builds against a package, and programs of packages: ours are started by Python."""

LAWFUL = ("license", "licence", "copying", "notice", "authors")

NOT_OF_WINDOWS = (
    "msvcp",
    "vcruntime",
    "concrt",
    "vcomp",
    "qt6",
    "pyside6",
    "shiboken6",
    "python3",
    "libcrypto",
    "libssl",
)
"""How the names of libraries begin that Windows does not bring: one that is missing would keep the program from starting."""

_IMPORT = re.compile(r"^\s+DLL Name: (\S+)", re.MULTILINE)


def is_wanted(place: str) -> bool:
    """Whether a file of a package is carried; of Qt's libraries `unneeded` says more. `place` is below the packages."""
    path = PurePosixPath(place)
    top = path.parts[0]
    if (
        top in {"bin", "Scripts"}
        or "tests" in path.parts
        or path.suffix.lower() in MATERIAL
        or path.name in {"py.typed", ".lock"}
    ):
        return False
    if any(place.startswith((f"{name}/", f"{name}.py")) for name in _unused()):
        return False
    if top.endswith(".dist-info"):
        return (
            path.name in {"METADATA", "RECORD", "entry_points.txt"}
            or path.name.lower().startswith(LAWFUL)
            or ("licenses" in path.parts)
        )
    if top == parts.QT:
        return _is_wanted_of_qt(path)
    return parts.is_wanted(place) and not place.startswith("opencc/clib/lib/")


@cache
def _modules_of_qt() -> frozenset[str]:
    return frozenset(parts.qt_modules())


def _unused() -> tuple[str, ...]:
    return tuple(name.replace(".", "/") for name in parts.UNUSED)


def _is_wanted_of_qt(path: PurePosixPath) -> bool:
    _, *below = path.parts
    match below:
        case ["plugins", *plugin]:
            return "/".join(plugin).startswith(PLUGINS)
        case ["translations", name]:
            return name.startswith("qtbase") and name.endswith(parts.LANGUAGES)
        case [name] if name.endswith(".pyd"):
            return f"{parts.QT}.{path.stem}" in _modules_of_qt()
        case [_]:
            return path.suffix in {".py", ".dll"}
        case _:
            return False


def unneeded(
    folder: Path, named: "Mapping[Path, set[str]] | None" = None
) -> tuple[set[Path], dict[str, str]]:
    """The libraries in a program's folder that nothing needs, and what is needed and not there: its name, and who needs it.

    What may ask for one is every extension module, the interpreter, and the plug-ins of Qt.
    """
    files = {file for file in folder.rglob("*") if file.suffix.lower() in {".dll", ".pyd", ".exe"}}
    asks = imports(sorted(files)) if named is None else named
    places: dict[str, list[Path]] = {}
    for file in sorted(files):
        places.setdefault(file.name.lower(), []).append(file)
    own = {
        file for file in files if file.parent == folder
    }  # CPython's: its extension modules load some by name
    waiting = sorted(
        own | {file for file in files if file.suffix.lower() == ".pyd" or "plugins" in file.parts}
    )
    needed, missing = set(waiting), {}
    for file in waiting:
        for name in sorted(asks.get(file, ())):
            found = _found(places.get(name.lower(), []), file, folder)
            if not found and name.lower().startswith(NOT_OF_WINDOWS):
                missing[name] = file.relative_to(folder).as_posix()
            waiting += [one for one in found if one not in needed]
            needed.update(found)
    return files - needed, missing


def _found(places: list[Path], asker: Path, folder: Path) -> list[Path]:
    """Windows looks beside who asks, then beside the interpreter, then where packages told it to: which of those comes first, nobody says."""
    for parent in (asker.parent, folder):
        near = [place for place in places if place.parent == parent]
        if near:
            return near
    return places


def imports(files: Iterable[Path]) -> dict[Path, set[str]]:
    """The libraries each file names."""
    found = {}
    for file in files:
        done = subprocess.run(["objdump", "-p", str(file)], capture_output=True, text=True, check=True)
        found[file] = set(_IMPORT.findall(done.stdout))
    return found


def ours(root: Path = parts.ROOT) -> Iterator[tuple[Path, str]]:
    """Every file of this tree that runs or is read, and its place below the packages. Here modules lie as files, too."""
    data = {file: f"{folder}/{file.name}" for file, folder in parts.data(root)}
    for room in parts.ROOMS:
        for file in (root / room).rglob("*.py"):
            if "__pycache__" not in file.parts:
                data[file] = file.relative_to(root).as_posix()
    yield from sorted(data.items())
