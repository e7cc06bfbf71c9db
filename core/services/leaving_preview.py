"""What would leave of a text for a model outside: exactly what the exit would make of it, without sending, keeping or telling anything.

For whoever may see the text itself. That a name is known to the clinic shows in it, so it is not for everybody.
"""

from dataclasses import dataclass

from core.base.ids import RecordNo
from core.base.messages import Messages
from core.base.rights import Right
from core.forms.layout import Line
from core.net.deid.deidentifier import Deidentifier
from core.net.deid.span import Kind, Layer
from core.services.at_work.desk import Desk
from core.services.identities import deidentifier
from core.services.visits.records import Records, line_words

__all__ = ["Kind", "Layer", "LeavingPreview", "Piece", "WouldLeave"]

LONGEST = 20_000
"""Signs that are looked at. A longer text is cut for looking at it, and says so."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text, in order. `written` is what was there, `leaves` what leaves in its place; the same where nothing was taken out.

    Of one that was taken out: what it is, which layer found it and by which rule.
    """

    written: str
    leaves: str
    kind: Kind | None = None
    layer: Layer | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class WouldLeave:
    """A text, piece by piece. `bytes` is what the policy would count; `is_cut` where only its beginning was looked at."""

    pieces: tuple[Piece, ...]
    is_cut: bool

    @property
    def leaves(self) -> str:
        return "".join(one.leaves for one in self.pieces)

    @property
    def bytes(self) -> int:
        return len(self.leaves.encode())

    @property
    def taken(self) -> tuple[Piece, ...]:
        """The pieces that were taken out."""
        return tuple(one for one in self.pieces if one.kind is not None)


class LeavingPreview:
    """Of the open clinic."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._people: Deidentifier | None = None

    def of_text(self, text: str, about: RecordNo | None = None) -> WouldLeave:
        """`about` is whose record is open. Raises `Refused` not_allowed, deid_unavailable, deid_failed."""
        self._desk.require(Right.CLINICAL_READ, Right.SETTINGS)
        people = self._people = self._people or deidentifier(self._desk)
        shown = text[:LONGEST]
        stripped = people.preview(shown, about=about)
        pieces, done = [], 0
        for one in sorted(stripped.replaced, key=lambda one: one.start):
            if one.start > done:
                kept = shown[done : one.start]
                pieces.append(Piece(kept, kept))
            pieces.append(Piece(one.written, one.placeholder, one.kind, one.layer, one.rule))
            done = one.start + len(one.written)
        if done < len(shown):
            pieces.append(Piece(shown[done:], shown[done:]))
        return WouldLeave(tuple(pieces), len(text) > len(shown))

    def text_of(self, record_no: str) -> str:
        """What stands in the newest visit of a record, to be looked at here. Reading it leaves its row, as reading does.

        Raises as `core.services.visits.records.Records.of_patient` does.
        """
        found = [one for one in Records(self._desk).of_patient(record_no) if one.void is None]
        words = self._desk.words()
        return "\n".join(_line(line, words) for line in found[-1].lines) if found else ""


def _line(line: Line, words: Messages) -> str:
    said = line_words(line, words)
    return f"{line.label}：{said}" if said else line.label
