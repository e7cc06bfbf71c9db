"""Words for people: codes and parameters become sentences here, for the window and the command line alike.

The sentences stand in `resources/messages/<language>.toml`. A code without a sentence is a fault, so it raises; a test
holds every language to the same keys and the same parameters.
"""

import tomllib
from collections.abc import Iterable
from importlib import resources
from typing import Any

from core.base.errors import ClinicError
from core.base.text import one_line

LANGUAGES = ("zh_CN", "en")


class Words:
    """A parameter that is itself words of the message files: one dotted key, or several for a list."""

    def __init__(self, *keys: str) -> None:
        self.keys = keys


class Codes:
    """A parameter that is codes to choose from, each with its words: those of `code` stand at `<prefix>.<code>`."""

    def __init__(self, prefix: str, codes: Iterable[str]) -> None:
        self.prefix, self.codes = prefix, tuple(codes)


class Messages:
    """The sentences of one language. `language` is one of `LANGUAGES`."""

    def __init__(self, language: str = LANGUAGES[0]) -> None:
        source = resources.files("resources") / "messages" / f"{language}.toml"
        self.language = language
        self._table: dict[str, Any] = tomllib.loads(source.read_text(encoding="utf-8"))

    def text(self, key: str, /, **params: object) -> str:
        """The sentence at a dotted key, its `{parameters}` filled in on one line. Raises KeyError for an unknown key."""
        node: Any = self._table
        for part in key.split("."):
            node = node[part]
        if not isinstance(node, str):
            raise KeyError(key)
        return node.format(**{name: self._said(value) for name, value in params.items()})

    def error(self, error: ClinicError) -> tuple[str, str]:
        """What happened, and what to do next."""
        return (
            self.text(f"errors.{error.code}.message", **error.params),
            self.text(f"errors.{error.code}.hint", **error.params),
        )

    def _said(self, value: object) -> object:
        if isinstance(value, Words):
            return self.text("list.between").join(map(self.text, value.keys))
        if isinstance(value, Codes):
            told = (f"{code} {self.text(f'{value.prefix}.{code}')}" for code in value.codes)
            return self.text("list.between").join(told)
        return one_line(value) if isinstance(value, str) else value
