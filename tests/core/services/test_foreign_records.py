"""Records of people whom others look after are opened for a reason, and each opening is told with it (spec/security.md §2.2)."""

from collections.abc import Callable

import pytest

from core.base.errors import Refused, UserError
from core.base.ids import parse_record_no
from core.base.rights import Reason
from core.kernel import Kernel
from core.services.patients.patients import Asked, Given
from tests.fakes.clinic import MENZHEN, OPERATOR, PASSPHRASE, Clinic, content, prepared
from tests.fakes.people import PASSPHRASES, staffed

WANG = PASSPHRASES["王大夫"]
P001 = parse_record_no("P001")

OPENINGS: list[Callable[[Kernel], object]] = [
    lambda kernel: kernel.records.of_patient("P001"),
    lambda kernel: kernel.records.context(P001),
    lambda kernel: kernel.records.timeline("P001"),
    lambda kernel: kernel.records.versions("P001", 1),
    lambda kernel: kernel.compare.visits("P001"),
    lambda kernel: kernel.compare.outdated("P001"),
    lambda kernel: kernel.intake.drafts("P001"),
    lambda kernel: kernel.intake.carried("P001"),
    lambda kernel: kernel.intake.last_answers("P001", "menzhen"),
    lambda kernel: kernel.intake.check("menzhen", content(MENZHEN), "P001"),
    lambda kernel: kernel.intake.save("P001", "menzhen", content(MENZHEN)),
    lambda kernel: kernel.intake.save_draft("P001", "menzhen", content(MENZHEN)),
    lambda kernel: kernel.intake.discard_draft("P001", "menzhen"),
    lambda kernel: kernel.intake.sign("P001", 1),
    lambda kernel: kernel.compare.override("P001", 1, "头晕", state="减轻", reason="x"),
    lambda kernel: kernel.amendments.void("P001", 1, reason="wrong_patient"),
]
"""Every way to a clinical record."""


@pytest.fixture
def of_li(clinic: Clinic) -> Clinic:
    """P001 has a visit and a draft of the first physician; P002 was registered at the desk and seen by nobody."""
    prepared(clinic, one_seen_and_one_not)
    return clinic


def one_seen_and_one_not(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.patients.register(Given("陈敏", "女"))
        kernel.intake.save("P001", "menzhen", content(MENZHEN))
        kernel.intake.save_draft("P001", "menzhen", content(MENZHEN))
    with clinic.open(passphrase=PASSPHRASES["赵前台"]) as kernel:
        kernel.patients.register(Given("何静", "女"))


def test_every_way_asks_for_a_reason_and_shows_and_keeps_nothing(of_li: Clinic) -> None:
    before = of_li.rows("SELECT count(*) FROM audit")
    kept = of_li.rows("SELECT saved_by FROM visits UNION ALL SELECT saved_by FROM drafts")
    with of_li.open(passphrase=WANG) as kernel:
        assert kernel.records.needs_reason("P001")
        for opening in OPENINGS:
            with pytest.raises(Refused, match="reason_needed") as refused:
                opening(kernel)
            assert refused.value.details == {"reasons": tuple(Reason)}
    assert of_li.rows("SELECT count(*) FROM audit") == before
    assert of_li.rows("SELECT saved_by FROM visits UNION ALL SELECT saved_by FROM drafts") == kept


def test_one_reading_is_one_row_with_who_whom_and_why(of_li: Clinic) -> None:
    with of_li.open(passphrase=WANG) as kernel:
        kernel.records.open_with_reason("P001", Reason.EMERGENCY)
        assert not kernel.records.needs_reason("P001")
        kernel.records.context(P001)
        kernel.records.timeline("P001")
        kernel.compare.visits("P001")
    read = of_li.rows(
        "SELECT operator, record_no, reason FROM audit WHERE action = 'record.read' AND operator = '王大夫'"
    )
    assert read == [("王大夫", "P001", "emergency")]


def test_a_reason_ends_with_the_opening_of_the_clinic(of_li: Clinic) -> None:
    with of_li.open(passphrase=WANG) as kernel:
        kernel.records.open_with_reason("P001", Reason.HANDOVER)
        kernel.records.timeline("P001")
    with of_li.open(passphrase=WANG) as kernel, pytest.raises(Refused, match="reason_needed"):
        kernel.records.timeline("P001")


def test_whoever_wrote_in_a_record_has_it_as_their_own(of_li: Clinic) -> None:
    with of_li.open(passphrase=WANG) as kernel:
        kernel.records.open_with_reason("P001", Reason.CONSULTATION)
        kernel.intake.save("P001", "menzhen", content(MENZHEN))
    with of_li.open(passphrase=WANG) as kernel:
        assert not kernel.records.needs_reason("P001")
        assert len(kernel.records.of_patient("P001")) == 2


def test_ones_own_and_those_nobody_has_seen_are_opened_without(of_li: Clinic) -> None:
    with of_li.open(passphrase=PASSPHRASE) as kernel:
        assert len(kernel.records.of_patient("P001")) == 1
        kernel.records.context(parse_record_no("P002"))
    with of_li.open(passphrase=WANG) as kernel:
        kernel.records.context(parse_record_no("P002"))
        kernel.records.open_with_reason("P002", Reason.EMERGENCY)
        assert kernel.audit.rows("P002", reason="any") == []
        kernel.patients.register(Given("王芳", "女"))
        with pytest.raises(UserError, match="unknown_record_no"):
            kernel.records.timeline("P009")
    with of_li.open(passphrase=PASSPHRASE) as kernel:
        assert not kernel.records.needs_reason("P003")


def test_demographics_ask_for_none(of_li: Clinic) -> None:
    with of_li.open(passphrase=WANG) as kernel:
        kernel.patients.show("P001")
        kernel.patients.history("P001")
        kernel.patients.edit("P001", Given(phone="13800000000"))


def test_a_clinic_with_one_physician_never_asks(of_li: Clinic) -> None:
    of_li.execute(f"UPDATE operators SET roles = 'admin auditor' WHERE name = '{OPERATOR}'")
    with of_li.open(passphrase=WANG) as kernel:
        assert len(kernel.records.of_patient("P001")) == 1


def test_what_was_opened_for_a_reason_is_listed_for_review(of_li: Clinic) -> None:
    with of_li.open(passphrase=WANG) as kernel:
        kernel.records.open_with_reason("P001", Reason.QUALITY_REVIEW)
    with of_li.open(passphrase=PASSPHRASES["孙审计"]) as kernel:
        (row,) = kernel.audit.rows(reason="any")
        assert (row.operator, row.record_no, row.reason) == ("王大夫", "P001", "quality_review")
        assert kernel.audit.rows(reason="quality_review") == [row]
        assert kernel.audit.rows(reason="emergency") == []
        with pytest.raises(UserError, match="unknown_reason"):
            kernel.audit.rows(reason="curiosity")


COMPLAINT = str(MENZHEN["zhushu"])

LISTS: list[Callable[[Kernel], object]] = [
    lambda kernel: kernel.patients.page(),
    lambda kernel: kernel.patients.find(Asked(text="陈敏")),
    lambda kernel: kernel.patients.find(Asked(record_no="P001")),
    lambda kernel: kernel.patients.show("P001"),
    lambda kernel: kernel.patients.preview("P001", Given("陈敏", "女", phone="13812345678")),
    lambda kernel: kernel.today.overview(),
    lambda kernel: kernel.today.people(),
]
"""Everything that names a patient among others."""


@pytest.mark.parametrize("place", range(len(LISTS)))
def test_no_list_shows_a_complaint_of_somebody_elses_patient(of_li: Clinic, place: int) -> None:
    with of_li.open(passphrase=PASSPHRASE) as kernel:
        assert COMPLAINT in repr(LISTS[place](kernel))
    with of_li.open(passphrase=WANG) as kernel:
        listed = repr(LISTS[place](kernel))
        assert "P001" in listed
        assert COMPLAINT not in listed
        kernel.records.open_with_reason("P001", Reason.CONSULTATION)
        assert COMPLAINT in repr(LISTS[place](kernel))
