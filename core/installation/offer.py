"""A file that is brought as an update: which of ours it is, what is in it, and how it is laid out as a folder.

It is read as data and never run. What it says of itself counts only after it was held against `SHA256SUMS` beside it, or, for a program's
folder, against its manifest.
"""

import os
import re
import shutil
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import IO, Self, cast

from core.base.errors import Damaged, Refused, UserError
from core.base.system_words import reason_of
from core.installation.contents import CONTENTS, LARGEST, MOST_FILES, MOST_SAID, UNLISTED, Contents
from core.installation.inspection import Inspection, inspect, own_key
from core.installation.plain_file import read_plain
from core.installation.signature import PublicKey, Verdict
from core.installation.sums import SUMS, believed_sums
from core.installation.versions import SETUP, is_name

Told = Callable[[int, int], None]
"""Hears how many bytes of how many. What it raises ends the work."""

UNPACKED = 4
"""So many times the size of what is packed a program takes at the most; about three times is usual."""

MOST_ENTRIES = 3 * MOST_FILES
"""Heads of what is packed: of files and folders, with what a desktop wants to know, and of names that are long."""

LONGEST_NAME = 4096
"""Bytes of a name that does not fit into the head of its file."""

NAMES = 2
"""Such names before one head: a file has one, and a link leads to one more."""

OTHER_FORMS = frozenset({tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE, tarfile.GNUTYPE_SPARSE})
"""Heads that our builds, in GNU's form of tar, do not write."""

PIECE = 1 << 18
"""Bytes that are laid out at once."""

HEAD = 1 << 20
"""Bytes before what is packed in a `.run`: its script."""

XZ, GZIP = b"\xfd7zXZ\x00", b"\x1f\x8b\x08"

AR, AR_ENTRY = b"!<arch>\n", 60

_NAME = re.compile(
    r"mingdao-clinic_(?P<version>[^_/]+)_"
    r"((?P<run>linux-(?P<linux>[a-z0-9_]+)_glibc[0-9.]+\.run)"
    r"|(?P<deb>[a-z0-9]+_glibc[0-9.]+\.deb)"
    r"|(?P<setup>windows-(?P<windows>[a-z0-9_]+)_setup\.exe))"
)


class Kind(StrEnum):
    """What was brought: `update.kind.<value>`."""

    RUN = "run"
    SETUP = "setup"
    DEB = "deb"
    FOLDER = "folder"


@dataclass(frozen=True, slots=True)
class Offer:
    """What a file is, after it was verified. Of a setup program for Windows `floor` and `store` are empty: it cannot be looked into."""

    file: Path
    kind: Kind
    version: str
    platform: str
    architecture: str
    floor: str
    store: str
    verdict: Verdict
    size: int
    """Bytes it takes at the most once it is laid out."""
    inside: str = ""
    """Where the program's folder is in what is packed."""
    contents: Contents | None = None
    """Its manifest, where it can be looked into."""


def offer_of(file: Path, key: PublicKey | None, told: Told | None = None) -> Offer:
    """Verify a file or a folder, as somebody who believes `key`, and say what it is.

    Raises `UserError` update_missing, update_not_ours; `Damaged` update_altered, update_not_listed, update_unreadable, update_odd,
    contents_unreadable, contents_damaged; as `believed_sums` and `whole_program`; OSError.
    """
    _refuse_unreadable(file)
    if file.is_dir():
        return _of_folder(file, key, told)
    named = _NAME.fullmatch(file.name)
    if named is None or not is_name(named["version"]):
        raise UserError("update_not_ours", file=file)
    sums = believed_sums(file.parent, key)
    wrong = sums.compare(file.name, told)
    if wrong.foreign:
        raise Damaged("update_not_listed", file=file)
    if wrong:
        raise Damaged("update_altered", file=file)
    verdict, size = sums.verdict, UNPACKED * file.stat().st_size
    if named["setup"]:
        return Offer(file, Kind.SETUP, named["version"], "windows", named["windows"], "", "", verdict, size)
    with _packed(file) as entries:
        contents, inside = _manifest(file, entries, size)
    return Offer(
        file,
        Kind.DEB if named["deb"] else Kind.RUN,
        contents.version,
        contents.platform,
        contents.architecture,
        contents.floor,
        contents.store,
        verdict,
        size,
        inside,
        contents,
    )


def lay_out(offer: Offer, folder: Path, told: Told | None = None) -> None:
    """Lay the program out in an empty folder. The caller holds the result against its manifest.

    Raises `Damaged` update_unreadable, update_odd for what is not in its manifest, or is no file of a program; OSError, which is of the folder.
    """
    if offer.kind is Kind.FOLDER:
        _copy(offer.file, folder, told)
        return
    inside, listed = PurePosixPath(offer.inside), offer.contents.files if offer.contents else {}
    with _packed(offer.file, told) as entries:
        for entry in _bounded(offer.file, entries, offer.size):
            place = PurePosixPath(entry.name)
            if not place.is_relative_to(inside):
                continue
            place = place.relative_to(inside)
            if not entry.isdir() and str(place) not in listed and str(place) not in UNLISTED:
                raise Damaged("update_odd", file=offer.file, name=entry.name)
            _unpack(offer.file, entries, entry, folder, place)


@contextmanager
def own_copy(offer: Offer, key: PublicKey | None, beside: Path) -> Iterator[Path]:
    """A copy of what was brought, verified as it is now, where nobody else changes it: for what is run. Raises as `offer_of`.

    Windows may hold it longer than it runs. Then it goes when the installation is next changed.
    """
    with tempfile.TemporaryDirectory(prefix=SETUP, dir=beside, ignore_cleanup_errors=True) as folder:
        for name in (offer.file.name, SUMS, f"{SUMS}.sig"):
            if (offer.file.parent / name).exists():
                shutil.copyfile(offer.file.parent / name, Path(folder) / name)
        yield offer_of(Path(folder) / offer.file.name, key).file


def whole_program(folder: Path, key: PublicKey | None, file: Path, told: Told | None = None) -> Inspection:
    """Look at a program folder before it is started, as somebody who believes `key`; what is wrong is said of the file it came from.

    Whoever believes no key holds a signed program against the one it brings along, which it will believe once it is started. Raises
    `Refused` update_foreign, update_no_signature; `Damaged` update_broken, update_files, release_key_damaged; as `inspect`.
    """
    found = inspect(folder, key or own_key(folder), told)
    match found.verdict:
        case Verdict.FOREIGN:
            raise Refused("update_foreign", file=file)
        case Verdict.BROKEN:
            raise Damaged("update_broken", file=file)
        case Verdict.UNSIGNED if found.key is not None:
            raise Refused("update_no_signature", file=file)
        case _ if found.difference:
            names = found.difference.names
            raise Damaged("update_files", file=file, count=len(names), names=names[:MOST_SAID])
        case _:
            return found


def _refuse_unreadable(file: Path) -> None:
    """Before it is said to be none of ours. Raises `UserError` update_missing; `Damaged` update_unreadable."""
    with _reading(file):
        try:
            if file.is_dir():
                os.scandir(file).close()
            else:
                read_plain(file, 1)
        except (FileNotFoundError, NotADirectoryError) as error:
            raise UserError("update_missing", file=file) from error


def _of_folder(folder: Path, key: PublicKey | None, told: Told | None) -> Offer:
    if not (folder / CONTENTS).is_file():
        raise UserError("update_not_ours", file=folder)
    found = whole_program(folder, key, folder, told)
    contents = found.contents
    if not is_name(contents.version):
        raise UserError("update_not_ours", file=folder)
    size = sum((folder / name).stat().st_size for name in contents.files)
    return Offer(
        folder,
        Kind.FOLDER,
        contents.version,
        contents.platform,
        contents.architecture,
        contents.floor,
        contents.store,
        # A key that only the program itself names says nothing of where it comes from.
        Verdict.FOREIGN if key is None and found.verdict is Verdict.SIGNED else found.verdict,
        size,
        contents=contents,
    )


def _copy(source: Path, folder: Path, told: Told | None) -> None:
    with _reading(source):
        files = sorted(source.rglob("*"))
        total, done = sum(one.stat().st_size for one in files if one.is_file() and not one.is_symlink()), 0
    for one in files:
        place = folder / one.relative_to(source)
        if one.is_symlink():
            place.symlink_to(one.readlink())
        elif one.is_dir():
            place.mkdir(exist_ok=True)
        else:
            with _reading(one):
                opened, mode = one.open("rb"), one.stat().st_mode
            with opened, place.open("xb") as written:
                shutil.copyfileobj(_Heard(one, opened, total, told, done), written, PIECE)
                done += written.tell()
            place.chmod(_mode(mode))


def _unpack(
    file: Path, entries: tarfile.TarFile, entry: tarfile.TarInfo, folder: Path, place: PurePosixPath
) -> None:
    if not place.parts:
        return  # the folder itself
    target = folder / place
    is_plain = not place.is_absolute() and ".." not in place.parts
    # No link that came before leads a name elsewhere.
    if not is_plain or target.parent.resolve() != folder.resolve() / place.parent:
        raise Damaged("update_odd", file=file, name=entry.name)
    try:
        if entry.isdir():
            target.mkdir(parents=True, exist_ok=True)
        elif entry.issym() and _stays_inside(place, entry.linkname):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(entry.linkname)
        elif entry.isreg() and (content := entries.extractfile(entry)) is not None:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as written:
                shutil.copyfileobj(content, written, PIECE)
            target.chmod(_mode(entry.mode))
        else:
            raise Damaged("update_odd", file=file, name=entry.name)
    except (FileExistsError, NotADirectoryError) as error:  # twice under one name
        raise Damaged("update_odd", file=file, name=entry.name) from error


def _stays_inside(place: PurePosixPath, leads_to: str) -> bool:
    """Whether a link at a place leads to somewhere in the same folder."""
    if leads_to.startswith("/") or "\\" in leads_to:
        return False
    depth = len(place.parent.parts)
    for part in PurePosixPath(leads_to).parts:
        depth += -1 if part == ".." else 1
        if depth < 0:
            return False
    return True


def _mode(mode: int) -> int:
    return 0o755 if mode & 0o100 else 0o644


def _bounded(file: Path, entries: tarfile.TarFile, size: int) -> Iterator[tarfile.TarInfo]:
    """What is packed, as long as it is no more than so many bytes. Raises `Damaged` update_odd."""
    for entry in entries:
        size -= entry.size
        if size < 0:
            raise Damaged("update_odd", file=file, name=entry.name)
        yield entry


def _heads(file: Path) -> type[tarfile.TarInfo]:
    """How the head of each entry is read: those our builds write, and no more than a program has.

    Some heads say how much is read at once after them; that is looked at here, before it is. Raises `Damaged` update_odd.
    """
    count, names = 0, 0

    class Head(tarfile.TarInfo):
        @classmethod
        def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
            nonlocal count, names
            head = super().frombuf(buf, encoding, errors)
            is_name = head.type in {tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK}
            count, names = count + 1, names + 1 if is_name else 0
            too_long = names > NAMES or (is_name and head.size > LONGEST_NAME)
            if head.type in OTHER_FORMS or head.size < 0 or too_long or count > MOST_ENTRIES:
                raise Damaged("update_odd", file=file, name=head.name)
            return head

    return Head


def _manifest(file: Path, entries: tarfile.TarFile, size: int) -> tuple[Contents, str]:
    """The manifest in what is packed, and the folder it is of."""
    for entry in _bounded(file, entries, size):
        if entry.isreg() and (entry.name == CONTENTS or entry.name.endswith(f"/{CONTENTS}")):
            content = entries.extractfile(entry)
            if content is not None:
                contents = Contents.parse(content.read(LARGEST + 1), file)
                return contents, entry.name.removesuffix(CONTENTS).rstrip("/")
    raise Damaged("update_unreadable", file=file, reason=CONTENTS)


@contextmanager
def _packed(file: Path, told: Told | None = None) -> Iterator[tarfile.TarFile]:
    """What is packed in a `.run` or a `.deb`, one entry after the other. Raises `Damaged` update_unreadable, update_odd."""
    with _reading(file):
        opened, total = file.open("rb"), file.stat().st_size
    with opened:
        try:
            with _reading(file):
                opened.seek(_start(opened))
            heard = cast("IO[bytes]", _Heard(file, opened, total, told))
            with tarfile.open(fileobj=heard, mode="r|*", tarinfo=_heads(file)) as entries:
                yield entries
        except (tarfile.TarError, EOFError, ValueError) as error:
            raise Damaged("update_unreadable", file=file, reason=str(error)) from error
        except OSError as error:
            # Python's decompressors tell of damaged content in this way, without a number.
            if error.errno is None:
                raise Damaged("update_unreadable", file=file, reason=reason_of(error)) from error
            raise


def _start(opened: IO[bytes]) -> int:
    """Where what is packed begins. Raises ValueError."""
    head = opened.read(HEAD)
    if head.startswith(AR):
        return _data_of_deb(opened)
    places = [at + 1 for sign in (XZ, GZIP) if (at := head.find(b"\n" + sign)) >= 0]
    if not places:
        raise ValueError("there is nothing packed in it")
    return min(places)


def _data_of_deb(opened: IO[bytes]) -> int:
    """Where the member with the files begins, in Debian's `ar` archive."""
    at = len(AR)
    while True:
        opened.seek(at)
        entry = opened.read(AR_ENTRY)
        if len(entry) < AR_ENTRY or entry[-2:] != b"`\n":
            raise ValueError("there is nothing packed in it")
        if entry.startswith(b"data.tar"):
            return at + AR_ENTRY
        size = int(entry[48:58])
        at += AR_ENTRY + size + size % 2


class _Heard:
    """A file that tells how far it was read, after so many bytes of others. Raises as `_reading`."""

    def __init__(self, file: Path, opened: IO[bytes], total: int, told: Told | None, before: int = 0) -> None:
        self._file, self._opened, self._total, self._told, self._before = file, opened, total, told, before

    def read(self, size: int = -1) -> bytes:
        with _reading(self._file):
            content = self._opened.read(size)
        if self._told:
            self._told(self._before + self._opened.tell(), self._total)
        return content


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    """Whatever keeps what was brought from being read is not said of the folder it is laid out in. Raises `Damaged` update_unreadable."""
    try:
        yield
    except OSError as error:
        raise Damaged("update_unreadable", file=file, reason=reason_of(error)) from error


def glibc_here() -> str:
    """The version of the C library here; "" where it does not say, as on other systems."""
    try:
        name, _, here = (os.confstr("CS_GNU_LIBC_VERSION") or "").partition(" ")
    except (AttributeError, ValueError, OSError):
        return ""
    return here if name == "glibc" else ""


def libc_floor_met(floor: str) -> bool:
    """Whether the C library here is as new as a program for Linux asks. Where it does not say it is."""
    try:
        here, wanted = (tuple(map(int, version.split("."))) for version in (glibc_here(), floor))
    except ValueError:
        return True
    return here >= wanted
