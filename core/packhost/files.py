"""The files of a pack's folder, and nothing outside it: names are plain and relative, links are refused wherever they lead.

A name is plain when it needs no rule of any disk to be understood: ASCII letters, digits, `_`, `-`, `.`; parts separated by `/`.
"""

import errno
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.forms.problems import Problem, shown

LARGEST = 8 << 20
"""Bytes of one file."""
MOST_BYTES = 64 << 20
"""Of a whole pack."""
MOST_FILES = 2000
DEEPEST = 8
"""Parts of a name."""

LONGEST = 200
"""Characters of a name with its folders."""

PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}")
"""One part of a plain name."""

_PART_WITH_STARS = re.compile(r"\*\*|(?!.*\*\*)[A-Za-z0-9_*-][A-Za-z0-9_.*-]{0,99}")
_SHARED = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class BadFile(ValueError):
    """A file that is not there or cannot be taken; `problem` says why."""

    def __init__(self, where: str, code: str, **params: object) -> None:
        super().__init__(code)
        self.problem = Problem(where, code, params)

    @staticmethod
    def unreadable(name: str, error: OSError, where: str = "") -> "BadFile":
        """A file or a folder that the system does not give; why is told by a name that can be looked up."""
        reason = errno.errorcode.get(error.errno or 0, type(error).__name__)
        return BadFile(where or name, "pack_file_unreadable", file=name, reason=reason)


def name_problem(where: str, name: str, ending: str, *, stars: bool = False) -> Problem | None:
    """What is wrong with a name in a manifest; None when it is plain and ends as it should."""
    said = {"value": shown(name), "ending": ending}
    parts = name.split("/")
    if ".." in re.split(r"[/\\]", name):
        return Problem(where, "pack_path_dots", said)
    if name.startswith(("/", "\\", "~")) or re.match(r"[A-Za-z]:", name):
        return Problem(where, "pack_path_absolute", said)
    plain = _PART_WITH_STARS if stars else PART
    if len(name) > LONGEST or len(parts) > DEEPEST or not all(plain.fullmatch(part) for part in parts):
        return Problem(where, "pack_path_shape", said)
    if not name.endswith(ending):
        return Problem(where, "pack_path_ending", said)
    return None


@dataclass(frozen=True)
class PackFiles:
    """One pack's folder. Names that are asked for are plain (`name_problem`)."""

    folder: Path

    def __contains__(self, name: str) -> bool:
        path = self.folder / name
        return path.is_file() and not self._goes_by_link(name)

    def read(self, name: str, where: str = "") -> bytes:
        """A file's bytes. Raises `BadFile` pack_file_missing, pack_file_link, pack_file_special, pack_file_large, pack_file_unreadable."""
        where = where or name
        if self._goes_by_link(name):
            raise BadFile(where, "pack_file_link", file=name)
        try:
            handle = os.open(self.folder / name, os.O_RDONLY | _SHARED)
        except FileNotFoundError:
            raise BadFile(where, "pack_file_missing", file=name) from None
        except OSError as error:
            raise BadFile.unreadable(name, error, where) from error
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise BadFile(where, "pack_file_special", file=name)
            try:
                content = file.read(LARGEST + 1)
            except OSError as error:
                raise BadFile.unreadable(name, error, where) from error
        if len(content) > LARGEST:
            raise BadFile(where, "pack_file_large", file=name, limit=LARGEST >> 20)
        return content

    def text(self, name: str, where: str = "") -> str:
        """A file's text. Raises `BadFile` pack_file_not_utf8 and as `read`."""
        try:
            return self.read(name, where).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadFile(where or name, "pack_file_not_utf8", file=name) from None

    def matching(self, pattern: str, where: str = "") -> list[str]:
        """The names a pattern stands for, sorted. Raises `BadFile` pack_file_missing when there is none."""
        found = sorted(path.relative_to(self.folder).as_posix() for path in self.folder.glob(pattern))
        if not found:
            raise BadFile(where or pattern, "pack_file_missing", file=pattern)
        return found

    def every(self) -> Iterator[str]:
        """The names of all files, sorted by code point. Raises `BadFile` for a link, a device, a folder that cannot be read and what is no
        pack any more by its size.
        """
        names: list[str] = []
        size = 0
        try:
            for name, status in _walk(self.folder, ""):
                size += status.st_size
                if len(names) >= MOST_FILES or size > MOST_BYTES:
                    raise BadFile(name, "pack_too_much", files=MOST_FILES, limit=MOST_BYTES >> 20)
                names.append(name)
        except OSError as error:
            raise BadFile.unreadable(Path(error.filename or self.folder).name, error) from error
        yield from sorted(names)

    def _goes_by_link(self, name: str) -> bool:
        path = self.folder
        for part in name.split("/"):
            path /= part
            if path.is_symlink():
                return True
        return False


def _walk(folder: Path, before: str) -> Iterator[tuple[str, os.stat_result]]:
    if before.count("/") > DEEPEST:
        raise BadFile(before, "pack_too_deep", file=before, limit=DEEPEST)
    with os.scandir(folder) as entries:
        listed = sorted(entries, key=lambda entry: entry.name)
    for entry in listed:
        name = f"{before}{entry.name}"
        status = entry.stat(follow_symlinks=False)
        if stat.S_ISLNK(status.st_mode) or _is_junction(status):
            raise BadFile(name, "pack_file_link", file=name)
        if stat.S_ISDIR(status.st_mode):
            yield from _walk(Path(entry.path), f"{name}/")
        elif stat.S_ISREG(status.st_mode):
            yield name, status
        else:
            raise BadFile(name, "pack_file_special", file=name)


def _is_junction(status: os.stat_result) -> bool:
    """Windows: a folder that is really another one."""
    attributes = getattr(status, "st_file_attributes", 0)
    return bool(attributes & getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0))
