"""Verifying a pack: the largest that ships by its files alone and with its code, and the example with its code in a worker."""

from collections.abc import Iterator
from functools import partial

from core.base.paths import Home
from core.packhost.host import SHIPPED
from core.packhost.trust import fingerprint
from core.packhost.verify import load_code, verify
from tests.bench.ground import Ground
from tests.bench.measure import Limit, Line, gathered, line, timed

LIMIT = Limit(1_000)
"""What a person who edits a pack waits for without a word about progress."""


def bench(ground: Ground) -> Iterator[Line]:
    """Beside reading and hashing the same files, which any opening does."""
    home = Home(ground.folder / "verify")
    for name, pack, load in (
        ("verify.static", "tcm", None),
        ("verify.runtime", "tcm", load_code),
        ("verify.worker", "example_hello", load_code),
    ):
        work, reading = partial(verify, SHIPPED / pack, home, load), partial(fingerprint, SHIPPED / pack)
        assert work().is_sound
        times = gathered(timed(work) for _ in range(ground.sizes.repeats))
        read = gathered(timed(reading) for _ in range(ground.sizes.repeats))
        yield line(name, times, rival=("fingerprint", read), limit=LIMIT, pack=pack)
