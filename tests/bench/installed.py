"""What a clinic gets: the size of each file that is given away, how long it takes to install, until the window is on the screen, in what memory.

Of what lies in `dist`: `make installer` builds it. Where it does not, the window is that of the folder of `make frozen`, and without that
a line says that there is nothing to measure. The peer's installers take 76 to 104 MB.
"""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.installation.inspection import inspect, own_key
from tests.bench.ground import Ground
from tests.bench.measure import Limit, Line, gathered, line, progress, timed

DIST = Path(__file__).resolve().parents[2] / "dist"
PEER_MB = (76, 104)
INSTALLED = Limit(300_000)
"""Five minutes, in which a clinic should be at work."""
LONGEST_S = 60
SETTLED_S = 3
SEEN = 5_000
"""Pixels that must differ from an empty screen: more than a pointer or a line."""


def bench(ground: Ground) -> Iterator[Line]:
    """Sizes, then the .run installed for a user that does not exist otherwise, then its window on a screen in memory."""
    for file in sorted(DIST.glob("mingdao-clinic_*")):
        if file.suffix in {".deb", ".run", ".exe"}:
            size = round(file.stat().st_size / 1e6, 1)
            yield {"bench": "installed.size", "file": file.name, "mb": size, "peer_mb": PEER_MB}
    packed = max(DIST.glob("mingdao-clinic_*.run"), key=lambda file: file.stat().st_mtime, default=None)
    program = DIST / "mingdao-clinic" / "mingdao-clinic"
    home = ground.folder / "installed"
    home.mkdir()
    surroundings = {"HOME": str(home), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    if packed is not None:
        with progress("installing"):
            took = timed(
                lambda: subprocess.run(["sh", packed], env=surroundings, capture_output=True, check=True)
            )
        yield line("installed.install", gathered([took]), limit=INSTALLED, file=packed.name)
        program = home / ".local" / "bin" / "mingdao-clinic"
    if not program.exists():
        yield {"bench": "installed", "left_out": "nothing is built: make installer"}
        return
    yield from _checks(program.resolve().parent, ground)
    if not shutil.which("Xvfb"):
        yield {"bench": "installed.first_paint", "left_out": "there is no Xvfb here"}
        return
    with progress("starting what was built"):
        starts = [started(program, surroundings, ground.folder) for _ in range(ground.sizes.starts)]
    yield line("installed.first_paint", gathered(ms for ms, _ in starts))
    yield {"bench": "installed.memory", "n": len(starts), "mb": max(mb for _, mb in starts)}


def _checks(folder: Path, ground: Ground) -> Iterator[Line]:
    """The look at every file that goes on while the window is loaded, alone. The rival only reads them."""
    files = [file for file in folder.rglob("*") if file.is_file()]

    def read() -> None:
        for file in files:
            file.read_bytes()

    looks = gathered(timed(lambda: inspect(folder, own_key(folder))) for _ in range(ground.sizes.starts))
    rival = ("reading them", gathered(timed(read) for _ in range(ground.sizes.starts)))
    yield line("installed.start_check", looks, rival=rival, files=len(files))


def started(program: Path, surroundings: dict[str, str], folder: Path) -> tuple[float, float]:
    """Milliseconds from the start until the window is on the screen, and the memory of its process a moment later."""
    with _screen(folder) as (display, picture):
        empty = picture.read_bytes()
        command = [str(program), "--portable", str(folder / "nobody")]
        began = time.perf_counter()
        with subprocess.Popen(
            command,
            env=surroundings | {"DISPLAY": display},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as window:
            try:
                while _differing(picture.read_bytes(), empty) < SEEN:
                    if time.perf_counter() - began > LONGEST_S or window.poll() is not None:
                        raise RuntimeError("no window came")
                    time.sleep(0.005)
                took = (time.perf_counter() - began) * 1000
                time.sleep(SETTLED_S)
                status = Path(f"/proc/{window.pid}/status").read_text(encoding="utf-8")
            finally:
                window.kill()
    found = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
    return took, round(int(found[1]) / 1000, 1) if found else 0.0


def _differing(one: bytes, other: bytes) -> int:
    """About how many pixels of four bytes differ; every 16th is looked at."""
    return 16 * sum(a != b for a, b in zip(one[::64], other[::64], strict=True))


@contextmanager
def _screen(folder: Path) -> Iterator[tuple[str, Path]]:
    """A display whose picture is a file."""
    ours, theirs = os.pipe()
    size = ("-screen", "0", "1366x768x24", "-nolisten", "tcp", "-fbdir", str(folder))
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(theirs), *size], pass_fds=[theirs], stderr=subprocess.DEVNULL
    ) as server:
        os.close(theirs)
        try:
            with os.fdopen(ours) as told:
                yield f":{told.readline().strip()}", folder / "Xvfb_screen0"
        finally:
            server.terminate()
