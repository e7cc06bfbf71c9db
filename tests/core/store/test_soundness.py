"""Every page and the structure are looked at; a crash that left a page half written in the file is no damage (decision D6)."""

import shutil
from pathlib import Path

import pytest

from core.store.database import PAGE_SIZE
from core.store.soundness import examined
from core.store.store import Store
from tests.fakes.clinic import MENZHEN, Clinic, content, prepared

LOG_HEADER, FRAME_HEADER = 32, 24


@pytest.fixture
def used(clinic: Clinic) -> Clinic:
    prepared(clinic, seen_three_times)
    return clinic


def seen_three_times(clinic: Clinic) -> None:
    clinic.add("陈敏")
    for _ in range(3):
        clinic.save("P001")


def looked_at(clinic: Clinic, path: Path) -> tuple[tuple[int, ...], int]:
    store = Store(path, clinic.key)
    try:
        found = examined(store)
        return found.pages, found.faults
    finally:
        store.close()


def test_what_was_written_is_sound(used: Clinic) -> None:
    assert looked_at(used, used.home.store) == ((), 0)


def test_a_page_that_differs_is_named(used: Clinic) -> None:
    last = used.home.store.stat().st_size // PAGE_SIZE
    with used.home.store.open("r+b") as file:
        file.seek((last - 1) * PAGE_SIZE + 100)
        file.write(b"\x00\x01\x02")
    pages, _ = looked_at(used, used.home.store)
    assert pages == (last,)


def test_an_old_page_with_a_good_seal_fits_no_index(used: Clinic, tmp_path: Path) -> None:
    old = used.home.store.read_bytes()
    with used.open() as kernel:
        for _ in range(3):
            kernel.intake.save("P001", "menzhen", content(MENZHEN))
    new = used.home.store.read_bytes()
    changed = [
        page
        for page in range(1, len(old) // PAGE_SIZE)
        if old[page * PAGE_SIZE : (page + 1) * PAGE_SIZE] != new[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]
    ]
    faults = []
    for page in changed:
        mixed = bytearray(new)
        mixed[page * PAGE_SIZE : (page + 1) * PAGE_SIZE] = old[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]
        (tmp_path / "mixed.db").write_bytes(mixed)
        pages, found = looked_at(used, tmp_path / "mixed.db")
        assert pages == ()
        faults.append(found > 0)
    assert any(faults)


def test_a_page_half_written_in_a_crash_is_whole_in_the_log(used: Clinic, tmp_path: Path) -> None:
    with used.open() as kernel:
        kernel.intake.save("P001", "menzhen", content(MENZHEN))
        for name in ("clinic.db", "clinic.db-wal"):
            shutil.copyfile(used.home.folder / name, tmp_path / name)
    log = (tmp_path / "clinic.db-wal").read_bytes()
    size = (tmp_path / "clinic.db").stat().st_size // PAGE_SIZE
    logged = {
        int.from_bytes(log[place : place + 4], "big")
        for place in range(LOG_HEADER, len(log) - FRAME_HEADER, FRAME_HEADER + PAGE_SIZE)
    }
    torn = max(page for page in logged if 1 < page <= size)
    with (tmp_path / "clinic.db").open("r+b") as file:
        file.seek((torn - 1) * PAGE_SIZE)
        file.write(bytes(512))
    assert looked_at(used, tmp_path / "clinic.db") == ((), 0)


def test_the_command_line_says_it(used: Clinic) -> None:
    done = used.run("audit", "verify", "--json")
    assert (done.code, done.json["store"]) == (
        0,
        {"sound": True, "pages": [], "faults": 0, "records": [], "operators": []},
    )
    last = used.home.store.stat().st_size // PAGE_SIZE
    with used.home.store.open("r+b") as file:
        file.seek((last - 1) * PAGE_SIZE + 100)
        file.write(b"\x00\x01\x02")
    spoken = used.run("audit", "verify")
    assert spoken.code == 1
    assert f"（{last}）" in spoken.out or "损坏" in spoken.out + spoken.err
