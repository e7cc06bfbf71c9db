"""A key file that was altered where it says whose a key is: nobody comes in as somebody else, and everybody comes in again."""

from pathlib import Path

import pytest

from core.base.errors import Damaged, Refused, UserError
from core.base.rights import Role
from core.services.keys.keys import Credential
from core.store.envelope import Envelope, read_envelope, write_envelope
from core.store.wraps import KeyringWrap, PassphraseWrap, RecoveryWrap
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic
from tests.fakes.people import FIRST, PASSPHRASES, staffed

NEW = "zwölf Monde im Jahr 2026"


def renamed(file: Path, names: dict[str, str], *kinds: type) -> None:
    """What somebody with a text editor does: other names, and a digest that fits."""
    envelope = read_envelope(file)
    wraps = tuple(
        wrap.model_copy(update={"operator": names[wrap.operator]})
        if isinstance(wrap, kinds) and not isinstance(wrap, RecoveryWrap) and wrap.operator in names
        else wrap
        for wrap in envelope.wraps
    )
    write_envelope(file, envelope.model_copy(update={"wraps": wraps}))


def by_code(clinic: Clinic, name: str, passphrase: str) -> Envelope:
    """The road its message names."""
    with clinic.open(passphrase=None, recovery=clinic.recovery) as kernel:
        assert kernel.keys.change_passphrase(Credential(recovery=clinic.recovery), passphrase, name) == name
    return read_envelope(clinic.home.envelope)


def test_two_who_exchanged_names_get_in_as_themselves_by_the_code(clinic: Clinic) -> None:
    staffed(clinic)
    renamed(clinic.home.envelope, {OPERATOR: "赵前台", "赵前台": OPERATOR}, PassphraseWrap)
    for passphrase in (PASSPHRASE, PASSPHRASES["赵前台"]):
        with pytest.raises(Damaged, match="wrap_altered"), clinic.open(passphrase=passphrase):
            pass
    by_code(clinic, OPERATOR, PASSPHRASE)
    by_code(clinic, "赵前台", PASSPHRASES["赵前台"])
    with clinic.open(passphrase=PASSPHRASES["赵前台"]) as kernel:
        assert kernel.actor.operator == "赵前台"
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        assert kernel.actor.operator == OPERATOR
        assert kernel.keys.backup_seals.altered == ()


def test_a_name_that_nobody_has_goes_with_the_first_change(clinic: Clinic) -> None:
    staffed(clinic)
    renamed(clinic.home.envelope, {"王大夫": "别人"}, PassphraseWrap)
    assert "别人" not in by_code(clinic, "王大夫", NEW).operators
    with clinic.open(passphrase=NEW) as kernel:
        assert kernel.actor.operator == "王大夫"
        assert kernel.keys.backup_seals.altered == ()


@pytest.mark.parametrize("only", [True, False], ids=["the keyring alone", "beside a passphrase"])
def test_an_altered_wrap_of_the_keyring_does_not_shut_the_code_out(clinic: Clinic, only: bool) -> None:
    with clinic.open() as kernel:
        kernel.keys.confirm_recovery_code(clinic.recovery)
        if only:
            kernel.keys.keyring_only(FIRST)
    renamed(clinic.home.envelope, {OPERATOR: "别人"}, KeyringWrap)
    with pytest.raises(Damaged, match="wrap_altered"), clinic.open():
        pass
    assert "别人" not in by_code(clinic, OPERATOR, NEW).people
    with clinic.open(passphrase=NEW) as kernel:
        assert kernel.actor.operator == OPERATOR


def test_ones_own_present_passphrase_is_no_other_and_no_failure(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        with pytest.raises(UserError, match="passphrase_same"):
            kernel.keys.change_passphrase(FIRST, PASSPHRASE)
        assert kernel.keys.at_hand().failures == 0


def test_nobody_is_added_while_the_keyring_stands_for_somebody(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.keys.confirm_recovery_code(clinic.recovery)
        kernel.keys.keyring_only(FIRST)
        code = Credential(recovery=clinic.recovery)
        with pytest.raises(Refused, match="passphrase_first"):
            kernel.operators.add(code, "王大夫", [Role.PHYSICIAN], NEW)
        kernel.keys.change_passphrase(code, PASSPHRASE, OPERATOR)
        kernel.operators.add(FIRST, "王大夫", [Role.PHYSICIAN], NEW)
