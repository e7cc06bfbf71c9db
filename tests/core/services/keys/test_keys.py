"""The keys of a clinic: each change asks again, leaves its row, stops what it replaces; and each state has its name.

S-numbers are rows of spec/security.md §1.3.
"""

import shutil
from pathlib import Path

import pytest

from core.base.atomic import previous_of
from core.base.errors import Busy, ClinicError, KeyTrouble
from core.base.messages import LANGUAGES, Messages
from core.base.recovery_code import RecoveryCode
from core.services.keys import keys as module
from core.services.keys.keys import KeyState, Way, key_state, keys_at_hand
from core.services.patients.patients import Given
from core.store.envelope import BY_RECOVERY, read_envelope, write_envelope
from core.store.keys import KeyVault
from core.store.unlocking import Credential, Road
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic, store_of, trail
from tests.fakes.vault import FailingVault, InMemoryVault

BY = Credential(PASSPHRASE)
NEW = "山高月小 水落石出 赤壁"


def opens(clinic: Clinic, *, passphrase: str | None = None, recovery: RecoveryCode | None = None) -> str:
    """Whose opening it is, or the code of the refusal."""
    try:
        with clinic.open(passphrase=passphrase, recovery=recovery) as kernel:
            return kernel.actor.operator
    except ClinicError as error:
        return error.code


def test_a_new_clinic_has_three_ways_in_and_an_unconfirmed_code(clinic: Clinic) -> None:
    at_hand = keys_at_hand(clinic.home)
    assert at_hand.ways == (
        Way(Road.PASSPHRASE, OPERATOR),
        Way(Road.RECOVERY),
        Way(Road.KEYRING, OPERATOR, "memory"),
    )
    assert (at_hand.confirmed, at_hand.failures, at_hand.wait_s) == (False, 0, 0)


def test_the_code_opens_as_nobody_in_person(clinic: Clinic) -> None:
    assert opens(clinic, recovery=clinic.recovery) == BY_RECOVERY


def test_a_confirmed_code_stays_confirmed_and_leaves_a_row(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        with pytest.raises(KeyTrouble, match="recovery_wrong"):
            kernel.keys.confirm_recovery_code(RecoveryCode.new())
        assert kernel.keys.at_hand().confirmed is False
        kernel.keys.confirm_recovery_code(clinic.recovery)
        assert trail(store_of(kernel)) == [("keys.recovery.confirm", None, None, {"by": "recovery"})]
    assert keys_at_hand(clinic.home).confirmed is True


@pytest.mark.parametrize("by", ["passphrase", "recovery"])
def test_a_new_code_stops_the_old_one_in_both_generations(clinic: Clinic, by: str) -> None:
    credential = {"passphrase": BY, "recovery": Credential(recovery=clinic.recovery)}
    with clinic.open() as kernel:
        kernel.keys.confirm_recovery_code(clinic.recovery)
        code = kernel.keys.new_recovery_code(credential[by])
        assert kernel.keys.at_hand().confirmed is False
        assert trail(store_of(kernel))[-1] == ("keys.recovery.new", None, None, {"by": by})
    assert opens(clinic, recovery=code) == BY_RECOVERY
    assert opens(clinic, recovery=clinic.recovery) == "recovery_wrong"
    shutil.copy(previous_of(clinic.home.envelope), clinic.home.envelope)
    assert opens(clinic, recovery=clinic.recovery) == "recovery_wrong"


def test_the_keyring_alone_makes_no_new_code_while_there_is_a_passphrase(clinic: Clinic) -> None:
    before = clinic.home.envelope.read_bytes()
    with clinic.open() as kernel:
        with pytest.raises(KeyTrouble, match="passphrase_needed"):
            kernel.keys.new_recovery_code(Credential())
        assert trail(store_of(kernel)) == []
    assert clinic.home.envelope.read_bytes() == before


def test_a_changed_passphrase_stops_the_old_one(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        assert kernel.keys.change_passphrase(BY, NEW) == OPERATOR
    assert opens(clinic, passphrase=NEW) == OPERATOR
    assert opens(clinic, passphrase=PASSPHRASE) == "wrong_passphrase"
    assert opens(clinic, recovery=clinic.recovery) == BY_RECOVERY
    assert opens(clinic) == OPERATOR


def test_a_forgotten_passphrase_is_replaced_by_the_code_and_not_by_the_keyring(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        with pytest.raises(KeyTrouble, match="passphrase_needed"):
            kernel.keys.change_passphrase(Credential(), NEW)
        with pytest.raises(KeyTrouble, match="wrong_passphrase"):
            kernel.keys.change_passphrase(Credential("guessed"), NEW)
        assert kernel.keys.at_hand().failures == 1
        assert kernel.keys.change_passphrase(Credential(recovery=clinic.recovery), NEW) == OPERATOR
    assert opens(clinic, passphrase=NEW) == OPERATOR


def test_a_change_that_cannot_be_written_leaves_no_row(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    before = clinic.home.envelope.read_bytes()
    with clinic.open() as kernel:
        monkeypatch.setattr(module, "write_envelope", full)
        with pytest.raises(OSError, match="No space"):
            kernel.keys.new_recovery_code(BY)
        assert trail(store_of(kernel)) == []
    assert clinic.home.envelope.read_bytes() == before


def test_S1_a_folder_on_another_account_opens_by_the_code_and_then_by_its_keyring(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.patients.register(Given("陈敏", "女"))
    elsewhere = clinic.home.folder.parent / "copied"
    shutil.copytree(clinic.home.folder, elsewhere)
    there = Clinic(type(clinic.home)(elsewhere), InMemoryVault(), clinic.recovery)
    assert opens(there) == "keyring_missing"
    with there.open(recovery=clinic.recovery) as kernel:
        assert kernel.holdings.look().patients == 1
    assert opens(there) == OPERATOR
    assert opens(clinic) == OPERATOR


def test_S9_an_emptied_keyring_is_no_reason_to_change_anything(clinic: Clinic) -> None:
    clinic.vault.secrets.clear()
    before = clinic.home.envelope.read_bytes(), clinic.home.store.read_bytes()
    assert opens(clinic) == "keyring_missing"
    assert (clinic.home.envelope.read_bytes(), clinic.home.store.read_bytes()) == before
    assert clinic.vault.secrets == {}


def test_S11_an_entry_deleted_while_the_clinic_is_open_loses_nothing(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        clinic.vault.secrets.clear()
        kernel.patients.register(Given("陈敏", "女"))
    assert opens(clinic) == "keyring_missing"
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        assert kernel.patients.show("P001").details.name == "陈敏"


def test_S17_an_unlocked_keyring_opens_at_the_next_try(clinic: Clinic) -> None:
    works, clinic.vault = clinic.vault, FailingVault("keyring_locked")  # type: ignore[assignment]
    assert opens(clinic) == "keyring_locked"
    clinic.vault = works
    assert opens(clinic) == OPERATOR


def _absent(home: Path) -> None:
    (home / "clinic.db").unlink()


def _empty(home: Path) -> None:
    (home / "clinic.db").write_bytes(b"")


def _damaged(home: Path) -> None:
    raw = bytearray((home / "clinic.db").read_bytes())
    raw[2000] ^= 1
    (home / "clinic.db").write_bytes(raw)


def _no_keys(home: Path) -> None:
    (home / "keys.json").unlink()


def _broken_keys(home: Path) -> None:
    (home / "keys.json").write_bytes(b"{")


def _newer_keys(home: Path) -> None:
    raw = (home / "keys.json").read_text(encoding="utf-8")
    (home / "keys.json").write_text(raw.replace('"format": 3', '"format": 4'), encoding="utf-8")


def _older_keys(home: Path) -> None:
    raw = (home / "keys.json").read_text(encoding="utf-8")
    (home / "keys.json").write_text(raw.replace('"format": 3', '"format": 2'), encoding="utf-8")


def _nothing(home: Path) -> None:
    pass


STATES = [
    (_nothing, "works", KeyState.READY),
    (_nothing, "keyring_unavailable", KeyState.UNAVAILABLE),
    (_nothing, "keyring_locked", KeyState.LOCKED),
    (_nothing, "emptied", KeyState.MISSING),
    (_nothing, "of another", KeyState.WRONG),
    (_damaged, "works", KeyState.STORE_DAMAGED),
    (_absent, "works", KeyState.STORE_ABSENT),
    (_empty, "works", KeyState.STORE_ABSENT),
    (_absent, "keyring_locked", KeyState.STORE_ABSENT),
    (_newer_keys, "works", KeyState.NEWER),
    (_older_keys, "works", KeyState.OLDER),
    (_no_keys, "works", KeyState.KEYS_ABSENT),
    (_broken_keys, "works", KeyState.KEYS_DAMAGED),
]


@pytest.mark.parametrize(("harm", "ring", "state"), STATES)
def test_S23_each_state_has_its_name_and_nothing_is_touched(
    clinic: Clinic, harm: object, ring: str, state: KeyState
) -> None:
    assert callable(harm)
    harm(clinic.home.folder)
    vault: KeyVault = clinic.vault
    if ring == "emptied":
        vault = InMemoryVault()
    elif ring == "of another":
        vault = InMemoryVault(dict.fromkeys(clinic.vault.secrets, "00" * 32))
    elif ring != "works":
        vault = FailingVault(ring)
    before = {file.name: file.read_bytes() for file in clinic.home.folder.iterdir()}
    assert key_state(clinic.home, vault) is state
    assert {file.name: file.read_bytes() for file in clinic.home.folder.iterdir()} == before


def test_S8_a_store_of_a_newer_program_has_its_state(clinic: Clinic) -> None:
    clinic.execute("UPDATE alembic_version SET version_num = '9999'")
    assert key_state(clinic.home, clinic.vault) is KeyState.NEWER


def test_no_clinic_is_a_state_too(clinic: Clinic, tmp_path: Path) -> None:
    assert key_state(type(clinic.home)(tmp_path / "none"), clinic.vault) is KeyState.NOT_SET_UP
    assert not (tmp_path / "none").exists()


def test_an_open_clinic_is_busy(clinic: Clinic) -> None:
    with clinic.open(), pytest.raises(Busy):
        key_state(clinic.home, clinic.vault)


@pytest.mark.parametrize("language", LANGUAGES)
def test_S23_every_state_has_its_own_sentence(language: str) -> None:
    said = [Messages(language).text(f"keys.state.{state}") for state in KeyState]
    assert len(set(said)) == len(KeyState)


def test_a_clinic_without_a_keyring_says_that_it_asks(clinic: Clinic) -> None:
    envelope = read_envelope(clinic.home.envelope)
    write_envelope(clinic.home.envelope, envelope.model_copy(update={"wraps": envelope.wraps[:2]}))
    assert key_state(clinic.home, clinic.vault) is KeyState.PASSPHRASE


def test_wrong_passphrases_are_told_once_at_the_next_opening(clinic: Clinic) -> None:
    for _ in range(3):
        assert opens(clinic, passphrase="somebody guessed") == "wrong_passphrase"
    for _ in range(2):
        assert opens(clinic, passphrase=PASSPHRASE) == OPERATOR
    assert opens(clinic, passphrase="somebody guessed") == "wrong_passphrase"
    assert opens(clinic) == OPERATOR  # the keyring asks for nothing, and tells of it all the same
    told = clinic.rows(
        "SELECT operator, outcome, json_extract(detail, '$.count') FROM audit WHERE action = 'keys.wrong' ORDER BY seq"
    )
    assert told == [(OPERATOR, "refused", 3), (OPERATOR, "refused", 1)]


def test_what_could_not_be_noted_is_told_again_and_shuts_nobody_out(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert opens(clinic, passphrase="somebody guessed") == "wrong_passphrase"
    with monkeypatch.context() as full:
        full.setattr("core.services.keys.keys.count_failures", no_room)
        assert opens(clinic, passphrase=PASSPHRASE) == OPERATOR
    assert opens(clinic, passphrase=PASSPHRASE) == OPERATOR
    assert opens(clinic, passphrase=PASSPHRASE) == OPERATOR
    assert clinic.rows("SELECT count(*) FROM audit WHERE action = 'keys.wrong'") == [(2,)]


def no_room(*_: object) -> None:
    raise OSError(28, "No space left on device")
