"""The one line of JSON a measurement becomes, with what must hold in it."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

Line: TypeAlias = dict[str, object]

COUNTED = ("lost", "corrupt", "unopenable", "undetected", "canary_hits")
"""What must be 0 wherever it is counted. A line has those that its measurement counts."""


@dataclass
class Tally:
    """One measurement under way. `counts` are the things that went wrong; `more` is told beside them."""

    name: str
    counts: dict[str, int]
    n: int = 0
    more: dict[str, object] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, name: str, *counted: str) -> "Tally":
        """A measurement that counts these of `COUNTED`."""
        return cls(name, dict.fromkeys(counted, 0))

    def add(self, what: str, place: str = "", count: int = 1) -> None:
        """Something went wrong; `place` says with what, on stderr."""
        self.counts[what] += count
        if count:
            print(f"{self.name}: {what} {place}", file=sys.stderr, flush=True)

    def require(self, holds: object, what: str) -> None:
        """Something else that must hold, or the measurement proves nothing."""
        if not holds:
            self.failures.append(what)

    def line(self) -> Line:
        """As it is printed."""
        return {
            "name": self.name,
            "n": self.n,
            "seconds": round(time.monotonic() - self.began, 1),
            **self.counts,
            **self.more,
            "limits": dict.fromkeys(self.counts, 0),
            "failures": self.failures,
            "ok": not any(self.counts.values()) and not self.failures and self.n > 0,
        }


def skipped(name: str, why: str) -> Line:
    """A measurement that this machine does not allow. It passes for nothing."""
    return {"name": name, "n": 0, "seconds": 0, "skipped": why, "ok": None}


@contextmanager
def progress(what: str) -> Iterator[None]:
    """Say on stderr what is under way and how long it took."""
    print(f"{what} …", end=" ", file=sys.stderr, flush=True)
    began = time.monotonic()
    yield
    print(f"{time.monotonic() - began:.1f} s", file=sys.stderr, flush=True)
