"""An installed program of a few files, and a stick with other versions of it."""

from dataclasses import dataclass
from pathlib import Path

from core.base.program import program_version
from core.installation.versions import Installation
from core.services.program import Program
from core.store.schema import REVISION
from tests.fakes.release import ReleaseKey, program_at

HERE = program_version()
LATER = "99.0.0"
EARLIER = "0.0.1"


@dataclass
class Stick:
    """`place` is where the program that runs lies, `folder` what was brought, `key` whose signature counts."""

    place: Installation
    folder: Path
    key: ReleaseKey | None

    @property
    def program(self) -> Program:
        """The program that runs, as it is now."""
        return Program.here(self.place.folder(self.place.running))

    @property
    def lying(self) -> list[str]:
        """What lies among the versions, whatever it is."""
        return sorted(one.name for one in self.place.versions.iterdir())

    def from_before(self, store: str = REVISION) -> None:
        """There was a version before, that opens a store up to this form."""
        program_at(self.place.folder(EARLIER), self.key, EARLIER, store)
        self.place.switch(EARLIER)
        self.place.switch(HERE)


def stick_at(outer: Path, key: ReleaseKey | None) -> Stick:
    place = Installation(outer / "程序 1", HERE)
    program_at(place.folder(HERE), key, HERE)
    place.switch(HERE)
    folder = outer / "U 盘"
    folder.mkdir()
    return Stick(place, folder, key)
