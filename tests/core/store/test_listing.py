"""The table of all patients: every page follows the one before, nobody twice, nobody left out, and none of it sorted anew."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from typing import NamedTuple

import pytest
from sqlalchemy import Connection

from core.base.errors import UserError
from core.kernel import Kernel
from core.services.patients.patients import Cursor, Filters, Given, Page, Patient, Sort
from core.store import listing
from core.store.patients import order_of
from tests.bench.rival import Statement, recorded
from tests.fakes.clinic import MENZHEN, Clinic, content, new_clinic, rows, store_of, trail

NAMES = (
    "陈敏",
    "程静",
    "何静",
    "王伟",
    "王芳",
    "王强",
    "单雄",
    "Anna Lee",
    "阿卜杜拉·买买提",
    "吕布",
    "路明",
    "欧阳娜",
)


class Order(NamedTuple):
    sort: Sort
    descending: bool


ORDERS = [Order(sort, descending) for sort in Sort for descending in (False, True)]
FILTERS = (
    Filters(),
    Filters(sex="女"),
    Filters(text="王"),
    Filters(text="wang", sex="男"),
    Filters(seen_since=date(2026, 3, 15)),
    Filters(has_draft=True),
    Filters(text="王", sex="女", seen_since=date(2026, 1, 1), has_draft=True),
    Filters(text="nobody"),
)
every_order = pytest.mark.parametrize("order", ORDERS, ids=lambda order: f"{order.sort}-{order.descending}")


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kernel]:
    """24 patients, two of each name, every third one with visits, some with drafts."""
    clinic = new_clinic(tmp_path_factory.mktemp("listing"))
    with clinic.open() as opened:
        for place, name in enumerate((*NAMES, *NAMES), start=1):
            if place % 5 == 0:
                clinic.clock.advance(minutes=1)
            opened.patients.register(Given(name, "男" if place % 2 else "女"), "另一人")
        for place, at in (
            (3, "2026-03-15T00:00"),
            (6, "2026-03-14T23:59"),
            (9, "2026-03-15"),
            (18, "2026-11-01"),
        ):
            opened.intake.save(f"P{place:03d}", "menzhen", content(MENZHEN), at)
        opened.intake.save("P003", "menzhen", content(MENZHEN), "2026-01-01")
        for place in (4, 5, 18):
            opened.intake.save_draft(f"P{place:03d}", "menzhen", content({"zhushu": "x"}))
        opened.intake.save_draft("P004", "shiwen", content({"zhushu": "x"}))
        yield opened


def numbers(patients: tuple[Patient, ...]) -> list[str]:
    return [patient.record_no for patient in patients]


def walked(kernel: Kernel, order: Order, filters: Filters, limit: int = 5) -> list[Page]:
    """The pages of the whole table."""
    sort, descending = order
    pages = [kernel.patients.page(None, limit, sort, descending=descending, filters=filters)]
    while pages[-1].next is not None:
        pages.append(
            kernel.patients.page(pages[-1].next, limit, sort, descending=descending, filters=filters)
        )
    return pages


def expected(kernel: Kernel, order: Order, filters: Filters) -> list[str]:
    """The same by looking at everyone and sorting them here."""
    store = store_of(kernel)
    drafted = {number for (number,) in rows(store, "SELECT patient_id FROM drafts")}
    seen = {
        row[0]: str(row[1])
        for row in rows(store, "SELECT patient_id, max(visited_at) FROM visits GROUP BY 1")
    }
    first = {row[0]: str(row[1]) for row in rows(store, "SELECT id, created_at FROM patients")}

    def passes(one: Patient) -> bool:
        found = filters.text in {"", "王", "wang"} and one.details.name.startswith(
            "王" if filters.text else ""
        )
        late = filters.seen_since is None or (one.last_visit or date.min) >= filters.seen_since
        return (
            found
            and late
            and filters.sex in {"", one.details.sex}
            and (one.id in drafted or not filters.has_draft)
        )

    def key(one: Patient) -> tuple[str, int]:
        texts = {
            Sort.NAME: order_of(one.details.name),
            Sort.LAST_VISIT: seen.get(one.id, ""),
            Sort.REGISTERED: first[one.id],
        }
        return texts.get(order.sort, ""), one.id

    passing = filter(passes, kernel.patients.page(limit=1000).rows)
    return [one.record_no for one in sorted(passing, key=key, reverse=order.descending)]


@every_order
@pytest.mark.parametrize("filters", FILTERS, ids=str)
@pytest.mark.parametrize("few", [0, 3, 500])
def test_pages_are_the_whole_list_cut(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch, order: Order, filters: Filters, few: int
) -> None:
    monkeypatch.setattr(listing, "FEW", few)
    pages = walked(kernel, order, filters)
    found = [record_no for page in pages for record_no in numbers(page.rows)]
    assert found == expected(kernel, order, filters)
    assert [len(page.rows) for page in pages[:-1]] == [5] * (len(pages) - 1)
    assert kernel.patients.count(filters) == len(found)


def test_the_filters_of_this_test_tell_people_apart(kernel: Kernel) -> None:
    assert [kernel.patients.count(filters) for filters in FILTERS] == [24, 12, 6, 2, 3, 3, 1, 0]


def test_names_stand_as_they_are_read(kernel: Kernel) -> None:
    names = [one.details.name for one in kernel.patients.page().rows][::2]
    assert names == [
        *("阿卜杜拉·买买提", "Anna Lee", "陈敏", "程静", "何静", "路明", "吕布", "欧阳娜", "单雄"),
        *("王芳", "王强", "王伟"),
    ]


def test_one_name_is_before_another_that_goes_on(kernel: Kernel) -> None:
    assert order_of("陈敏") < order_of("陈敏章") < order_of("程") < order_of("程敏")
    assert order_of("吕布") > order_of("路明")


def test_names_that_sound_alike_stand_apart() -> None:
    assert sorted(["陈敏", "陈民", "陈敏"], key=order_of) == ["陈敏", "陈敏", "陈民"]


def test_a_page_that_ends_exactly_at_the_end_says_so(kernel: Kernel) -> None:
    assert kernel.patients.page(limit=24).next is None
    assert kernel.patients.page(limit=23).next is not None


def test_numbers_stand_as_numbers(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        for name in ("陈敏", "何静"):
            kernel.patients.register(Given(name, "女"))
    clinic.execute("DELETE FROM patient_keys")
    clinic.execute("UPDATE patients SET id = id + 998, record_no = 'P' || (id + 998)")
    with clinic.open() as kernel:
        assert numbers(kernel.patients.page(sort=Sort.RECORD_NO).rows) == ["P999", "P1000"]


def test_someone_registered_meanwhile_shifts_no_page(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        for name in ("何静", "陈敏", "孙伟"):
            kernel.patients.register(Given(name, "女"))
        first = kernel.patients.page(limit=2)
        kernel.patients.register(Given("安娜", "女"))
        second = kernel.patients.page(first.next, limit=2)
    assert (numbers(first.rows), numbers(second.rows)) == (["P002", "P001"], ["P003"])


def test_a_filter_that_cannot_be_read_is_refused(kernel: Kernel) -> None:
    for ask in (kernel.patients.page, kernel.patients.count):
        with pytest.raises(UserError, match="bad_sex"):
            ask(filters=Filters(sex="x"))


def test_a_text_of_blanks_filters_nothing(kernel: Kernel) -> None:
    assert kernel.patients.count(Filters(text=" \u3000")) == 24


def test_a_cursor_of_another_order_is_a_fault(kernel: Kernel) -> None:
    after = kernel.patients.page(limit=5).next
    assert after
    for wrong in (replace(after, sort=Sort.REGISTERED), replace(after, descending=True)):
        with pytest.raises(ValueError, match="order"):
            kernel.patients.page(wrong)
    with pytest.raises(ValueError, match="limit"):
        kernel.patients.page(limit=0)


def test_looking_through_the_table_leaves_no_row(kernel: Kernel) -> None:
    before = trail(store_of(kernel))
    walked(kernel, ORDERS[0], Filters())
    assert trail(store_of(kernel)) == before


def plans(kernel: Kernel, after: Cursor | None, order: Order, filters: Filters) -> list[str]:
    """How SQLite reads the rows of a page."""
    with recorded() as statements:
        kernel.patients.page(after, 5, order.sort, descending=order.descending, filters=filters)

    def explain(connection: Connection, one: Statement) -> str:
        steps = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {one.text}", one.parameters)
        return " / ".join(str(row[-1]) for row in steps)

    reading = [one for one in statements if one.reads and "order_key" in one.text]
    return [store_of(kernel).read(partial(explain, one=one)) for one in reading]


INDEXES = {
    Sort.NAME: ("ix_patients_by_name", "name_order"),
    Sort.LAST_VISIT: ("ix_patients_by_last_visit", "last_visited_at"),
    Sort.REGISTERED: ("ix_patients_by_registration", "created_at"),
}


@every_order
@pytest.mark.parametrize(
    "filters", [Filters(), Filters(sex="女"), Filters(seen_since=date(2026, 1, 1))], ids=str
)
def test_a_page_is_read_in_its_order_and_begins_where_the_last_one_ended(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch, order: Order, filters: Filters
) -> None:
    monkeypatch.setattr(listing, "FEW", 0)
    start = kernel.patients.page(None, 12, order.sort, descending=order.descending)
    sign = "<" if order.descending else ">"
    read = plans(kernel, start.next, order, filters)
    if order.sort is Sort.RECORD_NO:
        assert read == [f"SEARCH patients USING INTEGER PRIMARY KEY (rowid{sign}?)"]
        return
    index, column = INDEXES[order.sort]
    here = f"SEARCH patients USING INDEX {index} ({column}"
    assert read[0].startswith(here)
    assert all(part not in plan for part in ("TEMP B-TREE", "SCAN") for plan in read)
    if order.sort is not Sort.LAST_VISIT or filters.seen_since is None:
        assert read == [f"{here}=? AND id{sign}?)", f"{here}{sign}?)"][: len(read)]


def test_a_few_are_looked_up(kernel: Kernel) -> None:
    (plan,) = plans(kernel, None, Order(Sort.NAME, descending=False), Filters(has_draft=True))
    assert "SEARCH patients USING INTEGER PRIMARY KEY (rowid=?)" in plan


def test_what_a_list_shows_of_the_visits_is_what_the_visits_say(kernel: Kernel) -> None:
    differing = rows(
        store_of(kernel),
        """SELECT id FROM patients WHERE (visit_count, last_visited_at) IS NOT (
            SELECT count(*), coalesce(max(visited_at), '') FROM visits WHERE patient_id = patients.id
        )""",
    )
    assert differing == []
    seen = kernel.patients.show("P003")
    assert (seen.visits, seen.last_visit, seen.chief_complaint) == (2, date(2026, 3, 15), MENZHEN["zhushu"])
    unseen = kernel.patients.show("P001")
    assert (unseen.visits, unseen.last_visit, unseen.chief_complaint) == (0, None, None)


def test_an_edited_name_is_sorted_anew(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        for name in ("陈敏", "何静"):
            kernel.patients.register(Given(name, "女"))
        kernel.patients.edit("P001", Given(name="张敏"))
        assert numbers(kernel.patients.page().rows) == ["P002", "P001"]
