"""What is built from one program folder: its version, its floor, the names of the files that are given away."""

from dataclasses import dataclass
from pathlib import Path

from core.base.program import NAME
from core.installation.contents import Contents
from installer import freeze


@dataclass(frozen=True, slots=True)
class Release:
    """One program folder to be packed, and the folder the result goes to. `fast` builds larger files sooner, for trying."""

    folder: Path
    version: str
    floor: str
    dist: Path
    fast: bool = False

    @classmethod
    def of(cls, folder: Path = freeze.FOLDER, dist: Path = freeze.DIST, *, fast: bool = False) -> "Release":
        """That of a folder `make frozen` built, by its manifest. Raises as `Contents.read`."""
        said = Contents.read(folder)
        return cls(folder, said.version, said.floor, dist, fast)

    @property
    def epoch(self) -> int:
        """The one time of everything in it."""
        return freeze.epoch()

    @property
    def deb(self) -> Path:
        return self._artefact(f"amd64_glibc{self.floor}.deb")

    @property
    def run(self) -> Path:
        return self._artefact(f"linux-x86_64_glibc{self.floor}.run")

    @property
    def setup(self) -> Path:
        return self._artefact("windows-x86_64_setup.exe")

    def _artefact(self, ending: str) -> Path:
        return self.dist / f"{NAME}_{self.version}_{ending}"
