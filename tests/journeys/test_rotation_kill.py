"""The real `mingdao keys rotate`, killed before each of its acts on a file, and at random moments: the clinic opens, nothing is missing."""

import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.base.paths import Home
from core.store.envelope import read_envelope
from tests.fakes import program
from tests.fakes.clinic import PASSPHRASE, Clinic, new_clinic
from tests.fakes.vault import InMemoryVault

pytestmark = pytest.mark.slow

PEOPLE = 3
RANDOM_KILLS = 6


def environment(folder: Path) -> dict[str, str]:
    passphrase = folder / "passphrase"
    passphrase.write_text(PASSPHRASE, encoding="utf-8")
    return {
        "MINGDAO_PASSPHRASE_FILE": str(passphrase),
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        "HOME": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def rotating(folder: Path, *kill_at: int) -> list[str]:
    """The command, for each of these numbers in a folder of that name: it dies before its act of the number; never for 0."""
    numbers, home = ",".join(map(str, kill_at)), str(folder / "{}")
    return [
        *(sys.executable, "-m", "tests.fakes.dying", numbers, home),
        *("keys", "rotate", "--home", home, "--json"),
    ]


def program_at_work(home: Home, env: dict[str, str]) -> "subprocess.Popen[bytes]":
    """The command itself, under way."""
    return subprocess.Popen(
        [str(program.MINGDAO), "keys", "rotate", "--home", str(home.folder), "--json"],
        cwd=program.ROOT,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture
def template(tmp_path: Path) -> Clinic:
    clinic = new_clinic(tmp_path)
    for number in range(PEOPLE):
        clinic.add(f"陈{'一二三四五'[number]}")
    return clinic


def copied(template: Clinic, folder: Path) -> Home:
    shutil.copytree(template.home.folder, folder)
    return Home(folder)


def refuse_loss(home: Home, template: Clinic, before: str) -> str:
    """Opens the clinic as anybody would; whether it stands under the old key or the new."""
    vault = InMemoryVault(template.vault.secrets)
    with Clinic(home, vault, template.recovery).open(passphrase=PASSPHRASE) as kernel:
        assert kernel.findings == ()
        assert kernel.holdings.look().patients == PEOPLE
        assert kernel.audit.verify().verdict.whole
    left = {file.name for file in home.folder.iterdir()}
    assert not left & {"clinic.db.rotated", "keys.json.rotated", "clinic.db.before-rotation"}
    return "old" if read_envelope(home.envelope).key_check == before else "new"


def test_S33_killed_before_each_act_on_a_file(template: Clinic, tmp_path: Path) -> None:
    env = environment(tmp_path)
    before = read_envelope(template.home.envelope).key_check
    copied(template, tmp_path / "0")
    whole = program.run_any(rotating(tmp_path, 0), env=env)
    assert "died 0 0" in whole.out, whole.out + whole.err
    acts = [line for line in whole.err.splitlines() if line.startswith("act ")]
    swap = [n for n, line in enumerate(acts, start=1) if "clinic.db.rotated" in line or "keys.json" in line]
    chosen = sorted({*swap, len(acts)})
    homes = [copied(template, tmp_path / str(at)) for at in chosen]
    done = program.run_any(rotating(tmp_path, *chosen), env=env)
    assert done.out.splitlines() == [f"died {at} {-signal.SIGKILL}" for at in chosen], done.err[-3000:]
    outcomes = [refuse_loss(home, template, before) for home in homes]
    assert outcomes[0] == "old"
    assert outcomes[-1] == "new"
    # Once it is the new one it stays so: no later kill brings the old one back.
    assert outcomes == sorted(outcomes, reverse=True)


def test_S33_killed_at_random_moments(template: Clinic, tmp_path: Path) -> None:
    env = environment(tmp_path)
    before = read_envelope(template.home.envelope).key_check
    begun = time.monotonic()
    with program_at_work(copied(template, tmp_path / "timed"), env) as running:
        assert running.wait() == 0
    whole = time.monotonic() - begun
    rng = random.Random(33)
    for number in range(RANDOM_KILLS):
        home = copied(template, tmp_path / f"random-{number}")
        with program_at_work(home, env) as running:
            time.sleep(rng.uniform(0.4, 1.0) * whole)
            running.kill()
        refuse_loss(home, template, before)
