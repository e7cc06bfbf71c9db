"""The documents tell the truth: commands they show exist, links they hold lead somewhere."""

import importlib
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

ROOT = Path(__file__).resolve().parents[2]
READMES = [ROOT / "README.md", ROOT / "README.zh-CN.md"]
DOCUMENTS = [*READMES, *sorted((ROOT / "docs").rglob("*.md"))]

_FENCE = re.compile(r"^ *```[^\n]*\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_WORD = re.compile(r"[a-z][a-z-]*")


def shown(program: str, document: Path) -> Iterator[list[str]]:
    """The words after each call of a program in a document's fenced code."""
    for block in _FENCE.findall(document.read_text(encoding="utf-8")):
        for line in block.replace("\\\n", " ").splitlines():
            for call in re.finditer(rf"(?:^|[\s;&|(/]){program}(?=\s|$)(.*)", line):
                yield shlex.split(re.split(r"\s#|[;&|>)]", call[1])[0].replace("'", "").replace('"', ""))


def targets() -> set[str]:
    """What `make` knows."""
    (phony,) = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    return set(phony.split())


def unknown_word(words: list[str]) -> str | None:
    """The first word that stands where `mingdao` expects a subcommand and is none; None when all is well."""
    command: Any = typer.main.get_command(importlib.import_module("core.cli.main").app)
    rest = iter(words)
    for word in rest:
        commands = getattr(command, "commands", None)
        if commands is None:
            return None
        if word.startswith("-"):
            options = [option for option in command.params if word.split("=")[0] in option.opts]
            if options and not options[0].is_flag and "=" not in word:
                next(rest, None)
        elif _WORD.fullmatch(word):
            if word not in commands:
                return word
            command = commands[word]
        else:
            return None
    return None


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
def test_a_readme_shows_both_commands(readme: Path) -> None:
    calls = list(shown("make", readme))
    assert ["run"] in calls
    assert ["test"] in calls


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_make_commands_exist(document: Path) -> None:
    asked = {word for words in shown("make", document) for word in words if _WORD.fullmatch(word)}
    assert asked - targets() == set()


def test_every_make_command_is_a_rule_and_explained() -> None:
    rules = re.findall(r"^([a-z-]+):.*## \S", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(rules) == targets()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_mingdao_commands_exist(document: Path) -> None:
    unknown = [(words, unknown_word(words)) for words in shown("mingdao", document) if unknown_word(words)]
    assert unknown == []


def test_a_command_that_is_none_would_be_seen() -> None:
    assert unknown_word(["nonesuch"]) == "nonesuch"
    assert unknown_word(["patient", "nonesuch"]) == "nonesuch"
    assert unknown_word(["patient", "find", "nonesuch"]) is None


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    links = {
        link.split("#")[0]
        for link in _LINK.findall(document.read_text(encoding="utf-8"))
        if "://" not in link
    }
    assert {link for link in links - {""} if not (document.parent / link).exists()} == set()
