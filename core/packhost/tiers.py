"""Where packs are looked for, and which of several of one name counts: builtin < user < project < config (spec/kernel.md §2.1).

A pack that counts nowhere is told of and changes nothing: one that is broken or not trusted never takes the place of another, so that
no red line goes because a folder was touched. A pack that ships and holds a position of trust keeps its name to itself.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from core.base.errors import UserError
from core.base.messages import Phrase
from core.base.paths import Home
from core.forms.problems import Problem, refuse_if_any
from core.packhost import declared
from core.packhost.contributed import Contributed, glance, read_pack
from core.packhost.files import BadFile, PackFiles
from core.packhost.manifest import FILE, Manifest
from core.packhost.trust import Standing, Trust, Why, fingerprint

PROTECTED = "protected.json"
"""In the folder of the packs that ship: the names nobody else may have, among them those of packs that are still to come."""

PROJECT = Path(".mingdao", "packs")
"""The packs of a project, in the folder a command is given in."""

REMOTE = ("npm:", "https:", "http:", "git:", "git+", "ssh:", "ftp:")
"""Sources of the contract's origin that this program does not fetch from."""


class Tier(StrEnum):
    """From the lowest to the highest."""

    BUILTIN = "builtin"
    USER = "user"
    PROJECT = "project"
    CONFIG = "config"


class State(StrEnum):
    """What became of a pack that was found."""

    EFFECTIVE = "effective"
    SHADOWED = "shadowed"
    UNTRUSTED = "untrusted"
    BROKEN = "broken"
    NAME_KEPT = "name_kept"
    """Its name is kept for one that ships."""
    TWICE = "twice"
    """Another folder of the same place has the same name and comes first."""


@dataclass(frozen=True)
class Found:
    """One folder with a `pack.json`, and what became of it."""

    tier: Tier
    folder: Path
    name: str
    state: State
    manifest: Manifest | None = None
    contributed: Contributed | None = None
    """Read of an effective pack alone."""
    standing: Standing | None = None
    """Whether it is trusted; None for what ships, which needs no trust."""
    problems: tuple[Mapping[str, object], ...] = ()
    """What is wrong with a broken one."""

    @property
    def version(self) -> str:
        return self.manifest.version if self.manifest else ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about packs that a person has to be told: `packs.notice.<code>` in the message files."""

    code: str
    params: Mapping[str, object]

    @property
    def phrase(self) -> Phrase:
        return Phrase(f"packs.notice.{self.code}", **self.params)


@dataclass(frozen=True)
class Discovered:
    """Every pack that was found, sorted by name and then from the lowest tier to the highest, and what has to be said."""

    every: tuple[Found, ...] = ()
    notices: tuple[Notice, ...] = ()

    @property
    def effective(self) -> tuple[Found, ...]:
        """The packs that count, sorted by name."""
        return tuple(found for found in self.every if found.state is State.EFFECTIVE)

    def of_name(self, name: str) -> tuple[Found, ...]:
        return tuple(found for found in self.every if found.name == name)


@dataclass(frozen=True)
class Places:
    """Where to look. `project` is the folder a command is given in, None where that counts for nothing; `config` as `settings.toml` has it."""

    builtin: Path
    home: Home | None = None
    project: Path | None = None
    config: Sequence[str] = ()


def discover(places: Places) -> Discovered:
    """Find every pack and decide which count. No code of a pack runs, whatever its state. Never raises for a bad pack or place."""
    candidates: dict[str, list[_Candidate]] = {}
    notices: list[Notice] = []
    for tier, folder in _tier_folders(places, notices):
        # The lowest first: of two folders of one name in one place the first counts.
        for one in reversed(list(_packs_in(folder, notices))):
            if tier is Tier.BUILTIN and is_example(one):
                continue
            name, manifest = glance(PackFiles(one))
            candidates.setdefault(name, []).append(_Candidate(tier, folder, one, name, manifest))
    judge = _Judge(places, protected_names(places.builtin), notices)
    every = [found for name in sorted(candidates) for found in judge.decide(candidates[name])]
    return Discovered(tuple(every), tuple(notices))


@dataclass(frozen=True, slots=True)
class _Candidate:
    tier: Tier
    place: Path
    folder: Path
    name: str
    manifest: Manifest | None

    def as_found(
        self,
        state: State,
        standing: Standing | None = None,
        *,
        contributed: Contributed | None = None,
        problems: tuple[Mapping[str, object], ...] = (),
    ) -> Found:
        return Found(self.tier, self.folder, self.name, state, self.manifest, contributed, standing, problems)


class _Judge:
    """Decides among the packs of one name."""

    def __init__(self, places: Places, protected: frozenset[str], notices: list[Notice]) -> None:
        self._home, self._protected, self._notices = places.home, protected, notices
        self._trust = Trust(places.home) if places.home else None

    def decide(self, candidates: Sequence[_Candidate]) -> list[Found]:
        """From the lowest tier to the highest, each with what became of it."""
        judged: list[Found] = []
        effective, winner = None, Path()
        for one in reversed(candidates):
            if one.tier is not Tier.BUILTIN and one.name in self._protected:
                judged.append(one.as_found(State.NAME_KEPT))
                continue
            found = self._looked_at(one)
            if found.state is State.EFFECTIVE and effective is not None:
                state = State.TWICE if one.place == winner else State.SHADOWED
                found = one.as_found(state, found.standing)
            elif found.state is State.EFFECTIVE:
                effective, winner = found, one.place
            judged.append(found)
        judged.reverse()
        for found in judged:
            if found is not effective:
                self._tell(found, effective)
        return judged

    def _looked_at(self, one: _Candidate) -> Found:
        """Trust first: of a pack nobody trusts not even the forms are taken."""
        standing: Standing | None = None
        try:
            if one.tier is not Tier.BUILTIN:
                standing = self._trust.standing(one.folder) if self._trust else None
                if standing is None or not standing.is_trusted:
                    return one.as_found(State.UNTRUSTED, standing)
            manifest, contributed = read_pack(PackFiles(one.folder))
            if standing is not None and fingerprint(one.folder) != standing.fingerprint:
                # It became another while it was read: nobody said yes to what was taken.
                return one.as_found(State.UNTRUSTED, replace(standing, why=Why.CHANGED))
            if self._home is not None:
                added = one.tier is not Tier.BUILTIN
                beyond = list(problems_here(manifest, self._home, self._protected if added else None))
                refuse_if_any("pack_invalid", beyond, pack=one.name)
        except (UserError, BadFile, OSError) as error:
            return one.as_found(State.BROKEN, standing, problems=_problems_in(error))
        return one.as_found(State.EFFECTIVE, standing, contributed=contributed)

    def _tell(self, found: Found, effective: Found | None) -> None:
        said: dict[str, object] = {
            "pack": found.name,
            "folder": str(found.folder),
            "tier": Phrase(f"packs.tier.{found.tier}"),
            "effective": _effective(effective),
        }
        if found.state is State.UNTRUSTED:
            why = found.standing.why if found.standing else Why.NEW
            said["reason"] = Phrase(f"packs.why.{why}")
        if found.state is State.BROKEN:
            said["count"] = len(found.problems)
        if found.state is State.SHADOWED:
            said["version"] = found.version
        self._notices.append(Notice(found.state, said))


def _problems_in(error: UserError | BadFile | OSError) -> tuple[Mapping[str, object], ...]:
    match error:
        case UserError():
            return tuple(entry for entry in error.details["problems"] if isinstance(entry, Mapping))
        case BadFile():
            return (error.problem.as_plain(),)
        case _:
            return (BadFile.unreadable(FILE, error).problem.as_plain(),)


def _effective(effective: Found | None) -> Phrase:
    if effective is None:
        return Phrase("packs.effective.none")
    tier = Phrase(f"packs.tier.{effective.tier}")
    return Phrase("packs.effective.one", version=effective.version, tier=tier, folder=str(effective.folder))


def _tier_folders(places: Places, notices: list[Notice]) -> Iterator[tuple[Tier, Path]]:
    """From the lowest to the highest; of the settings the later one is the higher."""
    yield Tier.BUILTIN, places.builtin
    if places.home is not None:
        yield Tier.USER, places.home.packs
    if places.project is not None:
        yield Tier.PROJECT, places.project / PROJECT
    for entry in places.config:
        if entry.casefold().startswith(REMOTE):
            notices.append(Notice("source_refused", {"source": entry}))
            continue
        try:
            folder = Path(entry).expanduser()
        except RuntimeError:
            folder = Path(entry)
        if not folder.is_absolute() or not folder.is_dir():
            notices.append(Notice("source_missing", {"source": entry}))
            continue
        yield Tier.CONFIG, folder


def _packs_in(folder: Path, notices: list[Notice]) -> Iterator[Path]:
    """The folder itself when it is a pack, else those in it that are. A hidden one is under work (`core.packhost.install`)."""
    try:
        if (folder / FILE).is_file():
            yield folder.resolve()
            return
        inside = sorted(folder.iterdir(), key=lambda path: path.name) if folder.is_dir() else []
        for one in inside:
            if not one.name.startswith(".") and (one / FILE).is_file():
                yield one.resolve()
    except OSError:
        notices.append(Notice("source_missing", {"source": str(folder)}))


def is_example(folder: Path) -> bool:
    """Whether a pack among those that ship is there for authors to read. It counts like anybody's: where a clinic names and trusts it."""
    return folder.name.startswith("example_")


def problems_here(manifest: Manifest, home: Home, protected: Collection[str] | None) -> Iterator[Problem]:
    """What a pack may not have in this data folder: files that lead out of it; and, unless `protected` is None as for one that ships, what
    only those may have.
    """
    yield from declared.leads_out(home, manifest.permissions.fs)
    if protected is None:
        return
    if manifest.name in protected:
        yield Problem("name", "pack_name_protected", {"value": manifest.name})
    if manifest.contributes.comparison:
        yield Problem("contributes.comparison", "pack_comparison_added")


def protected_names(builtin: Path) -> frozenset[str]:
    """The names nobody else may have. Where the list is missing or wrong it is those of all that ship."""
    try:
        names = json.loads((builtin / PROTECTED).read_bytes())
        if isinstance(names, list) and all(isinstance(name, str) for name in names):
            return frozenset(names)
    except (OSError, ValueError):
        pass
    return frozenset(glance(PackFiles(file.parent))[0] for file in builtin.glob(f"*/{FILE}"))
