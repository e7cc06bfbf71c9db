"""Setting a clinic up: what is refused, and what a set-up that was cut off leaves behind."""

import pytest

from core import kernel
from core.base.errors import Damaged, UserError
from core.base.paths import Home
from core.kernel import open_clinic, set_up
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
        patched.setattr(kernel, "write_envelope", power_cut)
        with pytest.raises(KeyboardInterrupt):
            set_up(home, PASSPHRASE, NoVault())
    set_up(home, PASSPHRASE, NoVault())
    with open_clinic(home, NoVault(), passphrase=PASSPHRASE, source="test") as clinic:
        assert clinic.forms.every()
    assert not home.store_in_progress.exists()


@pytest.mark.parametrize(("half", "code"), [("store", "envelope_missing"), ("envelope", "store_missing")])
def test_half_a_clinic_is_an_alarm_and_not_a_new_one(home: Home, half: str, code: str) -> None:
    set_up(home, PASSPHRASE, NoVault())
    other = home.envelope if half == "store" else home.store
    other.unlink()
    kept = getattr(home, half).read_bytes()
    with pytest.raises(Damaged, match=code):
        set_up(home, PASSPHRASE, NoVault())
    assert getattr(home, half).read_bytes() == kept
