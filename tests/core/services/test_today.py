"""Today: drafts to resume, people seen lately, and the visits of this calendar day of the clinic."""

from collections.abc import Iterator
from datetime import date

import pytest

from core.kernel import Kernel
from core.packhost.host import Packs
from core.services import today
from core.services.patients.patients import Given
from core.services.today import Overview
from tests.fakes.clinic import MENZHEN, Clinic, content, rows, store_of, symptom, trail

FILLED = content(MENZHEN)


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    """The services, with P001 and P002 registered, a day before the clinic's."""
    now = clinic.clock.now()
    clinic.clock.advance(days=-1)
    with clinic.open() as opened:
        for name in ("陈敏", "何静"):
            opened.patients.register(Given(name, "女"))
        clinic.clock.advance(days=1)
        assert clinic.clock.now() == now
        yield opened


def save(kernel: Kernel, record_no: str, at: str = "", zhushu: str = "头晕") -> None:
    kernel.intake.save(record_no, "menzhen", content({**MENZHEN, "zhushu": zhushu}), at)


def recent(overview: Overview) -> list[tuple[str, str, bool | None]]:
    return [(one.patient.record_no, f"{one.at:%m-%d %H:%M}", one.signed) for one in overview.recent]


def test_an_empty_clinic_has_an_empty_day(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        overview = kernel.today.overview()
    assert overview == Overview(date(2026, 11, 29), (), (), (), 0, 0, 0)


def test_a_draft_says_whose_it_is_and_what_it_lacks(kernel: Kernel, clinic: Clinic) -> None:
    kernel.intake.save_draft("P001", "menzhen", content({"zhushu": "头晕"}))
    saved_at = clinic.clock.advance(minutes=1)
    kernel.intake.save_draft("P002", "menzhen", FILLED)
    whole, half = kernel.today.overview().resumable
    form = kernel.forms.named("menzhen")
    assert (half.patient.details.name, half.form, half.title) == ("陈敏", form.slug, form.title)
    assert (whole.patient.record_no, whole.saved_at, whole.missing) == ("P002", saved_at, 0)
    assert half.missing == 1


def test_a_draft_with_a_symptom_that_cannot_be_saved_still_counts_its_gaps(kernel: Kernel) -> None:
    kernel.intake.save_draft("P001", "menzhen", content({"zhushu": "头晕"}, [symptom("口干", grade=9)]))
    assert [one.missing for one in kernel.today.overview().resumable] == [1]


def test_a_draft_outlives_the_pack_that_brought_its_form(kernel: Kernel, clinic: Clinic) -> None:
    kernel.intake.save_draft("P001", "menzhen", FILLED)
    url = kernel.forms.named("menzhen").url
    object.__setattr__(kernel.intake._desk, "packs", Packs())
    (draft,) = kernel.today.overview().resumable
    assert (draft.form, draft.title, draft.missing) == (url, url, None)


def test_every_draft_is_counted_and_the_newest_are_listed(
    kernel: Kernel, clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(today, "DRAFTS", 2)
    for record_no, form in (("P001", "menzhen"), ("P002", "shiwen"), ("P002", "menzhen")):
        clinic.clock.advance(minutes=1)
        kernel.intake.save_draft(record_no, form, content({"zhushu": "头晕"}))
    overview = kernel.today.overview()
    assert overview.drafts == 3
    assert [(one.patient.record_no, one.form) for one in overview.resumable] == [
        ("P002", "menzhen"),
        ("P002", "shiwen"),
    ]


def test_a_day_is_the_clinics_from_midnight_to_midnight(kernel: Kernel) -> None:
    for at in ("2026-11-28T23:59:59", "2026-11-29T00:00", "2026-11-29T11:00"):
        save(kernel, "P001", at)
    found = kernel.today.overview().visits
    assert [f"{one.visited_at:%d %H:%M}" for one in found] == ["29 00:00", "29 11:00"]


def test_tomorrow_is_not_today(clinic: Clinic, kernel: Kernel) -> None:
    save(kernel, "P001", "2026-11-29T11:00")
    clinic.clock.advance(days=-1)
    overview = kernel.today.overview()
    assert (overview.day, overview.visits, overview.seen) == (date(2026, 11, 28), (), 0)


def test_a_visit_of_today_is_labelled_by_its_place_in_time(kernel: Kernel) -> None:
    save(kernel, "P001", "2026-11-29T10:00", "后")
    save(kernel, "P001", "2026-11-29T09:00", "前")
    save(kernel, "P001", "2026-03-01", "早")
    kernel.intake.sign("P001", 1)
    early, late = kernel.today.overview().visits
    assert (early.number, early.place, early.chief_complaint, early.signed) == (2, 2, "前", False)
    assert (late.number, late.place, late.chief_complaint, late.signed) == (1, 3, "后", True)
    assert (late.patient.details.name, late.form) == ("陈敏", "menzhen")


def test_people_are_counted_once_and_first_visits_by_place(kernel: Kernel) -> None:
    save(kernel, "P001", "2026-11-29T10:00")
    save(kernel, "P001", "2026-11-29T11:00")
    save(kernel, "P002", "2026-11-29T09:00")
    save(kernel, "P002", "2026-03-01")
    overview = kernel.today.overview()
    assert (len(overview.visits), overview.seen, overview.first_visits) == (3, 2, 1)


def test_the_latest_visit_or_registration_decides_who_is_recent(kernel: Kernel, clinic: Clinic) -> None:
    assert recent(kernel.today.overview()) == [("P002", "11-28 12:00", None), ("P001", "11-28 12:00", None)]
    save(kernel, "P001", "2026-11-29T10:00")
    save(kernel, "P002", "2026-03-01")
    kernel.intake.sign("P001", 1)
    clinic.clock.advance(hours=1)
    kernel.patients.register(Given("孙伟", "男"))
    assert recent(kernel.today.overview()) == [
        ("P003", "11-29 13:00", None),
        ("P001", "11-29 10:00", True),
        ("P002", "11-28 12:00", False),
    ]


def test_only_the_last_visit_says_whether_it_is_signed(kernel: Kernel) -> None:
    save(kernel, "P001", "2026-11-29T10:00")
    save(kernel, "P001", "2026-11-29T09:00")
    kernel.intake.sign("P001", 2)
    assert recent(kernel.today.overview())[0] == ("P001", "11-29 10:00", False)


def test_eight_are_recent(kernel: Kernel, clinic: Clinic) -> None:
    for name in "张王李赵周吴郑":
        clinic.clock.advance(minutes=1)
        kernel.patients.register(Given(f"{name}伟", "男"))
    save(kernel, "P001", "2026-11-29T10:00")
    numbers = [record_no for record_no, *_ in recent(kernel.today.overview())]
    assert numbers == ["P009", "P008", "P007", "P006", "P005", "P004", "P003", "P001"]


def test_looking_leaves_no_row(kernel: Kernel) -> None:
    kernel.intake.save_draft("P001", "menzhen", FILLED)
    before = trail(store_of(kernel))
    kernel.today.overview()
    assert trail(store_of(kernel)) == before
    assert rows(store_of(kernel), "SELECT count(*) FROM drafts") == [(1,)]
