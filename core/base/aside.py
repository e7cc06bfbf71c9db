"""Work that waits, for the disk, a keyring, a resolver, done on another thread for whoever is on a loop, in their context."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")


async def aside(work: Callable[..., T], *given: object, name: str = "aside") -> T:
    """In a thread of its own that ends with the process: what cannot be interrupted, and what a stop does not wait for. It never waits for
    other work.
    """
    loop, context = asyncio.get_running_loop(), copy_context()
    done: asyncio.Future[T] = loop.create_future()

    def settle(value: T | None, error: BaseException | None) -> None:
        if done.cancelled():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(value)  # type: ignore[arg-type]

    def run() -> None:
        value, failed = None, None
        try:
            value = context.run(work, *given)
        except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
            failed = error
        with suppress(RuntimeError):  # the loop may have closed meanwhile
            loop.call_soon_threadsafe(settle, value, failed)

    threading.Thread(target=run, name=name, daemon=True).start()
    return await done


async def to_its_end(work: Awaitable[T]) -> T:
    """What must not be left half done nor left out: carried out whole, whoever does not wait any more. That counts once it is done, and only if it
    did not fail.
    """
    task, left = asyncio.ensure_future(work), None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            left = error
    done = task.result()
    if left is not None:
        raise left
    return done
