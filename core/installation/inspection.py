"""A program folder looked at as a whole: whose signature its manifest bears, and whether its files are those."""

from dataclasses import dataclass
from pathlib import Path

from core.base.errors import ClinicError, Damaged, Refused
from core.installation.contents import (
    CONTENTS,
    KEY,
    SIGNATURE,
    Contents,
    Difference,
    Told,
    compare,
    read_contents,
)
from core.installation.signature import PublicKey, Verdict, read_signature, verdict


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was found. `key` is the one that was believed."""

    folder: Path
    contents: Contents
    key: PublicKey | None
    verdict: Verdict
    difference: Difference

    @property
    def refusal(self) -> ClinicError | None:
        """Why the program must not be used; None when it is whole. A build that nobody signed is whole where no key is believed.

        Where the key itself was changed, no signature is anybody's, and it is the key that is named.
        """
        match self.verdict:
            case Verdict.BROKEN:
                return Damaged("installation_broken", file=self.folder / CONTENTS)
            case Verdict.FOREIGN if KEY not in self.difference.names:
                return Refused("installation_foreign", file=self.folder / CONTENTS)
            case Verdict.UNSIGNED if self.key is not None:
                return Damaged("installation_unsigned", file=self.folder / SIGNATURE)
            case _:
                return self.difference.refusal(self.folder) if self.difference else None


def own_key(folder: Path) -> PublicKey | None:
    """The key that a program folder believes; None in a build that nobody signed. Raises `Damaged` release_key_damaged."""
    return PublicKey.read(folder / KEY)


def is_unsigned(folder: Path | None) -> bool:
    """Whether a program folder is a build that nobody signed. A source tree (None) is no build."""
    return folder is not None and not (folder / KEY).exists()


def inspect(folder: Path, key: PublicKey | None, told: Told | None = None) -> Inspection:
    """Look at a program folder as somebody who believes `key`.

    Raises `Damaged` contents_unreadable, contents_damaged, signature_unreadable; what `told` raises; OSError.
    """
    content = read_contents(folder)
    said = verdict(content, read_signature(folder / CONTENTS), key)
    contents = Contents.parse(content, folder)
    return Inspection(folder, contents, key, said, compare(folder, contents, told))
