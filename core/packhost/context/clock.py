"""`context.clock`: the clinic's time."""

from datetime import datetime

from core.base.clock import Clock


class ClinicClock:
    """The clock of the open clinic, without its zone's other ways."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def now(self) -> datetime:
        """The present moment, aware, in the clinic's zone."""
        return self._clock.now()
