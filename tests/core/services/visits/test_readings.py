"""Who read what: one row for a reading, durable before anything is handed out, and none of what was typed."""

import json
from collections.abc import Callable, Iterator

import pytest

from core.base.errors import UserError
from core.base.ids import parse_record_no
from core.base.rights import Role
from core.kernel import Kernel
from core.ledger.audit import Action, Trail
from core.services.at_work import desk
from core.services.patients.patients import Asked, Filters, Given
from core.store.unlocking import Credential
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic, chen_min, content, prepared, rows, store_of

P001 = parse_record_no("P001")


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    prepared(clinic, seen_twice)
    with clinic.open() as opened:
        yield opened


def seen_twice(clinic: Clinic) -> None:
    chen_min(clinic)
    assert clinic.save("P001").code == 0
    assert clinic.save("P001").code == 0


def read(kernel: Kernel) -> list[tuple[object, ...]]:
    """The readings of this opening: tool, number, visit."""
    return rows(
        store_of(kernel),
        "SELECT tool, record_no, visit FROM audit WHERE action = 'record.read' AND source = 'test' ORDER BY seq",
    )


READINGS: dict[str, Callable[[Kernel], object]] = {
    "patients.show": lambda kernel: kernel.patients.show("P001"),
    "patients.preview": lambda kernel: kernel.patients.preview("P001", Given(name="陈明")),
    "patients.history": lambda kernel: kernel.patients.history("P001"),
    "records.of_patient": lambda kernel: kernel.records.of_patient("P001"),
    "records.context": lambda kernel: kernel.records.context(P001),
    "records.timeline": lambda kernel: kernel.records.timeline("P001"),
    "compare.visits": lambda kernel: kernel.compare.visits("P001"),
    "compare.outdated": lambda kernel: kernel.compare.outdated("P001"),
    "intake.carried": lambda kernel: kernel.intake.carried("P001"),
    "intake.last_answers": lambda kernel: kernel.intake.last_answers("P001", "menzhen"),
    "intake.drafts": lambda kernel: kernel.intake.drafts("P001"),
}


@pytest.mark.parametrize("tool", READINGS)
def test_every_way_to_read_a_record_leaves_its_row(kernel: Kernel, tool: str) -> None:
    READINGS[tool](kernel)
    assert read(kernel) == [(tool, "P001", None)]


@pytest.mark.parametrize("tool", READINGS)
def test_without_the_row_there_is_no_record(
    kernel: Kernel, tool: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("planted")

    with monkeypatch.context() as patch:
        patch.setattr(Trail, "record", fail)
        with pytest.raises(RuntimeError, match="planted"):
            READINGS[tool](kernel)
    assert read(kernel) == []
    READINGS[tool](kernel)
    assert len(read(kernel)) == 1


def test_the_pieces_of_one_reading_are_one_row(kernel: Kernel) -> None:
    for work in reversed(READINGS.values()):
        work(kernel)
    assert read(kernel) == [("intake.drafts", "P001", None)]


def test_a_visit_read_by_itself_has_a_row_of_its_own(kernel: Kernel) -> None:
    kernel.records.of_patient("P001")
    kernel.records.of_patient("P001", 2)
    kernel.records.of_patient("P001", 2)
    assert read(kernel) == [("records.of_patient", "P001", None), ("records.of_patient", "P001", 2)]


def test_later_it_is_another_reading(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "ONE_READING_S", 0.0)
    kernel.patients.show("P001")
    kernel.patients.show("P001")
    assert len(read(kernel)) == 2


def test_a_record_that_is_not_there_was_not_read(kernel: Kernel) -> None:
    with pytest.raises(UserError, match="unknown_record_no"):
        kernel.records.of_patient("P999")
    with pytest.raises(UserError, match="unknown_visit"):
        kernel.records.of_patient("P001", 9)
    assert read(kernel) == []


def test_a_change_is_no_reading(kernel: Kernel) -> None:
    kernel.patients.edit("P001", Given(phone="13800000000"))
    kernel.patients.register(Given("何静", "女"))
    kernel.intake.save_draft("P001", "menzhen", content({"zhushu": "头晕"}))
    assert read(kernel) == []


def test_a_list_leaves_no_row(kernel: Kernel) -> None:
    before = rows(store_of(kernel), "SELECT count(*) FROM audit")
    kernel.today.overview()
    kernel.today.people()
    kernel.patients.page()
    kernel.patients.count()
    assert rows(store_of(kernel), "SELECT count(*) FROM audit") == before


def searches(kernel: Kernel) -> list[dict[str, object]]:
    found = rows(store_of(kernel), "SELECT detail FROM audit WHERE action = 'patient.search' ORDER BY seq")
    return [json.loads(str(detail)) for (detail,) in found]


def test_a_search_leaves_a_digest_of_what_was_typed_and_never_the_text(kernel: Kernel) -> None:
    for typed in ("陈敏", "陈敏", "何静"):
        kernel.patients.find(Asked(text=typed))
    first, again, other = searches(kernel)
    assert first == again
    assert first["typed"] != other["typed"]
    assert len(str(first["typed"])) == 64
    assert rows(store_of(kernel), "SELECT 1 FROM audit WHERE detail LIKE '%陈%' OR detail LIKE '%何%'") == []


def test_a_list_searched_by_a_text_is_a_search_once(kernel: Kernel) -> None:
    kernel.patients.register(Given("陈敏", "女"), "另一人")
    kernel.patients.find(Asked(text="陈"))
    page = kernel.patients.page(limit=1, filters=Filters(text="陈"))
    assert page.next
    kernel.patients.page(page.next, limit=1, filters=Filters(text="陈"))
    one, listed = searches(kernel)
    assert one["typed"] == listed["typed"]


def test_a_search_that_cannot_be_told_finds_nobody(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Trail, "record", lambda *_, **__: None)
    with pytest.raises(RuntimeError, match="audit row"):
        kernel.patients.find(Asked(text="陈敏"))


def test_a_row_says_who_where_with_what_and_what_changed(kernel: Kernel) -> None:
    kernel.patients.edit("P001", Given(phone="13800000000"))
    kernel.patients.edit("P001", Given(phone=""))
    first, second = kernel.audit.rows(action=Action.PATIENT_EDIT)[::-1]
    assert (first.operator, first.role, first.source, first.outcome) == (OPERATOR, "physician", "test", "ok")
    assert (first.utc_offset, first.program, first.session) == (
        480,
        kernel.audit._desk.book.program,
        second.session,
    )
    assert first.workstation
    assert "tcm " in first.packs
    assert second.tick >= first.tick
    assert (first.digest_before, first.digest_after) == (second.digest_after, second.digest_before)
    assert first.digest_before != first.digest_after
    assert second.seq == first.seq + 1


def test_who_is_registered_and_what_is_clinical_are_two_readings(kernel: Kernel) -> None:
    kernel.patients.show("P001")
    kernel.records.of_patient("P001")
    kernel.patients.history("P001")
    assert read(kernel) == [("patients.show", "P001", None), ("records.of_patient", "P001", None)]


def test_in_another_role_it_is_another_reading(kernel: Kernel) -> None:
    kernel.operators.change_roles(Credential(PASSPHRASE), OPERATOR, [*Role])
    kernel.switch_role(Role.RECEPTION)
    kernel.patients.show("P001")
    kernel.switch_role(Role.PHYSICIAN)
    kernel.patients.show("P001")
    kernel.records.of_patient("P001")
    told = "SELECT role, tool FROM audit WHERE action = 'record.read' AND source = 'test' ORDER BY seq"
    assert rows(store_of(kernel), told) == [
        ("reception", "patients.show"),
        ("physician", "patients.show"),
        ("physician", "records.of_patient"),
    ]


def test_what_an_amendment_would_meet_is_a_reading_of_the_visit(kernel: Kernel) -> None:
    kernel.amendments.check("P001", 1, content({"zhushu": "头痛三日"}), 1)
    assert read(kernel) == [("amendments.check", "P001", 1)]
