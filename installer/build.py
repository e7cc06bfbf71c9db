"""`make installer`: every file that is given away, out of the folder `make frozen` built, and the list of their SHA-256.

python -m installer.build [--fast] [--only NAME …]
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.program import NAME
from core.installation.contents import sha256_of
from core.installation.inspection import inspect, own_key
from core.installation.sums import SUMS, sums_text
from installer import inventory, licences, sbom, signing
from installer.linux import deb, run
from installer.linux.system import Unpackaged
from installer.release import Release
from installer.windows import setup
from installer.windows.folder import Faulty

BUILDERS: Mapping[str, Callable[[Release], Path]] = {
    "deb": deb.build,
    "run": run.build,
    "setup": setup.build,
}
"""Each makes one file in `Release.dist` and returns its place."""

FAILURES = (
    *(Faulty, Unpackaged, inventory.Unowned, licences.Unlicensed),
    *(subprocess.CalledProcessError, OSError, ValueError),
)
"""A tool, the network or the disk that was missing, and what the parts say of themselves: a line, and nothing that is listed."""


def main() -> int:
    """Build what was asked for. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m installer.build", description="Builds the installers.")
    parser.add_argument("--fast", action="store_true", help="pack quickly and loosely, for trying")
    parser.add_argument("--only", choices=BUILDERS, nargs="+", default=list(BUILDERS), help="not all of them")
    asked = parser.parse_args()
    try:
        release = Release.of(fast=asked.fast)
        key = key_of(release)
        refuse_changed(release, key)
        built = [_built(name, release) for name in asked.only]
        write_sums(release, [*built, copy_bill(release)], key)
    except signing.BadKey as refusal:
        say(str(refusal))
        return 1
    except ClinicError as refusal:
        say(" ".join(Messages("en").error(refusal)))
        return 1
    except FAILURES as failure:
        say(f"{type(failure).__name__}: {failure}")
        return 1
    say(f"signed by {key.public.fingerprint}" if key else "an unsigned build")
    return 0


def say(words: str) -> None:
    """Tell on stderr how it goes."""
    print(f"installer: {words}", file=sys.stderr)


def key_of(release: Release) -> signing.SigningKey | None:
    """The builder's key. Raises `signing.BadKey` when the folder was sealed with another, or as `builders_key`."""
    key = signing.builders_key()
    if own_key(release.folder) != (key.public if key else None):
        raise signing.BadKey("the folder was not sealed with this key; `make frozen` seals it")
    return key


def refuse_changed(release: Release, key: signing.SigningKey | None) -> None:
    """A folder that was touched since it was built would be refused wherever it is installed. Raises as `inspect`, `Inspection.refusal`."""
    refusal = inspect(release.folder, key.public if key else None).refusal
    if refusal:
        raise refusal


def copy_bill(release: Release) -> Path:
    """The bill of materials of the program beside what is given away."""
    file = release.dist / f"{NAME}_{release.version}.cdx.json"
    file.write_bytes((release.folder / sbom.SBOM).read_bytes())
    return file


def write_sums(release: Release, artefacts: list[Path], key: signing.SigningKey | None = None) -> Path:
    """The list of what was built now, and its signature."""
    file = release.dist / SUMS
    file.write_bytes(sums_text({one.name: sha256_of(one) for one in artefacts}))
    file.with_name(f"{file.name}.sig").unlink(missing_ok=True)
    if key:
        key.sign_file(file)
    return file


def _built(name: str, release: Release) -> Path:
    began = time.monotonic()
    file = BUILDERS[name](release)
    size = file.stat().st_size / 1e6
    say(f"dist/{file.name}: {size:.1f} MB, {time.monotonic() - began:.0f} s")
    return file


if __name__ == "__main__":
    sys.exit(main())
