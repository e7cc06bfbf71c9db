"""How much may come over the wire that is not the body of an answer: heads, heads announced before it, sizes of pieces, trailers.

The libraries read all of these without an end of their own. Beyond a fixed part it has to be paid for by the body, whose length is limited by
who reads it, so that neither bytes nor work are without an end.
"""

from core.base.errors import ClinicError

AT_FIRST = 256 << 10
"""More than the longest head, and more than is read at once."""


class Allowance:
    """Of one answer, in bytes."""

    def __init__(self, host: str) -> None:
        self._host, self._left = host, AT_FIRST

    def came(self, size: int) -> None:
        """Over the wire. Raises `ClinicError` net_failed."""
        self._left -= size
        if self._left < 0:
            raise ClinicError("net_failed", host=self._host)

    def read(self, size: int) -> None:
        """Of the body: so much more may come, and as much again that is none."""
        self._left += 2 * size
