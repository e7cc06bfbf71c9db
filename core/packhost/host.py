"""Finds packs by their manifest and mounts what they contribute. The only place that turns a folder into forms and rules.

Manifests, forms, words, prompt sections and constraints are read at the start; code is loaded on first use. That of packs that ship runs
in this process, by path, under a private package name; that of any other in a process of its own. A shipped pack that does not load means a
damaged installation; any other that does not is told of, and the rest goes on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import core
from core.base.errors import Damaged, Refused, UserError
from core.base.messages import Phrase
from core.base.paths import Home
from core.packhost.api import Comparison, Context, Pack
from core.packhost.context.make import Contexts, context_without_clinic
from core.packhost.contributed import Contributed, read_pack
from core.packhost.cues import Cues
from core.packhost.files import PackFiles
from core.packhost.form import Form
from core.packhost.manifest import CODE, Manifest
from core.packhost.module import WrongPack, pack_of
from core.packhost.narrative import Narrative
from core.packhost.nomenclature import Nomenclature
from core.packhost.sections import Section, block
from core.packhost.tiers import Discovered, Found, Notice, Places, State, Tier, discover, is_example
from core.packhost.vocabulary import Axis, Vocabulary

SHIPPED = Path(core.__file__).parents[1] / "packs"
"""The packs that come with the program, beside `core` in the tree and in a frozen build."""

FORM_TAKEN = "form_taken"
"""The notice of a pack that is left out for one of its forms."""


@dataclass(frozen=True)
class Mounted:
    """One pack: its manifest and what was read of it."""

    folder: Path
    manifest: Manifest
    forms: tuple[Form, ...] = ()
    axes: tuple[Axis, ...] = ()
    cues: tuple[Cues, ...] = ()
    sections: tuple[Section, ...] = ()
    constraints: tuple[Mapping[str, object], ...] = ()
    """Of its files and its manifest, as they were written."""
    nomenclature: tuple[Nomenclature, ...] = ()
    tier: Tier = Tier.BUILTIN
    fingerprint: str = ""
    """Of the folder as it was trusted; "" of what ships."""
    contexts: Contexts = field(default=context_without_clinic, compare=False, repr=False)

    @classmethod
    def of(cls, folder: Path, manifest: Manifest, read: Contributed, tier: Tier = Tier.BUILTIN) -> "Mounted":
        return cls(
            *(folder, manifest, read.forms, read.axes, read.cues, read.sections, read.constraints),
            nomenclature=read.nomenclature,
            tier=tier,
        )

    @classmethod
    def found(cls, one: Found) -> "Mounted | None":
        """A pack that counts; None of any other."""
        if one.manifest is None or one.contributed is None:
            return None
        pack = cls.of(one.folder, one.manifest, one.contributed, one.tier)
        return replace(pack, fingerprint=one.standing.fingerprint if one.standing else "")

    @cached_property
    def context(self) -> Context:
        """What the pack may ask of the program: one object, for `create_pack` and for each call."""
        return self.contexts(self.manifest)

    @cached_property
    def code(self) -> Pack:
        """What the code of a pack that ships returns. Loaded once, on first use. Raises `Damaged` pack_broken, `Refused` pack_code_apart."""
        if self.tier is not Tier.BUILTIN:
            raise Refused("pack_code_apart", pack=self.manifest.name)
        try:
            return pack_of(self.folder, self.manifest.name, self.context)
        except WrongPack as error:
            raise Damaged("pack_broken", pack=self.folder.name, reason=str(error)) from error

    @property
    def has_code(self) -> bool:
        """Whether there is code to load. Constraints and prompt sections may come from it though the manifest says nothing of them."""
        return self.manifest.needs_code or CODE in PackFiles(self.folder)


@dataclass(frozen=True)
class Packs:
    """All mounted packs as one: the forms, the words and the rule the clinic works with."""

    mounted: tuple[Mounted, ...] = ()
    """Sorted by name."""
    notices: tuple[Notice, ...] = ()
    """What has to be said of packs that count for nothing."""
    vocabulary: Vocabulary = field(init=False)

    def __post_init__(self) -> None:
        axes = (axis for pack in self.mounted for axis in pack.axes)
        object.__setattr__(self, "vocabulary", Vocabulary(axes))

    def given(self, contexts: Contexts) -> "Packs":
        """The same packs, in an open clinic: each has the context that this makes it, on first use."""
        return Packs(tuple(replace(pack, contexts=contexts) for pack in self.mounted), self.notices)

    @property
    def forms(self) -> tuple[Form, ...]:
        return tuple(form for pack in self.mounted for form in pack.forms)

    @property
    def rules(self) -> str:
        """What the prompt sections in the packs' files tell a model; "" when there are none."""
        return block(section for pack in self.mounted for section in pack.sections)

    @property
    def versions(self) -> str:
        """Every pack with its version, on one line."""
        return " ".join(f"{pack.manifest.name} {pack.manifest.version}" for pack in self.mounted)

    def form(self, name: str) -> Form:
        """A form by its name or its url. Raises `UserError` unknown_form, naming those there are."""
        for form in self.forms:
            if name.lower() == form.questionnaire.slug or name == form.questionnaire.url:
                return form
        known = "、".join(form.questionnaire.slug for form in self.forms)
        raise UserError("unknown_form", form=name, known=known)

    @cached_property
    def narrative(self) -> Narrative:
        """The reader of running texts, with every pack's terms and cues. Made on first use."""
        return Narrative(self.vocabulary, [cues for pack in self.mounted for cues in pack.cues])

    @cached_property
    def no_persons(self) -> frozenset[str]:
        """What the packs know by name and is nobody: their nomenclature, their terms and the everyday words for those."""
        files = (one for pack in self.mounted for one in pack.nomenclature)
        named = (name for one in files for names in one.names.values() for name in names)
        said = (word for _, term in self.vocabulary.readings() for word in (term.term, *term.aliases))
        return frozenset((*named, *said))

    @cached_property
    def comparison(self) -> Comparison:
        """The comparison of the first pack that brings one; discovery lets only those that ship. Raises `UserError` no_comparison when none does."""
        for pack in self.mounted:
            if pack.manifest.contributes.comparison and pack.code.comparison is not None:
                return pack.code.comparison
        raise UserError("no_comparison")


def mount(*folders: Path) -> Packs:
    """Mount every pack that lies in the folders, as those that ship. Raises `Damaged` pack_broken naming the pack and the reason."""
    found = [
        _read(manifest.parent)
        for folder in (folders or (SHIPPED,))
        for manifest in sorted(folder.glob("*/pack.json"))
        if not is_example(manifest.parent)
    ]
    return Packs(tuple(found))


def mount_for(
    home: Home,
    config: Sequence[str] = (),
    project: Path | None = None,
) -> Packs:
    """The packs of a clinic from every tier: those that ship, of its data folder, of a project and of its settings.

    Raises `Damaged` pack_broken for a shipped one; whatever else is wrong is among `Packs.notices`.
    """
    return mount_found(discover(Places(SHIPPED, home, project, config)))


def mount_found(found: Discovered) -> Packs:
    """Mount the packs that count. Of a shipped pack that is broken nothing can stand in: raises `Damaged` pack_broken.

    A pack with a form that another one, which ships or comes before it by name, already has is left out and told of.
    """
    for one in found.every:
        if one.tier is Tier.BUILTIN and one.state is State.BROKEN:
            raise _broken(one.folder, one.problems)
    mounted, notices, taken = list[Mounted](), list(found.notices), set[str]()
    for one in sorted(found.effective, key=lambda one: (one.tier is not Tier.BUILTIN, one.name)):
        pack = Mounted.found(one)
        assert pack is not None  # noqa: S101 - as it is effective
        names = {name for form in pack.forms for name in (form.questionnaire.slug, form.questionnaire.url)}
        if twice := sorted(names & taken):
            said = {"pack": one.name, "form": twice[0], "folder": str(one.folder)}
            notices.append(Notice(FORM_TAKEN, said))
            continue
        taken |= names
        mounted.append(pack)
    return Packs(tuple(sorted(mounted, key=lambda pack: pack.manifest.name)), tuple(notices))


def _read(folder: Path) -> Mounted:
    try:
        return Mounted.of(folder, *read_pack(PackFiles(folder)))
    except UserError as error:
        raise _broken(folder, error.details["problems"]) from error


def _broken(folder: Path, problems: Sequence[object]) -> Damaged:
    reason = Phrase("packs.problems", count=len(problems))
    return Damaged("pack_broken", details={"problems": problems}, pack=folder.name, reason=reason)
