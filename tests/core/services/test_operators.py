"""Operators come, change their roles and leave: keys, row and audit row together, and never the last who is needed.

S-numbers are rows of spec/security.md §1.3.
"""

import shutil
from dataclasses import replace

import pytest

from core.base.atomic import previous_of
from core.base.errors import ClinicError, KeyTrouble, Refused, UserError
from core.base.recovery_code import RecoveryCode
from core.base.rights import FIRST_OPERATOR, Role
from core.events.model import Event, OperatorsChanged
from core.services.keys import keys as module
from core.services.patients.patients import Given
from core.store.envelope import BY_RECOVERY, read_envelope
from core.store.unlocking import Credential
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic, store_of, trail
from tests.fakes.people import FIRST, PASSPHRASES, hire, staffed

NEW = PASSPHRASES["王大夫"]


def opens(clinic: Clinic, *, passphrase: str | None = None, recovery: RecoveryCode | None = None) -> str:
    """Whose opening it is and in which role, or the code of the refusal."""
    try:
        with clinic.open(passphrase=passphrase, recovery=recovery) as kernel:
            return f"{kernel.actor.operator} {kernel.actor.role}"
    except ClinicError as error:
        return error.code


def test_whoever_sets_a_clinic_up_holds_the_three_roles_and_begins_as_physician(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        (first,) = kernel.operators.every()
        assert (first.name, first.roles, first.is_active, first.created_by) == (
            OPERATOR,
            FIRST_OPERATOR,
            True,
            OPERATOR,
        )
        assert (kernel.actor.role, kernel.roles) == (Role.PHYSICIAN, FIRST_OPERATOR)


def test_each_operator_opens_by_their_own_passphrase_in_their_first_role(clinic: Clinic) -> None:
    staffed(clinic)
    assert opens(clinic, passphrase=PASSPHRASE) == f"{OPERATOR} physician"
    for name, role in (
        ("王大夫", "physician"),
        ("赵前台", "reception"),
        ("钱管理", "admin"),
        ("孙审计", "auditor"),
    ):
        assert opens(clinic, passphrase=PASSPHRASES[name]) == f"{name} {role}"
    assert opens(clinic, recovery=clinic.recovery) == f"{BY_RECOVERY} admin"


def test_a_new_operator_is_told_of_and_leaves_a_row_without_the_name(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        events: list[Event] = []
        kernel.bus.subscribe(OperatorsChanged, events.append)
        added = kernel.operators.add(FIRST, " 王大夫 ", [Role.ADMIN, Role.PHYSICIAN], NEW)
        assert (added.name, added.roles) == ("王大夫", (Role.PHYSICIAN, Role.ADMIN))
        assert events == [OperatorsChanged()]
        assert trail(store_of(kernel)) == [
            (
                "operator.add",
                None,
                None,
                {"by": "passphrase", "operator": added.id, "roles": ["physician", "admin"]},
            )
        ]


@pytest.mark.parametrize(
    ("name", "roles", "passphrase", "code"),
    [
        (OPERATOR, [Role.ADMIN], NEW, "operator_exists"),
        (f"{OPERATOR}　", [Role.ADMIN], NEW, "operator_exists"),
        (BY_RECOVERY, [Role.ADMIN], NEW, "operator_exists"),
        ("  ", [Role.ADMIN], NEW, "name_required"),
        ("王" * 61, [Role.ADMIN], NEW, "name_too_long"),
        ("王护士", [], NEW, "roles_required"),
        ("王护士", [Role.ADMIN], PASSPHRASE, "passphrase_taken"),
        ("王护士", [Role.ADMIN], " ", "empty_passphrase"),
        ("王护士", [Role.ADMIN], "short one", "passphrase_short"),
        ("王护士", [Role.ADMIN], "wanghushi wang 1985 wang", "passphrase_of_names"),
    ],
)
def test_an_operator_that_cannot_be_is_refused_and_leaves_nothing(
    clinic: Clinic, name: str, roles: list[Role], passphrase: str, code: str
) -> None:
    before = read_envelope(clinic.home.envelope)
    with clinic.open() as kernel:
        with pytest.raises(UserError, match=code):
            kernel.operators.add(FIRST, name, roles, passphrase)
        assert trail(store_of(kernel)) == []
        assert len(kernel.operators.every()) == 1
    assert read_envelope(clinic.home.envelope).wraps == before.wraps


def test_each_change_asks_for_the_operator_at_work_again(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        other = hire(kernel, "王大夫", Role.PHYSICIAN, Role.ADMIN)
        for by, error, code in (
            (Credential(), KeyTrouble, "each_own_passphrase"),
            (Credential("guessed wrongly"), KeyTrouble, "wrong_passphrase"),
            (other, Refused, "other_operator"),
        ):
            with pytest.raises(error, match=code):
                kernel.operators.add(by, "赵前台", [Role.RECEPTION], PASSPHRASES["赵前台"])
            with pytest.raises(error, match=code):
                kernel.operators.change_roles(by, "王大夫", [Role.AUDITOR])
            with pytest.raises(error, match=code):
                kernel.operators.end(by, "王大夫")
        assert [one.name for one in kernel.operators.every()] == [OPERATOR, "王大夫"]


def test_the_keyring_asks_nobody_and_so_adds_nobody(clinic: Clinic) -> None:
    with clinic.open() as kernel, pytest.raises(KeyTrouble, match="passphrase_needed"):
        kernel.operators.add(Credential(), "王大夫", [Role.PHYSICIAN], NEW)


def test_the_code_lets_somebody_in_whom_an_admin_that_is_gone_cannot(clinic: Clinic) -> None:
    by = Credential(recovery=clinic.recovery)
    with clinic.open(recovery=clinic.recovery) as kernel:
        kernel.operators.add(by, "王大夫", [Role.PHYSICIAN], NEW)
        with pytest.raises(Refused, match="not_allowed"):
            kernel.patients.register(Given("陈敏", "女"))
    assert opens(clinic, passphrase=NEW) == "王大夫 physician"


def test_roles_change_at_once_also_ones_own(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        hire(kernel, "钱管理", Role.ADMIN)
        kernel.operators.change_roles(FIRST, OPERATOR, [Role.RECEPTION, Role.ADMIN], last_physician=True)
        assert (kernel.roles, kernel.actor.role) == ((Role.RECEPTION, Role.ADMIN), Role.RECEPTION)
        assert trail(store_of(kernel))[-1][3] == {
            "by": "passphrase",
            "operator": 1,
            "roles": ["reception", "admin"],
            "roles_before": ["physician", "admin", "auditor"],
        }
        with pytest.raises(Refused, match="not_allowed"):
            kernel.records.timeline("P001")
        with pytest.raises(UserError, match="nothing_to_change_roles"):
            kernel.operators.change_roles(FIRST, OPERATOR, [Role.ADMIN, Role.RECEPTION])


def test_the_last_admin_stays_and_the_last_physician_unless_it_is_said(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.keys.confirm_recovery_code(clinic.recovery)
        with pytest.raises(Refused, match="last_admin"):
            kernel.operators.change_roles(FIRST, OPERATOR, [Role.PHYSICIAN])
        with pytest.raises(Refused, match="last_physician"):
            kernel.operators.change_roles(FIRST, OPERATOR, [Role.ADMIN])
        with pytest.raises(Refused, match="own_end"):
            kernel.operators.end(FIRST, OPERATOR)
        hire(kernel, "王大夫", Role.PHYSICIAN, Role.ADMIN)
    with clinic.open(passphrase=NEW) as kernel:
        by = Credential(NEW)
        kernel.operators.change_roles(by, "王大夫", [Role.ADMIN])
        with pytest.raises(Refused, match="last_physician"):
            kernel.operators.end(by, OPERATOR)
        assert kernel.operators.end(by, OPERATOR, last_physician=True).ended_at is not None
        with pytest.raises(UserError, match="operator_ended"):
            kernel.operators.end(by, OPERATOR)
        with pytest.raises(UserError, match="unknown_operator"):
            kernel.operators.end(by, "nobody")


def test_a_leaver_is_kept_out_by_passphrase_and_by_keyring_and_keeps_the_name(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.keys.confirm_recovery_code(clinic.recovery)
        hire(kernel, "王大夫", Role.PHYSICIAN, Role.ADMIN)
    with clinic.open(passphrase=NEW) as kernel:
        kernel.operators.end(Credential(NEW), OPERATOR)
        assert trail(store_of(kernel))[-1][3] == {"by": "passphrase", "operator": 1}
        with pytest.raises(UserError, match="operator_exists"):
            kernel.operators.add(Credential(NEW), OPERATOR, [Role.AUDITOR], PASSPHRASES["孙审计"])
    assert opens(clinic, passphrase=PASSPHRASE) == "wrong_passphrase"
    assert opens(clinic) == "passphrase_needed"
    assert read_envelope(clinic.home.envelope).keyring_wrap is None
    shutil.copy(previous_of(clinic.home.envelope), clinic.home.envelope)
    assert opens(clinic, passphrase=PASSPHRASE) == "wrong_passphrase"
    with clinic.open(passphrase=NEW) as kernel:
        assert [(one.name, one.is_active) for one in kernel.operators.every()] == [
            (OPERATOR, False),
            ("王大夫", True),
        ]


def test_two_ways_into_the_store_are_left_when_somebody_leaves(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        hire(kernel, "王大夫", Role.PHYSICIAN, Role.ADMIN)
    before = clinic.home.envelope.read_bytes()
    with clinic.open(passphrase=NEW) as kernel:
        with pytest.raises(Refused, match="too_few_keys"):
            kernel.operators.end(Credential(NEW), OPERATOR)
        assert all(one.is_active for one in kernel.operators.every())
    assert clinic.home.envelope.read_bytes() == before


def test_keys_that_cannot_be_written_take_the_row_with_them(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with clinic.open() as kernel:
        monkeypatch.setattr(module, "write_envelope", full)
        with pytest.raises(OSError, match="No space"):
            hire(kernel, "王大夫", Role.PHYSICIAN)
        assert [one.name for one in kernel.operators.every()] == [OPERATOR]
        assert trail(store_of(kernel)) == []


def test_who_has_a_key_and_no_place_here_is_refused_and_told_of(clinic: Clinic) -> None:
    clinic.execute("UPDATE operators SET name = 'x', name_key = 'x'")
    assert opens(clinic) == "operator_unknown"
    clinic.execute(
        f"UPDATE operators SET name = '{OPERATOR}', name_key = '{OPERATOR}', ended_at = active_from"
    )
    assert opens(clinic) == "operator_gone"
    told = clinic.rows("SELECT operator, action, reason, outcome FROM audit ORDER BY seq")
    assert told == [
        (OPERATOR, "operator.refused", "operator_unknown", "refused"),
        (OPERATOR, "operator.refused", "operator_gone", "refused"),
    ]


def test_a_store_from_before_there_were_operators_takes_whoever_opens_it(clinic: Clinic) -> None:
    clinic.execute("DELETE FROM operators")
    assert opens(clinic, recovery=clinic.recovery) == f"{BY_RECOVERY} admin"
    assert clinic.rows("SELECT 1 FROM operators") == []
    with clinic.open() as kernel:
        assert (kernel.actor.operator, kernel.roles) == (OPERATOR, FIRST_OPERATOR)
        (first,) = kernel.operators.every()
        assert first.name == OPERATOR
        assert trail(store_of(kernel))[-1][0] == "operator.add"
    assert opens(clinic) == f"{OPERATOR} physician"
    assert len(clinic.rows("SELECT 1 FROM operators")) == 1


def test_a_role_that_is_named_is_the_only_one(clinic: Clinic) -> None:
    with pytest.raises(Refused, match="role_not_held"), clinic.open(role=Role.RECEPTION):
        pass
    with clinic.open(role=Role.AUDITOR) as kernel:
        assert kernel.actor.role is Role.AUDITOR
        kernel.audit.verify()
        with pytest.raises(Refused, match="not_allowed"):
            kernel.operators.every()


def test_one_login_of_the_system_and_two_accounts_leave_rows_of_two_operators(clinic: Clinic) -> None:
    """The usual clinic (spec/security.md §2.2, shared login): who was at work is told apart all the same."""
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.patients.register(Given("陈敏", "女"))
    with clinic.open(passphrase=PASSPHRASES["赵前台"]) as kernel:
        kernel.patients.register(Given("何静", "女"))
    told = clinic.rows(
        "SELECT operator, role, record_no FROM audit WHERE action = 'patient.add' ORDER BY seq"
    )
    assert told == [(OPERATOR, "physician", "P001"), ("赵前台", "reception", "P002")]


def test_S1_a_copied_folder_opens_for_nobody_without_a_passphrase_or_the_code(clinic: Clinic) -> None:
    staffed(clinic)
    there = replace(clinic, home=type(clinic.home)(clinic.home.folder.parent / "copied"))
    shutil.copytree(clinic.home.folder, there.home.folder)
    assert opens(there) == "each_own_passphrase"
    assert opens(there, recovery=clinic.recovery) == f"{BY_RECOVERY} admin"


def test_whoever_is_told_that_a_passphrase_is_taken_has_guessed_one(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        with pytest.raises(UserError, match="passphrase_taken"):
            kernel.operators.add(FIRST, "李护士", [Role.RECEPTION], PASSPHRASES["王大夫"])
        assert kernel.keys.at_hand().failures == 1
