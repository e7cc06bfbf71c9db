"""What a question to a model travels with."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from core.base.errors import UserError
from core.base.secret import Secret
from core.llm.limits import EXTERNAL, Limits, limits_of
from core.llm.model import Model
from core.llm.request import Piece
from core.net.client import Resolve, resolved
from core.net.endpoint import Endpoint, endpoint


def _nobody(_: Piece) -> None:
    """Nobody listens."""


async def _unbooked(_: int) -> None:
    """Nobody keeps book."""


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Line:
    """To one server, for one question. Without a key no header says so."""

    endpoint: Endpoint
    key: Secret | None = None
    limits: Limits = EXTERNAL
    leaving: Callable[[int], Awaitable[None]] = _unbooked
    """Hears, before each attempt, how many bytes are about to leave. What it raises keeps them here."""
    told: Callable[[Piece], None] = _nobody
    """Hears the answer as it comes, on the loop."""
    stop: asyncio.Event | None = None
    resolve: Resolve = resolved
    now: Callable[[], datetime] = _now

    @classmethod
    def to(
        cls,
        model: Model,
        key: Secret | None = None,
        *,
        leaving: Callable[[int], Awaitable[None]] = _unbooked,
        told: Callable[[Piece], None] = _nobody,
        stop: asyncio.Event | None = None,
    ) -> "Line":
        """To the server a model is registered with, held to its boundary and its limits. Raises what `core.net.endpoint.endpoint` does."""
        server = endpoint(model.base_url, model.boundary, model.certificate)
        return cls(server, key, limits=limits_of(model.boundary), leaving=leaving, told=told, stop=stop)

    def headers(self) -> dict[str, str]:
        """Raises `UserError` model_key_shape for a key that no header could carry."""
        own = {"content-type": "application/json", "accept": "text/event-stream, application/json"}
        key = self.key.reveal() if self.key is not None else ""
        if not key:
            return own
        if not (key.isascii() and key.isprintable() and " " not in key):
            raise UserError("model_key_shape")
        return {**own, "authorization": f"Bearer {key}"}
