"""The packs a clinic works with: which there are and count, whether one is in order, trusting one, installing one.

Looking changes nothing and runs nothing. Trusting and installing decide whose code may run beside the records: in an open clinic it takes an
admin, and leaves a row; without a clinic there is nobody to ask and nothing to guard.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from core.base.clock import SystemClock, zone_named
from core.base.errors import Refused, UserError
from core.base.paths import Home
from core.base.rights import Right
from core.constraints.counter_examples import Tried, try_all
from core.constraints.reading import read_constraints
from core.ledger.audit import Action
from core.packhost.files import BadFile, PackFiles
from core.packhost.host import FORM_TAKEN, SHIPPED, Mounted, Packs
from core.packhost.install import Installed, install, look_into, refuse_remote_source
from core.packhost.manifest import CODE, FILE
from core.packhost.scaffold import scaffold
from core.packhost.tiers import PROJECT, Discovered, Found, Places, discover, protected_names
from core.packhost.trust import Trust, fingerprint
from core.packhost.verify import Load, Surface, Verified, confinement_here, load_code, verify
from core.services.at_work.desk import Change, Desk
from core.services.pack_facts import Confined, Contents, Listed, Listing, Offered, confined, contents_of
from core.settings.load import load_settings

T = TypeVar("T")

__all__ = ["Discovered", "Found", "Installed", "InstalledPacks", "Tried", "Trusted", "Verified"]


@dataclass(frozen=True)
class Trusted:
    """A pack that an admin said yes to, as it was then: what was verified, and the fingerprint it is trusted by."""

    verified: Verified
    fingerprint: str


class InstalledPacks:
    """The packs of one clinic. Without a desk, of one that is not open; `project` is the folder a command is given in."""

    def __init__(
        self,
        home: Home,
        desk: Desk | None = None,
        *,
        project: Path | None = None,
        load: Load = load_code,
    ) -> None:
        self._home, self._desk, self._project = home, desk, project
        self._load = load

    def look(self) -> Discovered:
        """Every pack there is, and which of them count. Raises `UserError` settings_invalid."""
        config = load_settings(self._home.settings).packs
        return discover(Places(SHIPPED, self._home, self._project, config))

    def listed(self) -> Listing:
        """Every pack as it is shown, and what has to be said of them. No code runs. Raises as `look`."""
        found = self.look()
        mounted = self._desk.packs if self._desk is not None else Packs()
        at_opening = {one.folder: one for one in mounted.mounted}
        taken = {str(one.params["folder"]): one for one in mounted.notices if one.code == FORM_TAKEN}
        packs = []
        for one in found.every:
            then, kept_out = at_opening.get(one.folder), taken.get(str(one.folder))
            is_same = then is not None and Mounted.found(one) == then
            form = str(kept_out.params["form"]) if kept_out and one in found.effective else ""
            packs.append(Listed(one, self._contents(one), is_same, then is not None, form))
        told = tuple(taken[str(one.found.folder)] for one in packs if one.form_taken)
        return Listing(tuple(packs), (*found.notices, *told))

    def confinement(self) -> Confined:
        """How far packs that run apart are shut in on this machine. It is measured, and no pack runs for that.

        Raises `ClinicError` worker_start.
        """
        return confined(confinement_here())

    def offered(self, source: str, sha256: str) -> Offered:
        """What an archive on this machine holds, before it is installed. Raises as `install`; afterwards all is as it was."""
        self._require()
        refuse_remote_source(source)
        one = look_into(self._home, Path(source), sha256, builtin=SHIPPED)
        there = [found for found in self.look().every if found.folder == self._home.packs / one.manifest.name]
        return Offered(
            contents_of(one.manifest, one.contributed, one.code),
            there[0].version or "?" if there else "",
            any(found.standing is not None and found.standing.is_trusted for found in there),
        )

    def named(self, name: str) -> Sequence[Found]:
        """The packs of a name, the one that counts first. Raises `UserError` unknown_pack, and as `look`."""
        found = self.look()
        known = "、".join(sorted({one.name for one in found.every}))
        listed = found.of_name(name)
        if not listed:
            raise UserError("unknown_pack", pack=name, known=known)
        return sorted(listed, key=lambda one: one not in found.effective)

    def verify(self, folder: Path, *, runtime: bool = False) -> Verified:
        """Whether the pack in a folder is in order. Only with `runtime` does its code run.

        Raises `UserError` pack_none; with `runtime` `Refused` not_allowed.
        """
        if runtime:
            self._require()
        return verify(folder, self._home, self._load if runtime else None)

    def tried(self, name: str) -> Sequence[Tried]:
        """Each constraint of the pack that counts, those its code returns among them, against examples it must stop and let pass.

        Its code runs for that. Raises `Refused` not_allowed; `UserError` unknown_pack, pack_not_effective; `ClinicError` for code that does not run.
        """
        self._require()
        found = self.named(name)[0]
        if found.manifest is None or found.contributed is None:
            raise UserError("pack_not_effective", pack=name)
        written: list[object] = list(found.contributed.constraints)
        ran = Surface()
        if CODE in PackFiles(found.folder):
            ran = self._load(found.folder, found.manifest, found.contributed)
            written += ran.constraints
        return try_all(read_constraints(written, name, name), self._now().date(), ran.schemas)

    def new(self, name: str, outer: Path) -> Path:
        """Begin a pack in a project folder. Raises as `scaffold`."""
        return scaffold(name, outer, protected_names(SHIPPED))

    def trust(self, folder: Path, shown: str | None = None) -> Sequence[Trusted]:
        """Trust every pack of a folder, as it is now: the folder of one, of several, or of a project. `shown` is the fingerprint of what
        somebody looked at before saying so: another one is not trusted.

        Raises `UserError` pack_none, and pack_invalid for one that is not in order; `Refused` not_allowed, pack_not_as_shown; `Damaged`
        pack_trust_damaged; OSError. Nothing is trusted then.
        """
        self._require()
        trust = Trust(self._home)
        seen = [self._seen(one) for one in packs_of(folder)]
        if shown is not None and [one.fingerprint for one in seen] != [shown]:
            raise Refused("pack_not_as_shown", folder=folder)
        at = self._now()

        def give() -> None:
            for one in seen:
                trust.give(one.verified.folder, one.fingerprint, at)

        self._carried_out(
            [(Action.PACK_TRUST, {**_said(one.verified), "sha256": one.fingerprint}) for one in seen], give
        )
        return seen

    def untrust(self, folder: Path) -> Sequence[Path]:
        """Trust the packs of a folder no longer, also one that is gone; those that were trusted. Raises as `trust`, but for pack_invalid."""
        self._require()
        trust = Trust(self._home)
        folders = packs_of(folder) if folder.is_dir() else [folder.absolute()]
        taken: list[Path] = []

        def take() -> None:
            taken.extend(one for one in folders if trust.take(one))

        self._carried_out([(Action.PACK_UNTRUST, {"folders": len(folders)})], take)
        return taken

    def install(self, source: str, sha256: str) -> Installed:
        """Install a pack from an archive on this machine. It is not trusted by that.

        Raises `Refused` pack_source_remote for what would have to be fetched, not_allowed; and as `core.packhost.install.install`.
        """
        self._require()
        refuse_remote_source(source)
        done: list[Installed] = []

        def put() -> None:
            done.append(install(self._home, Path(source), sha256, builtin=SHIPPED))

        # By its hash, which names it: what it calls itself is known only once it is in place.
        self._carried_out([(Action.PACK_INSTALL, {"sha256": sha256.strip().lower()})], put)
        return done[0]

    def _seen(self, folder: Path) -> Trusted:
        """Verified after its fingerprint was taken: whatever changes from here on is another pack."""
        try:
            taken = fingerprint(folder)
        except BadFile as bad:
            details = {"problems": [bad.problem.as_plain()]}
            raise UserError("pack_invalid", details=details, pack=folder.name) from bad
        verified = verify(folder, self._home)
        if not verified.is_sound:
            details = {"problems": [problem.as_plain() for problem in verified.problems]}
            raise UserError("pack_invalid", details=details, pack=folder.name)
        return Trusted(verified, taken)

    def _contents(self, one: Found) -> Contents | None:
        if one.manifest is None:
            return None
        try:
            # Discovery reads nothing of a pack that does not count but its manifest; here it is only told of.
            seen = verify(one.folder, self._home)
        except (UserError, BadFile, OSError):
            # It went, or became another, while it was looked at.
            return contents_of(one.manifest, one.contributed, ())
        return contents_of(one.manifest, one.contributed or seen.contributed, seen.code)

    def _require(self) -> None:
        if self._desk is not None:
            self._desk.require(Right.SETTINGS)

    def _now(self) -> datetime:
        if self._desk is not None:
            return self._desk.clock.now()
        return SystemClock(zone_named(load_settings(self._home.settings).zone)).now()

    def _carried_out(self, rows: Sequence[tuple[Action, dict[str, object]]], act: Callable[[], None]) -> None:
        if self._desk is None:
            act()
            return

        def work(change: Change) -> None:
            for action, detail in rows:
                change.trail.record(action, **detail)  # type: ignore[arg-type]
            # Last in the transaction: what cannot be carried out takes the row with it.
            act()

        self._desk.change(work)


def packs_of(folder: Path) -> Sequence[Path]:
    """The folders of the packs of a folder: itself, those in it, or those of the project it is. Raises `UserError` pack_none."""
    for place in (folder, folder / PROJECT):
        if (place / FILE).is_file():
            return [place.resolve()]
        inside = sorted(one.parent.resolve() for one in place.glob(f"[!.]*/{FILE}"))
        if inside:
            return inside
    raise UserError("pack_none", folder=folder)


def _said(verified: Verified) -> dict[str, object]:
    manifest = verified.manifest
    return {"pack": manifest.name, "version": manifest.version} if manifest else {}
