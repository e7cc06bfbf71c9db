"""How a worker is started, in a tree and in a frozen build."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.packhost.worker import launch
from core.packhost.worker.launch import FLAG, command, environment, is_worker


def test_this_python_is_started_without_its_surroundings() -> None:
    program, *options = command()
    assert program == sys.executable
    assert {"-I", "-S", "-B"} <= set(options)


def test_a_frozen_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch.sys, "frozen", True, raising=False)  # type: ignore[attr-defined]
    assert command() == [sys.executable, FLAG]
    assert is_worker(command())
    assert not is_worker([sys.executable, "patient", FLAG])
    assert not is_worker([sys.executable])


def test_no_variable_of_ours_goes_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYSTEMROOT", "C:/Windows")
    monkeypatch.setenv("A_KEY", "secret")
    told = environment(tmp_path)
    assert "A_KEY" not in told
    assert set(told) <= {"HOME", "TMPDIR", "LANG", "TEMP", "TMP", "SYSTEMROOT"}


def test_a_worker_needs_nobody_elses_library() -> None:
    """It starts where only the standard library can be found, and imports little of ours."""
    program = (
        "import sys; sys.path.append(sys.argv[1]); import core.packhost.worker.child; print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(launch.ROOT)],
        capture_output=True,
        text=True,
        check=True,
        env=dict(os.environ),
    )
    loaded = set(done.stdout.split())
    assert "core.packhost.api" in loaded
    assert {"pydantic", "asyncio", "socket", "sqlite3", "core.packhost.worker.worker"} & loaded == set()
    rooms = {name.split(".")[1] for name in loaded if name.startswith("core.")}
    assert rooms == {"base", "forms", "packhost"}


@pytest.mark.parametrize("name", ["mingdao", "mingdao-clinic"])
def test_both_programs_can_be_a_worker(name: str) -> None:
    """As the freezer carries them out: told nothing, a worker ends."""
    program = launch.ROOT / "installer" / "programs" / f"{name}.py"
    done = subprocess.run(
        [sys.executable, program, FLAG],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        cwd=launch.ROOT,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
