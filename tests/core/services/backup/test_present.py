"""Who may have a clinic replaced that is there: people of today. A backup and a secret of its day are not enough."""

import errno
import os
import shutil
from collections.abc import Callable

import pytest

from core.base.errors import ClinicError, KeyTrouble
from core.base.messages import Messages
from core.base.recovery_code import RecoveryCode
from core.base.rights import Role, TwoPersonRule
from core.kernel import Kernel, restore_clinic
from core.services.patients.patients import Given
from core.store.backup import swap
from core.store.backup.note import RestoreNote
from core.store.envelope import Envelope, read_envelope
from core.store.failed_logins import FREE, FailedLogins
from core.store.unlocking import Credential
from tests.fakes.backups import BackedUp, state_of, whole
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic
from tests.fakes.people import FIRST, PASSPHRASES, hire, staffed

GUESS = Credential("nobody's passphrase at all")


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
    before = but_for_tries(made)
    with pytest.raises(ClinicError) as refused:
        restore_clinic(made.home, made.file, by, today=today, second=second)
    assert refused.value.code == code
    assert but_for_tries(made) == before
    return refused.value


def but_for_tries(made: BackedUp) -> tuple[dict[str, bytes], Envelope]:
    """All there is, but how many wrong passphrases there were."""
    files = whole(made.home)
    del files[made.home.envelope.name]
    return files, read_envelope(made.home.envelope).model_copy(update={"failures": FailedLogins()})


def killed(made: BackedUp, work: Callable[[Kernel], object]) -> None:
    """Do something in the open clinic, and lose the power: it stands in the log alone."""
    clinic, open_now = made.clinic, made.home.folder.with_name("as the power left it")
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        work(kernel)
        shutil.copytree(clinic.home.folder, open_now)
    shutil.rmtree(clinic.home.folder)
    open_now.rename(clinic.home.folder)
    assert clinic.home.store.with_name("clinic.db-wal").stat().st_size


def tries(made: BackedUp) -> int:
    return read_envelope(made.home.envelope).failures.count


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
    error = refused(made, "backup_second_needed", made.by_code, second=FIRST)
    assert "恢复码不是哪一位本人" in Messages().error(error)[1]
    refused(made, "backup_second_same", gone, today=FIRST, second=FIRST)


def test_two_of_today_restore_what_neither_was_there_for(made: BackedUp) -> None:
    with made.clinic.open(passphrase=PASSPHRASE) as kernel:
        chief = hire(kernel, "周主任", Role.ADMIN)
        kernel.rules.turn_on(TwoPersonRule.RESTORE)
    done = restore_clinic(made.home, made.file, made.by_code, today=FIRST, second=chief)
    assert done.keys == "current"


def test_a_rule_that_stands_in_the_log_alone_is_seen(made: BackedUp) -> None:
    killed(made, lambda kernel: kernel.rules.turn_on(TwoPersonRule.RESTORE))
    refused(made, "backup_second_needed", FIRST)
    assert not list(made.home.folder.glob("backup-work/*"))
    second = Credential(PASSPHRASES["钱管理"])
    assert restore_clinic(made.home, made.file, FIRST, second=second).keys == "current"


def test_so_is_a_role_that_was_taken(made: BackedUp) -> None:
    killed(made, lambda kernel: kernel.operators.change_roles(FIRST, "钱管理", [Role.RECEPTION]))
    refused(made, "restore_not_allowed", Credential(PASSPHRASES["钱管理"]))


def test_so_is_a_number_that_was_given_out(made: BackedUp) -> None:
    killed(made, lambda kernel: kernel.patients.register(Given("陈敏", "女")))
    restore_clinic(made.home, made.file, FIRST)
    with made.clinic.open(passphrase=PASSPHRASE) as kernel:
        assert kernel.patients.register(Given("周舟", "男")).patient.record_no == "P002"


@pytest.mark.parametrize(
    "full",
    [
        ClinicError("backup_no_room", folder="", needed=2, free=1),
        OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
    ],
    ids=lambda error: type(error).__name__,
)
def test_without_room_to_look_nothing_is_taken_for_unreadable(
    made: BackedUp, monkeypatch: pytest.MonkeyPatch, full: Exception
) -> None:
    killed(made, lambda kernel: kernel.rules.turn_on(TwoPersonRule.RESTORE))

    def no_room(*_: object) -> None:
        raise full

    monkeypatch.setattr("core.store.backup.untouched.workplace", no_room)
    second = Credential(PASSPHRASES["钱管理"])
    with pytest.raises(type(full)):
        restore_clinic(made.home, made.file, FIRST, second=second)


def test_who_says_to_be_of_today_is_counted(made: BackedUp) -> None:
    gone = leave(made)
    for number in range(1, FREE):
        refused(made, "backup_not_of_today", gone, today=GUESS)
        assert tries(made) == number
    assert refused(made, "too_many_tries", gone, today=GUESS).params["count"] == FREE
    # Neither the right one is tried during the wait, nor is more said than that.
    refused(made, "too_many_tries", gone, today=FIRST)
    assert restore_clinic(made.home, made.file, gone, today=made.by_code).keys == "current"
    assert tries(made) == 0


def test_so_is_who_says_to_be_the_second(made: BackedUp) -> None:
    with made.clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.rules.turn_on(TwoPersonRule.RESTORE)
    for _ in range(1, FREE):
        refused(made, "backup_second_unknown", FIRST, second=GUESS)
    refused(made, "too_many_tries", FIRST, second=GUESS)
    refused(made, "too_many_tries", FIRST, second=Credential(PASSPHRASES["钱管理"]))


def test_what_opens_the_backup_need_not_be_of_today_and_is_not_counted(made: BackedUp) -> None:
    gone = leave(made)
    refused(made, "backup_not_of_today", gone)
    assert tries(made) == 0
