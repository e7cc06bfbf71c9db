"""Which versions of the program lie beside one another, and which of them is started.

Below a prefix, `versions/<version>` has a version each, `current` points to the one that is started, `previous` to what was started
before it. On Linux they are relative links; on Windows, where a link takes rights an account may not have, `current.txt` and `previous.txt`
hold the version's name. Either is replaced by one rename. Whatever is cut off leaves the old version or the new one started, and each of
them whole. Patients' data never lies below a prefix.
"""

import errno
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from core.base.atomic import sync_folder, write_atomically
from core.base.errors import Busy, ClinicError, UserError
from core.base.space import FULL, free_space, mib, trouble_of
from core.installation.contents import CONTENTS, INNER
from core.installation.removal import remove_program

VERSIONS = "versions"
CURRENT, PREVIOUS = "current", "previous"

NEW, GONE = ".new-", ".gone-"
"""How the names of folders begin that are not yet a version, and of those that are none any more."""

LEFT = "left-"
"""How the name of a folder in the prefix begins that has what was not the program's in a version that was removed."""

SETUP = ".setup-"
"""How the name of a folder in the prefix begins in which a setup program lies while it runs."""

LOCK = ".lock"

WAIT_S = 1.0
"""So long somebody else may be at it before that is said: whoever only looks whether there is somebody holds the lock for a moment."""

DEPTH = 3
"""So many folders up from the interpreter the program's folder may be."""

FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}

KEPT = ".kept-"
"""How the name of a version's folder begins while the installer puts that same version there anew."""

PACKAGED = Path("/opt/mingdao-clinic")
"""The prefix that belongs to the system's package manager, which alone changes what lies there."""

_NAME = re.compile(r"[0-9][0-9A-Za-z.+-]{0,60}")
_PARTS = re.compile(r"(?P<release>\d+(\.\d+)*)[.-]?(?P<tag>[^+]*)")
_RUNS = re.compile(r"\d+|[^\d.-]+")


def program_folder(executable: Path | None = None) -> Path | None:
    """The folder of the installed program that runs; None for one from a source tree."""
    folders = (executable or Path(sys.executable)).resolve().parents
    if getattr(sys, "frozen", False) and executable is None:
        return folders[0]
    # Not by its list, which may be what is missing.
    return next((one for one in folders[:DEPTH] if (one / INNER).is_dir()), None)


def is_name(version: str) -> bool:
    """Whether it can be a version's folder; nothing that leads elsewhere is."""
    return _NAME.fullmatch(version.removeprefix(KEPT)) is not None


def is_newer(one: str, other: str) -> bool:
    """Whether a version is later than another. `1.2rc1` comes before `1.2`."""
    return order(one) > order(other)


def order(version: str) -> tuple[tuple[int, ...], bool, tuple[tuple[int, str], ...]]:
    """What versions are sorted by: the release, then what comes before it. A tag has a v before it."""
    found = _PARTS.match(version.removeprefix(KEPT).removeprefix("v"))
    if found is None:
        return (), False, ()
    release = [int(number) for number in found["release"].split(".")]
    while release and not release[-1]:
        release.pop()
    tag = tuple((int(run), "") if run.isdigit() else (-1, run) for run in _RUNS.findall(found["tag"]))
    return tuple(release), not tag, tag


@dataclass(frozen=True, slots=True)
class Installation:
    """A prefix, and which of its versions is the program that runs."""

    prefix: Path
    running: str
    by_name: bool = os.name == "nt"
    """Whether files name the versions, in place of links."""

    @classmethod
    def of(cls, folder: Path | None) -> "Installation | None":
        """That of a program's folder; None for one that does not lie among versions."""
        if folder is None or folder.parent.name != VERSIONS or not is_name(folder.name):
            return None
        return cls(folder.parent.parent, folder.name)

    @property
    def is_packaged(self) -> bool:
        """Whether the system's package manager has it in its hands."""
        with suppress(OSError):
            return self.prefix.samefile(PACKAGED)  # /opt may be a link
        return False

    @property
    def current(self) -> str | None:
        """The version that is started; None when that cannot be told."""
        return self._pointed(CURRENT)

    @property
    def previous(self) -> str | None:
        """The version to go back to: what was started before. Where that is not known any more, the newest that lies here of those before."""
        current, named = self.current, self._pointed(PREVIOUS)
        if named is not None and named != current:
            return named
        return next((one for one in self.lying if current is None or is_newer(current, one)), None)

    @property
    def unfinished(self) -> tuple[str, ...]:
        """Versions that were to be installed, and the work was cut off before the switch; none while it goes on."""
        if self.is_changing:
            return ()
        with suppress(OSError):
            begun = {one.name.removeprefix(NEW) for one in self.versions.glob(f"{NEW}*")}
            current, others = self.current, {self.running, self._pointed(PREVIOUS)}
            laid = {one for one in self.lying if current and is_newer(one, current) and one not in others}
            return tuple(sorted(filter(is_name, begun | laid), key=order))
        return ()

    @property
    def is_changing(self) -> bool:
        """Whether somebody is installing, switching or removing just now."""
        if not (self.prefix / LOCK).exists():
            return False
        lock = FileLock(self.prefix / LOCK, timeout=0, thread_local=False)
        try:
            lock.acquire()
        except Timeout:
            return True
        except (OSError, NotImplementedError):
            return False
        lock.release()
        return False

    @property
    def lying(self) -> tuple[str, ...]:
        """Every version that lies here, newest first."""
        try:
            entries = list(self.versions.iterdir())
        except OSError:
            return ()
        return tuple(sorted(filter(self._lies, (entry.name for entry in entries)), key=order, reverse=True))

    @property
    def versions(self) -> Path:
        return self.prefix / VERSIONS

    @property
    def left(self) -> tuple[Path, ...]:
        """Folders that have what was not the program's in versions that were removed."""
        return tuple(sorted(self.prefix.glob(f"{LEFT}*")))

    def folder(self, version: str) -> Path:
        """Where a version lies."""
        return self.versions / version

    def switch(self, version: str) -> None:
        """Have this version started from now on. What is running goes on as it is.

        Raises `UserError` version_not_here, program_not_writable; `ClinicError` program_no_room, file_trouble; `Busy` program_busy.
        """
        with self._changing():
            if not self._lies(version):
                raise UserError("version_not_here", version=version, folder=self.versions)
            present = self.current
            if present == version:
                return
            # First what leads back: cut off in between, the old one is started as before.
            if present is not None:
                self._point(PREVIOUS, present)
            self._point(CURRENT, version)

    @contextmanager
    def or_as_before(self) -> Iterator[str]:
        """What is started before the block. When the block fails, it is started again and leads back to what it led back to, whoever switched.

        Raises as `switch`.
        """
        before, previous = self.current or self.running, self._pointed(PREVIOUS)
        try:
            yield before
        except BaseException:
            if self.current != before:
                with self._changing():
                    self._point(CURRENT, before)
                    self._point(PREVIOUS, previous or before)  # what leads to itself leads nowhere
            raise

    @contextmanager
    def laid_beside(self, version: str, size: int) -> Iterator[Path]:
        """An empty folder to lay a version out in, `size` bytes in all. It becomes that version when the block ends well, and is removed when not.

        Raises `UserError` version_running for one that is started or runs, version_unreadable, program_not_writable; `ClinicError`
        program_no_room, file_trouble; `Busy` program_busy.
        """
        if not is_name(version):
            raise UserError("version_unreadable", version=version)
        if version in {self.current, self.running}:
            raise UserError("version_running", version=version)
        with self._changing():
            self._sweep()
            new, gone = self.versions / f"{NEW}{version}", self.versions / f"{GONE}{version}"
            new.mkdir()
            try:
                self.refuse_without_room(size)
                yield new
                _flush(new)
                if self.folder(version).exists():
                    self.folder(version).rename(gone)
                new.rename(self.folder(version))
                sync_folder(self.versions)
            finally:
                shutil.rmtree(new, ignore_errors=True)
                with suppress(OSError):
                    self._remove(gone)

    def prune(self) -> tuple[str, ...]:
        """Remove every version but the one that is started, the one before it, and any that runs. Returns which. Raises as `switch`."""
        with self._changing():
            kept = {self.current, self._pointed(PREVIOUS) or self.previous, self.running}
            removed = tuple(one for one in self.lying if one not in kept and not _runs(self.folder(one)))
            for one in removed:
                # Under another name first: what is cut off is no version any more, and not half of one.
                self.folder(one).rename(self.versions / f"{GONE}{one}")
            self._sweep()
        return removed

    def refuse_without_room(self, size: int) -> None:
        """Raises `ClinicError` program_no_room."""
        if free_space(self.versions) < size:
            raise self._no_room(size)

    def refuse_unwritable(self) -> None:
        """Raises `UserError` program_not_writable where this account may not install; as `switch`. Nothing stays."""
        with self._changing():
            probe = self.versions / f"{NEW}probe"
            probe.mkdir(exist_ok=True)
            probe.rmdir()

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Nobody else changes it meanwhile. What the system refuses becomes an error of ours."""
        lock = FileLock(self.prefix / LOCK, timeout=WAIT_S, thread_local=False)
        try:
            lock.acquire()
        except Timeout as error:
            raise Busy("program_busy", folder=self.prefix) from error
        except (OSError, NotImplementedError) as error:
            raise self._trouble(error) from error
        try:
            yield
        except OSError as error:
            raise self._trouble(error) from error
        finally:
            lock.release()

    def _trouble(self, error: Exception) -> ClinicError:
        number = getattr(error, "errno", None)
        if number in FORBIDDEN or not isinstance(error, OSError):
            return UserError("program_not_writable", folder=self.prefix)
        if number in FULL:
            return ClinicError("program_no_room", folder=self.prefix, needed=1, free=0)
        return trouble_of(error, self.prefix)

    def _no_room(self, size: int) -> ClinicError:
        free = 0
        with suppress(OSError):
            free = free_space(self.prefix)
        return ClinicError("program_no_room", folder=self.prefix, needed=mib(max(size, 1)), free=free >> 20)

    def _lies(self, version: str) -> bool:
        return is_name(version) and (self.folder(version) / CONTENTS).is_file()

    def _pointed(self, name: str) -> str | None:
        try:
            if self.by_name:
                said = (self.prefix / f"{name}.txt").read_text(encoding="utf-8").strip()
            else:
                said = (self.prefix / name).readlink().name
        except (OSError, ValueError):
            return None
        return said if self._lies(said) else None

    def _point(self, name: str, version: str) -> None:
        if self.by_name:
            write_atomically(self.prefix / f"{name}.txt", f"{version}\n".encode(), keeps_previous=False)
            return
        beside = self.prefix / f".{name}.{os.getpid()}"
        beside.unlink(missing_ok=True)
        try:
            beside.symlink_to(Path(VERSIONS) / version)
            beside.replace(self.prefix / name)
        finally:
            beside.unlink(missing_ok=True)
        sync_folder(self.prefix)

    def _sweep(self) -> None:
        """Remove what was cut off."""
        for entry in self.versions.iterdir():
            if entry.name.startswith(NEW):
                shutil.rmtree(entry)
            elif entry.name.startswith(GONE):
                self._remove(entry)
        for folder in self.prefix.glob(f"{SETUP}*"):
            shutil.rmtree(folder, ignore_errors=True)
        for name in (CURRENT, PREVIOUS):
            for link in self.prefix.glob(f".{name}.*"):
                link.unlink(missing_ok=True)

    def _remove(self, gone: Path) -> None:
        if gone.exists():
            remove_program(gone, self.prefix / f"{LEFT}{gone.name.removeprefix(GONE)}")


def _runs(folder: Path) -> bool:
    """Whether a program in a folder runs, as far as this account sees it: updated twice, a window may be two versions back.

    As `open_programs` in the installers for Linux. Windows lets nobody rename such a folder.
    """
    start = f"{folder.resolve()}{os.sep}"
    for program in Path("/proc").glob("[0-9]*/exe"):
        with suppress(OSError):
            if str(program.readlink()).startswith(start):
                return True
    return False


def _flush(folder: Path) -> None:
    """Have every file and every name below it on the disk: a version must not be started of which a power cut took half."""
    for place, _, files in os.walk(folder):
        for name in files:
            file = Path(place) / name
            if not file.is_symlink():
                _sync(file)
        sync_folder(Path(place))


def _sync(file: Path) -> None:
    with file.open("rb+" if os.name == "nt" else "rb") as opened:
        os.fsync(opened.fileno())
