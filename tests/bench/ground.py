"""Where the benches stand: a temporary folder, the sizes, and the large clinic they share, made when first needed."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path

from sqlalchemy import Connection, Engine

from core.base.names import readings
from core.base.paths import Home
from core.kernel import Kernel, open_clinic, set_up
from core.packhost.host import mount
from core.store.database import open_store
from core.store.envelope import read_envelope
from core.store.keys import KeyVault, NoVault
from core.store.store import Store
from tests.bench.load import load_of
from tests.bench.measure import Line, progress, timed
from tests.bench.people import Invented, invented
from tests.bench.rival import Plain, Statement, tables_of

PASSPHRASE = "long enough for a bench"
FORM = "menzhen"


@dataclass(frozen=True)
class Sizes:
    patients: int
    queries_a_kind: int
    repeats: int
    starts: int
    history: int

    @property
    def visits(self) -> int:
        return 2 * self.patients


QUICK = Sizes(patients=2_000, queries_a_kind=4, repeats=3, starts=2, history=8)
FULL = Sizes(patients=100_000, queries_a_kind=40, repeats=20, starts=10, history=50)


@dataclass(frozen=True)
class Clinic:
    """A clinic on disk."""

    home: Home
    vault: KeyVault

    @contextmanager
    def open(self) -> Iterator[Kernel]:
        with open_clinic(self.home, self.vault, passphrase=PASSPHRASE, source="bench") as clinic:
            yield clinic

    @cached_property
    def key(self) -> bytes:
        return read_envelope(self.home.envelope).open_with_passphrase(PASSPHRASE)[0]

    def engine(self) -> Engine:
        return open_store(self.home.store, self.key)


@dataclass(frozen=True)
class Large:
    """The clinic with many patients, its rival with the same rows, and what loading them took."""

    clinic: Clinic
    plain: Plain
    people: list[Invented]
    lines: tuple[Line, ...]


class Ground:
    """Handed to every bench."""

    def __init__(self, folder: Path, sizes: Sizes, closing: ExitStack) -> None:
        """`folder` is the benches' own. What is started here is ended by `closing`."""
        self.folder = folder
        self.sizes = sizes
        self._closing = closing
        self._names = count(1)

    def clinic(self, vault: KeyVault | None = None) -> Clinic:
        """A new clinic without patients."""
        clinic = Clinic(Home(self.folder / f"clinic-{next(self._names)}"), vault or NoVault())
        set_up(clinic.home, PASSPHRASE, clinic.vault, "bench")
        return clinic

    def plain(self, like: Clinic) -> Plain:
        """A new rival with the tables of a clinic."""
        with like.engine().connect() as connection:
            tables = tables_of(connection)
        plain = Plain(self.folder / f"plain-{next(self._names)}.db", tables)
        self._closing.callback(plain.close)
        return plain

    @cached_property
    def large(self) -> Large:
        clinic = self.clinic()
        people = invented(self.sizes.patients)
        readings(people[0].name)  # loads the dictionaries
        reading = timed(lambda: [readings(person.name) for person in people])
        with progress("making the rows"):
            load = load_of(people, self.sizes.visits, mount().form(FORM))
        store, plain = Store(clinic.home.store, clinic.key), self.plain(clinic)
        with progress(f"loading {len(people)} patients"):
            loading = timed(lambda: store.write(lambda connection: _write(connection, load)))
            store.close()
        with progress("loading the rival"):
            loading_plain = plain.replay([load])[0].ms
        written = sum(len(statement.parameters) for statement in load)
        return Large(
            clinic,
            plain,
            people,
            (
                {"bench": "readings", "n": len(people), "mean_us": round(reading / len(people) * 1e3, 1)},
                {
                    "bench": "load",
                    "n": written,
                    "total_ms": round(loading),
                    "rival": {"name": "plain SQLite", "total_ms": round(loading_plain)},
                    "ratio": round(loading / loading_plain, 2),
                    "file_mb": round(clinic.home.store.stat().st_size / 1e6),
                },
            ),
        )


def _write(connection: Connection, load: Sequence[Statement]) -> None:
    for statement in load:
        connection.exec_driver_sql(statement.text, statement.parameters or None)
