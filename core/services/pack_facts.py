"""What is said of a pack before somebody decides about it: what it brings, what it asks for, and what the open clinic does with it.

Plain values, for whoever shows them. Nothing here runs or reads a file.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from core.packhost.contributed import Contributed
from core.packhost.manifest import Manifest
from core.packhost.tiers import Found, Notice, State, Tier
from core.packhost.trust import Standing, What, Why
from core.packhost.worker.confinement import Confinement

__all__ = [
    "Confined",
    "Contents",
    "Found",
    "Listed",
    "Listing",
    "Notice",
    "Offered",
    "Standing",
    "State",
    "Tier",
    "What",
    "Why",
]


@dataclass(frozen=True, slots=True)
class Contents:
    """What a pack calls itself, brings and asks for. What only its code brings is a yes or a no: names are known once that ran."""

    name: str
    title: str
    version: str
    description: str
    author: str
    license: str
    engines: str
    forms: tuple[str, ...]
    """Their titles."""
    words: int
    """Groups of terms, and of the words around them."""
    constraints: int
    """Of its manifest and its files."""
    sections: int
    tools: bool
    comparison: bool
    provider: str
    fs: tuple[str, ...]
    net: tuple[str, ...]
    env: tuple[str, ...]
    daily_yuan: str
    """"" for no limit of its own."""
    is_stopped_over: bool
    """Whether calls beyond the limit are refused, and not only told of."""
    code: tuple[str, ...]
    """Its files of Python."""


def contents_of(manifest: Manifest, read: Contributed | None, code: Sequence[str]) -> Contents:
    """What is said of a pack. `read` is None where its files could not be taken."""
    files, asked, budget = read or Contributed(), manifest.permissions, manifest.budget
    has_limit = budget is not None and budget.dailyYuan is not None
    return Contents(
        name=manifest.name,
        title=manifest.title,
        version=manifest.version,
        description=manifest.description,
        author=manifest.author,
        license=manifest.license,
        engines=manifest.engines.mingdao,
        forms=tuple(form.questionnaire.title for form in files.forms),
        words=len(files.axes) + len(files.cues),
        constraints=len(files.constraints),
        sections=len(files.sections),
        tools=manifest.contributes.tools,
        comparison=manifest.contributes.comparison,
        provider=manifest.contributes.provider or "",
        fs=asked.fs,
        net=asked.net,
        env=asked.env,
        daily_yuan=f"{budget.dailyYuan:f}" if budget is not None and has_limit else "",
        is_stopped_over=budget is not None and budget.action == "block",
        code=tuple(code),
    )


@dataclass(frozen=True, slots=True)
class Listed:
    """One pack that was found, with what it holds; None where its manifest cannot be read."""

    found: Found
    contents: Contents | None
    is_in_use: bool
    """Whether the open clinic works with it as it is now."""
    was_in_use: bool
    """Whether the open clinic works with what lay in that folder when it was opened."""
    form_taken: str = ""
    """A form of it that another pack has already, which keeps all of it out."""

    @property
    def title(self) -> str:
        """What it is called by; its name where its manifest cannot be read."""
        return self.contents.title if self.contents else self.found.name

    @property
    def is_added(self) -> bool:
        """Whether it does not come with the program, and its code runs apart."""
        return self.found.tier is not Tier.BUILTIN

    @property
    def may_be_trusted(self) -> bool:
        return self.found.state is State.UNTRUSTED

    @property
    def is_trusted(self) -> bool:
        """Whether an admin said yes to something that lies in its folder, as it is or as it was."""
        return self.found.standing is not None and bool(self.found.standing.trusted_at)


@dataclass(frozen=True, slots=True)
class Listing:
    """Every pack, and what has to be said of them."""

    packs: tuple[Listed, ...]
    notices: tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """What an archive holds. `replaces` is the version that has its place, "" when there is none; `ends_trust` whether that one is trusted."""

    contents: Contents
    replaces: str
    ends_trust: bool


@dataclass(frozen=True, slots=True)
class Confined:
    """How far a pack that runs apart is shut in on this machine: keys at `confinement.level` and `confinement.guard`."""

    level: str
    guards: tuple[str, ...]


def confined(measured: Confinement) -> Confined:
    return Confined(measured.level.name.lower(), tuple(measured.what))
