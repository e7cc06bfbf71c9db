"""Reading a narrative for the symptoms it names, as is done while a physician types."""

from collections.abc import Iterator
from functools import partial

from core.packhost.host import mount
from tests.bench.ground import Ground
from tests.bench.measure import Limit, Line, gathered, line, timed

LIMIT = Limit(20)
"""For the longest text: it is read again after each pause."""

TEXT = "前天受凉，偶有咳嗽，不发热，两胁不胀。服上方七剂，入睡较前快，仍有梦；心慌没有了。"
LENGTHS = (200, 2_000)


def bench(ground: Ground) -> Iterator[Line]:
    """A short text and a long one."""
    reader = mount().narrative
    for length in LENGTHS:
        text = (TEXT * (length // len(TEXT) + 1))[:length]
        reader.read(text)
        times = gathered(timed(partial(reader.read, text)) for _ in range(ground.sizes.repeats))
        yield line("narrative", times, limit=LIMIT, characters=length)
