"""The head of the trail as one line that fits on paper: number, time, the first sixteen digits of its seal (spec/security.md §2.6 d).

Paper cannot be changed with the file. Copied once a week, it shows later whether the trail was made anew, even by somebody with the key.
"""

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime, tzinfo
from enum import StrEnum

from core.base.clock import from_stored
from core.base.errors import UserError
from core.base.ports import Head

DIGITS = 16
GROUP = 4

SLIP = 4
"""Digits that a hand gets wrong. Two seals that are not the same differ in fifteen of the sixteen, give or take one."""

# The digits begin a word of their own, so that one too few does not take the minutes before them for its first.
_SHAPE = re.compile(
    r"#?\s*(?P<seq>[0-9]{1,18})\b.*?(?<![0-9A-F:-])(?P<seal>[0-9A-F](?:[\s-]*[0-9A-F]){15})\Z", re.DOTALL
)


class Agreement(StrEnum):
    """How a paper line and the trail agree."""

    HOLDS = "holds"
    SLIP = "slip"
    """Few digits differ: one was misread or mistyped."""
    DIFFERS = "differs"
    GONE = "gone"
    """The trail has no row of that number."""


@dataclass(frozen=True, slots=True)
class OnPaper:
    """A line from paper held against the trail: the number of its row, and when that was written, None where there is none."""

    agreement: Agreement
    seq: int
    at: datetime | None


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A line. `seal` are its digits in capitals."""

    seq: int
    seal: str

    def agreement(self, mac: bytes | None) -> Agreement:
        """Whether the row of this number has that seal; None where there is no such row."""
        if mac is None:
            return Agreement.GONE
        wrong = sum(one != other for one, other in zip(self.seal, _seal(mac), strict=True))
        if wrong == 0:
            return Agreement.HOLDS
        return Agreement.SLIP if wrong <= SLIP else Agreement.DIFFERS


def line_of(head: Head, zone: tzinfo) -> str:
    """The head as a line: `#1284 2026-11-30 09:12 A1B2-C3D4-E5F6-0718`."""
    seal = _seal(head.mac)
    groups = "-".join(seal[place : place + GROUP] for place in range(0, DIGITS, GROUP))
    return f"#{head.seq} {from_stored(head.at, zone):%Y-%m-%d %H:%M} {groups}"


def read_line(typed: str) -> PaperLine:
    """A line as somebody types it from paper: width, case, hyphens and the time do not matter. Raises `UserError` bad_paper_line."""
    # A zero and the letter O are one on paper; there is no O among the digits.
    plain = unicodedata.normalize("NFKC", typed).strip().upper().replace("O", "0")
    found = _SHAPE.match(plain)
    if found is None or not int(found["seq"]):
        raise UserError("bad_paper_line", value=typed)
    return PaperLine(int(found["seq"]), re.sub(r"[\s-]", "", found["seal"]))


def _seal(mac: bytes) -> str:
    return mac.hex()[:DIGITS].upper()
