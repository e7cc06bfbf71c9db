"""The disk is full at every point of a piece of work: what was there stays as it was, the person is told, and the program goes on.

Two roads. The calls that write are made to fail one after the other, from the n-th on, for every n (strace). And a small disk in memory
is really filled up, where such a one may be mounted: drafts can still be kept, things deleted, and once there is room all is well again.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from core.settings.load import load_settings
from core.store.backup.file import SUFFIX, BackupFile
from tests.fakes.clinic import Clinic
from tests.reliability import strace
from tests.reliability.ground import ROOT, Ground, secrets_line, state_of
from tests.reliability.line import Line, Tally, skipped
from tests.reliability.work import ACKNOWLEDGED, WORK

WRITES = "write,pwrite64,ftruncate,fallocate"
KINDS = {"one_save": 200, "settings": 25, "one_backup": 25, "one_restore": 25, "one_rotation": 25}
"""So many of the writes of each kind of work are made to fail at the most, spread over all of them: every one of a save."""
SHORTLY = ("one_save",)


def bench(ground: Ground) -> Iterator[Line]:
    """Each kind of work, then the small disk."""
    why = strace.missing()
    for kind in KINDS if ground.sizes.large else SHORTLY:
        yield skipped(f"full.{kind}", why) if why else _failing(ground, kind)
    if not may_mount():
        yield skipped("full.small_disk", "needs the right to mount a small disk in memory (unshare -rm)")
    else:
        yield _small_disk(ground)


def _failing(ground: Ground, kind: str) -> Line:
    tally = Tally.of(f"full.{kind}", "lost", "corrupt", "unopenable")
    before = ground.clinic(visits=2)
    prepare = WORK[kind].prepare
    if prepare:
        prepare(before)
    points, refused = _points(ground, tally, before, kind), 0

    def run(point: int) -> tuple[Clinic, strace.Traced]:
        clinic = ground.copy(before, in_memory=True)
        options = [
            "-o",
            os.devnull,
            "-e",
            f"trace={WRITES}",
            "-e",
            f"inject={WRITES}:error=ENOSPC:when={point}+",
        ]
        return clinic, strace.traced(options, [kind, str(clinic.home.folder)], clinic)

    with ThreadPoolExecutor(os.cpu_count() or 1) as side_by_side:
        ends = side_by_side.map(run, points)
        for point, (clinic, ended) in zip(points, ends, strict=True):
            refused += _judged(tally, point, clinic, ended)
            ground.drop(clinic)
    tally.require(refused, "the full disk was never noticed")
    return tally.line()


def _judged(tally: Tally, point: int, clinic: Clinic, ended: strace.Traced) -> bool:
    """Whether the work was refused. It ends in words, and what was there is there."""
    end = ended.said[-1] if ended.said else ""
    told = f"at write {point} it ended with {end!r} {ended.err[-300:]}"
    tally.require((end == "done" or end.startswith("refused ")) and not ended.err, told)
    kept = {int(line.removeprefix(ACKNOWLEDGED)) for line in ended.said if line.startswith(ACKNOWLEDGED)}
    state = state_of(clinic)
    place = f"at write {point}: {state}"
    tally.add("unopenable", place, int(not state.is_open))
    tally.add("lost", place, len(({1, 2} | kept) - set(state.visits)) if state.is_open else 0)
    tally.add("corrupt", place, int(state.is_corrupt or not _is_whole(clinic)))
    tally.n += 1
    return end != "done"


def _points(ground: Ground, tally: Tally, before: Clinic, kind: str) -> range:
    """Which of the writes are made to fail, from each on. strace counts them thread by thread."""
    trial = ground.copy(before)
    counted = trial.home.folder.parent / "counted"
    options = ["-o", str(counted), "-e", f"trace={WRITES}"]
    whole = strace.traced(options, [kind, str(trial.home.folder)], trial)
    threads = Counter(line.split()[0] for line in counted.read_text().splitlines() if "resumed" not in line)
    most = max(threads.values(), default=0)
    tally.require(whole.said[-1:] == ("done",) and most > 3, f"the work itself does not end well: {whole}")
    tally.more["writes"] = most
    return range(1, most + 1, max(1, most // (ground.sizes.full_steps or KINDS[kind])))


def _is_whole(clinic: Clinic) -> bool:
    """The old options or the new ones, never a part; no backup that is none."""
    raw = clinic.home.settings.read_bytes() if clinic.home.settings.exists() else b""
    load_settings(clinic.home.settings)
    for path in (clinic.home.folder.parent / "backups").glob(f"*{SUFFIX}"):
        BackupFile.read(path)
    return raw == b"" or "clinic_name" not in raw.decode() or "另一个诊所" in raw.decode()


@cache
def may_mount() -> bool:
    """Whether a small disk can be had."""
    command = ["unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=1m tmpfs /mnt"]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _small_disk(ground: Ground) -> Line:
    tally = Tally.of("full.small_disk", "lost", "corrupt", "unopenable")
    clinic = ground.clinic(visits=1)
    disk = ground.place()
    # A root of this name space only: it may mount there, and what it mounts goes with the process.
    script = 'mount -t tmpfs -o size=64m tmpfs "$1" && shift && exec "$@"'
    work = [sys.executable, "-m", "tests.reliability.small_disk", str(clinic.home.folder), str(disk)]
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, "sh", str(disk), *work],
        cwd=ROOT, input=secrets_line(clinic), capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = json.loads(done.stdout) if done.returncode == 0 else {}
    tally.require(done.returncode == 0, done.stderr[-500:])
    for what in ("lost", "corrupt", "unopenable"):
        tally.add(what, "", int(told.get(what, 0)))
    for what in ("said", "draft_kept", "deleted", "reserve_back", "went_on"):
        tally.require(told.get(what), f"not shown on the small disk: {what}")
    tally.n = int(told.get("saves", 0))
    tally.more = {"saves": tally.n}
    return tally.line()
