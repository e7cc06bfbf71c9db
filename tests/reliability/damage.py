"""Files that are not what was written: bits flipped, pages swapped or old, files cut, deleted, put back. Each is named, or changed nothing.

Named means that opening refuses with its reason, that the opening finds the trail broken, or that `mingdao audit verify` says so.
What is not named must read exactly as what was written; else it is `undetected`.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import islice

from sqlalchemy import Connection, text

from core.base.errors import ClinicError
from core.store import schema
from core.store.database import PAGE_SIZE
from tests.fakes.clinic import Clinic, store_of
from tests.fakes.clock import FixedClock
from tests.reliability.ground import Ground, save, state_of
from tests.reliability.kills import killed
from tests.reliability.line import Line, Tally

Harm = Callable[[Clinic], None]
UNLIKE = {"audit", "clinic"}
"""Tables that the opening itself adds to."""


def bench(ground: Ground) -> Iterator[Line]:
    """The file of a closed clinic, the log of one that crashed, whole files."""
    earlier = ground.clinic(visits=4)
    clinic = ground.copy(earlier)
    with clinic.open(clock=FixedClock()) as kernel:
        for turn in range(4, 8):
            save(kernel, turn)
        kernel.intake.save_draft("P001", "menzhen", '{"answers": {"zhushu": "草稿"}}')
    flips = ground.sizes.flips
    yield _judged(ground, "damage.flips", clinic, islice(_flips(ground, "clinic.db"), flips))
    yield _judged(ground, "damage.pages", clinic, islice(_pages(ground, earlier, clinic), flips))
    yield _judged(ground, "damage.files", clinic, _files(ground, earlier))
    crashed = _crashed(ground)
    yield _judged(ground, "damage.log", crashed, islice(_log(ground, crashed), max(8, flips // 2)))


def _crashed(ground: Ground) -> Clinic:
    """A clinic that was killed at work, its trail anchored after the last change."""
    clinic = ground.clinic(visits=1)
    killed("anchored", clinic.home, clinic.vault.secrets, 0)
    return clinic


def _judged(ground: Ground, name: str, clinic: Clinic, harms: Iterator[tuple[str, Harm]]) -> Line:
    tally = Tally.of(name, "undetected")
    whole = ground.copy(clinic, in_memory=True)
    state, content = state_of(whole), content_of(whole)
    tally.require(state.is_open and not state.is_corrupt, f"the clinic is not well to begin with: {state}")
    named = 0
    for what, harm in harms:
        harmed = ground.copy(clinic, in_memory=True)
        harm(harmed)
        found = state_of(harmed)
        tally.n += 1
        if found.trouble or found.is_corrupt:
            named += 1
        elif content_of(harmed) != content:
            tally.add("undetected", what)
        ground.drop(harmed)
    ground.drop(whole)
    tally.more = {"named": named, "without_effect": tally.n - named - tally.counts["undetected"]}
    tally.require(named, "nothing was harmed")
    return tally.line()


def content_of(clinic: Clinic) -> str:
    """Everything the tables hold, but for what an opening adds, as one digest. Empty when it cannot be read."""

    def work(connection: Connection) -> str:
        whole = sha256()
        for table in sorted(set(schema.metadata.tables) - UNLIKE):
            for row in connection.execute(text(f"SELECT * FROM {table} ORDER BY 1, 2")):
                whole.update(repr(tuple(row)).encode())
        return whole.hexdigest()

    try:
        with clinic.open(clock=FixedClock()) as kernel:
            return store_of(kernel).read(work)
    except (ClinicError, OSError):
        return ""


def _flip(clinic: Clinic, name: str, place: int, bit: int) -> None:
    file = clinic.home.folder / name
    raw = bytearray(file.read_bytes())
    raw[place] ^= 1 << bit
    file.write_bytes(raw)


def _flips(ground: Ground, name: str) -> Iterator[tuple[str, Harm]]:
    """One bit anywhere in a file."""
    while True:
        share, bit = ground.chance.random(), ground.chance.randrange(8)

        def harm(clinic: Clinic, share: float = share, bit: int = bit) -> None:
            _flip(clinic, name, int(share * (clinic.home.folder / name).stat().st_size), bit)

        yield f"bit {bit} at {share:.4f} of {name}", harm


def _pages(ground: Ground, earlier: Clinic, clinic: Clinic) -> Iterator[tuple[str, Harm]]:
    """Two pages swapped, a page as it was earlier, a page of nothing or noise, the file cut after one."""
    old, new = earlier.home.store.read_bytes(), clinic.home.store.read_bytes()
    count = len(new) // PAGE_SIZE
    changed = [
        page for page in range(min(count, len(old) // PAGE_SIZE)) if _page(old, page) != _page(new, page)
    ]
    while True:
        one, other = ground.chance.sample(range(count), 2)
        past = ground.chance.choice(changed)
        for what, page, raw in (
            (f"page {one} in place of {other}", other, _page(new, one)),
            (f"page {past} as it was", past, _page(old, past)),
            (f"page {one} of nothing", one, bytes(PAGE_SIZE)),
            (f"page {one} of noise", one, os.urandom(PAGE_SIZE)),
        ):
            yield what, _put(page, raw)
        yield f"cut before page {other}", _cut(other * PAGE_SIZE)
        yield f"cut in page {other}", _cut(other * PAGE_SIZE + 512)


def _page(raw: bytes, page: int) -> bytes:
    return raw[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]


def _put(page: int, raw: bytes) -> Harm:
    def harm(clinic: Clinic) -> None:
        with clinic.home.store.open("r+b") as file:
            file.seek(page * PAGE_SIZE)
            file.write(raw)

    return harm


def _cut(size: int, name: str = "clinic.db") -> Harm:
    return lambda clinic: os.truncate(clinic.home.folder / name, size)


def _files(ground: Ground, earlier: Clinic) -> Iterator[tuple[str, Harm]]:
    """Whole files: deleted, emptied, noise, foreign, as they were earlier."""
    for name in ("clinic.db", "keys.json", "head.json"):
        yield f"{name} deleted", _deleted(name)
        yield f"{name} emptied", _cut(0, name)
        yield f"{name} of noise", _written(name, os.urandom(9000))
    foreign = ground.clinic(visits=1)
    for what, source in (("as it was earlier", earlier), ("of another clinic", foreign)):
        yield f"the store {what}", _copied(source, "clinic.db")
        yield f"the anchor {what}", _copied(source, "head.json")
        yield f"the store and the anchor {what}", _copied(source, "clinic.db", "head.json")
    yield "the keys of another clinic", _copied(foreign, "keys.json")
    yield "a store in clear", _written("clinic.db", b"SQLite format 3\0" + bytes(8176))
    yield "a stale log beside the store", _written("clinic.db-wal", os.urandom(8192))


def _deleted(name: str) -> Harm:
    return lambda clinic: (clinic.home.folder / name).unlink()


def _written(name: str, raw: bytes) -> Harm:
    def harm(clinic: Clinic) -> None:
        (clinic.home.folder / name).write_bytes(raw)

    return harm


def _copied(source: Clinic, *names: str) -> Harm:
    def harm(clinic: Clinic) -> None:
        for name in names:
            shutil.copyfile(source.home.folder / name, clinic.home.folder / name)

    return harm


def _log(ground: Ground, crashed: Clinic) -> Iterator[tuple[str, Harm]]:
    """The write-ahead log that a crash left: deleted, cut anywhere, a bit flipped anywhere."""
    name = "clinic.db-wal"
    size = (crashed.home.folder / name).stat().st_size
    yield "the log deleted", _deleted(name)
    yield "the log emptied", _cut(0, name)
    flips = _flips(ground, name)
    while True:
        yield f"{name} cut", _cut(ground.chance.randrange(size), name)
        yield next(flips)
