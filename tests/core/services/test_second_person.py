"""Where the clinic wants two people: the second says yes by their own passphrase."""

import pytest

from core.base.atomic import previous_of
from core.base.errors import Refused
from core.base.rights import Right, Role, TwoPersonRule
from core.kernel import Kernel
from core.services.keys.keys import Credential
from core.services.patients.patients import Given
from tests.fakes.clinic import MENZHEN, OPERATOR, PASSPHRASE, Clinic, content, rows, store_of
from tests.fakes.people import FIRST, PASSPHRASES, hire, staffed

QIAN = Credential(PASSPHRASES["钱管理"])


def test_another_admin_says_yes_by_their_own_passphrase(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.rules.turn_on(TwoPersonRule.RESTORE)
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
        with pytest.raises(Refused, match="second_wrong"):
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


def consents(kernel: Kernel) -> list[tuple[object, ...]]:
    """Who was asked for a yes, and whether it was one."""
    return rows(
        store_of(kernel),
        "SELECT operator, reason, outcome, json_extract(detail, '$.second') FROM audit"
        " WHERE action = 'second.person' ORDER BY seq",
    )


def test_the_data_key_is_not_replaced_by_one_person(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.rules.turn_on(TwoPersonRule.ROTATION)
        before = clinic.home.envelope.read_bytes()
        for by, second, code in (
            (FIRST, None, "second_needed"),
            (FIRST, FIRST, "second_same"),
            (QIAN, None, "second_needed"),
            (QIAN, FIRST, "second_same"),
            # In somebody else's window, their own passphrase twice.
            (QIAN, QIAN, "other_operator"),
            (FIRST, Credential(PASSPHRASES["王大夫"]), "second_not_allowed"),
        ):
            with pytest.raises(Refused, match=code):
                kernel.rotation.rotate(by, second=second)
        assert clinic.home.envelope.read_bytes() == before
        kernel.rotation.rotate(FIRST, second=QIAN)
        assert consents(kernel)[-1] == (OPERATOR, "rotation_needs_two", "ok", 4)
    assert clinic.home.envelope.read_bytes() != before


@pytest.fixture
def signed(clinic: Clinic) -> Clinic:
    """A clinic that wants two people for amendments, with two visits of P001 by the first physician: 1 is signed, 2 is not."""
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.patients.register(Given("陈敏", "女"))
        for at in ("2026-03-01T09:00", "2026-03-15T09:00"):
            kernel.intake.save("P001", "menzhen", content(MENZHEN), at)
        kernel.intake.sign("P001", 1)
        kernel.rules.turn_on(TwoPersonRule.AMENDMENT)
    return clinic


ANSWERS = content({**MENZHEN, "zhushu": "头痛一月"})
REFUSALS = (
    (None, "second_needed"),
    (FIRST, "second_same"),
    (Credential(PASSPHRASES["王大夫"]), "second_not_allowed"),
)


def test_a_signed_visit_is_not_amended_by_one_person(signed: Clinic) -> None:
    with signed.open(passphrase=PASSPHRASE) as kernel:
        for second, code in REFUSALS:
            with pytest.raises(Refused, match=code):
                kernel.amendments.amend("P001", 1, ANSWERS, version=1, reason="slip", second=second)
        (visit,) = kernel.records.of_patient("P001", 1)
        assert visit.version == 1
        done = kernel.amendments.amend("P001", 1, ANSWERS, version=1, reason="slip", second=QIAN)
        assert done.version == 2
        assert consents(kernel)[-1] == (OPERATOR, "amendment_needs_approval", "ok", 4)
        assert kernel.amendments.amend("P001", 2, ANSWERS, version=1, reason="slip").version == 2


def test_a_signed_visit_is_not_voided_by_one_person(signed: Clinic) -> None:
    with signed.open(passphrase=PASSPHRASE) as kernel:
        for second, code in REFUSALS:
            with pytest.raises(Refused, match=code):
                kernel.amendments.void("P001", 1, reason="duplicate", second=second)
        (visit,) = kernel.records.of_patient("P001", 1)
        assert visit.void is None
        kernel.amendments.void("P001", 1, reason="duplicate", second=QIAN)
        assert consents(kernel)[-1] == (OPERATOR, "amendment_needs_approval", "ok", 4)
        kernel.amendments.void("P001", 2, reason="duplicate")


def test_who_left_says_yes_to_nothing_with_an_old_key_file_either(clinic: Clinic) -> None:
    staffed(clinic)
    files = (clinic.home.envelope, previous_of(clinic.home.envelope))
    old = clinic.home.envelope.read_bytes()
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        hire(kernel, "周主任", Role.ADMIN)
        kernel.rules.turn_on(TwoPersonRule.ROTATION)
        kernel.operators.end(FIRST, "钱管理")
        with pytest.raises(Refused, match="second_wrong"):
            kernel._desk.require_second(TwoPersonRule.ROTATION, QIAN)
        for file in files:
            file.write_bytes(old)
        with pytest.raises(Refused, match="second_not_allowed"):
            kernel.rotation.rotate(FIRST, second=QIAN)
        assert consents(kernel) == [(OPERATOR, "rotation_needs_two", "refused", 4)]
