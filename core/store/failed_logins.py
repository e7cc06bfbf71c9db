"""Wrong passphrases, kept in the envelope: five in a row are free, then each makes the next try wait longer.

The right passphrase ends the row. So that nobody who has one of their own guesses at another's in between, all wrong ones are counted
together too: twenty are free, one is forgiven each half hour, and whoever opens the clinic forgives none but by the recovery code.

The wait is counted in time this machine was up, never by the wall clock: turning the clock back or ahead neither shortens nor ends
it. After a restart only the time since counts, which is never more than what has really passed. What is left is written down at
each refusal, so that restarts do not begin it anew. Cost: after a lock in the evening what is left of it is served in the morning.

This slows a person at the program. Whoever copies the file guesses at the cost of Argon2id, as often as they like.
"""

from math import ceil
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

FREE = 5
"""Wrong passphrases in a row before there is a wait."""

FIRST_S = 15 * 60.0
LONGEST_S = 4 * 3600.0
"""Each further wrong passphrase doubles the wait, up to half a working day: longer would never end where the machine is off at night."""

MOST = 20
"""Wrong passphrases not forgiven yet before there is a wait, whoever has opened the clinic in between."""

FORGIVEN_S = 30 * 60.0
"""How long it takes for one to be forgiven."""

_Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class FailedLogins(BaseModel):
    """How many there were in a row, and at a moment of this machine's uptime how many were not forgiven and what was left to wait. `untold`
    are those that no row of the trail tells of yet.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    count: int = Field(default=0, ge=0)
    left_s: float = Field(default=0.0, ge=0, le=LONGEST_S, allow_inf_nan=False)
    uptime_s: _Seconds = 0.0
    unforgiven: _Seconds = 0.0
    untold: int = Field(default=0, ge=0)

    def now(self, uptime_s: float) -> "FailedLogins":
        """The same failures, with what is left to wait at this uptime."""
        passed = uptime_s - self.uptime_s if uptime_s >= self.uptime_s else uptime_s
        return self.model_copy(
            update={
                "left_s": max(0.0, self.left_s - passed),
                "unforgiven": max(0.0, self.unforgiven - passed / FORGIVEN_S),
                "uptime_s": uptime_s,
            }
        )

    def one_more(self, uptime_s: float) -> "FailedLogins":
        """One more failure, and the wait it brings."""
        count, unforgiven = self.count + 1, self.now(uptime_s).unforgiven + 1
        doubled = min(max(0, count - FREE), 16)
        in_a_row = 0.0 if count < FREE else min(LONGEST_S, FIRST_S * 2**doubled)
        in_all = min(LONGEST_S, max(0.0, unforgiven - MOST) * FORGIVEN_S)
        return FailedLogins(
            count=count,
            left_s=max(in_a_row, in_all),
            uptime_s=uptime_s,
            unforgiven=unforgiven,
            untold=self.untold + 1,
        )

    def ended(self, *, forgiven: bool) -> "FailedLogins":
        """The row is over; `forgiven` for the recovery code, which nobody has who guesses."""
        kept = FailedLogins(untold=self.untold)
        return (
            kept if forgiven else kept.model_copy(update=self.model_dump(include={"uptime_s", "unforgiven"}))
        )

    @property
    def tries(self) -> int:
        """How many count against the next: in a row, or not forgiven yet."""
        return max(self.count, ceil(self.unforgiven))

    def told(self) -> "FailedLogins":
        """The trail tells of all."""
        return self.model_copy(update={"untold": 0})
