"""The process a pack of somebody else's runs in: from nothing to a loaded pack, and an empty call there and back."""

from collections.abc import Iterator, Mapping
from functools import partial

from core.packhost.worker.protocol import Json
from core.packhost.worker.worker import PackWorker
from tests.bench.ground import Ground
from tests.bench.measure import Line, gathered, line, progress, timed

CALLS_A_START = 100
CODE = """
from core.packhost.api import Pack, Tool


def create_pack(context):
    return Pack(tools=[Tool("nothing", "", "", {"type": "object"}, lambda arguments, context: "")])
"""


class Silent:
    """Nothing is asked here."""

    def answer(self, port: str, params: Mapping[str, Json]) -> Json:
        raise NotImplementedError(port)


def bench(ground: Ground) -> Iterator[Line]:
    """Starts as often as other processes are started; calls of one worker."""
    folder = ground.folder / "worker"
    folder.mkdir()
    (folder / "pack.py").write_text(CODE, encoding="utf-8")
    with progress("starting workers"):
        workers = [PackWorker(folder, "worker", "0.1.0", Silent()) for _ in range(ground.sizes.starts)]
        starts = gathered(timed(worker.describe) for worker in workers)
    level = workers[0].confinement
    yield line("worker.start", starts, level=level.level.name, landlock=level.landlock)
    call = partial(workers[0].call, "nothing", {}, seconds=10)
    calls = gathered(timed(call) for _ in range(ground.sizes.repeats * CALLS_A_START))
    yield {
        "bench": "worker.call",
        "n": len(calls.each),
        "p50_us": round(calls.p50 * 1e3),
        "p95_us": round(calls.p95 * 1e3),
    }
    for worker in workers:
        worker.close()
