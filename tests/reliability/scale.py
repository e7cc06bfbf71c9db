"""A large clinic against the engine's own times: open, search, save, and looking at every page. The limits are spec/security.md's."""

import dataclasses
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from core.store.soundness import examined
from core.store.unlocking import Credential
from tests.bench import opening, save, search
from tests.bench.ground import FULL, PASSPHRASE, QUICK, Sizes
from tests.bench.ground import Ground as Bench
from tests.fakes.clinic import store_of
from tests.reliability.ground import Ground
from tests.reliability.line import Line

A_PATIENT = 10
"""Visits: a million for the hundred thousand patients."""


@dataclass(frozen=True)
class Wide(Sizes):
    """The sizes of the benches, with more visits."""

    @property
    def visits(self) -> int:
        return A_PATIENT * self.patients


def bench(ground: Ground) -> Iterator[Line]:
    """The benches of `make bench` on the large clinic, then its whole file."""
    sizes = Wide(**dataclasses.asdict(FULL if ground.sizes.large else QUICK))
    with ExitStack() as closing:
        clinics = Bench(ground.place(), sizes, closing)
        for measure in (opening.bench, search.bench, save.bench):
            for one in measure(clinics):
                yield _named(one, sizes)
        yield _examined(clinics, sizes)
        yield from _backed_up(clinics, sizes, ground.place())


def _named(one: Line, sizes: Sizes) -> Line:
    more = {key: value for key, value in one.items() if key not in {"bench", "n", "ok"}}
    limits = {key: one[key] for key in ("limit_ms", "limit_of") if key in one}
    named: Line = {"name": f"scale.{one['bench']}", "n": one.get("n", 0), "seconds": 0}
    return named | _size(sizes) | more | {"limits": limits, "failures": [], "ok": one.get("ok", True)}


def _examined(clinics: Bench, sizes: Sizes) -> Line:
    """Every page and the structure, beside what the engine itself takes for the same two checks."""
    began = time.monotonic()
    with clinics.large.clinic.open() as kernel:
        opening_took = time.monotonic() - began
        began = time.monotonic()
        sound = examined(store_of(kernel))
    ours = time.monotonic() - began
    with clinics.large.clinic.engine().connect() as connection:
        began = time.monotonic()
        for check in ("cipher_integrity_check", "integrity_check(20)"):
            connection.exec_driver_sql(f"PRAGMA {check}").fetchall()
        engine = time.monotonic() - began
    megabytes = round(clinics.large.clinic.home.store.stat().st_size / 1e6)
    measured: Line = {
        "name": "scale.examine",
        "n": 1,
        "seconds": round(ours, 1),
        "corrupt": int(not sound.is_sound),
        "file_mb": megabytes,
        "open_seconds": round(opening_took, 2),
        "engine_seconds": round(engine, 1),
        "ratio": round(ours / engine, 2) if engine else None,
    }
    return measured | _size(sizes) | {"limits": {"corrupt": 0}, "failures": [], "ok": sound.is_sound}


def _backed_up(clinics: Bench, sizes: Sizes, folder: Path) -> Iterator[Line]:
    """A backup made, which is verified with it, and verified once more by an admin's passphrase, beside the engine's own copy."""
    with clinics.large.clinic.engine().connect() as connection:
        began = time.monotonic()
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute(f"VACUUM INTO '{folder / 'engine.db'}'")
        engine = time.monotonic() - began
    with clinics.large.clinic.open() as kernel:
        for name, work in (
            ("scale.backup", lambda: kernel.backups.make(folder)),
            (
                "scale.verify",
                lambda: kernel.backups.verify(max(folder.glob("*.mdbk")), Credential(PASSPHRASE)),
            ),
        ):
            began = time.monotonic()
            work()
            took = time.monotonic() - began
            measured: Line = {
                "name": name,
                "n": 1,
                "seconds": round(took, 1),
                "engine_copy_seconds": round(engine, 1),
            }
            measured["ratio"] = round(took / engine, 2) if engine else None
            yield measured | _size(sizes) | {"limits": {}, "failures": [], "ok": True}


def _size(sizes: Sizes) -> Line:
    return {"patients": sizes.patients, "visits": sizes.visits}
