"""The list of the day: everyone once, by what was done last, and who came lately but not today."""

from collections.abc import Iterator

import pytest

from core.kernel import Kernel
from core.packhost.host import Packs
from core.services.patients.patients import Given
from core.services.today import Standing
from tests.fakes.clinic import MENZHEN, Clinic, content, rows, store_of


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    """The services, with P001 to P003 registered."""
    with clinic.open() as opened:
        for name in ("陈敏", "何静", "周敏"):
            opened.patients.register(Given(name, "女"))
        yield opened


def listed(kernel: Kernel) -> list[tuple[str, str, int, str, Standing]]:
    return [
        (one.patient.record_no, f"{one.at:%H:%M}", one.place, one.chief_complaint, one.standing)
        for one in kernel.today.people().people
    ]


def test_visits_and_drafts_stand_in_order_of_time(kernel: Kernel, clinic: Clinic) -> None:
    kernel.intake.save("P002", "menzhen", content({**MENZHEN, "zhushu": "头晕"}), "2026-11-29T10:00")
    kernel.intake.save("P001", "menzhen", content({**MENZHEN, "zhushu": "早"}), "2026-03-01")
    kernel.intake.save("P001", "menzhen", content({**MENZHEN, "zhushu": "口干"}), "2026-11-29T09:00")
    kernel.intake.sign("P001", 2)
    kernel.intake.save_draft("P003", "menzhen", content({"zhushu": "潮热"}))
    assert listed(kernel) == [
        ("P001", "09:00", 2, "口干", Standing.SIGNED),
        ("P002", "10:00", 1, "头晕", Standing.SAVED),
        ("P003", "12:00", 1, "潮热", Standing.DRAFT),
    ]


def test_a_draft_after_a_visit_is_what_was_done_last(kernel: Kernel, clinic: Clinic) -> None:
    kernel.intake.save("P001", "menzhen", content(MENZHEN), "2026-11-29T09:00")
    kernel.intake.save_draft("P001", "shiwen", content({}))
    clinic.clock.advance(minutes=1)
    kernel.intake.save_draft("P001", "menzhen", content({"zhushu": "再来"}))
    assert listed(kernel) == [("P001", "12:01", 2, "再来", Standing.DRAFT)]


def test_a_draft_of_yesterday_is_not_of_today(kernel: Kernel, clinic: Clinic) -> None:
    kernel.intake.save_draft("P001", "menzhen", content({"zhushu": "昨"}))
    clinic.clock.advance(days=1)
    assert listed(kernel) == []


def test_a_draft_nobody_can_read_says_no_complaint(kernel: Kernel) -> None:
    kernel.intake.save_draft("P001", "menzhen", content({"zhushu": "头晕"}))
    object.__setattr__(kernel.intake._desk, "packs", Packs())
    assert [one[3] for one in listed(kernel)] == [""]


def test_who_is_of_the_day_is_not_recent_too(kernel: Kernel) -> None:
    kernel.intake.save("P002", "menzhen", content(MENZHEN), "2026-11-29T10:00")
    found = kernel.today.people()
    assert {one.patient.record_no for one in found.recent} == {"P001", "P003"}


def test_looking_leaves_no_row(kernel: Kernel) -> None:
    before = rows(store_of(kernel), "SELECT count(*) FROM audit")
    kernel.today.people()
    assert rows(store_of(kernel), "SELECT count(*) FROM audit") == before
