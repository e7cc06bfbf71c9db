"""What takes two people takes each by their own passphrase: whoever has the recovery code and a passphrase is one person."""

from pathlib import Path

import pytest

from core.base.errors import Refused
from core.base.rights import TwoPersonRule
from core.services.keys.keys import Credential
from tests.fakes.clinic import PASSPHRASE, Clinic, rows, store_of
from tests.fakes.people import FIRST, PASSPHRASES, staffed

QIAN = Credential(PASSPHRASES["钱管理"])


@pytest.fixture
def two(clinic: Clinic) -> Clinic:
    """A clinic that wants two people for another data key."""
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.rules.turn_on(TwoPersonRule.ROTATION)
    return clinic


def test_the_code_opens_and_one_passphrase_agrees(two: Clinic) -> None:
    code = Credential(recovery=two.recovery)
    with two.open(recovery=two.recovery) as kernel:
        for first in (code, FIRST):
            for second in (FIRST, QIAN):
                with pytest.raises(Refused, match="first_not_in_person"):
                    kernel.rotation.rotate(first, second=second)
        with pytest.raises(Refused, match="first_not_in_person"):
            kernel.rules.turn_off(TwoPersonRule.ROTATION, code, QIAN)


def test_somebody_else_comes_with_the_code_to_a_window_that_was_left_open(two: Clinic) -> None:
    with two.open(passphrase=PASSPHRASE) as kernel:
        with pytest.raises(Refused, match="first_not_in_person"):
            kernel.rotation.rotate(Credential(recovery=two.recovery), second=QIAN)
        assert rows(store_of(kernel), "SELECT count(*) FROM audit WHERE action = 'keys.rotate'") == [(0,)]
        kernel.rotation.rotate(FIRST, second=QIAN)


def test_on_the_command_line(two: Clinic, tmp_path: Path) -> None:
    (tmp_path / "code").write_text(two.recovery.text, encoding="utf-8")
    (tmp_path / "second").write_text(PASSPHRASES["钱管理"], encoding="utf-8")
    by = ("--recovery-file", str(tmp_path / "code"), "--second-passphrase-file", str(tmp_path / "second"))
    assert two.refused("keys", "rotate", *by)["code"] == "first_not_in_person"


def test_where_one_is_enough_the_code_does(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.rotation.rotate(Credential(recovery=clinic.recovery))
