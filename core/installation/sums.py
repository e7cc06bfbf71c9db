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
    """The list of a folder: which file has which SHA-256, and whose signature it bears."""

    folder: Path
    files: Mapping[str, str]
    verdict: Verdict

    def refuse_unless(self, key: PublicKey | None) -> None:
        """Raises `Refused` sums_unsigned, sums_foreign; `Damaged` sums_broken. Whoever believes no key takes what nobody they know signed."""
        file = self.folder / SUMS
        match self.verdict:
            case Verdict.BROKEN:
                raise Damaged("sums_broken", file=file)
            case Verdict.FOREIGN if key is not None:
                raise Refused("sums_foreign", file=file)
            case Verdict.UNSIGNED if key is not None:
                raise Refused("sums_unsigned", file=file)
            case _:
                return

    def compare(self, only: str | None = None, told: Told | None = None) -> Difference:
        """Hold its files, or the one of this name, against it.

        A name that is not in the list is foreign. Other files of the folder are nobody's business. Raises what `told` raises.
        """
        if only is not None and only not in self.files:
            return Difference(foreign=(only,))
        names = [only] if only is not None else list(self.files)
        missing = [name for name in names if not (self.folder / name).is_file()]
        here = [name for name in names if name not in missing]
        total, done = sum((self.folder / name).stat().st_size for name in here), 0

        def read(length: int) -> None:
            nonlocal done
            done += length
            if told:
                told(done, total)

        altered = []
        for name in here:
            try:
                same = sha256_of(self.folder / name, read) == self.files[name]
            except OSError:
                same = False
            if not same:
                altered.append(name)
        return Difference(missing=tuple(missing), altered=tuple(altered))


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
    return Sums(folder, files, verdict(content, read_signature(file), key))


def believed_sums(folder: Path, key: PublicKey | None) -> Sums:
    """The list in a folder, for whoever believes `key`. Raises as `read_sums` and `Sums.refuse_unless`."""
    sums = read_sums(folder, key)
    sums.refuse_unless(key)
    return sums
