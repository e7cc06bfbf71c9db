"""What program this is, and which others lie beside it: for whoever asks, also where no clinic is open."""

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.program import NAME, program_version
from core.base.space import mib
from core.installation.contents import CONTENTS, Contents, Told, read_contents
from core.installation.inspection import Inspection, inspect, own_key
from core.installation.signature import PublicKey, Verdict, read_signature, verdict
from core.installation.start_check import refusal_of
from core.installation.versions import Installation, program_folder


@dataclass(frozen=True, slots=True)
class Beside:
    """A version that lies beside. `store` is the newest form of a store it opens; empty where it cannot be read."""

    version: str
    store: str
    is_current: bool
    is_running: bool
    is_previous: bool


@dataclass(frozen=True, slots=True)
class Remains:
    """What takes room here and is started by nobody. `unfinished` are versions whose installation was cut off; `left` are folders with what
    was not the program's in versions that were removed, with their size in bytes. The program deletes none of those: it may be a clinic.
    """

    unfinished: tuple[str, ...] = ()
    left: tuple[tuple[Path, int], ...] = ()

    def lines(self, words: Messages) -> tuple[str, ...]:
        """What each is, and what is to be done."""
        return (
            *(words.text("update.unfinished", version=one) for one in self.unfinished),
            *(words.text("update.left_here", folder=one, size=mib(size)) for one, size in self.left),
        )


@dataclass(frozen=True, slots=True)
class Program:
    """The program that runs. From a source tree it has no folder, and nobody signed it."""

    version: str
    store: str
    folder: Path | None
    installation: Installation | None
    contents: Contents | None
    verdict: Verdict
    key: PublicKey | None

    @classmethod
    def here(cls, folder: Path | None = None) -> "Program":
        """As far as it can be told without reading all its files: what is damaged is told by `verify`."""
        from core.store.schema import REVISION  # its library takes longer to load than a window to be painted

        folder = folder or program_folder()
        contents, said, key = None, Verdict.UNSIGNED, None
        if folder is not None:
            try:
                key = own_key(folder)
                content = read_contents(folder)
                said = verdict(content, read_signature(folder / CONTENTS), key)
                contents = Contents.parse(content, folder)
            except ClinicError:
                said = Verdict.BROKEN
        return cls(program_version(), REVISION, folder, Installation.of(folder), contents, said, key)

    @property
    def platform(self) -> str:
        """For what it was built, or where it runs from source."""
        if self.contents is None:
            return sys.platform
        return f"{self.contents.platform} {self.contents.architecture}"

    def beside(self) -> tuple[Beside, ...]:
        """Every version that lies here, newest first; none for a program that is not installed."""
        place = self.installation
        if place is None:
            return ()
        current, previous = place.current, place.previous
        return tuple(
            Beside(one, _store_of(place.folder(one)), one == current, one == place.running, one == previous)
            for one in place.lying
        )

    def remains(self) -> Remains:
        """What is left of other versions; nothing for a program that is not installed."""
        place = self.installation
        if place is None:
            return Remains()
        return Remains(place.unfinished, tuple((one, _size_of(one)) for one in place.left))

    def verify(self, told: Told | None = None) -> Inspection | None:
        """Hold every file against what was built; None for a source tree. Raises as `inspect`."""
        return None if self.folder is None else inspect(self.folder, self.key, told)

    def refusal(self) -> ClinicError | None:
        """Why it must not be used, every file looked at; None when it is whole, and for a source tree."""
        return None if self.folder is None else refusal_of(self.folder)

    def plain(self) -> dict[str, object]:
        """The same for a machine."""
        return {
            "program": NAME,
            "version": self.version,
            "platform": self.platform,
            "installed": self.folder is not None,
            "folder": str(self.folder) if self.folder else None,
            "signature": self.verdict if self.folder else None,
            "whole": self.refusal() is None if self.folder else None,
            "store": self.store,
        }

    def line(self, words: Messages, name: str = NAME) -> str:
        """What `--version` says: also whether every file is the one that was built, and where not, what is to be done."""
        how = "source" if self.folder is None else "installed"
        refusal = self.refusal()
        checked = "altered" if refusal else "source" if self.folder is None else str(self.verdict)
        line = words.text(
            "update.version_line",
            name=name,
            version=self.version,
            platform=self.platform,
            how=words.text(f"update.how.{how}"),
            checked=words.text(f"update.checked.{checked}"),
        )
        return "\n".join((line, *words.error(refusal))) if refusal else line


def _store_of(folder: Path) -> str:
    try:
        return Contents.read(folder).store
    except ClinicError:
        return ""


def _size_of(folder: Path) -> int:
    """Bytes of the files in it, as far as this account may see them."""
    size = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                size += (Path(place) / name).lstat().st_size
    return size
