"""Words for people: codes and parameters become sentences here, for the window and the command line alike.

The sentences stand in `resources/messages/<language>.toml`. A code without a sentence is a fault, so it raises; a test
holds every language to the same keys and the same parameters.
"""

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any

from core.base.errors import ClinicError
from core.base.text import one_line

LANGUAGES = ("zh_CN", "en")


class Words:
    """A parameter that is itself words of the message files: one dotted key, or several for a list."""

    def __init__(self, *keys: str) -> None:
        self.keys = keys


class Phrase:
    """A parameter that is a sentence of the message files itself, with parameters of its own. Several, or several texts, come as a tuple."""

    def __init__(self, key: str, /, **params: object) -> None:
        self.key, self.params = key, params

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and (self.key, self.params) == (other.key, other.params)

    def __hash__(self) -> int:
        return hash(self.key)


class _Count(int):
    """A whole number that also tells one thing from several: `{count} {count:row|rows}`."""

    def __format__(self, spec: str) -> str:
        one, either, several = spec.partition("|")
        if either:
            return one if self == 1 else several
        return super().__format__(spec)


class _Gap:
    """Stands for what is not known any more."""

    def __format__(self, spec: str) -> str:
        return "…"


class _Outlined(dict[str, object]):
    """Parameters, with a gap for each that is not among them."""

    def __missing__(self, name: str) -> _Gap:
        return _Gap()


class Codes:
    """A parameter that is codes to choose from, each with its words: those of `code` stand at `<prefix>.<code>`."""

    def __init__(self, prefix: str, codes: Iterable[str]) -> None:
        self.prefix, self.codes = prefix, tuple(codes)


class Messages:
    """The sentences of one language. `language` is one of `LANGUAGES`."""

    def __init__(self, language: str = LANGUAGES[0]) -> None:
        self.language = language
        self._table = _table(language)

    def text(self, key: str, /, **params: object) -> str:
        """The sentence at a dotted key, its `{parameters}` filled in on one line. Raises KeyError for an unknown key.

        A tuple is several words as they are, told as a list of this language.
        """
        return self._sentence(key).format(**{name: self._said(value) for name, value in params.items()})

    def outline(self, key: str, /, **params: object) -> str:
        """As `text`, for a sentence of which not every parameter was kept: an ellipsis stands for the others."""
        known = {name: self._said(value) for name, value in params.items()}
        return self._sentence(key).format_map(_Outlined(known))

    def _sentence(self, key: str) -> str:
        node: Any = self._table
        for part in key.split("."):
            node = node[part]
        if not isinstance(node, str):
            raise KeyError(key)
        return node

    def error(self, error: ClinicError) -> tuple[str, str]:
        """What happened, and what to do next."""
        return (
            self.text(f"errors.{error.code}.message", **error.params),
            self.text(f"errors.{error.code}.hint", **error.params),
        )

    def _said(self, value: object) -> object:
        if isinstance(value, Words):
            return self.text("list.between").join(map(self.text, value.keys))
        if isinstance(value, Phrase):
            return self.text(value.key, **value.params)
        if isinstance(value, tuple):
            return self.text("list.between").join(str(self._said(entry)) for entry in value)
        if isinstance(value, Codes):
            told = (f"{code} {self.text(f'{value.prefix}.{code}')}" for code in value.codes)
            return self.text("list.between").join(told)
        if isinstance(value, tuple):
            return self.text("list.between").join(one_line(str(one)) for one in value)
        if type(value) is int:
            return _Count(value)
        return one_line(value) if isinstance(value, str) else value


@cache
def _table(language: str) -> dict[str, Any]:
    """A language's file, read once: a command and a window ask for it several times over, and it is never written to."""
    source = resources.files("resources") / "messages" / f"{language}.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))
