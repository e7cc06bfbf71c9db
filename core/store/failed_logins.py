"""Wrong passphrases in a row, kept in the envelope: five are free, then each makes the next try wait longer.

The wait is counted in time this machine was up, never by the wall clock: turning the clock back or ahead neither shortens nor ends
it. After a restart only the time since counts, which is never more than what has really passed. What is left is written down at
each refusal, so that restarts do not begin it anew. Cost: after a lock in the evening what is left of it is served in the morning.

This slows a person at the program. Whoever copies the file guesses at the cost of Argon2id, as often as they like.
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

FREE = 5
"""Wrong passphrases in a row before there is a wait."""

FIRST_S = 15 * 60.0
LONGEST_S = 24 * 3600.0
"""Each further wrong passphrase doubles the wait, up to a day."""

_Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class FailedLogins(BaseModel):
    """How many there were, and what was left to wait at a moment of this machine's uptime."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    count: int = Field(default=0, ge=0)
    left_s: float = Field(default=0.0, ge=0, le=LONGEST_S, allow_inf_nan=False)
    uptime_s: _Seconds = 0.0

    def now(self, uptime_s: float) -> "FailedLogins":
        """The same failures, with what is left to wait at this uptime."""
        passed = uptime_s - self.uptime_s if uptime_s >= self.uptime_s else uptime_s
        return self.model_copy(update={"left_s": max(0.0, self.left_s - passed), "uptime_s": uptime_s})

    def one_more(self, uptime_s: float) -> "FailedLogins":
        """One more failure, and the wait it brings."""
        count = self.count + 1
        doubled = min(max(0, count - FREE), 16)
        wait = 0.0 if count < FREE else min(LONGEST_S, FIRST_S * 2**doubled)
        return FailedLogins(count=count, left_s=wait, uptime_s=uptime_s)
