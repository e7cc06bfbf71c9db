"""Late answers never win: every request carries a ticket, and a reply whose ticket has lapsed is dropped.

One `Tickets` belongs to one screen. A ticket lapses when its slot is asked again, and, when it is about a patient, as soon as
the screen turns to another one. Qt-free; tickets are issued on the window's thread and may be looked at from any.
"""

from dataclasses import dataclass

from core.base.ids import RecordNo


@dataclass(frozen=True, slots=True)
class Ticket:
    """One request: its slot (empty: none), its place in line, whom it is about, and at which turn of the screen it was made."""

    slot: str
    number: int
    about: RecordNo | None
    turn: int


class Tickets:
    """The requests of one screen."""

    def __init__(self) -> None:
        self._count = 0
        self._turn = 0
        self._shown: RecordNo | None = None
        self._latest: dict[str, int] = {}

    def issue(self, slot: str = "", about: RecordNo | None = None) -> Ticket:
        """A ticket for a new request; the one before in the same slot lapses.

        Raises ValueError when the screen was turned to somebody else than the request is about: nothing is asked, let alone
        written, about a person who is not the one on screen.
        """
        if self._turn and about is not None and about != self._shown:
            raise ValueError("A request about a patient who is not shown")
        self._count += 1
        if slot:
            self._latest[slot] = self._count
        return Ticket(slot, self._count, about, self._turn)

    def is_current(self, ticket: Ticket) -> bool:
        """Whether a reply to this request may still be shown."""
        if ticket.about is not None and ticket.turn != self._turn:
            return False
        return not ticket.slot or self._latest.get(ticket.slot) == ticket.number

    def turn_to(self, about: RecordNo | None) -> None:
        """The screen shows this person from now on, or nobody. Replies about the one before lapse, also if it turns back."""
        if not self._turn or about != self._shown:
            self._turn += 1
            self._shown = about

    def lapse(self) -> None:
        """Every question that has a slot lapses; the rest runs on."""
        self._latest.clear()
