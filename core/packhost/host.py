"""Finds packs by their manifest and mounts what they contribute. The only place that turns a folder into forms and rules.

So far there is one tier, the packs that ship with the program. Manifests, forms and vocabulary are read at the start; code is
loaded on first use, by path, under a private package name. A shipped pack that does not load means a damaged installation.
"""

import importlib
import sys
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType

from pydantic import TypeAdapter, ValidationError

import core
from core.base.errors import ClinicError, Damaged, UserError
from core.forms.definition import read_questionnaire
from core.forms.exact_json import UnreadableJson, load_json
from core.forms.questionnaire import Questionnaire
from core.packhost.api import Comparison, Pack, PackContext
from core.packhost.cues import Cues
from core.packhost.manifest import Manifest
from core.packhost.narrative import Narrative
from core.packhost.vocabulary import Axis, Vocabulary

SHIPPED = Path(core.__file__).parents[1] / "packs"
"""The packs that come with the program, beside `core` in the tree and in a frozen build."""

_WORDS: TypeAdapter[Axis | Cues] = TypeAdapter(Axis | Cues)
"""A vocabulary file is one or the other: both are closed, so no file is both."""


@dataclass(frozen=True)
class Form:
    """A form and its definition as the pack wrote it, byte for byte."""

    questionnaire: Questionnaire
    definition: str


@dataclass(frozen=True)
class Mounted:
    """One pack: its manifest and what was read of it."""

    folder: Path
    manifest: Manifest
    forms: tuple[Form, ...] = ()
    axes: tuple[Axis, ...] = ()
    cues: tuple[Cues, ...] = ()

    @cached_property
    def code(self) -> Pack:
        """What the pack's code returns. Loaded once, on first use. Raises `Damaged` pack_broken."""
        module = load_module(self.folder, self.manifest.name, "pack")
        pack = module.create_pack(PackContext(self.manifest.name, self.manifest.version))
        if not isinstance(pack, Pack):
            raise Damaged("pack_broken", pack=self.folder.name, reason="create_pack")
        return pack


@dataclass(frozen=True)
class Packs:
    """All mounted packs as one: the forms, the words and the rule the clinic works with."""

    mounted: tuple[Mounted, ...] = ()
    vocabulary: Vocabulary = field(init=False)

    def __post_init__(self) -> None:
        axes = (axis for pack in self.mounted for axis in pack.axes)
        object.__setattr__(self, "vocabulary", Vocabulary(axes))

    @property
    def forms(self) -> tuple[Form, ...]:
        return tuple(form for pack in self.mounted for form in pack.forms)

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
    def comparison(self) -> Comparison:
        """The comparison of the first pack that brings one. Raises `UserError` no_comparison when none does."""
        for pack in self.mounted:
            if pack.manifest.contributes.comparison and pack.code.comparison is not None:
                return pack.code.comparison
        raise UserError("no_comparison")


def mount(*folders: Path) -> Packs:
    """Mount every pack that lies in the folders. Raises `Damaged` pack_broken naming the pack and the reason."""
    found = [
        _read(manifest.parent)
        for folder in (folders or (SHIPPED,))
        for manifest in sorted(folder.glob("*/pack.json"))
    ]
    return Packs(tuple(found))


def read_form(text: str) -> Form:
    """Read a form's definition. Raises `UserError` form_not_json, form_invalid."""
    try:
        raw = load_json(text)
    except UnreadableJson as error:
        raise UserError("form_not_json", details={"problems": [error.problem.as_plain()]}) from error
    return Form(read_questionnaire(raw), text)


def load_module(folder: Path, pack: str, name: str) -> ModuleType:
    """A module of a pack, by path, as `mingdao_pack_<pack>.<name>`. Raises `Damaged` pack_broken when there is none."""
    package = f"mingdao_pack_{pack}"
    if package not in sys.modules:
        outer = ModuleType(package)
        outer.__path__ = [str(folder)]
        sys.modules[package] = outer
    try:
        return importlib.import_module(f"{package}.{name}")
    except ImportError as error:
        raise Damaged("pack_broken", pack=folder.name, reason=str(error)) from error


def _read(folder: Path) -> Mounted:
    try:
        manifest = Manifest.model_validate_json((folder / "pack.json").read_bytes())
        contributes = manifest.contributes
        words = [_WORDS.validate_json(path.read_bytes()) for path in _files(folder, contributes.vocabulary)]
        return Mounted(
            folder=folder,
            manifest=manifest,
            forms=tuple(read_form(path.read_text("utf-8")) for path in _files(folder, contributes.forms)),
            axes=tuple(one for one in words if isinstance(one, Axis)),
            cues=tuple(one for one in words if isinstance(one, Cues)),
        )
    except (OSError, ValidationError, ClinicError) as error:
        raise Damaged("pack_broken", pack=folder.name, reason=str(error)) from error


def _files(folder: Path, globs: tuple[str, ...]) -> list[Path]:
    """The files of the globs, in their order. A glob that names none is a mistake in the manifest."""
    found: list[Path] = []
    for pattern in globs:
        matches = sorted(folder.glob(pattern))
        if not matches:
            raise FileNotFoundError(pattern)
        found.extend(matches)
    return found
