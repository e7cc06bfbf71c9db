"""What the program is made of, and on which terms: read from what is installed, so that it needs no network and is true."""

import re
from dataclasses import dataclass
from importlib import resources
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from core.base.program import NAME as PROGRAM
from core.installation.contents import INNER
from core.installation.licences import licences_of
from desktop.theme.fonts import FAMILY

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_TEXTS = re.compile(r"(^|/)(LICEN[CS]E|COPYING|NOTICE|AUTHORS)[^/]*$", re.IGNORECASE)
SBOM = f"{INNER}/sbom.cdx.json"

_LONG = 60
"""Some packages put the whole licence where its name belongs."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something that comes with the program. `text` is the licence in full, "" where none is shipped with it."""

    name: str
    version: str
    terms: str
    text: str


def parts_of(folder: Path | None) -> tuple[Part, ...]:
    """What an installed program is made of, as its own folder says, and the list of it for machines; from source, what is installed here.

    Takes a moment: for a worker.
    """
    if folder is None:
        return parts()
    try:
        _, found = licences_of(folder)
        bill = (folder / SBOM).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return parts()  # that a file is missing or altered is said by the verification
    whole = Part(Path(SBOM).name, "", "CycloneDX", bill)
    return (*(Part(one.name, one.version, one.terms, one.text) for one in found), whole)


def parts() -> tuple[Part, ...]:
    """The font and the icons, then every library the program runs with, by name. Takes a moment: for a worker."""
    folder = resources.files("resources")
    own = (
        Part(FAMILY, "", "OFL-1.1", (folder / "fonts" / "OFL.txt").read_text(encoding="utf-8")),
        Part("Lucide", "", "ISC", (folder / "icons" / "LICENSE").read_text(encoding="utf-8")),
    )
    return (*own, *sorted(_libraries(), key=lambda part: part.name.casefold()))


def _libraries() -> list[Part]:
    """What the program needs, what that needs, and so on."""
    found: dict[str, Part] = {}
    waiting = [PROGRAM]
    while waiting:
        name = waiting.pop().casefold().replace("_", "-")
        if name in found:
            continue
        try:
            library = distribution(name)
        except PackageNotFoundError:
            continue  # for another system, or not wanted
        found[name] = _part(library)
        waiting += [
            match[0]
            for requirement in library.requires or ()
            if "extra ==" not in requirement and (match := _NAME.match(requirement))
        ]
    return [part for name, part in found.items() if name != PROGRAM]


def _part(library: Distribution) -> Part:
    about = library.metadata
    said = next(
        (said for name in ("License-Expression", "License") for said in about.get_all(name) or ()), ""
    )
    classified = [
        line.split("::")[-1].strip() for line in about.get_all("Classifier") or () if "License ::" in line
    ]
    terms = said if said and len(said) <= _LONG and "\n" not in said else ", ".join(classified)
    texts = [
        file.read_text(encoding="utf-8") for file in library.files or () if _TEXTS.search(file.as_posix())
    ]
    return Part(about["Name"], library.version, terms, "\n\n".join(texts).strip())
