"""How long and how much of an answer is waited for. Source: spec/kernel.md §6.3."""

from dataclasses import dataclass, replace

from core.net.boundary import Boundary


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, and bytes."""

    first_s: float = 300.0
    """Until the first piece of an answer, in each attempt."""
    idle_s: float = 120.0
    """Between two pieces. What keeps a connection alive is no piece."""
    total_s: float = 600.0
    """For all attempts and the waiting between them."""
    ended_s: float = 10.0
    """After the answer's end, for the usage and the end of the stream."""
    drain_s: float = 0.5
    """After the end of the stream was announced."""
    blocking_s: float = 100.0
    """For an answer that does not come as a stream: what stands before such a server cuts it off then."""
    stop_s: float = 0.4
    """After a stop, for the connection to close and, again as long, to tell the server."""
    error_s: float = 2.0
    """For the body of an answer that refuses."""
    waits_s: tuple[float, ...] = (1.0, 2.0)
    """Before a second and a third attempt."""
    longest_wait_s: float = 30.0
    """Whatever the server asks for."""
    most_bytes: int = 64 << 20
    most_line: int = 1 << 20
    most_json: int = 4 << 20
    """An answer that is one JSON text."""
    most_error: int = 64 << 10


EXTERNAL = Limits()
ON_DEVICE = replace(EXTERNAL, first_s=600.0, total_s=1800.0)


def limits_of(boundary: Boundary) -> Limits:
    return ON_DEVICE if boundary is Boundary.ON_DEVICE else EXTERNAL


def most_bytes_for(limits: Limits, tokens: int) -> int:
    """A frame for each token, generously, and room for what keeps the connection alive."""
    return min(limits.most_bytes, (1 << 20) + 2048 * tokens)
