"""`make bench-reliability`: what a crash, a power cut, a full or a lying disk does to a clinic, as JSON lines on stdout.

Exit code 1 when anything was lost, corrupt, unopenable, undetected or found in clear, or when a measurement proved nothing.

python -m tests.reliability [--short] [--only NAME …]
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

from core.store import reserve
from tests.reliability.ground import FULL, SHORT, Ground
from tests.reliability.line import COUNTED, Line, progress

BENCHES = ("kills", "power", "full", "damage", "starts", "clocks", "canary", "scale")


def main() -> int:
    """Run the measurements that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.reliability", description="Breaks clinics.")
    parser.add_argument("--short", action="store_true", help="little of each: a part of the tests")
    parser.add_argument("--only", choices=BENCHES, nargs="+", help="some of them")
    asked = parser.parse_args()
    lines: list[Line] = []
    # What is opened in this process to be looked at holds no 16 MiB back each time; the processes that work do.
    reserve.SIZE = 64 * 1024
    with ExitStack() as closing:
        folder = Path(closing.enter_context(_folder(None)))
        memory = Path(closing.enter_context(_folder("/dev/shm"))) if Path("/dev/shm").is_dir() else None
        ground = Ground(folder, SHORT if asked.short else FULL, memory)
        for one in _lines(ground, asked.only or BENCHES):
            print(json.dumps(one, ensure_ascii=False), flush=True)
            lines.append(one)
    total = _total(lines)
    print(json.dumps(total, ensure_ascii=False), flush=True)
    return 0 if total["ok"] else 1


def _folder(where: str | None) -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="mingdao-reliability-", dir=where, ignore_cleanup_errors=True)


def _lines(ground: Ground, names: Iterable[str]) -> Iterator[Line]:
    yield {
        "name": "machine",
        "cpus": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.platform(terse=True),
    }
    for name in names:
        bench: Callable[[Ground], Iterator[Line]] = import_module(f"tests.reliability.{name}").bench
        with progress(name):
            yield from bench(ground)


def _total(lines: Iterable[Mapping[str, object]]) -> Line:
    """Of everything that was measured. What was skipped is named and passes for nothing."""
    measured = [one for one in lines if "ok" in one]
    counted = {what: sum(int(str(one.get(what, 0))) for one in measured) for what in COUNTED}
    failed = [one["name"] for one in measured if one["ok"] is False]
    return {
        "name": "total",
        "n": sum(int(str(one["n"])) for one in measured),
        "seconds": round(sum(float(str(one["seconds"])) for one in measured), 1),
        **counted,
        "limits": dict.fromkeys(COUNTED, 0),
        "skipped": [one["name"] for one in measured if one["ok"] is None],
        "failed": failed,
        "ok": not failed and any(one["ok"] for one in measured),
    }


if __name__ == "__main__":
    sys.exit(main())
