"""The kernel's threads: what they accept, and that none is left."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from desktop.bridge.runtime import Runtime


@pytest.fixture
def runtime() -> Iterator[Runtime]:
    runtime = Runtime(workers=2)
    yield runtime
    runtime.close()


def names() -> set[str]:
    return {thread.name for thread in threading.enumerate() if thread.name.startswith("kernel-")}


def test_a_coroutine_runs_on_the_loop_and_a_call_beside_it(runtime: Runtime) -> None:
    async def where() -> str:
        await asyncio.sleep(0)
        return threading.current_thread().name

    assert runtime.submit(where()).result(5) == "kernel-loop"
    assert runtime.submit(lambda: threading.current_thread().name).result(5).startswith("kernel-work")


def test_calls_run_at_once(runtime: Runtime) -> None:
    both = threading.Barrier(2)
    first, second = (runtime.submit(lambda: both.wait(5)) for _ in range(2))
    assert {first.result(5), second.result(5)} == {0, 1}


def test_close_carries_out_what_was_handed_in_and_leaves_no_thread() -> None:
    runtime = Runtime(workers=1)
    gate = threading.Event()
    done: list[int] = []

    def work() -> None:
        gate.wait(5)
        done.append(1)

    for _ in range(3):
        runtime.submit(work)
    gate.set()
    runtime.close()
    assert done == [1, 1, 1]
    assert names() == set()
    runtime.close()


def test_close_cancels_a_coroutine() -> None:
    runtime = Runtime()
    begun = threading.Event()
    ended: list[str] = []

    async def forever() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    future = runtime.submit(forever())
    assert begun.wait(5)
    runtime.close()
    assert ended == ["cancelled"]
    assert future.cancelled()


def test_a_closed_runtime_takes_nothing(runtime: Runtime) -> None:
    runtime.close()

    async def nothing() -> None: ...

    with pytest.raises(RuntimeError, match="closed"):
        runtime.submit(int)
    with pytest.raises(RuntimeError, match="closed"):
        runtime.submit(nothing())


def test_it_is_not_closed_from_within(runtime: Runtime) -> None:
    with pytest.raises(RuntimeError, match="within"):
        runtime.submit(runtime.close).result(5)


def test_what_nobody_awaited_goes_to_the_hook(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: met.append(args.exc_type.__name__))

    def broken() -> None:
        raise ZeroDivisionError

    async def plant() -> None:
        asyncio.get_running_loop().call_soon(broken)
        await asyncio.sleep(0)

    runtime.submit(plant()).result(5)
    runtime.close()
    assert met == ["ZeroDivisionError"]
