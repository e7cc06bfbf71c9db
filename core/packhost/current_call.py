"""Whose call is under way: what a port that a pack asks goes by, as the pack itself may not choose it.

A context variable, so that calls at the same time know each their own; a thread that is to know it is started in a copy of the context.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from core.tools.tool import Unit


@dataclass(frozen=True, slots=True)
class CurrentCall:
    """One call of a pack's tool. `record_no` is whose record it is about, held against the caller's patient; empty where it names nobody."""

    pack: str
    tool: str
    unit: Unit
    record_no: str = ""


_CURRENT: ContextVar[CurrentCall | None] = ContextVar("current_call", default=None)


def current() -> CurrentCall | None:
    """The call under way, or None outside of one: `create_pack` is outside."""
    return _CURRENT.get()


@contextmanager
def under(call: CurrentCall) -> Iterator[None]:
    """Within this it is the call under way."""
    token = _CURRENT.set(call)
    try:
        yield
    finally:
        _CURRENT.reset(token)
