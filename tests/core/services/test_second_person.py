"""Rules of two people: off at first, never where there is one, and then a second person by their own passphrase."""

import pytest

from core.base.errors import KeyTrouble, Refused
from core.base.messages import LANGUAGES, Messages
from core.base.rights import Right, Role, TwoPersonRule
from core.kernel import Kernel
from core.services.keys.keys import Credential
from core.settings.model import Settings
from tests.fakes.clinic import PASSPHRASE, Clinic, rows, store_of
from tests.fakes.people import FIRST, PASSPHRASES, hire, staffed

QIAN = Credential(PASSPHRASES["钱管理"])


def turn(kernel: Kernel, rule: TwoPersonRule, *, on: bool = True) -> None:
    kernel.preferences.change(kernel.preferences.read(), {rule: on})


@pytest.mark.parametrize("rule", TwoPersonRule)
def test_each_rule_is_a_setting_that_is_off(rule: TwoPersonRule) -> None:
    assert getattr(Settings(), rule) is False
    for language in LANGUAGES:
        assert Messages(language).text(f"settings.{rule}.title")


@pytest.mark.parametrize("rule", TwoPersonRule)
def test_where_there_is_one_operator_no_rule_can_be_turned_on(clinic: Clinic, rule: TwoPersonRule) -> None:
    with clinic.open() as kernel:
        with pytest.raises(Refused, match="rule_needs_two"):
            turn(kernel, rule)
        turn(kernel, rule, on=False)
        assert kernel._desk.require_second(rule, None) is None
        assert getattr(kernel.preferences.read().settings, rule) is False


def test_a_rule_wants_somebody_else_for_each_who_may(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        hire(kernel, "王大夫", Role.PHYSICIAN)
        for rule in TwoPersonRule:
            with pytest.raises(Refused, match="rule_needs_two"):
                turn(kernel, rule)
        hire(kernel, "钱管理", Role.ADMIN)
        for rule in TwoPersonRule:
            turn(kernel, rule)
        with pytest.raises(Refused, match="rule_needs_two"):
            kernel.operators.change_roles(FIRST, "钱管理", [Role.AUDITOR])
        kernel.keys.confirm_recovery_code(clinic.recovery)
        with pytest.raises(Refused, match="rule_needs_two"):
            kernel.operators.end(FIRST, "钱管理")
        for rule in TwoPersonRule:
            turn(kernel, rule, on=False)
        kernel.operators.end(FIRST, "钱管理")


def test_another_admin_says_yes_by_their_own_passphrase(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        turn(kernel, TwoPersonRule.RESTORE)
        desk = kernel._desk
        desk.require(Right.RESTORE)
        for by, code in (
            (None, "second_needed"),
            (Credential(), "second_needed"),
            (Credential(recovery=clinic.recovery), "second_needed"),
            (FIRST, "second_same"),
            (Credential(PASSPHRASES["王大夫"]), "second_not_allowed"),
        ):
            with pytest.raises(Refused, match=code):
                desk.require_second(TwoPersonRule.RESTORE, by)
        with pytest.raises(KeyTrouble, match="wrong_passphrase"):
            desk.require_second(TwoPersonRule.RESTORE, Credential("somebody guessed"))
        second = desk.require_second(TwoPersonRule.RESTORE, QIAN)
        assert second is not None
        assert second.name == "钱管理"
        assert desk.require_second(TwoPersonRule.ROTATION, None) is None
        told = rows(
            store_of(kernel),
            "SELECT operator, role, reason, outcome, json_extract(detail, '$.second') FROM audit"
            " WHERE action = 'second.person' ORDER BY seq",
        )
    assert told == [
        ("李大夫", "admin", "restore_needs_two", "refused", 2),
        ("李大夫", "admin", "restore_needs_two", "ok", 4),
    ]
