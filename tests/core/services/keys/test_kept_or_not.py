"""A change of the keys that is not kept: the envelope is as it was in both generations, and whatever dies in between leaves one that opens.

S-numbers are rows of spec/security.md §1.3.
"""

import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from core.base.atomic import previous_of
from core.base.errors import ClinicError, Damaged
from core.events.model import KeysChanged
from core.kernel import Kernel
from core.services.keys import keys as module
from core.services.keys.keys import Credential, keys_at_hand
from core.store.envelope import write_envelope
from core.store.envelope_generations import Generations
from core.store.lanes import Lane
from core.store.write_guard import WriteGuard
from tests.core.services.keys.test_keyring_use import opens
from tests.core.store.test_rotation import Acts, PowerCut
from tests.core.store.test_rotation import acts as acts  # noqa: PLC0414 - the fixture
from tests.fakes.clinic import PASSPHRASE, Clinic, rows, store_of
from tests.fakes.people import PASSPHRASES

BY = Credential(PASSPHRASE)
NEW = "山高月小 水落石出 赤壁"
CHANGES: dict[str, Callable[[Kernel], object]] = {
    "new code": lambda kernel: kernel.keys.new_recovery_code(BY),
    "passphrase": lambda kernel: kernel.keys.change_passphrase(BY, NEW),
    "keyring on": lambda kernel: kernel.keys.keyring_on(BY),
    "keyring off": lambda kernel: kernel.keys.keyring_off(BY),
    "keyring only": lambda kernel: kernel.keys.keyring_only(BY),
    "operator": lambda kernel: kernel.operators.add(BY, "王大夫", kernel.roles, PASSPHRASES["王大夫"]),
}
WAYS = ("passphrase", "recovery", "keyring")


@pytest.fixture
def confirmed(clinic: Clinic) -> Clinic:
    """Somebody holds the code; there is a generation before."""
    with clinic.open() as kernel:
        kernel.keys.confirm_recovery_code(clinic.recovery)
    return clinic


def generations(clinic: Clinic) -> Generations:
    return Generations.of(clinic.home.envelope)


def kek(clinic: Clinic) -> dict[str, str]:
    """What the keyring keeps to open with."""
    return {entry: secret for entry, secret in clinic.vault.secrets.items() if "/kek/" in entry}


def ways(clinic: Clinic) -> tuple[str, ...]:
    """By what of all that somebody may have the clinic opens."""
    found = [opens(clinic), opens(clinic, BY), opens(clinic, Credential(recovery=clinic.recovery))]
    return tuple(way for way in WAYS if way in found)


def not_durable(patch: pytest.MonkeyPatch, error: BaseException) -> None:
    """The transaction that writes the envelope fails once all its work was done."""
    real, written = Lane._carried_out, threading.local()

    def wrote(*arguments: Any, **named: Any) -> None:
        write_envelope(*arguments, **named)
        written.it = True

    def carried_out(lane: Lane, work: Callable[[Connection], Any]) -> Any:
        def all_but_kept(connection: Connection) -> Any:
            result = work(connection)
            if getattr(written, "it", False):
                raise error
            return result

        return real(lane, all_but_kept)

    patch.setattr(module, "write_envelope", wrote)
    patch.setattr(Lane, "_carried_out", carried_out)


@pytest.mark.parametrize("change", CHANGES)
def test_S48_what_is_not_durable_leaves_both_generations_and_the_keyring(
    confirmed: Clinic, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, kept = generations(confirmed), kek(confirmed)
    with confirmed.open(passphrase=PASSPHRASE) as kernel:
        told = rows(store_of(kernel), "SELECT count(*) FROM audit WHERE action LIKE 'keys.%'")
        seals = kernel.keys.backup_seals
        with monkeypatch.context() as patch:
            not_durable(patch, ClinicError("disk_full", file="clinic.db", needed=1))
            with pytest.raises(ClinicError, match="disk_full"):
                CHANGES[change](kernel)
        assert rows(store_of(kernel), "SELECT count(*) FROM audit WHERE action LIKE 'keys.%'") == told
        assert kernel.keys.backup_seals == seals
        assert (generations(confirmed), kek(confirmed)) == (before, kept)


def test_a_store_that_was_moved_meanwhile_costs_no_way_in(
    confirmed: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    def moved(_: WriteGuard) -> None:
        raise Damaged("store_moved", file=confirmed.home.store)

    with confirmed.open(passphrase=PASSPHRASE) as kernel, monkeypatch.context() as patch:
        patch.setattr(WriteGuard, "after", moved)
        with pytest.raises(Damaged, match="store_moved"):
            kernel.keys.keyring_only(BY)
    assert ways(confirmed) == WAYS


def test_where_there_was_no_generation_before_there_is_none_after(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    with clinic.open(passphrase=PASSPHRASE) as kernel, monkeypatch.context() as patch:
        assert not previous_of(clinic.home.envelope).exists()
        not_durable(patch, OSError(5, "Input/output error"))
        with pytest.raises(OSError, match="Input/output"):
            kernel.keys.new_recovery_code(BY)
    assert not previous_of(clinic.home.envelope).exists()


@pytest.mark.parametrize("change", ["keyring only", "keyring on"])
def test_where_it_cannot_be_put_back_what_it_opens_with_is_left_and_it_is_said(
    confirmed: Clinic, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Generations) -> None:
        raise OSError(28, "No space left on device")

    with confirmed.open(passphrase=PASSPHRASE) as kernel, monkeypatch.context() as patch:
        patch.setattr(Generations, "put_back", full)
        not_durable(patch, ClinicError("disk_full", file="clinic.db", needed=1))
        with pytest.raises(ClinicError, match="keys_left_changed"):
            CHANGES[change](kernel)
    assert opens(confirmed) == "keyring"
    assert opens(confirmed, Credential(recovery=confirmed.recovery)) == "recovery"


def test_a_hearers_fault_undoes_nothing_that_is_durable(confirmed: Clinic) -> None:
    def hear(_: KeysChanged) -> None:
        raise ValueError

    with confirmed.open(passphrase=PASSPHRASE) as kernel:
        kernel.bus.subscribe(KeysChanged, hear)
        with pytest.raises(ExceptionGroup):
            kernel.keys.keyring_only(BY)
        assert [one.kind for one in kernel.keys.backup_seals.recipients] == ["recovery"]
    assert ways(confirmed) == ("recovery", "keyring")


def acts_of(
    change: str, acts: Acts, kernel: Kernel, patch: pytest.MonkeyPatch, at: int, *, dies: bool
) -> bool:
    """Make a change whose acts on the envelope's files fail or die from the n-th on; whether it came so far."""
    # What the keyring is asked for the trail goes on beside this, and its acts on files are not those of the change.
    for asking in threading.enumerate():
        if asking.name == "audit-anchor-keyring":
            asking.join()

    def written(*arguments: Any, **named: Any) -> None:
        acts.told.clear()
        acts.at, acts.dies = at, dies
        try:
            write_envelope(*arguments, **named)
        except OSError:
            acts.at = 0
            raise
        acts.at = at if dies else 0

    patch.setattr(module, "write_envelope", written)
    try:
        CHANGES[change](kernel)
    except (OSError, PowerCut):
        return True
    finally:
        acts.at = 0
    return False


@pytest.mark.parametrize("change", ["new code", "keyring only"])
def test_S48_an_envelope_that_fails_at_any_act_is_as_it_was(
    confirmed: Clinic, acts: Acts, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, kept = generations(confirmed), kek(confirmed)
    with confirmed.open(passphrase=PASSPHRASE) as kernel:
        for at in range(1, 20):
            with monkeypatch.context() as patch:
                if not acts_of(change, acts, kernel, patch, at, dies=False):
                    break
            assert (generations(confirmed), kek(confirmed)) == (before, kept)
        else:
            pytest.fail("never kept")
    assert at > 5


def test_S33_a_change_that_dies_at_any_act_leaves_a_clinic_that_opens(
    confirmed: Clinic, acts: Acts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worst of the changes: it takes the passphrase away and trusts a key that has just been made."""
    start, secrets = tmp_path / "start", dict(confirmed.vault.secrets)
    shutil.copytree(confirmed.home.folder, start)
    found: set[tuple[str, ...]] = set()
    for at in range(1, 20):
        shutil.rmtree(confirmed.home.folder)
        shutil.copytree(start, confirmed.home.folder)
        confirmed.vault.secrets = dict(secrets)
        with confirmed.open(passphrase=PASSPHRASE) as kernel, monkeypatch.context() as patch:
            died = acts_of("keyring only", acts, kernel, patch, at, dies=True)
        found.add(ways(confirmed))
        if not died:
            break
    else:
        pytest.fail("never carried out")
    assert at > 5
    assert found == {WAYS, ("recovery", "keyring")}


@pytest.mark.parametrize(
    ("change", "left"),
    [
        ("keyring only", ("recovery", "keyring")),
        ("new code", ("passphrase", "keyring")),
        ("passphrase", ("recovery", "keyring")),
        ("operator", ("passphrase", "recovery")),
    ],
)
def test_S33_dying_before_it_is_durable_leaves_a_clinic_that_opens(
    confirmed: Clinic, change: str, left: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    with confirmed.open(passphrase=PASSPHRASE) as kernel, monkeypatch.context() as patch:
        not_durable(patch, PowerCut())
        with pytest.raises(PowerCut):
            CHANGES[change](kernel)
    assert ways(confirmed) == left
    at_hand = keys_at_hand(confirmed.home)
    # A code that nobody was shown counts as one that nobody holds.
    assert at_hand.confirmed is (change != "new code")
    if change == "passphrase":
        assert opens(confirmed, Credential(NEW)) == "passphrase"


def test_what_it_was_is_put_back_by_whole_files_alone(tmp_path: Path, acts: Acts) -> None:
    """Wherever putting back dies, the present one is whole: what it was or what it became."""
    path = tmp_path / "keys.json"
    found: set[tuple[bytes, bytes]] = set()
    for at in range(1, 20):
        path.write_bytes(b"present")
        previous_of(path).write_bytes(b"older")
        before = Generations.of(path)
        path.write_bytes(b"changed")
        previous_of(path).write_bytes(b"changed")
        acts.told.clear()
        acts.at, acts.dies = at, True
        try:
            before.put_back()
        except PowerCut:
            died = True
        else:
            died = False
        acts.at = 0
        found.add((path.read_bytes(), previous_of(path).read_bytes()))
        if not died:
            break
    else:
        pytest.fail("never put back")
    assert at > 4
    assert Generations.of(path) == before
    assert found == {(b"changed", b"changed"), (b"present", b"changed"), (b"present", b"older")}
