"""Who may have a clinic replaced that is there: people of today. A backup and a secret of its day are not enough."""

import pytest

from core.base.errors import ClinicError, KeyTrouble
from core.base.messages import Messages
from core.base.recovery_code import RecoveryCode
from core.base.rights import Role, TwoPersonRule
from core.kernel import restore_clinic
from core.store.backup import swap
from core.store.backup.note import RestoreNote
from core.store.unlocking import Credential
from tests.fakes.backups import BackedUp, state_of, whole
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic
from tests.fakes.people import FIRST, PASSPHRASES, hire, staffed


@pytest.fixture
def made(clinic: Clinic) -> BackedUp:
    stick = clinic.home.folder.with_name("stick")
    stick.mkdir()
    with staffed(clinic).open(passphrase=PASSPHRASE) as kernel:
        return BackedUp(clinic, stick, kernel.backups.make(stick).file)


def leave(made: BackedUp, name: str = "钱管理") -> Credential:
    with made.clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.operators.end(FIRST, name)
    return Credential(PASSPHRASES[name])


def refused(
    made: BackedUp,
    code: str,
    by: Credential,
    *,
    today: Credential | None = None,
    second: Credential | None = None,
) -> ClinicError:
    before = whole(made.home)
    with pytest.raises(ClinicError) as refused:
        restore_clinic(made.home, made.file, by, today=today, second=second)
    assert refused.value.code == code
    assert whole(made.home) == before
    return refused.value


def test_who_left_does_not_come_in_again_with_an_old_backup(made: BackedUp) -> None:
    gone = leave(made)
    error = refused(made, "backup_not_of_today", gone)
    message, hint = Messages().error(error)
    assert str(made.home.folder) in message
    assert "移到别处" in hint
    for other in (gone, Credential(recovery=RecoveryCode.new())):
        refused(made, "backup_not_of_today", gone, today=other)


def test_with_somebody_of_today_the_keys_of_today_stay(made: BackedUp) -> None:
    gone = leave(made)
    for today in (made.by_code, FIRST):
        assert restore_clinic(made.home, made.file, gone, today=today).keys == "current"
        with pytest.raises(KeyTrouble, match="wrong_passphrase"):
            state_of(made.home, gone)
        note = RestoreNote.read(made.home.folder / swap.TOLD)
        assert note is not None
        assert note.operator == ("" if today.recovery else OPERATOR)


def test_a_code_that_was_replaced_does_not_do_either(made: BackedUp) -> None:
    with made.clinic.open(passphrase=PASSPHRASE) as kernel:
        code = kernel.keys.new_recovery_code(FIRST)
    refused(made, "backup_not_of_today", made.by_code)
    assert (
        restore_clinic(made.home, made.file, made.by_code, today=Credential(recovery=code)).keys == "current"
    )


def test_an_admin_who_is_one_no_more_may_not(made: BackedUp) -> None:
    with made.clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.operators.change_roles(FIRST, "钱管理", [Role.RECEPTION])
    was = Credential(PASSPHRASES["钱管理"])
    refused(made, "restore_not_allowed", was)
    refused(made, "restore_not_allowed", made.by_code, today=was)


def test_moved_away_by_hand_it_is_restored_as_on_a_bare_machine(made: BackedUp) -> None:
    gone = leave(made)
    made.home.folder.rename(made.home.folder.with_name("kept"))
    assert restore_clinic(made.home, made.file, gone).keys == "backup"


@pytest.mark.parametrize("left", [None, 0, 9000], ids=["missing", "empty", "cut"])
def test_where_no_store_is_left_the_secrets_of_the_backup_do(made: BackedUp, left: int | None) -> None:
    gone, store = leave(made), made.home.store
    raw = store.read_bytes()
    store.unlink()
    if left is not None:
        store.write_bytes(raw[:left])
    assert restore_clinic(made.home, made.file, gone).keys == "backup"


def test_the_second_person_is_one_of_today(made: BackedUp) -> None:
    gone = leave(made)
    with made.clinic.open(passphrase=PASSPHRASE) as kernel:
        hire(kernel, "周主任", Role.ADMIN)
        kernel.rules.turn_on(TwoPersonRule.RESTORE)
    auditor = Credential(PASSPHRASES["孙审计"])
    for second, code in (
        (gone, "backup_second_unknown"),
        (auditor, "restore_not_allowed"),
        (FIRST, "backup_second_same"),
        (made.by_code, "backup_second_needed"),
    ):
        refused(made, code, FIRST, second=second)
    refused(made, "backup_second_needed", made.by_code, second=FIRST)
    refused(made, "backup_second_same", gone, today=FIRST, second=FIRST)


def test_two_of_today_restore_what_neither_was_there_for(made: BackedUp) -> None:
    with made.clinic.open(passphrase=PASSPHRASE) as kernel:
        chief = hire(kernel, "周主任", Role.ADMIN)
        kernel.rules.turn_on(TwoPersonRule.RESTORE)
    done = restore_clinic(made.home, made.file, made.by_code, today=FIRST, second=chief)
    assert done.keys == "current"
