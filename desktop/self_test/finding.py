"""What one check found. A check returns a few words about what it saw, or raises."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from core.base.errors import ClinicError


class Verdict(StrEnum):
    OK = "ok"
    FAILED = "FAILED"
    ABSENT = "absent"


class Faulty(Exception):
    """What is wrong, in one line."""


class Absent(Exception):
    """Something is not on this machine, and the program does without it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    name: str
    verdict: Verdict
    detail: str
    seconds: float


def carry_out(name: str, check: Callable[[], str]) -> Finding:
    """Run a check. Whatever it raises is its finding: the others are still wanted."""
    began = time.monotonic()
    verdict = Verdict.OK
    try:
        detail = check()
    except Absent as absent:
        verdict, detail = Verdict.ABSENT, str(absent)
    except Faulty as fault:
        verdict, detail = Verdict.FAILED, str(fault)
    except ClinicError as refusal:
        told = ", ".join(f"{key} {value}" for key, value in refusal.params.items())
        verdict, detail = Verdict.FAILED, f"{refusal.code} {told}"
    except Exception as error:  # noqa: BLE001 - an installation can be broken in ways nobody thought of
        verdict, detail = Verdict.FAILED, f"{type(error).__name__}: {error}"
    return Finding(name, verdict, " ".join(detail.split()), time.monotonic() - began)
