"""A program folder of a few files, to try the installers' own road on: its `mingdao verify-install` is a line of sh."""

import hashlib
from pathlib import Path

from core.installation.contents import CONTENTS, Contents, listed
from core.store.schema import REVISION
from installer.release import Release

FLOOR = "2.17"
PROGRAM = """\
#!/bin/sh
cd "$(dirname "$(readlink -f "$0")")" || exit 9
case $1 in
verify-install) sha256sum -c --quiet _internal/sums ;;
--version) cat _internal/version ;;
esac
"""


def tiny(folder: Path, version: str, build: str = "first", store: str = REVISION) -> Release:
    """The folder, ready to be packed; what is built of it lies beside. Another build of a version differs in one file."""
    inner = folder / "_internal"
    (inner / "资源").mkdir(parents=True)
    files = {
        "mingdao": PROGRAM,
        "mingdao-clinic": PROGRAM,
        "_internal/version": f"{version}\n",
        "_internal/build": build,
        "_internal/资源/a b.txt": version * 1000,
    }
    for name, words in files.items():
        (folder / name).write_text(words, encoding="utf-8")
        if "/" not in name:
            (folder / name).chmod(0o755)
    (inner / "link").symlink_to("version")
    sums = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files}
    (inner / "sums").write_text("".join(f"{digest}  {name}\n" for name, digest in sums.items()), "utf-8")
    contents = Contents(version, "linux", "x86_64", FLOOR, store, listed(folder))
    (folder / CONTENTS).write_bytes(contents.as_bytes())
    return Release.of(folder, folder.parent, fast=True)
