"""Whether a pack fits this kernel: `engines.mingdao` is a range as npm reads one, held against `COMPAT`."""

import re

COMPAT = "0.6.0"
"""The version of the pack contract this kernel keeps, apart from the program's own. Packs name ranges of it."""

LONGEST = 100

_VERSION = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}){0,2}(-[A-Za-z0-9_.]{1,40})?")


class UnreadableRange(ValueError):
    """The text is no range."""


def is_version(text: str) -> bool:
    """Whether a text is one to three numbers with points between, and a tag after a hyphen if there is one. `v1` is none."""
    return _VERSION.fullmatch(text) is not None


def includes(text: str, version: str = COMPAT) -> bool:
    """Whether a version lies in a range: `>=0.5 <0.7`, `^1.2.0`, `~1.2`, `1.2.3`, `*`, alternatives by `||`. Raises `UnreadableRange`."""
    from semantic_version import NpmSpec, Version

    if not text.strip() or len(text) > LONGEST:
        raise UnreadableRange(text)
    try:
        return NpmSpec(text.strip()).match(Version.coerce(version))
    except ValueError as error:
        raise UnreadableRange(text) from error
