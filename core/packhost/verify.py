"""Whether a pack is in order: its manifest, its files, its constraints, what it asks for, and what its source gives away.

Nothing of it runs, unless somebody asks for that: then its code is loaded where code of its tier is loaded, and what it returns is looked at
as well. Constraints that only code returns are seen in no other way.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Never

from core.base.errors import ClinicError, Refused, UserError
from core.base.paths import Home
from core.constraints.reach import registered_name
from core.constraints.reading import problems_in
from core.forms.problems import Problem, shown
from core.packhost.contributed import Contributed, contributed_by, read_manifest_of
from core.packhost.files import BadFile, PackFiles
from core.packhost.host import SHIPPED, Mounted
from core.packhost.lint import advice, hints_of
from core.packhost.manifest import CODE, FILE, Manifest
from core.packhost.sections import of_code
from core.packhost.tiers import is_example, problems_here, protected_names
from core.packhost.worker.confinement import Confinement
from core.packhost.worker.describing import describe
from core.packhost.worker.description import Description, read_description


@dataclass(frozen=True, slots=True)
class Surface:
    """What the code of a pack returned."""

    tools: tuple[str, ...] = ()
    constraints: tuple[object, ...] = ()
    sections: tuple[str, ...] = ()
    comparison: bool = False
    unfit: tuple[str, ...] = ()
    """Tools that are none, by the type of what they are made of."""
    schemas: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Of the arguments of each tool, by the full names."""


Load = Callable[[Path, Manifest, Contributed], Surface]
"""Runs the code of a pack and says what it returned. Raises `ClinicError`."""


@dataclass(frozen=True)
class Verified:
    """What verifying a pack found. It is in order when there are no problems; advice never makes it otherwise."""

    folder: Path
    manifest: Manifest | None
    contributed: Contributed = field(default_factory=Contributed)
    problems: tuple[Problem, ...] = ()
    advice: tuple[Problem, ...] = ()
    surface: Surface | None = None
    """What its code returned; None when it did not run."""
    code: tuple[str, ...] = ()
    """Its files of Python."""

    @property
    def is_sound(self) -> bool:
        return not self.problems


def verify(folder: Path, home: Home, load: Load | None = None) -> Verified:
    """Verify the pack in a folder; with `load` also what its code returns. Raises `UserError` pack_none when there is no pack."""
    folder = folder.absolute()
    files = PackFiles(folder)
    if not (folder / FILE).exists():
        raise UserError("pack_none", folder=folder)
    problems = list(_of_files(files))
    if problems:
        return Verified(folder, None, problems=tuple(problems))
    manifest, problems = read_manifest_of(files)
    if manifest is None:
        return Verified(folder, None, problems=tuple(problems))
    contributed, problems = contributed_by(files, manifest)
    problems += problems_here(manifest, home, None if _ships(folder) else protected_names(SHIPPED))
    sources = _sources(files)
    hints, unreadable = hints_of(sources)
    problems += unreadable
    if hints.gives_provider:
        problems.append(Problem(CODE, "pack_provider_code"))
    surface = None
    if load is not None and not problems:
        surface, beyond = _loaded(load, folder, manifest, contributed) if CODE in files else (Surface(), [])
        problems += beyond
    told = tuple(advice(hints, manifest.permissions.model_dump()))
    return Verified(folder, manifest, contributed, tuple(problems), told, surface, tuple(sources))


def load_code(folder: Path, manifest: Manifest, contributed: Contributed) -> Surface:
    """Run the code of a pack where it always runs: of one that ships in this process, of any other in a worker that is let do nothing.

    Raises `ClinicError` as `PackWorker.describe` does.
    """
    if _ships(folder):
        pack = Mounted.of(folder, manifest, contributed).code
        return _surface(manifest, read_description(describe(pack)), comparison=pack.comparison is not None)
    from core.packhost.worker.worker import PackWorker

    worker = PackWorker(folder, manifest.name, manifest.version, _Nothing())
    try:
        return _surface(manifest, worker.describe())
    finally:
        worker.close()


def confinement_here() -> Confinement:
    """How far code that runs apart is shut in on this machine. No pack is loaded for that. Raises `ClinicError` worker_start."""
    from core.packhost.worker.worker import PackWorker

    worker = PackWorker(SHIPPED, "", "", _Nothing())
    try:
        return worker.measured()
    finally:
        worker.close()


class _Nothing:
    """What a pack may ask of the program while it is only looked at."""

    def answer(self, port: str, params: Mapping[str, object]) -> Never:
        raise Refused("pack_only_verified", port=port)


def _surface(manifest: Manifest, said: Description, *, comparison: bool = False) -> Surface:
    return Surface(
        tools=tuple(tool.name for tool in said.tools),
        constraints=said.constraints,
        sections=tuple(section.id for section in of_code(manifest.name, said.prompt_sections)),
        comparison=comparison,
        unfit=said.unfit,
        schemas={registered_name(manifest.name, tool.name): tool.parameters for tool in said.tools},
    )


def _ships(folder: Path) -> bool:
    return folder.parent.resolve() == SHIPPED.resolve() and not is_example(folder)


def _not_loaded(reason: str) -> Problem:
    """By what the loader said of it (`core.packhost.module.WrongPack`), or what the code raised and where."""
    match reason:
        case "create_pack":
            return Problem(CODE, "pack_code_none")
        case "apiVersion":
            return Problem(CODE, "pack_code_other")
        case _:
            return Problem(CODE, "pack_code_fails", {"reason": reason})


def _why_not(error: ClinicError) -> Problem:
    """Why code did not load: what it raised and where, or what ended it."""
    match error.code:
        case "pack_broken":
            return _not_loaded(str(error.params["reason"]))
        case "worker_crashed":
            return Problem(CODE, "pack_code_ends", {"how": str(error.params["how"])})
        case "worker_timeout":
            return Problem(CODE, "pack_code_hangs")
        case "worker_flood":
            return Problem(CODE, "pack_code_floods")
        case "pack_only_verified":
            return Problem(CODE, "pack_code_asks", {"port": str(error.params["port"])})
        case code:
            return Problem(CODE, "pack_code_fails", {"reason": code})


def _loaded(
    load: Load, folder: Path, manifest: Manifest, contributed: Contributed
) -> tuple[Surface | None, list[Problem]]:
    try:
        surface = load(folder, manifest, contributed)
    except ClinicError as error:
        return None, [_why_not(error)]
    except Exception as error:  # noqa: BLE001 - whatever a pack raises is the pack's fault, and is told
        return None, [Problem(CODE, "pack_code_fails", {"reason": type(error).__name__})]
    problems = list(problems_in(surface.constraints, CODE))
    problems += (Problem(CODE, "pack_tool_unfit", {"tool": shown(name)}) for name in surface.unfit)
    for is_declared, given, key in (
        (manifest.contributes.tools, bool(surface.tools or surface.unfit), "tools"),
        (manifest.contributes.comparison, surface.comparison, "comparison"),
    ):
        if given and not is_declared:
            problems.append(Problem(f"contributes.{key}", "pack_code_gives", {"key": key}))
        if is_declared and not given:
            problems.append(Problem(f"contributes.{key}", "pack_code_lacks", {"key": key}))
    return surface, problems


def _of_files(files: PackFiles) -> list[Problem]:
    """Links, devices and too much of it, wherever in the folder."""
    try:
        list(files.every())
    except BadFile as bad:
        return [bad.problem]
    return []


def _sources(files: PackFiles) -> Mapping[str, str]:
    """The Python files that can be read; one that is no UTF-8 is found to be none when it is parsed."""
    return {
        name: files.read(name).decode("utf-8", "replace") for name in files.every() if name.endswith(".py")
    }
