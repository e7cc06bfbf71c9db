"""The frozen folder under another version's number: a second version without a second build."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

from core.installation.contents import Contents
from installer import freeze, signing
from installer.linux import deb, run
from installer.release import Release

OLD, NEW = "0.1.0", "0.2.0"


def repacked(version: str, to: Path) -> Release:
    """A copy that is what it is in everything but the number, and says so consistently."""
    folder = to / version
    shutil.copytree(freeze.FOLDER, folder, symlinks=True)
    (metadata,) = folder.glob("_internal/mingdao_clinic-*.dist-info/METADATA")
    said = re.sub(r"(?m)^Version: .*$", f"Version: {version}", metadata.read_text(encoding="utf-8"))
    metadata.write_text(said, encoding="utf-8")
    signing.seal(folder, replace(Contents.read(folder), version=version), None)
    return Release.of(folder, to, fast=True)


def packages(to: Path, *versions: str) -> dict[tuple[str, str], Path]:
    """The .deb and the .run of these versions, packed quickly."""
    built = {}
    for version in versions:
        release = repacked(version, to)
        built["deb", version] = deb.build(release)
        built["run", version] = run.build(release)
        shutil.rmtree(release.folder)
    return built
