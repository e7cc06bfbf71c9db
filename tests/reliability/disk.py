"""A disk that keeps only what it was told to keep: files as they may stand after the power went at a moment of a record.

What was written to a file is safe once the file was synced. What was not may be lost, kept, kept in part, or torn between sectors of 512
bytes; each write may fare differently. Names (made, renamed, removed) are safe in their order once their folder was synced; a file that
is synced keeps its own name. A disk that lies about having synced is not modelled.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from tests.reliability.strace import Call

SECTOR = 512


class Fate(StrEnum):
    """What becomes of what was not synced."""

    LOST = "lost"
    KEPT = "kept"
    IN_ORDER = "in order"
    """The first of it, up to some moment."""
    SUBSET = "subset"
    TORN = "torn"


@dataclass
class _File:
    safe: bytearray
    now: bytearray
    pending: list[Call] = field(default_factory=list)
    at: int = 0


@dataclass(frozen=True, slots=True)
class _Named:
    """One change of names: a file got its first, a second one, or lost it."""

    name: str
    file: int
    old: str = ""
    is_gone: bool = False


class Disk:
    """The files of one folder, from what was there when the record begins."""

    def __init__(self, folder: Path, before: Mapping[str, bytes]) -> None:
        self._folder = str(folder)
        self._files = [_File(bytearray(raw), bytearray(raw)) for raw in before.values()]
        self._names = {name: number for number, name in enumerate(before)}
        self._safe_names = dict(self._names)
        self._pending_names: list[_Named] = []

    def hear(self, call: Call) -> None:
        """One call after the other."""
        if call.path == self._folder and call.name == "sync":
            self._settle_names(len(self._pending_names))
        name = self._inside(call.path)
        number = self._names.get(name)
        if call.name == "open" and name:
            self._open(name, call.flags)
        elif number is None:
            return
        elif call.name == "sync":
            self._sync(number)
        elif call.name == "rename":
            self._name(_Named(self._inside(call.to), number, old=name))
        elif call.name == "unlink":
            self._name(_Named(name, number, is_gone=True))
        else:
            self._change(self._files[number], call)

    def after(self, fate: Fate, chance: random.Random) -> dict[str, bytes]:
        """The files as they may stand if the power goes now."""
        total = len(self._pending_names)
        kept = {Fate.LOST: 0, Fate.KEPT: total}.get(fate, chance.randint(0, total))
        names = dict(self._safe_names)
        for change in self._pending_names[:kept]:
            _rename(names, change)
        return {name: bytes(_left(self._files[number], fate, chance)) for name, number in names.items()}

    def _inside(self, path: str) -> str:
        """The name of a file of the folder; empty for any other, and for what is made anew at each start."""
        parent, _, name = path.rpartition("/")
        return name if parent == self._folder and not name.endswith(("-shm", ".lock", ".log")) else ""

    def _open(self, name: str, flags: str) -> None:
        if name not in self._names:
            self._files.append(_File(bytearray(), bytearray()))
            self._name(_Named(name, len(self._files) - 1))
        file = self._files[self._names[name]]
        if "O_TRUNC" in flags and file.now:
            self._change(file, Call("truncate", name))
        file.at = len(file.now) if "O_APPEND" in flags else 0

    def _change(self, file: _File, call: Call) -> None:
        if call.name == "write" and call.offset < 0:
            call = Call("write", call.path, call.data, file.at)
            file.at += len(call.data)
        _apply(file.now, call)
        file.pending.append(call)

    def _sync(self, number: int) -> None:
        file = self._files[number]
        file.safe, file.pending = bytearray(file.now), []
        # A file that is synced is there under its first name; what came before in the folder is there with it.
        made = [
            place
            for place, change in enumerate(self._pending_names)
            if change.file == number and not change.old
        ]
        if made:
            self._settle_names(made[0] + 1)

    def _name(self, change: _Named) -> None:
        _rename(self._names, change)
        self._pending_names.append(change)

    def _settle_names(self, count: int) -> None:
        for change in self._pending_names[:count]:
            _rename(self._safe_names, change)
        del self._pending_names[:count]


def _rename(names: dict[str, int], change: _Named) -> None:
    names.pop(change.old, None)
    if change.is_gone:
        names.pop(change.name, None)
    elif change.name:
        names[change.name] = change.file


def _left(file: _File, fate: Fate, chance: random.Random) -> bytearray:
    left = bytearray(file.safe)
    if fate is Fate.LOST:
        return left
    pending = file.pending
    if fate is Fate.IN_ORDER:
        pending = pending[: chance.randint(0, len(pending))]
    for call in pending:
        if fate is Fate.SUBSET and chance.random() < 0.5:
            continue
        if fate is Fate.TORN and call.name == "write":
            for start in range(0, len(call.data), SECTOR):
                if chance.random() < 0.5:
                    _write(left, call.offset + start, call.data[start : start + SECTOR])
        else:
            _apply(left, call)
    return left


def _apply(raw: bytearray, call: Call) -> None:
    match call.name:
        case "write":
            _write(raw, call.offset, call.data)
        case "truncate":
            del raw[call.offset :]
            raw.extend(bytes(call.offset - len(raw)))
        case _:
            raw.extend(bytes(max(0, call.offset - len(raw))))


def _write(raw: bytearray, offset: int, data: bytes) -> None:
    if len(raw) < offset:
        raw.extend(bytes(offset - len(raw)))
    raw[offset : offset + len(data)] = data
