"""What a program folder is made of, and where each part came from: read off what the build put there, so that no list can rot.

PyInstaller writes down from where it took every file and every module. A file belongs to the Python package whose RECORD names it, to
CPython, to this tree, or to the Debian package that owns it; one that belongs to nobody ends the build.
"""

import ast
import re
import subprocess
import sys
import sysconfig
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from importlib.metadata import Distribution, distributions
from pathlib import Path

from core.base.program import NAME
from installer import parts
from installer.linux import dpkg

FONT, ICONS = "resources/fonts", "resources/icons"
COMMON = Path("/usr/share/common-licenses")

_TEXTS = re.compile(r"(^|/)(LICEN[CS]E|COPYING|NOTICE|AUTHORS)[^/]*$", re.IGNORECASE)
_LONG = 60
"""Some packages put the whole licence where its name belongs."""


class Kind(Enum):
    """Where a part comes from."""

    OURS = "ours"
    PYTHON = "python"
    """The interpreter and its standard library."""
    PACKAGE = "package"
    DEBIAN = "debian"
    DATA = "data"
    """A font, pictures."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something the folder is made of. `expression` is an SPDX expression where its makers give one, `terms` what they say otherwise;
    `hashes` the SHA-256 of the files it may have been installed from; `files` its places in the folder; `holds` what is built into it;
    `source` the source package of Debian's that it was made from, with its version.
    """

    kind: Kind
    name: str
    version: str
    expression: str = ""
    terms: str = ""
    texts: tuple[str, ...] = ()
    hashes: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    holds: tuple[tuple[str, str], ...] = ()
    source: str = ""


class Unowned(Exception):
    """Files that came from nowhere that is known."""


@dataclass
class _Found:
    """What belongs to one part."""

    files: set[str] = field(default_factory=set)


def of_build(folder: Path, work: Path) -> tuple[Part, ...]:
    """The parts of the folder that PyInstaller made, from its notes in `work`. Raises `Unowned`."""
    placed = dict(_taken(work))
    modules = [source for _, source in _modules(work)]
    inner = folder / "_internal"
    files = {
        f"_internal/{place}" if (inner / place).exists() else place: source
        for place, source in placed.items()
    }
    return take_stock(files, modules, distributions(), parts.ROOT / "requirements.lock", work)


def take_stock(
    files: Mapping[str, Path],
    modules: Iterable[Path],
    installed: Iterable[Distribution],
    lock: Path,
    work: Path,
) -> tuple[Part, ...]:
    """The parts that files of a folder (by their place, with where they were taken from) and modules in its archive belong to.

    `work` is where PyInstaller made what it made. Raises `Unowned`.
    """
    packages = {str(one.metadata["Name"]): one for one in installed}
    owners = {
        _here(Path(str(one.locate_file(file)))): name
        for name, one in packages.items()
        for file in one.files or ()
    }
    found: dict[tuple[Kind, str], _Found] = defaultdict(_Found)
    unowned: dict[str, Path] = {}
    for place, source in [*files.items(), *(("", source) for source in modules)]:
        if (owner := _owner(source, owners, work)) is None:
            unowned[place or str(source)] = source
        elif place:
            found[owner].files.add(place)
        else:
            found[owner]
    for place, package in _debian_owners(unowned).items():
        found[Kind.DEBIAN, package].files.add(place)
        unowned.pop(place)
    if unowned:
        raise Unowned(", ".join(f"{place} ({source})" for place, source in sorted(unowned.items())))
    pins = locked(lock)
    return tuple(
        _part(kind, name, tuple(sorted(one.files)), packages, pins)
        for (kind, name), one in sorted(
            found.items(), key=lambda entry: (entry[0][0].value, entry[0][1].casefold())
        )
    )


def locked(lock: Path) -> dict[str, tuple[str, ...]]:
    """The hashes that a lock allows, by `name==version`."""
    text = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    entries = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)(.*)$", text, re.MULTILINE)
    return {
        f"{_plain(name)}=={version}": tuple(re.findall(r"sha256:([0-9a-f]{64})", rest))
        for name, version, rest in entries
    }


def first_of(package: Distribution, *fields: str) -> str:
    """What a package says of itself in the first of these fields that it has; "" in none."""
    return next((str(said) for name in fields for said in package.metadata.get_all(name) or () if said), "")


def libraries_within(name: str) -> tuple[tuple[str, str], ...]:
    """What is built into a package and has a version of its own, as it says itself."""
    match _plain(name):
        case "sqlcipher3":
            return _of_sqlcipher()
        case "cryptography":
            from cryptography.hazmat.backends.openssl import backend

            return (("OpenSSL", backend.openssl_version_text().split()[1]),)
        case "pyside6-essentials":
            from PySide6.QtCore import qVersion

            return (("Qt", qVersion()),)
        case _:
            return ()


def _of_sqlcipher() -> tuple[tuple[str, str], ...]:
    from sqlcipher3 import dbapi2  # noqa: TID251 - asked what it is; no store is opened

    connection = dbapi2.connect(":memory:")
    connection.execute("PRAGMA key = 'x'")
    provider, cipher = (
        str(connection.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("cipher_provider_version", "cipher_version")
    )
    connection.close()
    openssl = provider.split()
    return (
        ("SQLCipher", cipher.split()[0]),
        ("SQLite", str(dbapi2.sqlite_version)),
        ("OpenSSL", next((word for word in openssl if word[0].isdigit()), provider)),
    )


def _taken(work: Path) -> Iterator[tuple[str, Path]]:
    """Every file that was put into the folder, and from where. A link is the file it leads to."""
    ((entries),) = ast.literal_eval((work / "COLLECT-00.toc").read_text(encoding="utf-8"))
    for place, source, kind in entries:
        if kind != "SYMLINK":
            yield place, Path(source)


def _modules(work: Path) -> Iterator[tuple[str, Path]]:
    """Every module in the archive, and from where."""
    _, entries = ast.literal_eval((work / "PYZ-00.toc").read_text(encoding="utf-8"))
    for name, source, _kind in entries:
        if source and source != "-":  # a namespace has no file
            yield name, Path(source)


def _here(place: Path) -> Path:
    """A place by its folder's one name: .venv, or the Python it was made with, may be a link."""
    return place.parent.resolve() / place.name


def _owner(source: Path, owners: Mapping[Path, str], work: Path) -> tuple[Kind, str] | None:
    """Whose a file is; None when the system may know."""
    source = _here(source)
    package = owners.get(source)
    if package:
        return (Kind.OURS, package) if _plain(package) == NAME else (Kind.PACKAGE, package)
    if "dist-info" in source.parent.name:
        return None
    if source.is_relative_to(work.resolve()):
        # The archive of modules and the two programs: the start of each is PyInstaller's.
        return (
            (Kind.PYTHON, "CPython") if source.name == "base_library.zip" else (Kind.PACKAGE, "pyinstaller")
        )
    for place, name in ((FONT, "Noto Sans SC"), (ICONS, "Lucide")):
        if source.is_relative_to(parts.ROOT / place):
            return Kind.DATA, name
    if source.is_relative_to(parts.ROOT) and not source.is_relative_to((parts.ROOT / ".venv").resolve()):
        return Kind.OURS, NAME
    beside = (Path(sys.base_prefix) / "lib").resolve()
    is_its_own = source.parent == beside != Path("/usr/lib") and "libpython" in source.name
    if is_its_own or source.is_relative_to(Path(sysconfig.get_path("stdlib")).resolve()):
        return Kind.PYTHON, "CPython"
    return None


def _debian_owners(files: Mapping[str, Path]) -> dict[str, str]:
    """The Debian packages that own files of the system, as far as there are any."""
    wanted = {}
    for place, source in files.items():
        for path in {str(source), str(source.resolve()), f"/usr{source}", str(source).removeprefix("/usr")}:
            wanted[path] = place
    if not wanted:
        return {}
    return {wanted[place]: package for package, place in dpkg.owners(sorted(wanted)) if place in wanted}


def _part(
    kind: Kind,
    name: str,
    files: tuple[str, ...],
    packages: Mapping[str, Distribution],
    pins: Mapping[str, tuple[str, ...]],
) -> Part:
    match kind:
        case Kind.PACKAGE | Kind.OURS:
            return _package(kind, packages[name] if name in packages else packages[NAME], files, pins)
        case Kind.PYTHON:
            return Part(
                kind,
                name,
                ".".join(map(str, sys.version_info[:3])),
                "PSF-2.0",
                texts=_of_python(),
                files=files,
                source=_source_of_python(),
            )
        case Kind.DEBIAN:
            return _of_debian(name, files)
        case Kind.DATA:
            file, terms = ("OFL.txt", "OFL-1.1") if name != "Lucide" else ("LICENSE", "ISC")
            place = parts.ROOT / (FONT if name != "Lucide" else ICONS) / file
            return Part(kind, name, "", terms, texts=(place.read_text(encoding="utf-8"),), files=files)


def _package(
    kind: Kind, package: Distribution, files: tuple[str, ...], pins: Mapping[str, tuple[str, ...]]
) -> Part:
    about = package.metadata
    name = str(about["Name"])
    expression, said = first_of(package, "License-Expression"), first_of(package, "License")
    classified = [
        line.split("::")[-1].strip() for line in about.get_all("Classifier") or () if "License ::" in line
    ]
    terms = said if said and len(said) <= _LONG and "\n" not in said else ", ".join(classified)
    texts = tuple(
        text
        for file in sorted(package.files or (), key=str)
        if _TEXTS.search(file.as_posix())
        and ".dist-info/" in file.as_posix()
        and (text := (file.read_text(encoding="utf-8") or "").strip("\n"))
    )
    hashes = pins.get(f"{_plain(name)}=={package.version}", ())
    return Part(kind, name, package.version, expression, terms, texts, hashes, files, libraries_within(name))


def _of_python() -> tuple[str, ...]:
    """The licence of the interpreter, where its builders put it."""
    number = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    places = (
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path("/usr/share/doc") / number / "copyright",
    )
    return next(((place.read_text(encoding="utf-8"),) for place in places if place.is_file()), ())


def _source_of_python() -> str:
    """Debian's source of the interpreter, where dpkg knows it; an interpreter that was made by hand has none."""
    owner = _debian_owners({"": Path(sysconfig.get_path("stdlib")) / "os.py"}).get("")
    return _of_debian(owner, ()).source if owner else ""


def _of_debian(name: str, files: tuple[str, ...]) -> Part:
    form = "${Version}\n${source:Package} ${source:Version}"
    done = subprocess.run(["dpkg-query", "-W", "-f", form, name], capture_output=True, text=True, check=True)
    version, source = done.stdout.splitlines()[:2]
    copyright_ = Path("/usr/share/doc") / name / "copyright"
    text = copyright_.read_text(encoding="utf-8", errors="replace") if copyright_.is_file() else ""
    terms = dict.fromkeys(re.findall(r"^License: *(\S.*)$", text, re.MULTILINE))
    named = ", ".join(terms)
    return Part(
        Kind.DEBIAN,
        name,
        version,
        terms=named if len(named) <= 2 * _LONG else "",
        texts=(text,) if text else (),
        files=files,
        source=source,
    )


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
