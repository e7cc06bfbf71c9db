"""A secret in memory: it is shown nowhere by accident, and as its two ends where a person asks which it is."""

from typing import NoReturn

AT_FRONT, AT_END = 6, 4
SHORTEST_SHOWN = 11


class Secret:
    """A text that neither `repr`, nor `str`, nor a format, a copy or a pickle gives away. `reveal` does, where it is used."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "Secret(***)"

    def __format__(self, spec: str) -> str:
        return "***"

    __str__ = __repr__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._text == other._text

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> NoReturn:
        raise TypeError("A secret is not written out")


def masked(text: str) -> str:
    """For a person who asks which key it is: the first six signs and the last four, of a short one nothing. Source: spec/kernel.md §6.5."""
    if not text:
        return ""
    return "******" if len(text) < SHORTEST_SHOWN else f"{text[:AT_FRONT]}…{text[-AT_END:]}"
