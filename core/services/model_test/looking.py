"""Asking a server about itself: its models, how much they read. It is told a model's name at most, and is booked in the log of the network."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from core.base.errors import ClinicError
from core.base.secret import Secret
from core.cost.books import NOT_SENT, OK, Cause
from core.llm.model import Model
from core.llm.wire.line import Line
from core.net.booking import Booking
from core.net.purposes import MODEL_TEST
from core.services.model_exit import ToldOfModels

T = TypeVar("T")

CAUSE = Cause(purpose=MODEL_TEST)
CUT_OFF = "cut_off"


@dataclass(frozen=True)
class Looking:
    """What is asked is never a text, and costs nothing."""

    told: ToldOfModels
    line: Callable[..., Line] = Line.to

    async def look(self, model: Model, key: Secret | None, ask: Callable[[Line], Awaitable[T]]) -> T:
        """One request, with its rows before and after. Raises what `ask` does."""
        booking = Booking(purpose=MODEL_TEST, kind="model")
        began = time.monotonic()

        async def leaving(size: int) -> None:
            booking.bytes_out += size
            await asyncio.to_thread(self.told.leaving, CAUSE, booking)

        line = self.line(model, key, leaving=leaving)
        booking.host, booking.port = line.endpoint.base.host, line.endpoint.base.port
        outcome = CUT_OFF
        try:
            answer = await ask(line)
            outcome = OK
        except ClinicError as error:
            outcome = error.code if booking.bytes_out else NOT_SENT
            raise
        else:
            return answer
        finally:
            if booking.bytes_out:
                ms = round((time.monotonic() - began) * 1000)
                await asyncio.shield(asyncio.to_thread(self.told.looked, CAUSE, booking, ms, outcome))
