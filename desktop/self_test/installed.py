"""What is installed: versions, the program's files as they were built, and what Python and Qt must find among them."""

import importlib
import json
import os
import platform
import ssl
import sys
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.metadata import version
from importlib.resources.abc import Traversable
from pathlib import Path
from xml.etree import ElementTree as ET

from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from PySide6.QtCore import QLibrary, QLibraryInfo, qVersion

from core.base.messages import LANGUAGES
from core.base.names import name_key, readings
from core.installation.contents import Contents
from core.installation.inspection import Inspection, inspect, own_key
from desktop.self_test.finding import Faulty
from desktop.views.help.book import Book, picture, pictures_of

MOST_SAID = 5
XCB, COMPOSE, IBUS = "platforms/libqxcb", "platforminputcontexts/libcompose", "platforminputcontexts/libibus"
WAYLAND, CUPS = "platforms/libqwayland-generic", "printsupport/libcups"

_ARGON2ID = "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"


def looked_at(folder: Path | None) -> Inspection | None:
    """The program's folder held against what was built, and against its signature; None for a program from source. Raises `Damaged`."""
    return None if folder is None else inspect(folder, own_key(folder))


def glibc() -> str:
    """The version of the C library that runs here; empty where it is another one."""
    try:
        name, _, number = (os.confstr("CS_GNU_LIBC_VERSION") or "").partition(" ")
    except (AttributeError, ValueError, OSError):
        return ""
    return number if name == "glibc" else ""


def versions(program: Contents | None, here: str) -> str:
    """Raises `Faulty` when the C library is older than the program needs, or Qt is not the one that belongs to it."""
    floor = program.floor if program and program.platform == "linux" else ""
    if floor and here and _number(here) < _number(floor):
        raise Faulty(f"glibc {floor} is needed, here is {here}")
    meant = version("PySide6-Essentials")
    if qVersion() != meant:
        raise Faulty(f"Qt {qVersion()} was loaded, {meant} belongs to the program")
    needs = f" (needs {floor})" if floor else ""
    return ", ".join(
        (
            f"mingdao-clinic {version('mingdao-clinic')} {'installed' if program else 'from source'}",
            f"Python {platform.python_version()}, Qt {meant}, sqlcipher3 {version('sqlcipher3')}, {ssl.OPENSSL_VERSION}",
            f"{platform.system()} {platform.release()} {platform.machine()}, glibc {here or 'none'}{needs}",
        )
    )


def program_files(found: Inspection | None) -> str:
    """Raises what an installation is refused for: its files are not as they were built, or somebody else signed them."""
    if found is None:
        return "from source"
    if found.refusal is not None:
        raise Faulty(_why(found))
    return f"{len(found.contents.files)} files as built, {found.verdict}"


def _why(found: Inspection) -> str:
    """In one line, and in words that need no message file: it may be what is missing."""
    names = found.difference.names
    more = f": {', '.join(names[:MOST_SAID])}" if names else ""
    return f"{len(names)} files are missing, altered or too many{more}; signature: {found.verdict}"


def resource_files(root: Traversable | None = None) -> str:
    """Read every file of `resources`, and take apart what is text of a known form. Raises `Faulty` naming the first bad one."""
    count = 0
    waiting = [root or resources.files("resources")]
    while waiting:
        for entry in waiting.pop().iterdir():
            if entry.is_dir():
                waiting.append(entry)
            else:
                _read(entry)
                count += 1
    if not count:
        raise Faulty("there are none")
    return f"{count} files read"


def help_texts() -> str:
    """Read the help in every language, and every picture it shows. Raises `Faulty` naming what is not there."""
    pictures = set()
    for book in Book:
        for language in LANGUAGES:
            try:
                pictures |= pictures_of(book.text(language))
            except OSError as error:
                raise Faulty(book.file(language)) from error
    missing = sorted(place for place in pictures if not picture(place))
    if missing:
        raise Faulty(", ".join(missing))
    return f"{len(Book)} documents in {', '.join(LANGUAGES)}, {len(pictures)} pictures"


def messages(root: Traversable | None = None) -> str:
    """Raises `Faulty` when a language has not the sentences of the first."""
    folder = root or resources.files("resources") / "messages"
    keys = {
        one: set(_keys(tomllib.loads((folder / f"{one}.toml").read_bytes().decode()))) for one in LANGUAGES
    }
    first, *others = keys.values()
    for language, found in zip(LANGUAGES[1:], others, strict=True):
        if found != first:
            raise Faulty(f"{language} differs in {', '.join(sorted(found ^ first)[:5])}")
    if not first:
        raise Faulty("there are none")
    return f"{len(first)} sentences in {', '.join(LANGUAGES)}"


def names() -> str:
    """Reading names aloud and in both scripts: two dictionaries of other people's. Raises `Faulty`."""
    if name_key("陳靜") != name_key("陈静"):
        raise Faulty("陳靜 is not 陈静")
    if ("shan", "yu", "fei") not in readings("单于飞") or ("chan", "yu", "fei") not in readings("单于飞"):
        raise Faulty(f"单于飞 is read {readings('单于飞')}")
    return "陳靜 is 陈静, 单于飞 is chan yu fei"


def stretching() -> str:
    """The example of RFC 9106 §5.3: Argon2id is the function that keys were made with. Raises `Faulty`."""
    function = Argon2id(
        salt=b"\x02" * 16,
        length=32,
        iterations=3,
        lanes=4,
        memory_cost=32,
        ad=b"\x04" * 12,
        secret=b"\x03" * 8,
    )
    if function.derive(b"\x01" * 32).hex() != _ARGON2ID:
        raise Faulty("Argon2id gives another key")
    return "Argon2id as in RFC 9106"


def plugins(folder: Path | None = None) -> str:
    """Load the plug-ins of Qt that a desktop session needs: a library one of them lacks shows here, not at the clinic.

    Raises `Faulty`. Wayland's and the printers' may lack the system's own library; that is told.
    """
    root = folder or Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
    if not sys.platform.startswith("linux"):
        return "only looked at on Linux"
    for name in (XCB, COMPOSE, IBUS):
        reason = _refusal(root, name)
        if reason:
            raise Faulty(f"{name}: {reason}")
    told = ((word, _refusal(root, name)) for word, name in (("Wayland", WAYLAND), ("printers", CUPS)))
    return ", ".join(["X11", "ibus", *(f"no {word}: {reason}" if reason else word for word, reason in told)])


def keyring_modules() -> None:
    """Raises ImportError when the way to the keyring is not installed: its own library would say that there is no keyring."""
    if sys.platform.startswith("linux"):
        for name in ("jeepney.io.blocking", "secretstorage"):
            importlib.import_module(name)


def _refusal(root: Path, name: str) -> str:
    """Why a plug-in cannot be loaded; empty when it can."""
    found = sorted((root / name).parent.glob(f"{Path(name).name}*"))
    if not found:
        return "missing"
    library = QLibrary(str(found[0]))
    return "" if library.load() else library.errorString()


def _read(entry: Traversable) -> None:
    content = entry.read_bytes()
    try:
        match Path(entry.name).suffix:
            case ".json":
                json.loads(content)
            case ".toml":
                tomllib.loads(content.decode())
            case _ if content.startswith(b"<svg"):
                ET.fromstring(content)  # noqa: S314 - our own file
            case ".tsv" | ".txt" | ".md":
                content.decode()
            case _ if not content and entry.name != "py.typed":
                raise ValueError("empty")
    except (ValueError, ET.ParseError) as error:
        raise Faulty(f"{entry.name}: {error}") from error


def _keys(node: Mapping[str, object], start: str = "") -> Iterator[str]:
    for name, below in node.items():
        if isinstance(below, Mapping):
            yield from _keys(below, f"{start}{name}.")
        else:
            yield f"{start}{name}"


def _number(dotted: str) -> tuple[int, ...]:
    return tuple(map(int, dotted.split(".")))
