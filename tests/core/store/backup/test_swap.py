"""What no restore decided is put aside, and the clinic opens as it was."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.paths import Home
from core.store.backup import swap
from tests.fakes.clinic import Clinic


def empty(_ready: Path) -> None:
    pass


def unreadable(ready: Path) -> None:
    (ready / swap.KEEP).write_bytes(b"\xff\xfe")
    (ready / swap.STORE).write_bytes(b"new")


def leading_out(ready: Path) -> None:
    (ready / swap.KEEP).write_text("../elsewhere")
    (ready / swap.STORE).write_bytes(b"new")


def without_a_store(ready: Path) -> None:
    (ready / swap.KEEP).write_text("replaced-2026-11-30")


@pytest.mark.parametrize("lay", [empty, unreadable, leading_out, without_a_store])
def test_what_no_restore_decided_keeps_no_clinic_shut(clinic: Clinic, lay: Callable[[Path], None]) -> None:
    clinic.add("陈敏")
    before = clinic.home.store.read_bytes()
    ready = clinic.home.folder / swap.READY
    ready.mkdir()
    lay(ready)
    there = {one.name: one.read_bytes() for one in ready.iterdir()}
    swap.finish(clinic.home)
    assert clinic.home.store.read_bytes() == before
    assert not ready.exists()
    (aside,) = clinic.home.folder.glob(f"{swap.STRAY}*")
    assert {one.name: one.read_bytes() for one in aside.iterdir()} == there
    with clinic.open() as kernel:
        assert kernel.holdings.look().patients == 1


def test_what_was_decided_is_carried_out(tmp_path: Path) -> None:
    home = Home(tmp_path / "clinic")
    home.folder.mkdir()
    home.store.write_bytes(b"old")
    new = home.folder / "new"
    new.mkdir()
    (new / swap.STORE).write_bytes(b"new")
    swap.decide(home, new, "replaced-2026-11-30")
    swap.finish(home)
    assert home.store.read_bytes() == b"new"
    assert (home.folder / "replaced-2026-11-30" / home.store.name).read_bytes() == b"old"
    assert not list(home.folder.glob(f"{swap.STRAY}*"))
