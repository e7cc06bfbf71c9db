"""kill −9 of a process that works on a clinic, at a random moment: no visit that was acknowledged is lost, nothing is left half done.

Each process is forked off one that has everything loaded, so that a cycle takes its time in the work and not in starting Python.
"""

import multiprocessing
import os
import select
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from core.base.errors import ClinicError
from core.base.paths import Home
from core.store.soundness import examined
from core.store.store import Store
from tests.fakes.clinic import rows
from tests.reliability.ground import Ground, State, state_of
from tests.reliability.line import Line, Tally
from tests.reliability.work import ACKNOWLEDGED, OLD_KEY, WORK, done, old_store

KINDS = {
    "save": (0.4, 0.3),
    "open": (0.15, 0.5),
    "backup": (0.1, 1.0),
    "restore": (0.1, 1.5),
    "rotate": (0.1, 1.0),
}
"""Their share of the kills, and the latest moment of one after the last acknowledgement that was waited for."""
MOST_WAITED_FOR = 2
SAVING = {"save", "open", "backup", "rotate"}
RESTART_S = 3.0
PATIENCE_S = 30.0


@dataclass(frozen=True)
class Killed:
    """What a process had said when it was killed; `is_cut` when it had not come to its end."""

    said: tuple[str, ...]
    is_cut: bool

    @property
    def acknowledged(self) -> set[int]:
        return {int(line.removeprefix(ACKNOWLEDGED)) for line in self.said if line.startswith(ACKNOWLEDGED)}


def killed(kind: str, home: Home, secrets: dict[str, str], after_s: float, saves: int = 0) -> Killed:
    """Let one kind of work run for a while after it was begun and has acknowledged so many visits, then kill it."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.reliability.work"])
    mine, its = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(kind, home, secrets, its))
    process.start()
    its.close()
    heard = _heard(mine.fileno(), saves)
    time.sleep(after_s)
    process.kill()
    process.join()
    while chunk := os.read(mine.fileno(), 65536):
        heard += chunk
    mine.close()
    lines = tuple(heard.decode().split("\n")[:-1])
    return Killed(lines, "done" not in lines)


def _child(kind: str, home: Home, secrets: dict[str, str], pipe: Connection) -> None:
    done(kind, home, secrets, pipe.fileno())


def _heard(pipe: int, saves: int) -> bytes:
    heard = b""
    deadline = time.monotonic() + PATIENCE_S
    while b"begun\n" not in heard or heard.count(ACKNOWLEDGED.encode()) < saves:
        ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
        chunk = os.read(pipe, 65536) if ready else b""
        if not chunk:
            raise RuntimeError(f"The work did not come so far: {heard!r}")
        heard += chunk
    return heard


def bench(ground: Ground) -> Iterator[Line]:
    """Saving takes most of the kills; every other kind its share."""
    for kind, (share, most_s) in KINDS.items():
        yield _killed(ground, kind, max(2, round(ground.sizes.kills * share)), most_s)
    yield _migrations(ground, max(2, round(ground.sizes.kills * 0.15)))


def _killed(ground: Ground, kind: str, kills: int, most_s: float) -> Line:
    tally = Tally.of(f"kill.{kind}", "lost", "corrupt", "unopenable")
    clinic, acknowledged, restarts = ground.clinic(visits=2), {1, 2}, []
    prepare = WORK[kind].prepare
    if prepare:
        prepare(clinic)
    for _ in range(kills):
        saves = ground.chance.randint(0, MOST_WAITED_FOR) if kind in SAVING else 0
        after_s = ground.chance.uniform(0, most_s)
        ended = killed(kind, clinic.home, clinic.vault.secrets, after_s, saves)
        acknowledged |= ended.acknowledged
        began = time.monotonic()
        state = state_of(clinic)
        restarts.append(time.monotonic() - began)
        tally.n += 1
        _judge(tally, state, acknowledged)
    restarts.sort()
    enough = kind not in SAVING or 2 * len(acknowledged) >= kills
    tally.require(enough, "too little was acknowledged to lose any of it")
    tally.require(restarts[int(len(restarts) * 0.95)] <= RESTART_S, f"opening took more than {RESTART_S} s")
    tally.more |= {
        "acknowledged": len(acknowledged),
        "open_and_check_p95_s": round(restarts[int(len(restarts) * 0.95)], 2),
    }
    ground.drop(clinic)
    return tally.line()


def _judge(tally: Tally, state: State, acknowledged: set[int]) -> None:
    if not state.is_open:
        tally.add("unopenable", state.trouble)
        return
    tally.add("lost", str(state), len(acknowledged - set(state.visits)))
    if state.is_corrupt:
        tally.add("corrupt", str(state))


def _migrations(ground: Ground, kills: int) -> Line:
    """Killed on the way, opened again: the store is whole, up to date, and holds what it held."""
    tally = Tally.of("kill.migrate", "lost", "corrupt", "unopenable")
    cut = 0
    for _ in range(kills):
        place = ground.place()
        old_store(place / "clinic.db")
        ended = killed("migrate", Home(place), {}, ground.chance.uniform(0, 0.12))
        cut += ended.is_cut
        tally.n += 1
        try:
            _migrated(tally, place / "clinic.db")
        except ClinicError as error:
            tally.add("unopenable", error.code)
    tally.require(cut * 4 >= kills, f"only {cut} of {kills} were killed on the way")
    tally.more["cut"] = cut
    return tally.line()


def _migrated(tally: Tally, path: Path) -> None:
    store = Store(path, OLD_KEY)
    try:
        kept = [
            rows(store, f"SELECT count(*) FROM {table}")[0][0]
            for table in ("patients", "visits", "findings", "drafts")
        ]
        tally.add("lost", str(kept), int(kept != [2, 2, 2, 1]))
        tally.add("corrupt", str(path), int(not examined(store).is_sound))
    finally:
        store.close()
