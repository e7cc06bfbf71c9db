"""What the program's folder for Windows is made of, and on which terms: as `installer/inventory.py`, for packages that are not installed here."""

import re
from collections.abc import Iterable
from dataclasses import replace
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

from core.base.program import NAME
from core.installation.contents import Contents, listed
from core.installation.licences import LICENCES
from installer import freeze, inventory, licences, parts, sbom
from installer.inventory import Kind, Part, Unowned
from installer.windows import chosen

MOST_SAID = 5
RECORD = "RECORD"
"""A package's list of its files. It lists what was left out, too, so it goes when this is done."""

LICENCE = "LICENSE.txt"
"""Of CPython, as its makers put it there."""

_OPENSSL = re.compile(rb"OpenSSL (\d+\.\d+\.\d+[a-z]?) \d+ [A-Z][a-z]{2} \d{4}")
_PRODUCT = re.compile(b"".join(b"%c\0" % sign for sign in b"ProductVersion") + rb"(?:\0\0)+((?:[0-9.]\0)+)")


def take_stock(folder: Path, lock: Path, runtime_lock: Path) -> tuple[tuple[Part, ...], dict[str, str]]:
    """The parts, and the authors of the packages. Raises `Unowned` naming files that came from nowhere."""
    packages = folder / chosen.PACKAGES
    installed = [*distributions(path=[str(packages)]), distribution(NAME)]
    own = {place: file for file, place in chosen.ours()}
    sources, interpreter = {}, []
    for file in sorted(one for one in folder.rglob("*") if one.is_file() and one.name != RECORD):
        place = file.relative_to(folder).as_posix()
        module = _module_of(file)
        if file.parent == folder and file.suffix != ".py":
            interpreter.append(place)
        elif module.parent.name.startswith("mingdao_clinic-"):
            sources[place] = parts.ROOT / "pyproject.toml"  # it says the same
        elif module.is_relative_to(packages):
            sources[place] = own.get(module.relative_to(packages).as_posix(), module)
        else:
            sources[place] = parts.ROOT / "installer" / "programs" / file.name
    known = {str(one.locate_file(file)) for one in installed for file in one.files or ()}
    unowned = [
        place
        for place, source in sources.items()
        if source.is_relative_to(folder) and str(source) not in known
    ]
    if unowned:
        raise Unowned(f"{len(unowned)} files: {', '.join(unowned[:MOST_SAID])}")
    found = inventory.take_stock(sources, (), installed, lock, folder)
    made_of = (*(_as_here(part, folder) for part in found), _interpreter(folder, interpreter, runtime_lock))
    return made_of, {str(one.metadata["Name"]): _author(one) for one in installed}


def describe(folder: Path, said: Contents, made_of: Iterable[Part], authors: dict[str, str]) -> None:
    """Write the bill of materials and the licences. Raises `licences.Unlicensed`, ValueError."""
    document = sbom.bill(
        made_of,
        listed(folder),
        version=said.version,
        platform=said.platform,
        architecture=said.architecture,
        floor=said.floor,
        epoch=freeze.epoch(),
    )
    (folder / LICENCES).parent.mkdir(exist_ok=True)
    (folder / LICENCES).write_text(licences.licences_text(made_of, authors), encoding="utf-8")
    (folder / sbom.SBOM).write_text(sbom.bill_text(document), encoding="utf-8")


def _module_of(file: Path) -> Path:
    """What bytecode was compiled from; any other file is itself."""
    if file.parent.name != "__pycache__":
        return file
    return file.parent.parent / f"{file.name.partition('.')[0]}.py"


def _as_here(part: Part, folder: Path) -> Part:
    """The libraries within a package are those of its files for Windows, not of those installed on this machine."""
    if part.kind is not Kind.PACKAGE:
        return part
    versions = {match for place in part.files if place.endswith(".pyd") for match in _openssl(folder / place)}
    others = tuple(one for one in part.holds if one[0] != "OpenSSL")
    return replace(part, holds=(*others, *(("OpenSSL", version) for version in sorted(versions))))


def _openssl(file: Path) -> set[str]:
    return {version.decode() for version in _OPENSSL.findall(file.read_bytes())}


def _interpreter(folder: Path, places: list[str], lock: Path) -> Part:
    product = _PRODUCT.search((folder / "python.exe").read_bytes())
    if product is None:
        raise Unowned("python.exe does not say its version")
    text = (folder / LICENCE).read_text(encoding="utf-8")
    hashes = tuple(re.findall(r"--hash=sha256:([0-9a-f]{64})", lock.read_text(encoding="utf-8")))
    holds = tuple(("OpenSSL", version) for version in sorted(_openssl(folder / "libcrypto-3.dll")))
    return Part(
        *(Kind.PYTHON, "CPython", product[1].decode("utf-16-le"), "PSF-2.0"),
        texts=(text,),
        hashes=hashes,
        files=tuple(places),
        holds=holds,
    )


def _author(package: Distribution) -> str:
    about = package.metadata.json
    return str(about.get("author") or about.get("author_email") or "")
