"""What `permissions` may ask for at all, entry by entry. What lies beyond is refused when a pack is verified and when it is loaded.

`fs`: files and folders inside the clinic's data folder that are none of this program's own. `net`: hosts by name. `env`: variables that
hold no key of a model provider and nothing of this program. Pure, but for `leads_out`, which follows links.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.base.paths import Home, is_own_name
from core.forms.problems import Problem, shown
from core.packhost.providers import key_of

HOME = "<MINGDAO_HOME>"
"""How an entry of `fs` begins."""

BELOW = "**"
"""As the last part: the folder with everything in it."""

MOST = 32
"""Entries of one list."""

_PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}")
_HOST = re.compile(
    r"(\*\.)?(?=[^:]{1,253}(?::|$))[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*(:[0-9]{1,5})?"
)
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]{1,63}")
_TOP_OF_HOST = 2
"""Parts a host has at least after `*.`: `*.com` is nearly everybody."""


@dataclass(frozen=True, slots=True)
class Grant:
    """A place in the data folder that a pack may use: one file, or with `below` a folder and all that is in it."""

    path: Path
    below: bool


def problems_of(permissions: Mapping[str, object], pack: str) -> Iterator[Problem]:
    """Everything in the lists that may not be asked for. `pack` is the pack's own name."""
    for place, entry in _entries(permissions, "fs"):
        yield from _of_path(place, entry)
    for place, entry in _entries(permissions, "net"):
        yield from _of_host(place, entry)
    for place, entry in _entries(permissions, "env"):
        yield from _of_variable(place, entry, pack)


def grants(home: Home, entries: Iterable[str]) -> tuple[Grant, ...]:
    """The places that entries of `fs`, which were found to be in order, name in a data folder."""
    return tuple(_grant(home, entry) for entry in entries)


def leads_out(home: Home, entries: Iterable[str]) -> Iterator[Problem]:
    """The entries whose place in this data folder lies, by a link, somewhere else or among what is the program's own."""
    root = home.folder.resolve()
    for number, entry in enumerate(entries):
        try:
            real = _grant(home, entry).path.resolve()
        except (OSError, RuntimeError):
            # Links that lead round and round lead nowhere.
            real = Path()
        inside = real.relative_to(root).parts if real.is_relative_to(root) else ()
        if not inside or is_own_name(inside[0]):
            yield Problem(f"permissions.fs[{number}]", "pack_fs_link", {"value": shown(entry)})


def _grant(home: Home, entry: str) -> Grant:
    parts = entry.split("/")[1:]
    below = parts[-1] == BELOW
    return Grant(home.folder.joinpath(*(parts[:-1] if below else parts)), below)


def _entries(permissions: Mapping[str, object], name: str) -> Iterator[tuple[str, str]]:
    listed = permissions.get(name)
    if isinstance(listed, list):
        for number, entry in enumerate(listed[:MOST]):
            if isinstance(entry, str):
                yield f"permissions.{name}[{number}]", entry


def _of_path(place: str, entry: str) -> Iterator[Problem]:
    said = {"value": shown(entry)}
    first, *parts = entry.split("/")
    if ".." in re.split(r"[/\\]", entry):
        yield Problem(place, "pack_fs_dots", said)
    elif first != HOME or not parts:
        yield Problem(place, "pack_fs_outside", said)
    elif not _PART.fullmatch(parts[0]):
        # Also `<MINGDAO_HOME>/**` and `c*`: what such a place holds is not the pack's alone.
        yield Problem(place, "pack_fs_whole" if "*" in parts[0] else "pack_fs_shape", said)
    elif is_own_name(parts[0]):
        yield Problem(place, "pack_fs_own", said)
    elif not all(_PART.fullmatch(part) for part in parts[1:-1]) or not (
        parts[-1] == BELOW or _PART.fullmatch(parts[-1])
    ):
        yield Problem(place, "pack_fs_shape", said)


def _of_host(place: str, entry: str) -> Iterator[Problem]:
    said = {"value": shown(entry)}
    host = entry.partition(":")[0]
    if host in {"*", "*.*"} or (host.startswith("*.") and host.count(".") < _TOP_OF_HOST):
        yield Problem(place, "pack_net_any", said)
    elif not _HOST.fullmatch(entry):
        yield Problem(place, "pack_net_shape", said)


def _of_variable(place: str, entry: str, pack: str) -> Iterator[Problem]:
    said = {"value": shown(entry)}
    own = f"{pack.upper().replace('-', '_')}_API_KEY"
    if not _VARIABLE.fullmatch(entry):
        yield Problem(place, "pack_env_shape", said)
    elif entry.startswith("MINGDAO_"):
        yield Problem(place, "pack_env_own", said)
    elif entry in key_of().values() or (entry.endswith("_API_KEY") and entry != own):
        yield Problem(place, "pack_env_key", {**said, "own": own})
