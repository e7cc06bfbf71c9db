"""The rules of two people: off at first, never where there is one, kept with the records, and ended by two."""

import pytest

from core.base.errors import KeyTrouble, Refused
from core.base.messages import LANGUAGES, Messages
from core.base.rights import Role, TwoPersonRule
from core.services.keys.keys import Credential
from core.store.envelope import read_envelope, write_envelope
from core.store.wraps import PassphraseWrap
from tests.fakes.clinic import PASSPHRASE, Clinic
from tests.fakes.people import FIRST, PASSPHRASES, hire, staffed

QIAN = Credential(PASSPHRASES["钱管理"])


@pytest.mark.parametrize("rule", TwoPersonRule)
def test_each_rule_is_off_at_first_and_has_its_words(clinic: Clinic, rule: TwoPersonRule) -> None:
    with clinic.open() as kernel:
        assert rule not in kernel.rules.on()
    for language in LANGUAGES:
        assert Messages(language).text(f"rules.{rule}.title")


def test_a_rule_is_kept_with_the_records_and_leaves_its_rows(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.rules.turn_on(TwoPersonRule.RESTORE)
        kernel.rules.turn_on(TwoPersonRule.ROTATION)
        assert kernel.rules.on() == {TwoPersonRule.RESTORE, TwoPersonRule.ROTATION}
        kernel.rules.turn_off(TwoPersonRule.ROTATION, FIRST, QIAN)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        assert kernel.rules.on() == {TwoPersonRule.RESTORE}
    told = clinic.rows("SELECT action, role, reason FROM audit WHERE action LIKE 'rule.%' ORDER BY seq")
    assert told == [
        ("rule.on", "admin", "restore_needs_two"),
        ("rule.on", "admin", "rotation_needs_two"),
        ("rule.off", "admin", "rotation_needs_two"),
    ]


def test_nobody_ends_a_rule_alone(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        for rule in TwoPersonRule:
            kernel.rules.turn_on(rule)
            for second, code in ((None, "second_needed"), (FIRST, "second_same")):
                with pytest.raises(Refused, match=code):
                    kernel.rules.turn_off(rule, FIRST, second)
        assert kernel.rules.on() == set(TwoPersonRule)


def test_a_rule_is_an_admins(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES["王大夫"]) as kernel:
        with pytest.raises(Refused, match="not_allowed"):
            kernel.rules.turn_on(TwoPersonRule.RESTORE)
        with pytest.raises(Refused, match="not_allowed"):
            kernel.rules.turn_off(TwoPersonRule.RESTORE, FIRST, QIAN)


@pytest.mark.parametrize("rule", TwoPersonRule)
def test_where_there_is_one_operator_no_rule_can_be_turned_on(clinic: Clinic, rule: TwoPersonRule) -> None:
    with clinic.open() as kernel:
        with pytest.raises(Refused, match="rule_needs_two"):
            kernel.rules.turn_on(rule)
        kernel.rules.turn_off(rule, FIRST, None)
        assert kernel._desk.require_second(rule, None) is None
        assert rule not in kernel.rules.on()


def test_a_rule_wants_somebody_else_for_each_who_may(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        hire(kernel, "王大夫", Role.PHYSICIAN)
        for rule in TwoPersonRule:
            with pytest.raises(Refused, match="rule_needs_two"):
                kernel.rules.turn_on(rule)
        hire(kernel, "钱管理", Role.ADMIN)
        for rule in TwoPersonRule:
            kernel.rules.turn_on(rule)
        with pytest.raises(Refused, match="rule_needs_two"):
            kernel.operators.change_roles(FIRST, "钱管理", [Role.AUDITOR])
        kernel.keys.confirm_recovery_code(clinic.recovery)
        with pytest.raises(Refused, match="rule_needs_two"):
            kernel.operators.end(FIRST, "钱管理")
        for rule in TwoPersonRule:
            kernel.rules.turn_off(rule, FIRST, QIAN)
        kernel.operators.end(FIRST, "钱管理")


def test_whoever_finds_the_window_open_ends_no_rule(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.rules.turn_on(TwoPersonRule.RESTORE)
        for by, code in (
            (QIAN, "other_operator"),
            (Credential(recovery=clinic.recovery), "first_not_in_person"),
        ):
            with pytest.raises(Refused, match=code):
                kernel.rules.turn_off(TwoPersonRule.RESTORE, by, QIAN)
        with pytest.raises(KeyTrouble, match="each_own_passphrase"):
            kernel.rules.turn_off(TwoPersonRule.RESTORE, Credential(), QIAN)
        assert kernel.rules.on() == {TwoPersonRule.RESTORE}


def test_who_has_no_passphrase_makes_no_two(clinic: Clinic) -> None:
    """An admin whose wrap was altered can say neither the first yes nor the second."""
    staffed(clinic)
    envelope = read_envelope(clinic.home.envelope)
    gone = tuple(
        wrap
        for wrap in envelope.wraps
        if not (isinstance(wrap, PassphraseWrap) and wrap.operator == "钱管理")
    )
    write_envelope(clinic.home.envelope, envelope.model_copy(update={"wraps": gone}))
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        assert TwoPersonRule.RESTORE not in kernel.rules.possible()
        with pytest.raises(Refused, match="rule_needs_two"):
            kernel.rules.turn_on(TwoPersonRule.RESTORE)
