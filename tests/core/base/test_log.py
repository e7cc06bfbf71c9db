"""R51: the log takes what a maintainer needs, and nothing a patient's word could stand in."""

import logging
import os
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import pytest

from core.base.log import Log, keep_in, logged, note, sieved
from core.base.paths import Home
from core.base.process import leave_no_core

ROOT = Path(__file__).resolve().parents[3]
CANARIES = (
    *("欧阳若兰", "13912345678", "139 1234 5678", "440102198001011234", "夜间盗汗甚著"),
    *("sk-live-4f9a0c77d2", "我的口令很长", "ＡＢＣ１２３４５６７", "7KQ2-9XFD-4MTC-8WZP"),
)


@pytest.fixture
def clinic_home(tmp_path: Path) -> Home:
    (tmp_path / "keys.json").write_bytes(b"{}")
    return Home(tmp_path)


def text_of(home: Home) -> str:
    return home.log.read_text(encoding="utf-8")


@pytest.mark.parametrize("canary", CANARIES)
def test_R51_the_sieve_lets_none_through(canary: str) -> None:
    assert canary not in sieved(f"told {canary} at core/base/clock.py:12")


@pytest.mark.parametrize(
    "text",
    [
        "told disk_full",
        "sqlalchemy.exc.OperationalError",
        "  core/services/visits/intake.py:123",
        "origin: window",
    ],
)
def test_what_a_maintainer_needs_passes(text: str) -> None:
    assert sieved(text) == text


@pytest.mark.filterwarnings("always")
@pytest.mark.expect_log("ERROR core.planted")
@pytest.mark.expect_log("WARNING somebody")
@pytest.mark.expect_log("WARNING py.warnings")
def test_R51_a_record_of_anybody_is_told_without_its_text(clinic_home: Home) -> None:
    canary = " ".join(CANARIES)
    with logged():
        keep_in(clinic_home)
        logging.getLogger("somebody").warning("failed for %s", canary)
        warnings.warn(canary, stacklevel=1)
        try:
            raise ValueError(canary)
        except ValueError:
            logging.getLogger("core.planted").exception(canary)
    written = text_of(clinic_home)
    assert "WARNING somebody" in written
    assert "ERROR core.planted\nValueError" in written
    assert not any(one in written for one in CANARIES)


def test_R51_a_thread_that_fails_is_told_by_type_and_place(
    clinic_home: Home, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise KeyError(" ".join(CANARIES))

    with logged():
        keep_in(clinic_home)
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
    for told in (text_of(clinic_home), capfd.readouterr().err):
        assert "KeyError" in told
        assert not any(one in told for one in CANARIES)


def test_R51_what_is_noted_goes_through_the_sieve(clinic_home: Home) -> None:
    with logged():
        keep_in(clinic_home)
        note(f"told {' '.join(CANARIES)}")
    assert "told ?" in text_of(clinic_home)
    assert not any(one in text_of(clinic_home) for one in CANARIES)


def test_where_there_is_no_clinic_nothing_is_written(tmp_path: Path) -> None:
    with logged():
        keep_in(Home(tmp_path))
        note("told disk_full")
    note("told disk_full")
    assert list(tmp_path.iterdir()) == []


def test_it_is_for_its_owner_alone_and_kept_small(clinic_home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.base.log.MOST_BYTES", 1000)
    for _ in range(3):
        with logged():
            keep_in(clinic_home)
            for _ in range(200):
                note("told disk_full")
    assert clinic_home.log.stat().st_mode & 0o777 == 0o600
    kept = [path for path in clinic_home.folder.iterdir() if path.name.startswith("mingdao.log")]
    assert sorted(path.name for path in kept) == ["mingdao.log", "mingdao.log.previous"]
    assert sum(path.stat().st_size for path in kept) < 5000


def test_a_disk_that_refuses_stops_nobody(clinic_home: Home) -> None:
    log = Log()
    log.keep_in(clinic_home)
    assert log._file is not None
    os.close(log._file.fileno())
    log.note("told disk_full")
    with pytest.raises(OSError, match="Bad file"):
        log.close()


def test_S7_no_core_is_left() -> None:
    program = (
        "from core.base.process import leave_no_core; leave_no_core(); import resource;"
        "print(resource.getrlimit(resource.RLIMIT_CORE))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "(0, 0)\n"
    assert leave_no_core is not None
