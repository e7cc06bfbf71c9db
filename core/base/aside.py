"""Work that waits, for a disk or for a pack, is done beside the loop that asks for it."""

import asyncio
import contextvars
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def aside(work: Callable[..., T], *given: object) -> T:
    """On another thread, in the context of whoever asks. Once begun it goes on, though nobody waits for it any more."""
    context = contextvars.copy_context()
    return await asyncio.get_running_loop().run_in_executor(None, lambda: context.run(work, *given))
