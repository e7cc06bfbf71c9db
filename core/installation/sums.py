"""`SHA256SUMS` over the files one gives away, as `sha256sum -c` reads it, and its signature beside it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import Damaged, Refused
from core.base.system_words import reason_of
from core.installation.contents import Difference, Told, sha256_of
from core.installation.plain_file import read_plain
from core.installation.signature import PublicKey, Verdict, read_signature, verdict

SUMS = "SHA256SUMS"
LARGEST = 1 << 20
"""Bytes of the list."""

_LINE = re.compile(r"([0-9a-f]{64})  ([A-Za-z0-9_][A-Za-z0-9_.+~-]{0,199})")


@dataclass(frozen=True, slots=True)
class Sums:
    """The list: which file has which SHA-256, and whose signature it bears."""

    files: Mapping[str, str]
    verdict: Verdict

    def refuse_unless(self, key: PublicKey | None, folder: Path) -> None:
        """Raises `Refused` sums_unsigned, sums_foreign; `Damaged` sums_broken. Whoever believes no key takes what nobody they know signed."""
        file = folder / SUMS
        match self.verdict:
            case Verdict.BROKEN:
                raise Damaged("sums_broken", file=file)
            case Verdict.FOREIGN if key is not None:
                raise Refused("sums_foreign", file=file)
            case Verdict.UNSIGNED if key is not None:
                raise Refused("sums_unsigned", file=file)
            case _:
                return


def sums_text(files: Mapping[str, str]) -> bytes:
    """The list of files by name."""
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(files.items())).encode("ascii")


def read_sums(folder: Path, key: PublicKey | None) -> Sums:
    """The list in a folder. Raises `Damaged` sums_unreadable, sums_damaged."""
    file = folder / SUMS
    try:
        content = read_plain(file, LARGEST + 1)
    except OSError as error:
        raise Damaged("sums_unreadable", file=file, reason=reason_of(error)) from error
    lines = content.decode("ascii", "replace").splitlines()
    found = [_LINE.fullmatch(line) for line in lines]
    files = {match[2]: match[1] for match in found if match}
    if len(content) > LARGEST or not files or sums_text(files) != content:
        raise Damaged("sums_damaged", file=file)
    return Sums(files, verdict(content, read_signature(file), key))


def verify_sums(
    folder: Path, key: PublicKey | None, only: str | None = None, told: Told | None = None
) -> Difference:
    """Hold the files of a folder, or the one of this name, against its list, after whose list it is.

    `key` is the one that is believed. A name that is not in the list is foreign. Other files of the folder are nobody's business.
    Raises as `read_sums`, `Sums.refuse_unless`, and what `told` raises.
    """
    sums = read_sums(folder, key)
    sums.refuse_unless(key, folder)
    if only is not None and only not in sums.files:
        return Difference(foreign=(only,))
    names = [only] if only is not None else list(sums.files)
    missing = [name for name in names if not (folder / name).is_file()]
    here = [name for name in names if name not in missing]
    total, done = sum((folder / name).stat().st_size for name in here), 0

    def read(length: int) -> None:
        nonlocal done
        done += length
        if told:
            told(done, total)

    altered = []
    for name in here:
        try:
            same = sha256_of(folder / name, read) == sums.files[name]
        except OSError:
            same = False
        if not same:
            altered.append(name)
    return Difference(missing=tuple(missing), altered=tuple(altered))
