"""What belongs in the program's folder, by rule: read off the tree and the sources, so that no list of files can rot.

Used by `mingdao.spec`, which PyInstaller runs, and by `freeze.py` around it.
"""

import ast
import importlib.util
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("core", "desktop", "packs", "resources", "docs")
LOADED_BY_PATH = ("packs", "core/store/migrations")
"""Their modules are found as files while the program runs, so they lie in the folder as files."""

SOURCES = {".py", ".pyc", ".pyi", ".ts"}
"""What stands in the archive of modules, or is only material for what is shipped."""

QT = "PySide6"
PLUGINS = (
    *("platforms/libqxcb", "platforms/libqwayland-", "platforms/libqoffscreen", "xcbglintegrations/"),
    *(
        "wayland-shell-integration/libxdg-shell",
        "wayland-decoration-client/",
        "wayland-graphics-integration-client/libqt-",
    ),
    *("platforminputcontexts/libcompose", "platforminputcontexts/libibus", "platformthemes/libqxdg"),
    *("iconengines/libqsvgicon", "imageformats/libqsvg", "imageformats/libqico", "imageformats/libqjpeg"),
    "printsupport/",
)
"""Plug-ins of Qt that are carried, by the beginning of their place. fcitx speaks to the ibus one."""

LANGUAGES = ("_zh_CN.qm", "_en.qm")
"""Which of Qt's own translations are carried."""

LEFT_TO_THE_SYSTEM = ("libcups.so", "libwayland-")
"""Libraries whose plug-in is of no use where they are absent: they must fit the print and display servers of the machine."""

CARRIED_IN_RESERVE = (
    *("libGL.so.1", "libEGL.so.1", "libGLX.so.0", "libGLdispatch.so.0"),
    *("libX11.so.6", "libX11-xcb.so.1", "libxcb.so.1", "libXau.so.6", "libXdmcp.so.6"),
    *("libfontconfig.so.1", "libfreetype.so.6", "libexpat.so.1"),
    *("libstdc++.so.6", "libgcc_s.so.1"),
)
"""Libraries that every desktop has, in a version that fits its drivers and fonts. Ours are loaded only where there is none; that may be
so on any system, so what they ask of glibc counts."""

CPP = {"GLIBCXX": (3, 4, 25), "CXXABI": (1, 3, 11), "GCC": (7, 0, 0)}
"""The newest that the C++ library of a system with glibc 2.28 has. Nothing that is carried may ask for more, since that one comes first."""

RESERVE = "reserve"
"""The folder of those, beside the other libraries."""

UNUSED = (
    *("pip", "setuptools", "pkg_resources", "wheel", "distutils", "ensurepip", "venv", "lib2to3", "idlelib"),
    *("crypt", "nis", "readline"),
    *(
        "tkinter",
        "turtledemo",
        "sqlite3",
        "pysqlite2",
        "MySQLdb",
        "psycopg2",
        "numpy",
        "PIL",
        "IPython",
        "pandas",
    ),
    *(
        "pytest",
        "_pytest",
        "hypothesis",
        "mypy",
        "tests",
        "test",
        "sqlalchemy.testing",
        "alembic.testing",
        "alembic.templates",
    ),
    *(
        "pydantic.v1",
        "pydantic.mypy",
        "pydantic._hypothesis_plugin",
        "uv",
        "ruff",
        "opencc.cli",
        "pypinyin.runner",
    ),
)
"""Modules that something imports for a purpose this program does not have. sqlite3 would open a file unencrypted.

crypt and nis ask for libraries that are not on every system, readline for one under the GPL."""

PASTIMES = ("antigravity", "this", "turtle")
"""Modules of Python's that do something when they are imported, or draw."""


def data(root: Path = ROOT) -> Iterator[tuple[Path, str]]:
    """Every file of ours that is read while the program runs, and the folder it lies in there."""
    for room in ROOMS:
        for file in sorted((root / room).rglob("*")):
            place = file.relative_to(root)
            by_path = any(place.is_relative_to(folder) for folder in LOADED_BY_PATH)
            wanted = file.suffix not in SOURCES or (by_path and file.suffix == ".py")
            if file.is_file() and wanted and "__pycache__" not in place.parts:
                yield file, place.parent.as_posix()


def modules_by_path(root: Path = ROOT) -> set[str]:
    """What the modules that are loaded by path import: no import in the program leads there."""
    found = set()
    for folder in LOADED_BY_PATH:
        for file in (root / folder).rglob("*.py"):
            for name in imported(file):
                if importlib.util.find_spec(name.partition(".")[0]) and _is_module(name):
                    found.add(name)
    return found


def modules_by_name(root: Path = ROOT) -> set[str]:
    """Our packages that hold data and are asked for by a string."""
    return {room for room in ROOMS if (root / room / "__init__.py").is_file()}


def modules_for_packs() -> set[str]:
    """Python's own modules but those of `UNUSED`: packs that come later may import any of them."""
    tops = {name for name in sys.stdlib_module_names if not name.startswith("_")} - {*UNUSED, *PASTIMES}
    return {
        module
        for name in tops
        if (spec := importlib.util.find_spec(name)) is not None
        for module in (name, *_below(name, spec.submodule_search_locations or ()))
        if not {"test", "tests"} & set(module.split("."))
    }


def _below(package: str, folders: Iterable[str]) -> Iterator[str]:
    """The modules of a package, found without importing any."""
    for found in pkgutil.iter_modules(list(folders), f"{package}."):
        yield found.name
        if found.ispkg:
            folder = found.name.rpartition(".")[2]
            yield from _below(found.name, [str(Path(place) / folder) for place in folders])


def qt_modules(root: Path = ROOT) -> set[str]:
    """The modules of Qt that the window imports."""
    names = {name for file in (root / "desktop").rglob("*.py") for name in imported(file)}
    return {".".join(name.split(".")[:2]) for name in names if name.startswith(f"{QT}.")}


def unused_qt(root: Path = ROOT) -> list[str]:
    """Every other module of Qt that is installed here."""
    spec = importlib.util.find_spec(QT)
    folder = Path((spec and spec.origin) or "").parent
    here = {f"{QT}.{file.name.partition('.')[0]}" for file in folder.glob("Qt*.so")}
    return sorted(here - qt_modules(root))


def imported(file: Path) -> set[str]:
    """The absolute imports of a module. `from a import b` may name a module `a.b` or something in `a`: both are given."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def is_wanted(place: str) -> bool:
    """Whether something PyInstaller found of Qt, or of a library's, is carried."""
    path = Path(place)
    if f"{QT}/Qt/plugins/" in place:
        return place.partition("/plugins/")[2].startswith(PLUGINS)
    if f"{QT}/Qt/" in place and path.suffix == ".qm":
        return path.name.startswith("qtbase") and path.name.endswith(LANGUAGES)
    if path.name.startswith((*LEFT_TO_THE_SYSTEM, *CARRIED_IN_RESERVE)):
        return False
    if ".dist-info/" in place:
        return path.name in {"METADATA", "entry_points.txt", "LICENSE", "licenses"}
    unused = (
        "alembic/templates/",
        "opencc/clib/include/",
        "opencc/clib/bin/",
        "opencc/clib/lib64/",
        f"{QT}/Qt/qml/",
    )
    return not place.startswith(unused) and path.suffix != ".pyi" and path.name != "py.typed"


def needed_by(files: Iterable[Path]) -> dict[str, str]:
    """Every shared library that files need, by its name, with its place here; without a place when it is missing.

    What only a library needs that is left to the system is left with it.
    """
    found: dict[str, str] = {}
    waiting = [str(file) for file in files]
    for file in waiting:
        places = _resolved(file)
        for name in named(file) - found.keys():
            if name.startswith(LEFT_TO_THE_SYSTEM) or name not in places:
                continue  # what is in no list is the system's loader
            found[name] = places[name]
            if places[name]:
                waiting.append(places[name])
    return found


def named(file: str) -> set[str]:
    """The libraries a file names itself."""
    done = subprocess.run(["objdump", "-p", file], capture_output=True, text=True, check=False)
    return set(re.findall(r"^ +NEEDED +(\S+)", done.stdout, re.MULTILINE))


def _resolved(file: str) -> dict[str, str]:
    """Where the loader finds what a file needs."""
    done = subprocess.run(["ldd", file], capture_output=True, text=True, check=False)
    pairs = re.findall(r"^\s*(\S+) => (.*?)(?: \(0x[0-9a-f]+\))?$", done.stdout, re.MULTILINE)
    return {name: "" if place.startswith("not found") else place for name, place in pairs}


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False
