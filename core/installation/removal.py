"""A program's folder removed by its own list. What somebody else put there stays: it may be a clinic.

The list is read line by line, so that a manifest that is damaged names what it still can. No link is followed: what lies behind one is
another's. The installer for Linux does the same in `installer/linux/removal.sh`, the one for Windows by a list of its own.
"""

import os
import re
from contextlib import suppress
from pathlib import Path

from core.installation.contents import CONTENTS, INNER, LARGEST, SIGNATURE
from core.installation.plain_file import read_plain

_LINE = re.compile(rb'^  "([^/"][^"]*)": "[0-9a-f]{64}",?$', re.MULTILINE)


def remove_program(folder: Path, aside: Path) -> Path | None:
    """Remove it. What is left is kept under the name `aside`, or one like it; returns where, None when nothing is left. Raises OSError."""
    inner = folder / INNER
    if inner.resolve() == folder.parent.resolve() / folder.name / INNER:
        _remove_listed(folder)
    if not os.path.lexists(folder):
        return None
    while aside.exists():
        aside = aside.with_name(f"{aside.name}+")
    folder.rename(aside)
    return aside


def _remove_listed(folder: Path) -> None:
    listed = _listed(folder)
    for place, _, files in os.walk(folder):
        for file in (Path(place) / name for name in files):
            if file.relative_to(folder).as_posix() in listed:
                file.unlink()
    # The list goes last: what is cut off can be carried on.
    (folder / SIGNATURE).unlink(missing_ok=True)
    (folder / CONTENTS).unlink(missing_ok=True)
    for place, _, _ in os.walk(folder, topdown=False):
        with suppress(OSError):
            Path(place).rmdir()


def _listed(folder: Path) -> set[str]:
    try:
        content = read_plain(folder / CONTENTS, LARGEST)
    except OSError:
        return set()
    return {found.decode("utf-8", "surrogateescape") for found in _LINE.findall(content)}
