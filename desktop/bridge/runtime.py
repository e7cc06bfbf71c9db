"""The threads work is done on: one with an asyncio loop for coroutines, and a few for calls that block.

Qt-free. A call that was handed in is always carried out, also while closing, because it may be a save; a coroutine is
cancelled at closing. Nothing is accepted afterwards and no thread is left.
"""

import asyncio
import inspect
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")

WORKERS = 8
"""Calls that may block at a time. The store's lanes put what must not run together in order."""

GRACE_S = 5.0
"""How long a coroutine may take to wind up once it is cancelled."""


class Runtime:
    """The kernel's threads, from the moment it is made until `close`."""

    def __init__(self, workers: int = WORKERS) -> None:
        self._loop = asyncio.new_event_loop()
        self._workers = ThreadPoolExecutor(workers, thread_name_prefix="kernel-work")
        self._loop.set_default_executor(self._workers)
        self._loop.set_exception_handler(_tell_the_hook)
        self._gate = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="kernel-loop")
        self._thread.start()

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    def submit(self, work: Callable[[], T] | Coroutine[Any, Any, T]) -> Future[T]:
        """Run a coroutine on the loop, or a call on a thread of its own. Raises RuntimeError once closed."""
        with self._gate:
            if self._is_closed:
                if inspect.iscoroutine(work):
                    work.close()
                raise RuntimeError("The runtime is closed")
            if inspect.iscoroutine(work):
                return asyncio.run_coroutine_threadsafe(work, self._loop)
            if callable(work):
                return self._workers.submit(work)
        raise TypeError("Neither a call nor a coroutine")

    def close(self) -> None:
        """Cancel the coroutines, carry out every call that was handed in, end the threads. A second time does nothing.

        Waits; raises RuntimeError on one of its own threads, which it would wait for for ever.
        """
        here = threading.current_thread()
        if here is self._thread or here.name.startswith("kernel-work"):
            raise RuntimeError("The runtime cannot be closed from within")
        with self._gate:
            if self._is_closed:
                return
            self._is_closed = True
        asyncio.run_coroutine_threadsafe(_cancel_the_others(), self._loop).result()
        self._workers.shutdown()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()


async def _cancel_the_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for other in others:
        other.cancel()
    if others:
        await asyncio.wait(others, timeout=GRACE_S)


def _tell_the_hook(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What nobody awaited goes where a thread's failure goes; asyncio itself would log its text."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        arguments = (type(error), error, error.__traceback__, threading.current_thread())
        threading.excepthook(threading.ExceptHookArgs(arguments))
