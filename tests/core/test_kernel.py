"""Setting a clinic up: what is refused, and what a set-up that was cut off leaves behind."""

import pytest

from core.base.errors import Damaged, UserError
from core.base.paths import Home
from core.kernel import open_clinic, set_up, setting_up
from core.store.keys import NoVault

PASSPHRASE = "correct horse"


def test_an_empty_passphrase_leaves_nothing(home: Home) -> None:
    with pytest.raises(UserError, match="empty_passphrase"):
        set_up(home, " \n", NoVault())
    assert [path.name for path in home.folder.iterdir()] == [home.lock.name]


def test_a_set_up_that_was_cut_off_can_be_done_again(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def power_cut(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(setting_up, "write_envelope", power_cut)
        with pytest.raises(KeyboardInterrupt):
            set_up(home, PASSPHRASE, NoVault())
    set_up(home, PASSPHRASE, NoVault())
    with open_clinic(home, NoVault(), passphrase=PASSPHRASE, source="test") as clinic:
        assert clinic.forms.every()
    assert not home.store_in_progress.exists()


def test_a_set_up_cut_off_before_the_keys_took_their_name_is_finished_at_the_next_opening(home: Home) -> None:
    set_up(home, PASSPHRASE, NoVault())
    home.envelope.rename(home.envelope_in_progress)
    with open_clinic(home, NoVault(), passphrase=PASSPHRASE, source="test") as clinic:
        assert clinic.forms.every()


def test_what_looks_like_a_set_up_under_way_costs_a_lost_store_no_keys(home: Home) -> None:
    set_up(home, PASSPHRASE, NoVault())
    keys, store = home.envelope.read_bytes(), home.store.rename(home.folder.parent / "elsewhere.db")
    home.store_in_progress.touch()
    with pytest.raises(Damaged, match="store_missing"):
        set_up(home, PASSPHRASE, NoVault())
    assert home.envelope.read_bytes() == keys
    store.rename(home.store)
    with open_clinic(home, NoVault(), passphrase=PASSPHRASE, source="test") as clinic:
        assert clinic.forms.every()


@pytest.mark.parametrize(("half", "code"), [("store", "envelope_missing"), ("envelope", "store_missing")])
def test_half_a_clinic_is_an_alarm_and_not_a_new_one(home: Home, half: str, code: str) -> None:
    set_up(home, PASSPHRASE, NoVault())
    other = home.envelope if half == "store" else home.store
    other.unlink()
    kept = getattr(home, half).read_bytes()
    with pytest.raises(Damaged, match=code):
        set_up(home, PASSPHRASE, NoVault())
    assert getattr(home, half).read_bytes() == kept


def test_the_code_of_a_set_up_is_in_no_representation(home: Home) -> None:
    made = set_up(home, PASSPHRASE, NoVault())
    assert made.recovery.text not in repr(made)
    assert made.recovery.secret.hex() not in repr(made)
