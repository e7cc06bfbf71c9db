"""Every code has its sentence in every language, every sentence its code, and each `{parameter}` is handed in."""

import ast
import fnmatch
import re
import string
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.base.id_card import Reason
from core.base.messages import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
MESSAGES = ROOT / "resources" / "messages"
ERRORS = {"ClinicError", "UserError", "Refused", "KeyTrouble", "Damaged", "Busy", "ModelFailed"}


@dataclass(frozen=True)
class Use:
    """A code written in the source; `handed` are the parameters given there, or None when they cannot be read off.

    A code made up of parts is kept as a pattern: `id_card_*`.
    """

    family: str
    code: str
    handed: frozenset[str] | None
    place: str


@dataclass(frozen=True)
class Taker:
    """A callable that takes a code: in which place, for which family, and which keywords are its own, not parameters."""

    family: str
    position: int
    own: frozenset[str] = frozenset()


Function = ast.FunctionDef | ast.AsyncFunctionDef


def callee(call: ast.Call) -> str:
    """The last name of what is called."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def strings(node: ast.expr) -> Iterator[str]:
    """The texts an expression can be: itself, either side of a condition, or a pattern when it is put together."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp():
            yield from strings(node.body)
            yield from strings(node.orelse)
        case ast.JoinedStr():
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
        case _:
            return


def modules() -> dict[str, ast.Module]:
    """The source of the program by its place."""
    return {
        file.relative_to(ROOT).as_posix(): ast.parse(file.read_text(encoding="utf-8"))
        for room in ("core", "desktop", "packs")
        for file in (ROOT / room).rglob("*.py")
    }


def fault(node: ast.AST) -> tuple[ast.expr, ast.Dict, list[ast.expr]] | None:
    """The code and parameters of `code, {…}` or `part, code, {…}`: how the checks in core/forms name what is wrong."""
    match node:
        case ast.Tuple(elts=[*before, (ast.Constant() | ast.Name()) as code, ast.Dict() as params]):
            return code, params, before
        case _:
            return None


def keys(node: ast.Dict) -> frozenset[str] | None:
    names = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
    return None if None in names else frozenset(map(str, names))


def is_code(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "code"


def takers(sources: dict[str, ast.Module]) -> dict[str, Taker]:
    """The errors, `Problem`, and every function of ours that passes its parameter `code` on."""
    known = {name: Taker("errors", 0, frozenset({"details"})) for name in ERRORS} | {
        "Problem": Taker("problems", 1)
    }
    functions = [
        (node.name, node)
        for source in sources.values()
        for node in ast.walk(source)
        if isinstance(node, Function) and node.name != "__init__"
    ]
    functions += [
        (owner.name, node)
        for source in sources.values()
        for owner in ast.walk(source)
        if isinstance(owner, ast.ClassDef)
        for node in owner.body
        if isinstance(node, Function) and node.name == "__init__"
    ]
    found = 0
    while found != len(known):
        found = len(known)
        for name, node in functions:
            names = [argument.arg for argument in node.args.args]
            family = passed_to(node, known)
            if "code" in names and family:
                own = frozenset({*names, *(argument.arg for argument in node.args.kwonlyargs)})
                known.setdefault(name, Taker(family, names.index("code") - (names[0] == "self"), own))
    return known


def passed_to(node: Function, known: dict[str, Taker]) -> str | None:
    """The family of codes that a variable `code` of a function ends up in."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and callee(part) in known and any(map(is_code, part.args)):
            return known[callee(part)].family
        made = fault(part)
        if made and is_code(made[0]):
            return "problems"
    return None


def handed_in(call: ast.Call, taker: Taker) -> frozenset[str] | None:
    if callee(call) == "Problem":
        match call.args[2:]:
            case []:
                return frozenset()
            case [ast.Dict() as params]:
                return keys(params)
            case _:
                return None
    if any(keyword.arg is None for keyword in call.keywords):
        return None
    return frozenset(keyword.arg for keyword in call.keywords if keyword.arg) - taker.own


def uses() -> Iterator[Use]:
    sources = modules()
    known = takers(sources)
    for file, source in sources.items():
        for node in ast.walk(source):
            place = f"{file}:{getattr(node, 'lineno', 0)}"
            if (
                isinstance(node, ast.Call)
                and (taker := known.get(callee(node)))
                and len(node.args) > taker.position
            ):
                for code in strings(node.args[taker.position]):
                    yield Use(taker.family, code, handed_in(node, taker), place)
            if file.startswith("core/forms/") and (made := fault(node)):
                row_and_field = {"row", "field"} if made[2] else set()
                handed = keys(made[1])
                for code in strings(made[0]):
                    yield Use("problems", code, None if handed is None else handed | row_and_field, place)
            if isinstance(node, Function) and (family := passed_to(node, known)):
                for part in ast.walk(node):
                    if isinstance(part, ast.Assign) and any(map(is_code, part.targets)):
                        for code in strings(part.value):
                            yield Use(family, code, None, place)


USES = list(uses())


def sentences(language: str) -> dict[str, str]:
    """Every sentence by its dotted key."""
    found: dict[str, str] = {}

    def walk(node: object, key: str) -> None:
        if isinstance(node, dict):
            for name, below in node.items():
                walk(below, f"{key}.{name}" if key else name)
        else:
            assert isinstance(node, str), f"{key} is no text"
            found[key] = node

    walk(tomllib.loads((MESSAGES / f"{language}.toml").read_text(encoding="utf-8")), "")
    return found


def parameters(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def of_code(family: str, code: str, language: str) -> dict[str, str]:
    """The sentences of one code."""
    start = f"{family}.{code}"
    return {
        key: text for key, text in sentences(language).items() if key == start or key.startswith(f"{start}.")
    }


def codes(family: str) -> set[str]:
    """The codes written in the source, with those a pattern stands for, as far as there are sentences."""
    written = {use.code for use in USES if use.family == family}
    known = {key.split(".")[1] for key in sentences(LANGUAGES[0]) if key.startswith(f"{family}.")}
    return {
        code
        for pattern in written
        for code in (fnmatch.filter(known, pattern) if "*" in pattern else [pattern])
    }


def test_the_search_finds_codes() -> None:
    written = {use.code for use in USES}
    assert {
        "bad_record_no",
        "answers_invalid",
        "keyring_locked",
        "keyring_unavailable",
        "id_card_*",
    } <= written
    assert {
        "link_id_twice",
        "form_key_missing",
        "json_syntax",
        "date_invalid",
        "type_unknown",
        "not_offered",
    } <= written


def test_the_languages_are_those_of_the_loader() -> None:
    assert {file.stem for file in MESSAGES.glob("*.toml")} == set(LANGUAGES)


def test_every_language_has_the_same_keys_and_parameters() -> None:
    first, *others = ({key: parameters(text) for key, text in sentences(name).items()} for name in LANGUAGES)
    for other in others:
        assert other == first


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty(language: str) -> None:
    assert [key for key, text in sentences(language).items() if not text.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_says_what_happened_and_what_to_do(language: str) -> None:
    keys = set(sentences(language))
    needed = {f"errors.{code}.{part}" for code in codes("errors") for part in ("message", "hint")}
    assert needed - keys == set()


def test_every_way_an_id_card_is_refused_has_a_sentence() -> None:
    source = ast.unparse(modules()["core/base/id_card.py"])
    reasons = {Reason[name] for name in re.findall(r"Status\.INVALID, Reason\.(\w+)", source)}
    assert len(reasons) > 3
    assert {f"id_card_{reason}" for reason in reasons} == {
        code for code in codes("errors") if code.startswith("id_card_")
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_has_a_sentence(language: str) -> None:
    assert {code for code in codes("problems") if not of_code("problems", code, language)} == set()


@pytest.mark.parametrize("family", ["errors", "problems"])
def test_no_sentence_is_dead(family: str) -> None:
    written = {key.split(".")[1] for key in sentences(LANGUAGES[0]) if key.startswith(f"{family}.")}
    assert written - codes(family) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_parameter_of_a_sentence_is_handed_in(language: str) -> None:
    lacking = {
        (use.place, use.code, name)
        for use in USES
        if use.handed is not None
        for text in of_code(use.family, use.code, language).values()
        for name in parameters(text) - use.handed
    }
    assert lacking == set()
