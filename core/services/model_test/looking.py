"""Asking a server about itself: its models, how much they read. It is told a model's name at most, and is booked in the log of the network."""

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from core.base.aside import aside, to_its_end
from core.base.errors import ClinicError
from core.base.secret import Secret
from core.cost.books import CUT_OFF, OK, Cause
from core.llm.model import Model
from core.llm.wire.line import Line
from core.net.booking import Booking
from core.net.purposes import MODEL_TEST
from core.services.model_exit import ToldOfModels

_LOG = logging.getLogger(__name__)
T = TypeVar("T")

CAUSE = Cause(purpose=MODEL_TEST)


@dataclass(frozen=True)
class Looking:
    """What is asked is never a text, and costs nothing."""

    told: ToldOfModels
    line: Callable[..., Line] = Line.to

    async def look(self, model: Model, key: Secret | None, ask: Callable[[Line], Awaitable[T]]) -> T:
        """One request, with its rows before and after. Raises what `ask` does."""
        booking = Booking(purpose=MODEL_TEST, kind="model")
        began = time.monotonic()

        def begun() -> None:
            self.told.leaving(CAUSE, booking)
            booking.requests += 1

        async def leaving(size: int) -> None:
            booking.bytes_out += size
            await to_its_end(aside(begun))

        line = self.line(model, key, leaving=leaving)
        booking.host, booking.port = line.endpoint.base.host, line.endpoint.base.port
        outcome = CUT_OFF
        try:
            answer = await ask(line)
            outcome = OK
        except ClinicError as error:
            outcome = error.code
            raise
        else:
            return answer
        finally:
            if booking.requests:
                ms = round((time.monotonic() - began) * 1000)
                await to_its_end(aside(self._ended, booking, ms, outcome))

    def _ended(self, booking: Booking, ms: int, outcome: str) -> None:
        try:
            self.told.looked(CAUSE, booking, ms, outcome)
        except ClinicError:
            # The row of its beginning is there: the report tells of it as cut off.
            _LOG.warning("the end of a request could not be told", exc_info=True)
