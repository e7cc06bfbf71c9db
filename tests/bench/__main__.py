"""`make bench`: measurements as JSON lines on stdout, progress on stderr. Exit code 1 when a limit is missed.

python -m tests.bench [--quick] [--only NAME]
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from tests.bench import (
    audit,
    commit,
    compare,
    constraints,
    costs,
    deid,
    installed,
    lock,
    narrative,
    opening,
    road,
    save,
    search,
    start,
    verify,
    window,
    worker,
)
from tests.bench.ground import FULL, QUICK, Ground
from tests.bench.measure import Line

BENCHES: Mapping[str, Callable[[Ground], Iterator[Line]]] = {
    "start": start.bench,
    "open": opening.bench,
    "commit": commit.bench,
    "audit": audit.bench,
    "search": search.bench,
    "save": save.bench,
    "compare": compare.bench,
    "constraints": constraints.bench,
    "costs": costs.bench,
    "deid": deid.bench,
    "road": road.bench,
    "verify": verify.bench,
    "narrative": narrative.bench,
    "window": window.bench,
    "lock": lock.bench,
    "worker": worker.bench,
    "installed": installed.bench,
}


def main() -> int:
    """Run the benches that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measures the program.")
    parser.add_argument("--quick", action="store_true", help="small sizes: does it run at all?")
    parser.add_argument("--only", choices=BENCHES, help="one bench")
    asked = parser.parse_args()
    kept = True
    with tempfile.TemporaryDirectory(prefix="mingdao-bench-") as folder, ExitStack() as closing:
        ground = Ground(Path(folder), QUICK if asked.quick else FULL, closing)
        for measured in _lines(ground, [asked.only] if asked.only else BENCHES):
            print(json.dumps(measured, ensure_ascii=False), flush=True)
            kept = kept and measured.get("ok") is not False
    return 0 if kept else 1


def _lines(ground: Ground, names: Iterable[str]) -> Iterator[Line]:
    """The machine, then the measurements. A busy machine spoils them, and the load says so."""
    yield {
        "bench": "machine",
        "cpus": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "python": platform.python_version(),
        "system": platform.platform(terse=True),
    }
    for name in names:
        yield from BENCHES[name](ground)


if __name__ == "__main__":
    sys.exit(main())
