"""An answer while it comes."""

import time
from collections.abc import Callable, Iterator

from core.cost.usage import Usage
from core.llm.request import Charge, Finish, Piece, Reply
from core.llm.wire.thought import Thoughts


class Gathered:
    """What has come so far, over all attempts, and whether it may be tried again."""

    def __init__(self, told: Callable[[Piece], None]) -> None:
        self._told = told
        self._began = time.monotonic()
        self._first: float | None = None
        self.thoughts = Thoughts()
        self.attempts = 0
        self.sent = False
        """Whether a request may have reached the server."""
        self.is_begun = False
        """Whether a frame came: from there on a second try could be paid for twice."""
        self.bytes_out = self.bytes_in = 0
        """Of bodies what came, of requests all that left."""
        self.finish: Finish | None = None
        self.usage: Usage | None = None
        self.answered_by = ""
        self.conversation = ""
        self.task = ""
        self.charge: Charge | None = None
        self.called: list[str] = []
        self.further_thoughts: dict[str, str] = {}
        """Of an agent, each by its own number: one told again replaces itself."""

    @property
    def is_ended(self) -> bool:
        """Whether the server said that the answer is whole, or why it is not."""
        return self.finish is not None

    def tell(self, pieces: Iterator[Piece]) -> bool:
        """Pass pieces on as they are made. Whether there were any."""
        any_told = False
        for piece in pieces:
            any_told = True
            if self._first is None:
                self._first = time.monotonic()
            self._told(piece)
        return any_told

    def reply(self, finish: Finish | None = None) -> Reply:
        """As much as came."""
        self.tell(self.thoughts.ended())
        ended = finish or self.finish or Finish.BROKEN
        reasoning = [self.thoughts.reasoning, *self.further_thoughts.values()]
        return Reply(
            text=self.thoughts.text,
            reasoning="\n".join(filter(None, reasoning)),
            usage=self.usage,
            finish=ended,
            answered_by=self.answered_by,
            truncated=ended is not Finish.STOP or self.thoughts.is_open,
            first_token_ms=None if self._first is None else self._ms(self._first),
            ms=self._ms(time.monotonic()),
            attempts=self.attempts,
            sent=self.sent,
            bytes_out=self.bytes_out,
            bytes_in=self.bytes_in,
            conversation=self.conversation,
            charge=self.charge,
            called=tuple(self.called),
        )

    def _ms(self, moment: float) -> int:
        return int((moment - self._began) * 1000)
