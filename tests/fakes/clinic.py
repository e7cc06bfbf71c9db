"""Throw-away clinics: set up once for each test process, then copied, because stretching a passphrase takes its time.

What a file's tests all begin with can be copied too: `prepared`.
`Clinic.run` speaks to the command line within this process, `Clinic.open` to the services, `Clinic.store` to the tables.
"""

import atexit
import io
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, text

from core.base.clock import Clock
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.base.rights import Role
from core.cli.front import Front
from core.cli.main import main
from core.forms.exact_json import dump_json
from core.kernel import Kernel, open_clinic, set_up
from core.packhost.host import Packs
from core.store.envelope import read_envelope
from core.store.store import Store
from tests.fakes.clock import FixedClock
from tests.fakes.vault import InMemoryVault

T = TypeVar("T")

PASSPHRASE = "马到成功 correct horse"
OPERATOR = "李大夫"

MENZHEN = {"zhushu": "头晕一月", "xianbingshi": "晨起头晕，久站加重。"}
"""The least a 门诊 record holds."""


@dataclass(frozen=True)
class Done:
    """How one command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on stdout."""
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The code of the refusal."""
        return str(self.json["error"]["code"])


@dataclass
class Clinic:
    """A clinic in a folder of its own, with a keyring of its own and a clock that stands still."""

    home: Home
    vault: InMemoryVault
    recovery: RecoveryCode
    clock: FixedClock = field(default_factory=FixedClock)
    _files: Iterator[int] = field(default_factory=count)

    def run(self, *arguments: str) -> Done:
        """One command of `mingdao`, as a person would type it, opened by the keyring."""
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
        with redirect_stdout(out), redirect_stderr(err):
            code = main(arguments, front=Front(home=self.home, vault=self.vault))
        return Done(code, _text(out), _text(err))

    def json(self, *arguments: str) -> Any:
        """The document of a command that must succeed."""
        done = self.run(*arguments, "--json")
        assert done.code == 0, done.out
        return done.json

    def refused(self, *arguments: str) -> Any:
        """The error of a command that must be refused, with words for a person in it."""
        done = self.run(*arguments, "--json")
        error = done.json["error"]
        assert done.code == (2 if error["code"] == "usage" else 1), done.out
        assert done.err == ""
        assert error["message"]
        assert error["hint"]
        return error

    def add(self, name: str, sex: str = "女", birth: str = "", **options: str) -> str:
        """Register a person; the record number."""
        given = [part for key, value in options.items() for part in (f"--{key.replace('_', '-')}", value)]
        birth_given = ["--birth", birth] if birth else []
        added = self.json("patient", "add", "--name", name, "--sex", sex, *birth_given, *given)
        return str(added["patient"]["record_no"])

    def save(
        self,
        record_no: str,
        answers: Mapping[str, object] | None = None,
        symptoms: Sequence[Mapping[str, object]] = (),
        *,
        form: str = "menzhen",
        at: str = "",
    ) -> Done:
        """Save a visit through the command line; the least record when no answers are given."""
        file = self.answers(MENZHEN if answers is None else answers, symptoms)
        when = ["--visited-at", at] if at else []
        return self.run(
            *("intake", "save", "--record-no", record_no, "--form", form, "--answers", str(file)),
            *when,
            "--json",
        )

    def answers(self, answers: Mapping[str, object], symptoms: Sequence[Mapping[str, object]] = ()) -> Path:
        """An answers file."""
        file = self.home.folder.parent / f"answers-{next(self._files)}.json"
        file.write_bytes(content(answers, symptoms).encode())
        return file

    @contextmanager
    def open(
        self,
        *,
        passphrase: str | None = None,
        recovery: RecoveryCode | None = None,
        source: str = "test",
        clock: Clock | None = None,
        packs: Packs | None = None,
        role: Role | None = None,
        by_hand: bool = False,
    ) -> Iterator[Kernel]:
        """The services, by the keyring, at the clinic's own time."""
        with open_clinic(
            self.home,
            self.vault,
            passphrase=passphrase,
            recovery=recovery,
            source=source,
            clock=clock or self.clock,
            packs=packs,
            role=role,
            by_hand=by_hand,
        ) as kernel:
            yield kernel

    @property
    def key(self) -> bytes:
        """The data key."""
        envelope = read_envelope(self.home.envelope)
        wrap = envelope.keyring_wrap
        assert wrap is not None
        return envelope.open_with_keyring_key(self.vault.secrets[wrap.entry])[0]

    @contextmanager
    def store(self) -> Iterator[Store]:
        """The tables of a clinic that is not open otherwise."""
        store = Store(self.home.store, self.key)
        try:
            yield store
        finally:
            store.close()

    def rows(self, query: str, **params: object) -> list[tuple[object, ...]]:
        """What a query finds in a clinic that is not open otherwise."""
        with self.store() as store:
            return rows(store, query, **params)

    def execute(self, statement: str) -> None:
        """Change the tables of a clinic that is not open otherwise, past everything that guards them."""
        with self.store() as store:
            store.write(lambda connection: connection.execute(text(statement)))


@pytest.fixture
def clinic(tmp_path: Path) -> Clinic:
    """A clinic just set up."""
    return new_clinic(tmp_path)


def new_clinic(folder: Path) -> Clinic:
    """A clinic just set up, in `folder`/clinic."""
    template, secrets, recovery = _template()
    home = Home(folder / "clinic")
    shutil.copytree(template, home.folder)
    return Clinic(home, InMemoryVault(secrets), recovery)


def prepared(clinic: Clinic, make: Callable[[Clinic], T]) -> T:
    """Let a clinic just set up be as `make` leaves one, of which it becomes a copy: the folder, the keyring and the clock.

    `make` is a function of a module and is carried out once for each test process. What it returns is handed out each time.
    """
    told: T
    done, told = _done(make)
    shutil.rmtree(clinic.home.folder)
    shutil.copytree(done.home.folder, clinic.home.folder)
    clinic.vault.secrets, clinic.recovery = dict(done.vault.secrets), done.recovery
    clinic.clock = FixedClock(done.clock.now())
    return told


def chen_min(clinic: Clinic) -> None:
    """P001 is registered: 陈敏, born in 1985."""
    clinic.add("陈敏", birth="1985")


@cache
def _done(make: Callable[[Clinic], T]) -> tuple[Clinic, T]:
    outer = Path(tempfile.mkdtemp(prefix="mingdao-test-"))
    atexit.register(shutil.rmtree, outer)
    clinic = new_clinic(outer)
    return clinic, make(clinic)


def content(answers: Mapping[str, object], symptoms: Sequence[Mapping[str, object]] = ()) -> str:
    """The text of an answers file."""
    return dump_json({"answers": answers, "symptoms": list(symptoms)})


def symptom(term: str, status: str = "有", **parts: object) -> dict[str, object]:
    """One entry of an answers file's symptom list."""
    return {"term": term, "status": status, **parts}


def count_of(value: int, unit: str) -> dict[str, object]:
    return {"value": value, "unit": unit}


def store_of(kernel: Kernel) -> Store:
    """The store under open services."""
    return kernel.patients._desk.store


def rows(store: Store, query: str, **params: object) -> list[tuple[object, ...]]:
    """What a query finds."""

    def work(connection: Connection) -> list[tuple[object, ...]]:
        return [tuple(row) for row in connection.execute(text(query), params)]

    return store.read(work)


def trail(store: Store) -> list[tuple[object, ...]]:
    """The audit trail of changes, without who read or searched: action, record number, visit, detail."""
    return [
        (action, record_no, visit, json.loads(str(detail)))
        for action, record_no, visit, detail in rows(
            store,
            "SELECT action, record_no, visit, detail FROM audit"
            " WHERE action NOT IN ('record.read', 'patient.search') ORDER BY seq",
        )
    ]


@cache
def _template() -> tuple[Path, dict[str, str], RecoveryCode]:
    """The clinic all others are copies of, gone with the process."""
    outer = tempfile.mkdtemp(prefix="mingdao-test-")
    atexit.register(shutil.rmtree, outer)
    folder = Path(outer) / "clinic"
    vault = InMemoryVault()
    made = set_up(Home(folder), PASSPHRASE, vault, OPERATOR, clock=FixedClock())
    return folder, vault.secrets, made.recovery


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()
