"""The power goes at a random moment while visits are saved: every one that was acknowledged is there, and the store opens.

The writer is the program itself, traced; the disk of each state is put together from the record (`tests.reliability.disk`). The same
is done with a store that does not sync each commit (synchronous=NORMAL): if no loss were found there, nothing would be proved.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from tests.fakes.clinic import Clinic
from tests.reliability import strace
from tests.reliability.disk import Disk, Fate
from tests.reliability.ground import Ground, state_of
from tests.reliability.line import Line, Tally, skipped
from tests.reliability.strace import Call, calls
from tests.reliability.work import ACKNOWLEDGED

OTHERS = {"open": 0.25, "rotate": 0.15}
"""Their share of the states; the short form saves only."""
VISITS = {"save": 30, "open": 6, "rotate": 3}
UNSYNCED = 0.15
"""States of the store that does not sync, for each of the others: enough to lose something."""


@dataclass(frozen=True)
class Record:
    """What was there before, every call, and after which of them a visit was acknowledged."""

    clinic: Clinic
    before: dict[str, bytes]
    calls: list[Call] = field(default_factory=list)
    acknowledged: list[tuple[int, int]] = field(default_factory=list)


def bench(ground: Ground) -> Iterator[Line]:
    """With the program's own setting, then with the weaker one."""
    why = strace.missing()
    if why:
        yield skipped("power.full_sync", why)
        yield skipped("power.proof", why)
        return
    tally = Tally.of("power.full_sync", "lost", "corrupt", "unopenable")
    _cut(ground, tally, recorded(ground, "save", "FULL"), round(ground.sizes.cuts * 0.6))
    yield tally.line()
    for kind, share in OTHERS.items() if ground.sizes.large else ():
        tally = Tally.of(f"power.{kind}", "lost", "corrupt", "unopenable")
        _cut(ground, tally, recorded(ground, kind, "FULL"), round(ground.sizes.cuts * share))
        yield tally.line()
    yield _proof(ground)


def _proof(ground: Ground) -> Line:
    """The losses of a store that does not sync each commit are counted, and there must be some."""
    weaker = Tally.of("power.normal_sync", "lost", "corrupt", "unopenable")
    _cut(
        ground, weaker, recorded(ground, "save", "NORMAL"), round(ground.sizes.cuts * UNSYNCED), is_quiet=True
    )
    tally = Tally("power.proof", {}, n=weaker.n, began=weaker.began)
    tally.require(weaker.counts["lost"], "no loss under synchronous=NORMAL: this proves nothing")
    tally.more = {"lost_under_normal": weaker.counts["lost"], "synchronous": "NORMAL"}
    return tally.line()


def recorded(ground: Ground, kind: str, synchronous: str) -> Record:
    """One kind of work under strace."""
    visits = VISITS[kind]
    clinic = ground.clinic(visits=1)
    file = clinic.home.folder.parent / "record"
    before = {path.name: path.read_bytes() for path in clinic.home.folder.iterdir() if path.suffix != ".lock"}
    options = ["-y", "-xx", "-s", str(strace.LONGEST), "-e", f"trace={strace.RECORDED}", "-o", str(file)]
    ended = strace.traced(options, [kind, str(clinic.home.folder), str(visits), synchronous], clinic)
    if ended.code or ended.said[-1:] != ("done",):
        raise RuntimeError(f"The writer ended with {ended.code}: {ended.said} {ended.err[-500:]}")
    record = Record(clinic, before)
    told = ACKNOWLEDGED.encode()
    for call in calls(file):
        if call.name == "write" and call.data.startswith(told):
            record.acknowledged.append((len(record.calls), int(call.data.removeprefix(told))))
        elif str(clinic.home.folder) in call.path:
            record.calls.append(call)
    if len(record.acknowledged) != visits:
        raise RuntimeError(f"{len(record.acknowledged)} of {visits} acknowledgements are in the record")
    return record


def _cut(ground: Ground, tally: Tally, record: Record, cuts: int, *, is_quiet: bool = False) -> None:
    """Judge so many states."""
    moments = sorted(ground.chance.randint(1, len(record.calls)) for _ in range(cuts))
    disk, heard = Disk(record.clinic.home.folder, record.before), 0
    for moment, fate in zip(moments, cycle(Fate), strict=False):
        for call in record.calls[heard:moment]:
            disk.hear(call)
        heard = moment
        acknowledged = {number for place, number in record.acknowledged if place <= moment}
        clinic = _written(ground, record.clinic, disk.after(fate, ground.chance))
        state = state_of(clinic)
        tally.n += 1
        lost = len(acknowledged - set(state.visits)) if state.is_open else 0
        place = "" if is_quiet else f"{fate} at call {moment}: {state}"
        if is_quiet:
            tally.counts["lost"] += lost
        else:
            tally.add("lost", place, lost)
            tally.add("unopenable", place, int(not state.is_open))
            tally.add("corrupt", place, int(state.is_corrupt))
        ground.drop(clinic)
    tally.more = {"calls": len(record.calls), "acknowledged": len(record.acknowledged)}


def _written(ground: Ground, like: Clinic, files: dict[str, bytes]) -> Clinic:
    folder: Path = ground.place(in_memory=True) / "clinic"
    folder.mkdir()
    for name, raw in files.items():
        (folder / name).write_bytes(raw)
    clinic = Clinic(type(like.home)(folder), type(like.vault)(like.vault.secrets), like.recovery)
    shutil.copymode(like.home.folder, folder)
    return clinic
