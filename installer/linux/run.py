"""The self-extracting file: `stub.sh`, filled in, and after it a gzip'd tar of the program and of what a desktop wants to know.

gzip, because every Linux has it; xz is no tool of a bare Debian.
"""

import hashlib
import subprocess
from pathlib import Path

from core.installation.contents import CONTENTS, sha256_of
from installer.linux import desktop, tree
from installer.linux.script import whole_script
from installer.release import Release

STUB = Path(__file__).parent / "stub.sh"
NO_SUM = "0" * 64
TAR = ("--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu")


def build(release: Release) -> Path:
    """Build it from a program folder; where it lies."""
    with tree.workshop() as work:
        tree.copied(release.folder, work / "program")
        desktop.lay_out(release, work / "share")
        tree.settle(work, release.epoch)
        packed = _packed(work, 1 if release.fast else 9)
        words = {
            "VERSION": release.version,
            "FLOOR": release.floor,
            "CONTENTS": sha256_of(work / "program" / CONTENTS),
            "KILOBYTES": str(tree.kilobytes(work)),
            "SUM": NO_SUM,
        }
    digest = hashlib.sha256(stub(words) + packed).hexdigest()
    release.run.write_bytes(stub(words | {"SUM": digest}) + packed)
    release.run.chmod(0o755)
    return release.run


def stub(words: dict[str, str]) -> bytes:
    """The stub with its gaps filled. It knows its own length, in bytes."""
    text = whole_script(STUB)
    for gap, word in words.items():
        text = text.replace(f"=@{gap}@\n", f"={word}\n")
    length = 0
    while (whole := text.replace("=@HEADER@\n", f"={length}\n").encode()) and len(whole) != length:
        length = len(whole)
    return whole


def _packed(folder: Path, level: int) -> bytes:
    tar = ["tar", "-C", str(folder), *TAR, "-cf", "-", "program", "share"]
    with subprocess.Popen(tar, stdout=subprocess.PIPE) as packing:
        done = subprocess.run(
            ["gzip", f"-{level}n"], stdin=packing.stdout, stdout=subprocess.PIPE, check=True
        )
    if packing.returncode:
        raise subprocess.CalledProcessError(packing.returncode, tar)
    return done.stdout
