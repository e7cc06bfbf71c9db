"""The keyring, on, off or alone: what it takes to change it, and that it stands in for nobody where several work.

S-numbers are rows of spec/security.md §1.3.
"""

import shutil
from pathlib import Path

import pytest

from core.base.errors import ClinicError, KeyTrouble, Refused
from core.ledger.findings import Kind
from core.services.keys import keys as module
from core.services.keys.keys import KeyringUse, keys_at_hand
from core.services.patients.patients import Given
from core.store.envelope import read_envelope, write_envelope
from core.store.unlocking import Credential, Road
from core.store.wraps import passphrase_wrap
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic, store_of, trail
from tests.fakes.vault import FailingVault, InMemoryVault

BY, KEYRING = Credential(PASSPHRASE), Credential()
NEW = "山高月小 水落石出 再游"


def opens(clinic: Clinic, by: Credential = KEYRING) -> str:
    """By what it opens, or the code of the refusal."""
    try:
        with clinic.open(passphrase=by.passphrase, recovery=by.recovery) as kernel:
            return kernel.opened_by
    except ClinicError as error:
        return error.code


def add_somebody(clinic: Clinic) -> None:
    """A second passphrase in the envelope."""
    envelope = read_envelope(clinic.home.envelope)
    write_envelope(
        clinic.home.envelope, envelope.with_wrap(passphrase_wrap(envelope.store, clinic.key, NEW, "王护士"))
    )


def kek(clinic: Clinic) -> list[str]:
    """The entries in the keyring that open the clinic."""
    return [entry for entry in clinic.vault.secrets if "/kek/" in entry]


@pytest.fixture
def confirmed(clinic: Clinic) -> Clinic:
    with clinic.open() as kernel:
        kernel.keys.confirm_recovery_code(clinic.recovery)
    return clinic


def test_off_takes_the_key_out_of_the_keyring_and_out_of_both_generations(confirmed: Clinic) -> None:
    kept = dict(confirmed.vault.secrets)
    with confirmed.open() as kernel:
        kernel.keys.keyring_off(BY)
        assert kernel.keys.at_hand().keyring is KeyringUse.OFF
        assert trail(store_of(kernel))[-1] == ("keys.keyring.off", None, None, {"by": "passphrase"})
    assert kek(confirmed) == []
    assert opens(confirmed) == "passphrase_needed"
    confirmed.vault.secrets.update(kept)
    assert opens(confirmed) == "passphrase_needed"
    previous = confirmed.home.envelope.with_name("keys.json.previous")
    assert read_envelope(previous).keyring_wrap is None


def test_off_leaves_the_anchor_that_tells_of_a_folder_put_back(confirmed: Clinic, tmp_path: Path) -> None:
    copy, folder = tmp_path / "copy", confirmed.home.folder
    shutil.copytree(folder, copy)
    with confirmed.open() as kernel:
        kernel.patients.register(Given("陈敏", "女"))
        kernel.keys.keyring_off(BY)
    assert [entry.split("/")[1] for entry in confirmed.vault.secrets] == ["audit"]
    shutil.rmtree(folder)
    shutil.copytree(copy, folder)
    with confirmed.open(passphrase=PASSPHRASE) as kernel:
        pass
    assert [one.kind for one in kernel.findings] == [Kind.ROLLED_BACK]


def test_the_keyring_is_not_turned_off_while_nobody_holds_the_code(clinic: Clinic) -> None:
    with clinic.open() as kernel, pytest.raises(Refused, match="too_few_keys"):
        kernel.keys.keyring_off(BY)
    assert opens(clinic) == Road.KEYRING


def test_on_makes_a_new_entry_and_needs_more_than_the_keyring(confirmed: Clinic) -> None:
    before = kek(confirmed)
    with confirmed.open() as kernel:
        with pytest.raises(KeyTrouble, match="passphrase_needed"):
            kernel.keys.keyring_on(KEYRING)
        kernel.keys.keyring_on(BY)
    assert set(before) < set(kek(confirmed))
    assert opens(confirmed) == Road.KEYRING


def test_only_takes_the_passphrase_away_and_says_so(confirmed: Clinic) -> None:
    with confirmed.open() as kernel:
        with pytest.raises(KeyTrouble, match="passphrase_needed"):
            kernel.keys.keyring_only(KEYRING)
        kernel.keys.keyring_only(BY)
        at_hand = kernel.keys.at_hand()
        assert (at_hand.keyring, at_hand.keyring_only, at_hand.operators) == (KeyringUse.ONLY, True, ())
    assert opens(confirmed, BY) == "wrong_passphrase"
    assert opens(confirmed) == Road.KEYRING
    with confirmed.open() as kernel:
        assert kernel.actor.operator == OPERATOR
        code = kernel.keys.new_recovery_code(KEYRING)  # nothing else is left to ask for
    assert opens(confirmed, Credential(recovery=code)) == Road.RECOVERY


def test_only_is_left_by_giving_a_passphrase_with_the_code(confirmed: Clinic) -> None:
    with confirmed.open() as kernel:
        kernel.keys.keyring_only(BY)
        with pytest.raises(KeyTrouble, match="passphrase_needed"):
            kernel.keys.change_passphrase(KEYRING, NEW)
        assert kernel.keys.change_passphrase(Credential(recovery=confirmed.recovery), NEW) == OPERATOR
        assert kernel.keys.at_hand().keyring is KeyringUse.ON
    assert opens(confirmed, Credential(NEW)) == Road.PASSPHRASE


def test_only_is_refused_until_somebody_holds_the_code(clinic: Clinic) -> None:
    with clinic.open() as kernel, pytest.raises(Refused, match="recovery_unconfirmed"):
        kernel.keys.keyring_only(BY)
    assert opens(clinic, BY) == Road.PASSPHRASE


def test_where_several_have_a_passphrase_each_opens_by_their_own(confirmed: Clinic) -> None:
    add_somebody(confirmed)
    assert keys_at_hand(confirmed.home).keyring is KeyringUse.ASIDE
    assert opens(confirmed) == "each_own_passphrase"
    with confirmed.open(passphrase=PASSPHRASE) as kernel:
        for change in (kernel.keys.keyring_on, kernel.keys.keyring_only):
            with pytest.raises(Refused, match="several_operators"):
                change(BY)
        kernel.keys.keyring_off(BY)
    assert keys_at_hand(confirmed.home).keyring is KeyringUse.OFF


@pytest.mark.parametrize("code", ["keyring_unavailable", "keyring_locked", "keyring_refused"])
def test_S48_a_keyring_that_fails_changes_nothing(confirmed: Clinic, code: str) -> None:
    before = confirmed.home.envelope.read_bytes()
    with confirmed.open(passphrase=PASSPHRASE) as kernel:
        kernel.keys._vault = FailingVault(code)
        for change in (kernel.keys.keyring_on, kernel.keys.keyring_only):
            with pytest.raises(KeyTrouble, match=code):
                change(BY)
        rows = [row[0] for row in trail(store_of(kernel))]
    assert confirmed.home.envelope.read_bytes() == before
    assert "keys.keyring.on" not in rows
    assert opens(confirmed) == Road.KEYRING


def test_S48_an_envelope_that_cannot_be_written_leaves_no_stray_key(
    confirmed: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    kept = set(kek(confirmed))
    with confirmed.open() as kernel:
        monkeypatch.setattr(module, "write_envelope", full)
        with pytest.raises(OSError, match="No space"):
            kernel.keys.keyring_on(BY)
    assert set(kek(confirmed)) == kept


@pytest.mark.parametrize("desktop", ["GNOME", "KDE", "Hyprland", ""])
def test_S3_S4_the_state_does_not_hang_on_the_desktop(
    clinic: Clinic, desktop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", desktop)
    assert opens(clinic) == Road.KEYRING
    clinic.vault = InMemoryVault()
    assert opens(clinic) == "keyring_missing"


def test_S10_a_reset_system_password_costs_the_code_and_nothing_else(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.patients.register(Given("陈敏", "女"))
    clinic.vault.secrets.clear()
    assert opens(clinic) == "keyring_missing"
    with clinic.open(recovery=clinic.recovery) as kernel:
        kernel.keys.change_passphrase(Credential(recovery=clinic.recovery), NEW)
    assert opens(clinic) == Road.KEYRING
    with clinic.open(passphrase=NEW) as kernel:
        assert kernel.patients.show("P001").details.name == "陈敏"
