"""What a pack brings without its code: forms, words, prompt sections and constraints, read from its manifest and the files that names.

Everything wrong with it is found at once. None of it is half taken: a pack with one unreadable file brings nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from core.base.errors import UserError
from core.constraints.reading import problems_in
from core.forms.exact_json import UnreadableJson, load_json
from core.forms.problems import Problem, refuse_if_any
from core.packhost.cues import Cues
from core.packhost.files import BadFile, PackFiles
from core.packhost.form import Form, read_form
from core.packhost.manifest import CODE, FILE, Manifest, checked, name_of
from core.packhost.nomenclature import Nomenclature
from core.packhost.sections import Section, of_file
from core.packhost.vocabulary import Axis

T = TypeVar("T")

_WORDS: TypeAdapter[Axis | Cues | Nomenclature] = TypeAdapter(Axis | Cues | Nomenclature)
"""A vocabulary file is one of these: all are closed, so no file is two."""


@dataclass(frozen=True)
class Contributed:
    """What was read of one pack."""

    forms: tuple[Form, ...] = ()
    axes: tuple[Axis, ...] = ()
    cues: tuple[Cues, ...] = ()
    sections: tuple[Section, ...] = ()
    constraints: tuple[Mapping[str, object], ...] = ()
    """As they were written, each an object."""
    nomenclature: tuple[Nomenclature, ...] = ()


def read_pack(files: PackFiles) -> tuple[Manifest, Contributed]:
    """A pack's manifest and what it brings. Raises `UserError` pack_invalid with every problem of either."""
    manifest, problems = read_manifest_of(files)
    contributed = None
    if manifest is not None:
        contributed, problems = contributed_by(files, manifest)
    if problems:
        refuse_if_any("pack_invalid", problems, pack=glance(files)[0])
    assert manifest is not None and contributed is not None  # noqa: S101, PT018 - else there is a problem
    return manifest, contributed


def read_manifest_of(files: PackFiles) -> tuple[Manifest | None, list[Problem]]:
    """The manifest of a pack's folder, or everything that is wrong with it."""
    raw, problems = _raw(files)
    return (None, problems) if problems else checked(raw)


def glance(files: PackFiles) -> tuple[str, Manifest | None]:
    """What a pack calls itself, also where its manifest is wrong elsewhere, else its folder's name; and its manifest when it is right."""
    raw, _ = _raw(files)
    return name_of(raw) or files.folder.name, checked(raw)[0]


def contributed_by(files: PackFiles, manifest: Manifest) -> tuple[Contributed, list[Problem]]:
    """What a pack brings, and everything that is wrong with it."""
    reading = _Reading(files, [])
    contributes = manifest.contributes
    if manifest.needs_code and CODE not in files:
        reading.problems.append(Problem(FILE, "pack_code_missing", {"file": CODE}))
    words = list(reading.each("vocabulary", contributes.vocabulary, _words_of))
    done = Contributed(
        forms=tuple(reading.each("forms", contributes.forms, _form_of)),
        axes=tuple(one for one in words if isinstance(one, Axis)),
        cues=tuple(one for one in words if isinstance(one, Cues)),
        sections=tuple(
            of_file(manifest.name, name, text)
            for name, text in reading.each(
                "promptSections", contributes.promptSections, lambda name, text: (name, text)
            )
        ),
        constraints=tuple(_constraints(reading, contributes.constraints)),
        nomenclature=tuple(one for one in words if isinstance(one, Nomenclature)),
    )
    return done, reading.problems


@dataclass
class _Reading:
    """One pass over a pack's files. What cannot be taken becomes a problem, and the rest is still looked at."""

    files: PackFiles
    problems: list[Problem]

    def each(self, key: str, patterns: Sequence[str], take: Callable[[str, str], T]) -> Iterator[T]:
        for number, pattern in enumerate(patterns):
            where = f"contributes.{key}[{number}]"
            try:
                names = self.files.matching(pattern, where)
            except BadFile as bad:
                self.problems.append(bad.problem)
                continue
            for name in names:
                yield from self.one(name, take)

    def one(self, name: str, take: Callable[[str, str], T]) -> Iterator[T]:
        try:
            yield take(name, self.files.text(name))
        except BadFile as bad:
            self.problems.append(bad.problem)
        except UnreadableJson as error:
            self.problems.append(_at(name, error.problem))
        except UserError as error:
            self.problems += [
                _at(name, Problem(str(entry["where"]), str(entry["code"]), entry["params"]))
                for entry in error.details.get("problems", ())
                if isinstance(entry, dict)
            ]
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            self.problems.append(Problem(name, "pack_words_unfit", {"place": place}))


def _constraints(reading: _Reading, entries: Sequence[Any]) -> Iterator[Mapping[str, object]]:
    written: list[tuple[str, Sequence[object]]] = [
        (f"contributes.constraints[{number}]", [entry])
        for number, entry in enumerate(entries)
        if not isinstance(entry, str)
    ]
    for name in entries:
        if isinstance(name, str):
            written += [(name, listed) for listed in reading.one(name, _listed)]
    for where, listed in written:
        reading.problems += problems_in(listed, where)
        yield from (entry for entry in listed if isinstance(entry, Mapping))


def _listed(name: str, text: str) -> Sequence[object]:
    """A file of constraints: a list of them, or an object with nothing but `constraints`."""
    raw = load_json(text)
    if isinstance(raw, dict) and set(raw) == {"constraints"}:
        raw = raw["constraints"]
    if not isinstance(raw, list):
        raise BadFile(name, "pack_constraints_shape", file=name)
    if not all(isinstance(entry, dict) for entry in raw):
        raise BadFile(name, "pack_constraint_entry")
    return raw


def _form_of(_name: str, text: str) -> Form:
    return read_form(text)


def _words_of(_name: str, text: str) -> Axis | Cues | Nomenclature:
    return _WORDS.validate_json(text)


def _at(name: str, problem: Problem) -> Problem:
    return Problem(f"{name}: {problem.where}" if problem.where else name, problem.code, problem.params)


def _raw(files: PackFiles) -> tuple[object, list[Problem]]:
    try:
        return load_json(files.text(FILE)), []
    except BadFile as bad:
        return None, [bad.problem]
    except UnreadableJson as error:
        return None, [_at(FILE, error.problem)]
