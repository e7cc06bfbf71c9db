"""Replacing the data key: whatever fails and wherever it dies, the clinic opens by the old key or the new, with every row.

S-numbers are rows of spec/security.md §1.3.
"""

import os
import pathlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from core.base.atomic import previous_of
from core.base.errors import Busy, ClinicError, Damaged, KeyTrouble
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.store import rotation
from core.store.database import CIPHER, PLAIN_HEADER, copy_pages
from core.store.envelope import Envelope, new_envelope, read_envelope, write_envelope
from core.store.rotation import Step
from core.store.store import Store, create_store
from core.store.wraps import recovery_wrap
from tests.fakes.clinic import rows
from tests.fakes.clock import FixedClock

CODE = RecoveryCode.new()
OLD, NEW = secrets.token_bytes(32), secrets.token_bytes(32)
ROW = "INSERT INTO audit (seq, at, operator, source, action, detail) VALUES ({}, 'x', 'x', 'x', 'x', '{{}}')"


def row(number: int) -> Callable[[Connection], None]:
    return lambda connection: (connection.execute(text(ROW.format(number))), None)[1]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A clinic with three rows in its trail, nobody's passphrase, and a version of its own."""
    made = Home(tmp_path / "clinic")
    made.folder.mkdir()
    envelope = new_envelope(OLD, CIPHER)
    envelope = envelope.with_wrap(recovery_wrap(envelope.store, OLD, CODE))
    create_store(made.store, OLD, envelope.store, FixedClock())
    write_envelope(made.envelope, envelope)
    store = Store(made.store, OLD)
    for number in (1, 2, 3):
        store.write(row(number))
    store.write(lambda connection: connection.exec_driver_sql("PRAGMA user_version = 7"))
    store.close()
    return made


def rotate(home: Home, told: rotation.Told = lambda *_: None, new: bytes = NEW, seq: int = 4) -> None:
    envelope = read_envelope(home.envelope)
    old = envelope.open_with_recovery(CODE)
    rotation.rotate(home, envelope.holding(new, old), (old, new), row(seq), told)


def opened(home: Home) -> tuple[bytes, int, int]:
    """What the next opening finds: the key, how many rows of the trail, and the file's version."""
    rotation.finish(home)
    key = read_envelope(home.envelope).open_with_recovery(CODE)
    store = Store(home.store, key)
    try:
        ((count,),) = rows(store, "SELECT count(*) FROM audit")
        ((version,),) = rows(store, "PRAGMA user_version")
        assert rows(store, "PRAGMA quick_check") == [("ok",)]
    finally:
        store.close()
    rotation.forget_old(home)
    return key, int(str(count)), int(str(version))


def names(home: Home) -> set[str]:
    return {file.name for file in home.folder.iterdir()}


def test_S34_the_store_is_written_anew_and_nothing_is_missing(home: Home) -> None:
    steps: list[Step] = []
    rotate(home, lambda step, *_: steps.append(step))
    assert list(dict.fromkeys(steps)) == [Step.COPY, Step.CHECK, Step.SWAP]
    assert home.store_before.exists()
    assert opened(home) == (NEW, 4, 7)
    assert names(home) == {"clinic.db", "keys.json", "keys.json.previous"}


def test_after_the_first_opening_nothing_opens_by_the_old_key(home: Home) -> None:
    rotate(home)
    assert read_envelope(previous_of(home.envelope)).open_with_recovery(CODE) == OLD
    opened(home)
    assert read_envelope(previous_of(home.envelope)).open_with_recovery(CODE) == NEW
    with pytest.raises(Damaged, match="store_damaged"):
        Store(home.store, OLD)


def test_until_the_first_opening_the_old_pair_is_kept(home: Home) -> None:
    rotate(home)
    home.store_before.replace(home.store)
    previous_of(home.envelope).replace(home.envelope)
    assert opened(home) == (OLD, 3, 7)


@pytest.mark.parametrize("step", [Step.COPY, Step.CHECK, Step.SWAP])
def test_given_up_before_the_swap_everything_is_as_it_was(home: Home, step: Step) -> None:
    class GivenUp(Exception):
        pass

    def told(at: Step, *_: int) -> None:
        if at is step:
            raise GivenUp

    before = {name: (home.folder / name).read_bytes() for name in names(home)}
    with pytest.raises(GivenUp):
        rotate(home, told)
    assert {name: (home.folder / name).read_bytes() for name in names(home)} == before


def test_without_room_nothing_is_begun(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "free_space", lambda _: rotation.SPARE)
    with pytest.raises(ClinicError, match="disk_full") as refused:
        rotate(home)
    assert refused.value.params["needed"] == 65
    assert names(home) == {"clinic.db", "keys.json"}


def test_a_store_that_is_still_read_is_not_swapped(home: Home) -> None:
    store = Store(home.store, OLD)
    with pytest.raises(Busy, match="store_busy"):
        rotate(home)
    store.close()
    assert opened(home) == (OLD, 3, 7)


@pytest.mark.parametrize(
    "harm",
    ["DELETE FROM sqlite_sequence", "PRAGMA user_version = 6", "DROP TRIGGER audit_no_update"],
)
def test_a_copy_that_is_not_the_same_is_not_put_in_place(
    home: Home, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = copy_pages

    def unequal(source: Connection, path: Path, key: bytes, told: Callable[[int, int], None]) -> None:
        real(source, path, key, told)
        store = Store(path, key)
        store.write(lambda connection: connection.exec_driver_sql(harm))
        store.close()

    monkeypatch.setattr(rotation, "copy_pages", unequal)
    with pytest.raises(Damaged, match="rotation_unequal"):
        rotate(home)
    assert opened(home) == (OLD, 3, 7)
    assert names(home) == {"clinic.db", "keys.json"}


def test_a_new_store_with_a_bad_page_is_not_put_in_place(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def spoilt(path: Path) -> None:
        raw = bytearray(path.read_bytes())
        raw[-2000] ^= 1
        path.write_bytes(raw)

    monkeypatch.setattr(rotation, "flushed", spoilt)
    with pytest.raises(Damaged, match=r"store_damaged|rotation_unequal"):
        rotate(home)
    assert opened(home) == (OLD, 3, 7)


def test_S25_no_file_of_a_rotation_is_ever_in_clear(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []
    real = write_envelope

    def look(path: Path, envelope: Envelope) -> None:
        seen.extend(file.read_bytes() for file in home.folder.iterdir())
        real(path, envelope)

    monkeypatch.setattr(rotation, "write_envelope", look)
    rotate(home)
    assert len(seen) >= 3
    for raw in seen:
        assert not raw.startswith(PLAIN_HEADER)
        assert OLD not in raw
        assert NEW not in raw


# ── Failing and dying at each act on a file ─────────────────────────────────────────────────────


class PowerCut(BaseException):
    """The process is gone: nothing after it is carried out."""


@dataclass
class Acts:
    """Counts what is done to files, and lets the n-th fail; `dies` lets all after it fail too."""

    at: int = 0
    dies: bool = False
    told: list[str] = field(default_factory=list)

    def act(self, name: str) -> None:
        self.told.append(name)
        if self.at and (len(self.told) == self.at or (self.dies and len(self.told) > self.at)):
            raise PowerCut if self.dies else OSError(28, "No space left on device")


@pytest.fixture
def acts(monkeypatch: pytest.MonkeyPatch) -> Acts:
    counted = Acts()

    def patched(owner: object, name: str) -> None:
        real = getattr(owner, name)

        def act(*arguments: object, **named: object) -> object:
            counted.act(name)
            return real(*arguments, **named)

        monkeypatch.setattr(owner, name, act)

    for owner, name in ((pathlib.Path, "replace"), (pathlib.Path, "unlink"), (os, "fsync"), (os, "fdopen")):
        patched(owner, name)
    return counted


def of_all(home: Home, acts: Acts) -> int:
    """How many acts a rotation takes."""
    rotate(home)
    return len(acts.told)


@pytest.mark.parametrize("dies", [False, True], ids=["fails", "dies"])
def test_S33_S48_wherever_it_fails_or_dies_the_clinic_opens_with_every_row(
    home: Home, acts: Acts, dies: bool
) -> None:
    """Each act of a rotation in turn, over and over on the same clinic."""
    total = of_all(home, acts)
    assert total > 12
    seq, outcomes = 5, {"old": 0, "new": 0}
    for at in range(1, total + 1):
        acts.told.clear()
        acts.at, acts.dies = 0, dies
        key, count, version = opened(home)
        assert (count, version) == (seq - 1, 7)
        new = secrets.token_bytes(32)
        acts.told.clear()
        acts.at = at
        try:
            rotate(home, new=new, seq=seq)
        except (OSError, PowerCut):
            raised = True
        else:
            raised = False
        acts.at = 0
        found, count, version = opened(home)
        assert found in {key, new}
        assert count == seq - (found == key)
        assert raised or found == new
        if not dies and raised:
            assert found == key
        outcomes["new" if found == new else "old"] += 1
        seq = count + 1
    assert outcomes["old"]
    assert outcomes["new"]
    assert not names(home) & {"clinic.db.rotated", "keys.json.rotated", "clinic.db.before-rotation"}


def test_dying_while_what_was_begun_is_finished_loses_nothing(home: Home, acts: Acts) -> None:
    """A second power cut, at each act of the opening that finishes the first."""
    envelope = read_envelope(home.envelope)
    rotate(home)
    after = {name: (home.folder / name).read_bytes() for name in names(home)}
    for at in range(1, 20):
        for file in home.folder.iterdir():
            file.unlink()
        # As the first power cut left it: the old store has given up its name, and nothing else was done.
        home.store_before.write_bytes(after["clinic.db.before-rotation"])
        home.store_rotated.write_bytes(after["clinic.db"])
        home.envelope_rotated.write_bytes(after["keys.json"])
        acts.at = 0
        write_envelope(home.envelope, envelope)
        acts.told.clear()
        acts.at, acts.dies = at, True
        try:
            rotation.finish(home)
        except PowerCut:
            acts.at = 0
            rotation.finish(home)
            assert read_envelope(previous_of(home.envelope)).open_with_recovery(CODE) == OLD
            assert opened(home) == (NEW, 4, 7)
        else:
            break
    else:
        pytest.fail("never finished")
    assert at > 4


def test_a_newer_look_at_an_older_state_writes_nothing_over(home: Home) -> None:
    """What was made and not swapped goes; a store that was written since stays as it is."""
    home.store_rotated.write_bytes(b"half a store")
    home.envelope_rotated.write_bytes(home.envelope.read_bytes())
    store = Store(home.store, OLD)
    store.write(row(4))
    store.close()
    assert opened(home) == (OLD, 4, 7)
    assert names(home) == {"clinic.db", "keys.json"}


def test_the_old_code_of_another_clinic_opens_neither(home: Home) -> None:
    rotate(home)
    with pytest.raises(KeyTrouble, match="recovery_wrong"):
        read_envelope(home.envelope).open_with_recovery(RecoveryCode.new())
