"""Models and lines to a scripted server, with limits of a test."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from core.base.secret import Secret
from core.llm.failure import ModelFailed
from core.llm.limits import Limits
from core.llm.model import Boundary, Model, Wire
from core.llm.request import Piece, Reply, Request
from core.llm.wire.ask import ask
from core.llm.wire.line import Line
from core.net.endpoint import endpoint

QUICK = Limits(
    first_s=3.0,
    idle_s=3.0,
    total_s=8.0,
    ended_s=0.5,
    drain_s=0.1,
    waits_s=(0.01, 0.02),
    longest_wait_s=0.3,
    error_s=0.3,
)


def model(url: str, wire: Wire = Wire.OPENAI, **more: Any) -> Model:
    return Model(name="m-1", provider="own", base_url=url, wire=wire, boundary=Boundary.ON_DEVICE, **more)


def line(url: str, *, key: str = "", limits: Limits = QUICK, **more: Any) -> Line:
    return Line(
        endpoint(url, Boundary.ON_DEVICE),
        Secret(key) if key else None,
        limits=limits,
        resolve=lambda host, _: [host],
        **more,
    )


def asked(
    url: str,
    request: Request | None = None,
    *,
    of: Model | None = None,
    told: Callable[[Piece], None] = lambda _: None,
    key: str = "",
    **limits: Any,
) -> Reply:
    """One question and its whole answer."""
    one = request or Request(user="问")
    return asyncio.run(
        ask(of or model(url), one, line(url, key=key, told=told, limits=replace(QUICK, **limits)))
    )


def failure(url: str, request: Request | None = None, **more: Any) -> ModelFailed:
    """How a question failed."""
    try:
        reply = asked(url, request, **more)
    except ModelFailed as error:
        return error
    raise AssertionError(f"answered: {reply}")
