"""Where the measurements stand: a folder of their own, sizes, and clinics to work on."""

import json
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from core.base.errors import ClinicError
from core.kernel import Kernel
from core.services.patients.patients import Given
from core.store.store import Store
from tests.fakes.clinic import MENZHEN, Clinic, content, new_clinic, rows, store_of, symptom
from tests.fakes.clock import FixedClock

ROOT = Path(__file__).resolve().parents[2]
SEED = 20261129


@dataclass(frozen=True)
class Sizes:
    """How often each thing is done to a clinic."""

    kills: int
    cuts: int
    full_steps: int
    """Points of each piece of work at which the disk is full; 0 means every one."""
    flips: int
    starts: int
    large: bool


SHORT = Sizes(kills=6, cuts=24, full_steps=2, flips=8, starts=3, large=False)
FULL = Sizes(kills=240, cuts=1000, full_steps=0, flips=200, starts=20, large=True)


class Ground:
    """Handed to every measurement."""

    def __init__(self, folder: Path, sizes: Sizes, in_memory: Path | None = None) -> None:
        """`in_memory` is a folder where a sync costs nothing, for states that are only looked at."""
        self.folder, self.sizes = folder, sizes
        self._in_memory = in_memory or folder
        self.chance = random.Random(SEED)
        self._names = count(1)

    def place(self, *, in_memory: bool = False) -> Path:
        """A new empty folder."""
        made = (self._in_memory if in_memory else self.folder) / f"ground-{next(self._names)}"
        made.mkdir()
        return made

    def clinic(self, visits: int = 0, *, in_memory: bool = False) -> Clinic:
        """A clinic with P001 and so many visits, closed."""
        clinic = new_clinic(self.place(in_memory=in_memory))
        with clinic.open(clock=FixedClock()) as kernel:
            kernel.patients.register(Given(name="陈敏", sex="女", birth="1985-03"))
            for turn in range(visits):
                save(kernel, turn)
        return clinic

    def copy(self, clinic: Clinic, *, in_memory: bool = False) -> Clinic:
        """The same clinic elsewhere, byte for byte."""
        made = self.place(in_memory=in_memory)
        for folder in ("clinic", "backups"):
            if (clinic.home.folder.parent / folder).is_dir():
                shutil.copytree(clinic.home.folder.parent / folder, made / folder)
        return Clinic(
            type(clinic.home)(made / "clinic"), type(clinic.vault)(clinic.vault.secrets), clinic.recovery
        )

    def drop(self, clinic: Clinic) -> None:
        """Remove it."""
        shutil.rmtree(clinic.home.folder.parent, ignore_errors=True)


def typed(turn: int) -> str:
    """What a physician wrote at one visit."""
    return content(
        {**MENZHEN, "zhushu": f"头晕第{turn}次", "jiwangshi": "旧病" * 300},
        [symptom("口干", grade=1 + turn % 3), symptom("夜尿")],
    )


def save(kernel: Kernel, turn: int) -> int:
    """A draft, then the visit in its place; the visit's number once it is acknowledged."""
    kernel.intake.save_draft("P001", "menzhen", typed(turn))
    return kernel.intake.save("P001", "menzhen", typed(turn)).number


@dataclass(frozen=True)
class State:
    """What a clinic says of itself. `trouble` is why it does not open."""

    visits: tuple[int, ...] = ()
    is_sound: bool = False
    is_whole: bool = False
    trouble: str = ""

    @property
    def is_open(self) -> bool:
        return not self.trouble

    @property
    def is_corrupt(self) -> bool:
        return self.is_open and not (self.is_sound and self.is_whole and self.is_consistent)

    @property
    def is_consistent(self) -> bool:
        """Numbers are given one after the other, so a gap is half a visit."""
        return self.visits == tuple(range(1, len(self.visits) + 1))


def state_of(clinic: Clinic) -> State:
    """Open it as the program does and look at everything."""
    try:
        with clinic.open(clock=FixedClock()) as kernel:
            store = store_of(kernel)
            numbers = tuple(
                int(str(number)) for (number,) in rows(store, "SELECT number FROM visits ORDER BY number")
            )
            answers = rows(store, "SELECT count(DISTINCT visit_id) FROM visit_answers")
            sound = kernel.health.examine().is_sound and answers == [(len(numbers),)]
            whole = not kernel.findings and kernel.audit.verify().verdict.whole
            return State(numbers, sound, whole)
    except (ClinicError, OSError) as error:
        return State(trouble=getattr(error, "code", "") or type(error).__name__)


@contextmanager
def tables(clinic: Clinic) -> Iterator[Store]:
    """The tables of a clinic that is not open otherwise."""
    with clinic.store() as store:
        yield store


def secrets_line(clinic: Clinic) -> str:
    """The keyring's secrets, as a process reads them from its standard input."""
    return json.dumps(clinic.vault.secrets) + "\n"
