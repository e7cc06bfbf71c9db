"""Whoever changes the keys in an open clinic is the operator at work: asked again, by their own passphrase or the clinic's code."""

from collections.abc import Callable

import pytest

from core.base.errors import KeyTrouble, Refused
from core.kernel import Kernel
from core.services.keys.keys import Credential
from tests.core.services.keys.test_keyring_use import kek, opens
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic, store_of, trail
from tests.fakes.people import FIRST, PASSPHRASES, staffed

NEW = "山高月小 水落石出 赤壁"
CHANGES: dict[str, Callable[[Kernel, Credential], object]] = {
    "new code": lambda kernel, by: kernel.keys.new_recovery_code(by),
    "keyring on": lambda kernel, by: kernel.keys.keyring_on(by),
    "keyring off": lambda kernel, by: kernel.keys.keyring_off(by),
    "keyring only": lambda kernel, by: kernel.keys.keyring_only(by),
    "rotation": lambda kernel, by: kernel.rotation.rotate(by),
}


def of_keys(kernel: Kernel) -> list[tuple[object, object]]:
    """The changes of keys the trail tells of, with their detail."""
    return [(row[0], row[3]) for row in trail(store_of(kernel)) if str(row[0]).startswith("keys.")]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", ["赵前台", "钱管理"])
def test_anothers_passphrase_changes_no_key_in_an_open_window(clinic: Clinic, change: str, name: str) -> None:
    staffed(clinic)
    before = clinic.home.envelope.read_bytes()
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        rows, kept = of_keys(kernel), kek(clinic)
        with pytest.raises(Refused, match="other_operator") as refused:
            CHANGES[change](kernel, Credential(PASSPHRASES[name]))
        assert refused.value.params["operator"] == OPERATOR
        assert of_keys(kernel) == rows
        assert kek(clinic) == kept
    assert clinic.home.envelope.read_bytes() == before


@pytest.mark.parametrize("change", ["new code", "keyring off", "rotation"])
@pytest.mark.parametrize("road", ["passphrase", "recovery"])
def test_ones_own_passphrase_and_the_code_do(clinic: Clinic, change: str, road: str) -> None:
    staffed(clinic)
    by = FIRST if road == "passphrase" else Credential(recovery=clinic.recovery)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        CHANGES[change](kernel, by)
        assert of_keys(kernel)[-1][1] == {"by": road}


@pytest.mark.parametrize("change", CHANGES)
def test_the_keyring_asks_nobody_and_so_changes_nothing(clinic: Clinic, change: str) -> None:
    with clinic.open() as kernel:
        kernel.keys.confirm_recovery_code(clinic.recovery)
        with pytest.raises(KeyTrouble, match="passphrase_needed"):
            CHANGES[change](kernel, Credential())
    assert opens(clinic) == "keyring"


def test_where_nobody_has_a_passphrase_the_keyring_does_but_lets_nobody_in(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.keys.confirm_recovery_code(clinic.recovery)
        kernel.keys.keyring_only(FIRST)
        for change in ("keyring on", "keyring off", "keyring only"):
            with pytest.raises(KeyTrouble, match="passphrase_needed"):
                CHANGES[change](kernel, Credential())
        with pytest.raises(KeyTrouble, match="passphrase_needed"):
            kernel.operators.add(Credential(), "王大夫", kernel.roles, PASSPHRASES["王大夫"])
        CHANGES["rotation"](kernel, Credential())
        CHANGES["new code"](kernel, Credential())


def test_ones_own_passphrase_is_changed_in_anybodys_window_and_the_row_says_whose(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        reception = kernel._desk.roster.named("赵前台")
        assert reception is not None
        assert kernel.keys.change_passphrase(Credential(PASSPHRASES["赵前台"]), NEW) == "赵前台"
        assert of_keys(kernel)[-1] == ("keys.passphrase", {"by": "passphrase", "operator": reception.id})
    assert opens(clinic, Credential(NEW)) == "passphrase"
    assert opens(clinic, FIRST) == "passphrase"
    assert opens(clinic, Credential(PASSPHRASES["赵前台"])) == "wrong_passphrase"
