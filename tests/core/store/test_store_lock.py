"""One process owns a clinic: a second is told that it is busy, and a dead one holds nothing."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.errors import Busy
from core.store import store as module
from core.store.store import Store, sole_owner
from tests.fakes.clinic import Clinic

ROOT = Path(__file__).resolve().parents[3]
HOLDER = """
import sys, time
from pathlib import Path
from core.base.paths import Home
from core.store.store import sole_owner
with sole_owner(Home(Path(sys.argv[1]))):
    sys.stdout.write("held\\n")
    sys.stdout.flush()
    time.sleep(60)
"""


@pytest.fixture
def holder(clinic: Clinic) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the clinic open."""
    command = [sys.executable, "-c", HOLDER, str(clinic.home.folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_second_process_is_told_that_it_is_busy(
    clinic: Clinic, holder: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert holder.poll() is None
    monkeypatch.setattr(module, "sole_owner", lambda home: sole_owner(home, wait_s=0.05))
    passphrase = clinic.home.folder.parent / "passphrase"
    passphrase.write_text("another passphrase", encoding="utf-8")
    before = clinic.home.store.read_bytes()
    for command in (
        ["patient", "find", "陈敏"],
        ["patient", "add", "--name", "陈敏", "--sex", "女"],
        ["init", "--passphrase-file", str(passphrase)],
    ):
        assert clinic.refused(*command)["code"] == "store_busy"
    assert clinic.home.store.read_bytes() == before


def test_a_killed_process_leaves_the_clinic_free(clinic: Clinic, holder: subprocess.Popen[str]) -> None:
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert clinic.add("陈敏") == "P001"


def test_the_owner_waits_no_longer_than_told(clinic: Clinic, holder: subprocess.Popen[str]) -> None:
    assert holder.poll() is None
    with pytest.raises(Busy, match="store_busy"), sole_owner(clinic.home, wait_s=0.01):
        pass


def test_a_command_that_is_done_leaves_the_clinic_free(clinic: Clinic) -> None:
    clinic.add("陈敏")
    with sole_owner(clinic.home, wait_s=0):
        pass


def test_a_clinic_that_could_not_be_opened_is_left_free(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(module, "_check_structure", fail)
    with pytest.raises(RuntimeError), clinic.open():
        pass
    with sole_owner(clinic.home, wait_s=0):
        pass


def test_within_one_process_the_clinic_is_opened_once(clinic: Clinic) -> None:
    with clinic.open(), pytest.raises(Busy), sole_owner(clinic.home, wait_s=0.01):
        pass


def test_closing_folds_the_log_into_the_file(clinic: Clinic) -> None:
    store = Store(clinic.home.store, clinic.key)
    store.close()
    assert sorted(path.name for path in clinic.home.folder.iterdir()) == [
        "clinic.db",
        "clinic.lock",
        "keys.json",
    ]
