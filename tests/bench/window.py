"""The window, in processes of its own: first paint, a letter typed until its answer is painted, a long record opened, a save shown.

The probe is `tests.bench.window_probe`; this starts it, gathers what it prints, and holds it against limits and rivals.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic_ns

import core
from tests.bench.ground import PASSPHRASE, Ground
from tests.bench.measure import Limit, Line, Times, gathered, line, progress
from tests.bench.save import registered

PROBE, RIVAL = "tests.bench.window_probe", "tests.bench.window_rival"
LONGEST_S = 300
SYMPTOMS = 10
FIRST_PAINT = Limit(1000)
TYPED = Limit(100)
"""Beyond the pause the window waits for the next letter. What is felt as at once."""
OPENED = Limit(300)
SAVED = Limit(300)
GROWTH_MB = 40
"""What 200 scrolls through everybody may add."""


def bench(ground: Ground) -> Iterator[Line]:
    """First paint of an empty clinic; everything else in the large one."""
    yield from _first_paint(ground)
    yield from _work(ground)


def _first_paint(ground: Ground) -> Iterator[Line]:
    """From the start of the process. The rival is a window without anything in it; cold is without the files in memory."""
    clinic = ground.clinic()

    def paints(command: Sequence[object], before: Callable[[], None]) -> Times:
        took = []
        for _ in range(ground.sizes.starts):
            before()
            took.append(float(str(_run(*command)[0]["ms"])))
        return gathered(took)

    with progress("first paints"):
        ours, empty = (PROBE, "paint", clinic.home.folder), (RIVAL,)
        _run(*empty)
        _run(*ours)
        rival = ("an empty window", paints(empty, _nothing))
        yield line("window.first_paint.warm", paints(ours, _nothing), rival=rival, limit=FIRST_PAINT)
        rival = ("an empty window", paints(empty, _forget_files))
        yield line("window.first_paint.cold", paints(ours, _forget_files), rival=rival)


def _work(ground: Ground) -> Iterator[Line]:
    large = ground.large
    with large.clinic.open() as kernel:
        long = registered(kernel, "甄长史", ground.sizes.history, SYMPTOMS)
        short = registered(kernel, "甄短史", 1, SYMPTOMS)
    with progress("working in the window"):
        told = _run(PROBE, "work", large.clinic.home.folder, long, short, str(ground.sizes.repeats))
    by_name = {str(one["what"]): one for one in told}
    patients = len(large.people)
    for what in ("patients", "find"):
        took = _times(by_name[f"typed.{what}"])
        yield line(
            f"window.typed.{what}",
            took,
            limit=TYPED,
            beyond_pause_ms=by_name["pause"]["ms"],
            patients=patients,
        )
    yield line("window.opened", _times(by_name["opened"]), limit=OPENED, visits=ground.sizes.history)
    yield line("window.saved", _times(by_name["saved"]), limit=SAVED, symptoms=SYMPTOMS)
    scrolled = by_name["scrolled"]
    grown = float(str(scrolled["after_mb"])) - float(str(scrolled["before_mb"]))
    yield {
        "bench": "window.scrolled",
        **{name: scrolled[name] for name in ("n", "before_mb", "after_mb")},
        "limit_mb": GROWTH_MB,
        "ok": grown < GROWTH_MB,
    }


def _times(one: Mapping[str, object]) -> Times:
    each = one["each_ms"]
    if not isinstance(each, list):
        raise TypeError(each)
    return gathered(float(ms) for ms in each)


def _run(*command: object) -> Sequence[Line]:
    surroundings = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "MINGDAO_BENCH_STARTED": str(monotonic_ns()),
        "MINGDAO_BENCH_PASSPHRASE": PASSPHRASE,
    }
    words = [sys.executable, "-m", *map(str, command)]
    done = subprocess.run(
        words, env=surroundings, capture_output=True, text=True, check=False, timeout=LONGEST_S
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return [json.loads(one) for one in done.stdout.splitlines()]


def _nothing() -> None:
    """Warm: the files stay where they are."""


def _forget_files() -> None:
    """Ask the system to drop the program's files from memory, as after a start of the machine."""
    tree = Path(core.__file__).parents[1]
    folders = [tree / name for name in ("core", "desktop", "packs", "resources")]
    folders.append(Path(sys.prefix) / "lib")
    for folder in folders:
        for file in folder.rglob("*"):
            if file.is_file() and not file.is_symlink():
                _forget(file)


def _forget(file: Path) -> None:
    handle = os.open(file, os.O_RDONLY)
    try:
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(handle)
