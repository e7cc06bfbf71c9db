"""A restore where the clinic wants two people: the rule stands in the store, and comes along in the backup."""

import pytest

from core.base.clock import SystemClock, zone_named
from core.base.errors import Refused, UserError
from core.base.rights import Role, TwoPersonRule
from core.kernel import restore_clinic
from core.services.backup.restoring import practise
from core.services.keys.presence import is_set_up
from core.store.unlocking import Credential
from tests.fakes.backups import (
    BY_PASSPHRASE,
    BackedUp,
    backed_up,
    flipped,
    state_of,
)
from tests.fakes.clinic import PASSPHRASE, Clinic

RECEPTION = "zwölf Monde im Jahr 2026"


@pytest.fixture
def made(clinic: Clinic) -> BackedUp:
    return backed_up(clinic)


def test_two_people_where_the_clinic_wants_two(made: BackedUp) -> None:
    admin = Credential(RECEPTION)
    with made.clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.operators.add(BY_PASSPHRASE, "孙主任", [Role.ADMIN], RECEPTION)
        kernel.rules.turn_on(TwoPersonRule.RESTORE)
        file = kernel.backups.make(made.stick).file
    for second, code in (
        (None, "backup_second_needed"),
        (made.by_code, "backup_second_needed"),
        (BY_PASSPHRASE, "backup_second_same"),
    ):
        with pytest.raises(Refused, match=code):
            restore_clinic(made.home, made.file, BY_PASSPHRASE, second=second)
        # The rule comes along in the backup, where there is nobody of today to ask.
        with pytest.raises(Refused, match=code):
            restore_clinic(made.empty_home(), file, BY_PASSPHRASE, second=second)
    assert not is_set_up(made.empty_home())
    restore_clinic(made.empty_home(), file, BY_PASSPHRASE, second=admin)


def test_the_code_alone_restores_on_a_bare_machine_whatever_the_rule(made: BackedUp) -> None:
    with made.clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.operators.add(BY_PASSPHRASE, "孙主任", [Role.ADMIN], RECEPTION)
        kernel.rules.turn_on(TwoPersonRule.RESTORE)
        file = kernel.backups.make(made.stick).file
    assert restore_clinic(made.empty_home(), file, made.by_code).keys == "backup"


def test_the_rule_holds_where_the_store_that_is_there_is_damaged(made: BackedUp) -> None:
    with made.clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.operators.add(BY_PASSPHRASE, "孙主任", [Role.ADMIN], RECEPTION)
        kernel.rules.turn_on(TwoPersonRule.RESTORE)
        file = kernel.backups.make(made.stick).file
    flipped(made.home.store, 5000)
    with pytest.raises(Refused, match="backup_second_needed"):
        restore_clinic(made.home, file, BY_PASSPHRASE)
    restore_clinic(made.home, file, BY_PASSPHRASE, second=Credential(RECEPTION))


def test_two_admins_restore_where_the_clinic_wants_two(made: BackedUp) -> None:
    with made.clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.operators.add(BY_PASSPHRASE, "孙主任", [Role.ADMIN], RECEPTION)
        kernel.rules.turn_on(TwoPersonRule.RESTORE)
        file = kernel.backups.make(made.stick).file
    restore_clinic(made.home, file, BY_PASSPHRASE, second=Credential(RECEPTION))
    assert state_of(made.home, Credential(RECEPTION))[:2] == (1, 2)


def test_a_drill_takes_nobody_elses_place_so_one_may(made: BackedUp) -> None:
    with made.clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.operators.add(BY_PASSPHRASE, "孙主任", [Role.ADMIN], RECEPTION)
        kernel.rules.turn_on(TwoPersonRule.RESTORE)
        file = kernel.backups.make(made.stick).file
        assert kernel.backups.drill(file, BY_PASSPHRASE).records == 1


def test_nothing_is_practised_over_a_clinic(made: BackedUp) -> None:
    with pytest.raises(UserError, match="already_set_up"):
        practise(made.home, made.file, BY_PASSPHRASE, clock=SystemClock(zone_named("Asia/Shanghai")))
