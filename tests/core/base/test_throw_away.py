"""Folders of throw-away clinics: closed to others, gone when closed, and after a crash gone at the next start."""

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from core.base.throw_away import HELD, PREFIX, ThrowAway, remove_stale


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's place for temporary files, for this test alone."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_it_lies_in_the_temporary_place_and_goes_with_everything_in_it(temporary: Path) -> None:
    made = ThrowAway()
    folder = made.home.folder
    assert folder.parent == temporary
    assert folder.name.startswith(PREFIX)
    made.home.store.write_bytes(b"x")
    (folder / "inner").mkdir()
    (folder / "inner" / "more").write_bytes(b"x")
    made.close()
    made.close()
    assert list(temporary.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="permissions of a folder are the owner's on POSIX")
def test_nobody_else_may_look_into_it() -> None:
    made = ThrowAway()
    assert made.home.folder.stat().st_mode & 0o777 == 0o700
    made.close()


def test_what_is_held_stays(temporary: Path) -> None:
    made = ThrowAway()
    made.home.store.write_bytes(b"x")
    os.utime(made.home.folder / HELD, (0, 0))
    remove_stale()
    assert made.home.store.exists()
    made.close()


def test_what_a_crash_left_is_removed(temporary: Path) -> None:
    program = (
        "import os, tempfile; tempfile.tempdir = os.environ['PLACE']\n"
        "from core.base.throw_away import ThrowAway\n"
        "ThrowAway().home.store.write_bytes(b'x'); os._exit(1)"
    )
    environ = {**os.environ, "PLACE": str(temporary)}
    subprocess.run([sys.executable, "-c", program], check=False, env=environ)
    (left,) = temporary.iterdir()
    assert sorted(file.name for file in left.iterdir()) == ["clinic.db", HELD]
    os.utime(left / HELD, (0, 0))
    remove_stale()
    assert list(temporary.iterdir()) == []


def test_a_folder_that_was_not_made_here_is_left_alone(temporary: Path) -> None:
    elsewhere = temporary / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / HELD).touch()
    (elsewhere / "kept").touch()
    (temporary / f"{PREFIX}link").symlink_to(elsewhere)
    (temporary / f"{PREFIX}plain").mkdir()
    (temporary / f"{PREFIX}plain" / "kept").touch()
    remove_stale()
    assert (elsewhere / "kept").exists()
    assert (temporary / f"{PREFIX}plain" / "kept").exists()


def test_one_that_is_just_being_made_is_not_taken_for_left(temporary: Path) -> None:
    over, removed = threading.Event(), 0

    def sweep() -> None:
        while not over.is_set():
            remove_stale()

    sweepers = [threading.Thread(target=sweep) for _ in range(2)]
    for sweeper in sweepers:
        sweeper.start()
    try:
        for _ in range(400):
            made = ThrowAway()
            try:
                (made.home.folder / "own").mkdir()
            except FileNotFoundError:
                removed += 1
            made.close()
    finally:
        over.set()
        for sweeper in sweepers:
            sweeper.join()
    assert removed == 0
