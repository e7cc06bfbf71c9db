"""Durations and the one line of JSON a measurement becomes."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import TypeAlias

Line: TypeAlias = dict[str, object]
"""One measurement as printed. `ok` is there when it has a limit."""


@dataclass(frozen=True)
class Times:
    """How long something took, each time it was done, in milliseconds and in order of length."""

    each: tuple[float, ...]

    def share(self, share: float) -> float:
        """The duration that this share of all does not exceed."""
        return round(self.each[min(int(len(self.each) * share), len(self.each) - 1)], 3)

    @property
    def p50(self) -> float:
        return self.share(0.50)

    @property
    def p95(self) -> float:
        return self.share(0.95)


@dataclass(frozen=True)
class Limit:
    """What a percentile must stay below."""

    ms: float
    of: str = "p95_ms"


def gathered(milliseconds: Iterable[float]) -> Times:
    """Durations as `Times`."""
    return Times(tuple(sorted(milliseconds)))


def timed(work: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """How long a call takes, in milliseconds: of time, or of what another clock counts, as `time.process_time`."""
    start = clock()
    work()
    return (clock() - start) * 1000


def line(
    bench: str,
    times: Times,
    *,
    rival: tuple[str, Times] | None = None,
    limit: Limit | None = None,
    **more: object,
) -> Line:
    """One measurement, beside a rival's and against its limit when there are such. The ratio is that of the medians."""
    written: Line = {
        "bench": bench,
        "n": len(times.each),
        "p50_ms": times.p50,
        "p95_ms": times.p95,
        "max_ms": times.share(1),
    }
    if rival is not None:
        name, other = rival
        written["rival"] = {"name": name, "p50_ms": other.p50, "p95_ms": other.p95}
        written["ratio"] = round(times.p50 / other.p50, 2) if other.p50 else None
    if limit is not None:
        reached = times.p50 if limit.of == "p50_ms" else times.p95
        written |= {"limit_ms": limit.ms, "limit_of": limit.of, "ok": reached < limit.ms}
    return written | more


@contextmanager
def progress(what: str) -> Iterator[None]:
    """Say on stderr what is under way and how long it took."""
    print(f"{what} …", end=" ", file=sys.stderr, flush=True)
    start = perf_counter()
    yield
    print(f"{perf_counter() - start:.1f} s", file=sys.stderr, flush=True)
