"""Another version of the program: from a file that was brought, and back to the one before. Nothing is fetched.

A file is verified before anything else is done with it. Before the clinic is handed to another program there is a verified backup. The
version is laid out beside the one that runs, held against its manifest, and started from the next start on. In an open clinic it takes
an admin and leaves a row; without a clinic there is nobody to ask and nothing to keep.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path

from core.base.errors import ClinicError, Damaged, Refused, UserError
from core.base.rights import Right
from core.installation.inspection import Inspection
from core.installation.offer import (
    Kind,
    Offer,
    glibc_here,
    lay_out,
    libc_floor_met,
    offer_of,
    own_copy,
    whole_program,
)
from core.installation.setup_program import run_setup
from core.installation.signature import Verdict
from core.installation.versions import Installation, is_newer
from core.ledger.audit import Action
from core.services.at_work.desk import Change, Desk
from core.services.backup.backups import Backups
from core.services.backup.checking import Progress as BackupProgress
from core.services.program import Program

__all__ = ["Kind", "Offer", "Program", "Progress", "Stage", "Updated", "Updates", "Verdict"]


class Stage(StrEnum):
    """What is being done: `update.stages.<value>`."""

    READ = "read"
    BACKUP = "backup"
    UNPACK = "unpack"
    VERIFY = "verify"
    SWITCH = "switch"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it is; `total` is 0 where that is not known."""

    stage: Stage
    done: int
    total: int


Told = Callable[[Progress], None]
"""Hears how far it is. What it raises ends the work and undoes it."""


def unheard(_: Progress) -> None:
    """Nobody waits."""


@dataclass(frozen=True, slots=True)
class Updated:
    """What is started from now on, and what was before. `backup` is the backup that was made, None where there is no clinic."""

    version: str
    before: str
    backup: Path | None = None
    removed: tuple[str, ...] = ()
    left: tuple[Path, ...] = ()
    """Folders with what was not the program's in versions that were removed."""


class Updates:
    """Of the program that runs. Without a desk, where no clinic is open."""

    def __init__(
        self, desk: Desk | None = None, backups: Backups | None = None, program: Program | None = None
    ) -> None:
        self._desk, self._backups, self._given = desk, backups, program

    def look(self) -> Program:
        """The program that runs, and what lies beside it."""
        return self._given or Program.here()

    def check(self, file: Path, told: Told = unheard) -> Offer:
        """Verify a file and say what it is. Nothing is changed, and nothing of it is run.

        Raises as `offer_of`; and `Refused` update_other_machine, update_floor, update_older, update_same for what cannot be installed here.
        """
        program = self.look()
        offer = offer_of(file.absolute(), program.key, _bytes(told, Stage.READ))
        _refuse_unfit(offer, program)
        return offer

    def install(self, file: Path, told: Told = unheard, *, unsigned: bool = False) -> Updated:
        """Install what `check` says of a file, and have it started from now on. What runs goes on as it is.

        `unsigned` says that a person takes a file that bears no signature this program can verify, as a program that believes no key
        lets them; the key of a signed one is believed from then on. Raises `Refused`
        not_allowed, update_unsigned; `UserError` update_not_installed, update_by_packages, program_not_writable; `ClinicError`
        program_no_room; as `check`, `Backups.make_before_change` and `Installation`. Then the program is the one it was.
        """
        if self._desk is not None:
            self._desk.require(Right.SETTINGS)
        program, place = self.look(), self._installed()
        if place.is_packaged:
            raise UserError("update_by_packages", folder=place.prefix)
        place.refuse_unwritable()
        offer = self.check(file, told)
        if offer.kind is Kind.DEB:
            raise UserError("update_by_packages", folder=place.prefix)
        if offer.verdict is not Verdict.SIGNED and not unsigned:
            raise Refused("update_unsigned", file=file)
        place.refuse_without_room(offer.size)
        backup = None
        if self._backups is not None:
            backup = self._backups.make_before_change(partial(_of_backup, told)).file
        if offer.kind is not Kind.SETUP:
            with place.laid_beside(offer.version, offer.size) as new:
                lay_out(offer, new, _bytes(told, Stage.UNPACK))
                self._refuse_other(new, offer, program, told)
        with place.or_as_before() as before:
            if offer.kind is Kind.SETUP:
                told(Progress(Stage.UNPACK, 0, 0))
                # Held against its sum again: the stick was out of our sight while the backup was made.
                with own_copy(offer, program.key, place.prefix) as setup:
                    run_setup(setup, place.prefix)
                # It has switched by itself; what it laid out counts only now.
                self._refuse_other(place.folder(offer.version), offer, program, told)
            told(Progress(Stage.SWITCH, 0, 0))
            self._switch(place, offer.version, before, Action.PROGRAM_INSTALL, offer.verdict)
        removed: tuple[str, ...] = ()
        with suppress(ClinicError):  # it is installed all the same; the next update tries again
            removed = place.prune()
        return Updated(offer.version, before, backup, removed, place.left)

    def back(self, version: str | None = None) -> Updated:
        """Have the version before started again, or the one that is named.

        Raises `Refused` not_allowed, update_back_newer where that program does not open the clinic as it is now; `UserError`
        update_not_installed, update_no_previous, version_not_here; as `whole_program`; and as
        `Installation.switch`.
        """
        if self._desk is not None:
            self._desk.require(Right.SETTINGS)
        program, place = self.look(), self._installed()
        target = version or place.previous
        if target is None:
            raise UserError("update_no_previous", folder=place.versions)
        if target not in place.lying:
            raise UserError("version_not_here", version=target, folder=place.versions)
        found = self.whole(target)
        # The open clinic has the form this program gave it.
        if self._desk is not None and found.contents.store < program.store:
            raise Refused(
                "update_back_newer",
                version=target,
                known=found.contents.store.lstrip("0"),
                program=program.version,
                store=program.store.lstrip("0"),
            )
        with place.or_as_before() as before:
            self._switch(place, target, before, Action.PROGRAM_BACK)
        return Updated(target, before)

    def whole(self, version: str) -> Inspection:
        """A version that lies here, before it is started or asked. Raises as `whole_program`; `UserError` update_not_installed."""
        folder = self._installed().folder(version)
        return whole_program(folder, self.look().key, folder)

    def _installed(self) -> Installation:
        place = self.look().installation
        if place is None:
            raise UserError("update_not_installed")
        return place

    def _switch(
        self, place: Installation, version: str, before: str, action: Action, signed: Verdict | None = None
    ) -> None:
        """With its row in one: where the switch fails, there is no row. Where the row is not kept after all, since a disk that is full says
        so last, the caller undoes the switch.
        """

        def work(change: Change) -> None:
            change.trail.record(action, version=version, was=before, signed=signed or "")
            place.switch(version)

        if self._desk is None:
            place.switch(version)
        else:
            self._desk.require(Right.SETTINGS)  # the backup was made in whatever role is present
            self._desk.change(work)

    @staticmethod
    def _refuse_other(folder: Path, offer: Offer, program: Program, told: Told) -> None:
        """What was laid out must be whole, and be what was offered. Raises as `whole_program`; `Damaged` update_altered."""
        found = whole_program(folder, program.key, offer.file, _bytes(told, Stage.VERIFY))
        if found.contents.version != offer.version or (
            offer.contents is not None and found.contents != offer.contents
        ):
            raise Damaged("update_altered", file=offer.file)


def _refuse_unfit(offer: Offer, program: Program) -> None:
    """Raises `Refused` update_other_machine, update_floor, update_older, update_same."""
    mine = program.contents
    if mine and (offer.platform, offer.architecture) != (mine.platform, mine.architecture):
        raise Refused(
            "update_other_machine",
            file=offer.file,
            found=f"{offer.platform} {offer.architecture}",
            here=f"{mine.platform} {mine.architecture}",
        )
    if offer.platform == "linux" and offer.floor and not libc_floor_met(offer.floor):
        raise Refused("update_floor", file=offer.file, floor=offer.floor, here=glibc_here())
    here = program.version
    place = program.installation
    if place and place.current and is_newer(place.current, here):
        here = place.current
    if is_newer(here, offer.version):
        raise Refused("update_older", version=offer.version, here=here)
    if not is_newer(offer.version, here):
        raise Refused("update_same", version=offer.version)


def _bytes(told: Told, stage: Stage) -> Callable[[int, int], None]:
    return lambda done, total: told(Progress(stage, done, total))


def _of_backup(told: Told, progress: BackupProgress) -> None:
    told(Progress(Stage.BACKUP, progress.done, progress.total))
