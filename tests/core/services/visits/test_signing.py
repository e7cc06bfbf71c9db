"""Signing: once, by the operator at work, with its row and its event, and without touching what was saved."""

from collections.abc import Iterator

import pytest

from core.base.errors import UserError
from core.base.ids import parse_record_no
from core.events.model import Event, VisitSigned
from core.kernel import Kernel
from core.ledger.audit import Trail
from core.services.visits.signing import Signed
from core.store import visits
from core.store.visits import Signature
from tests.fakes.clinic import MENZHEN, OPERATOR, Clinic, content, prepared, rows, store_of, symptom, trail

P001 = parse_record_no("P001")
SAVED = ("visits", "visit_answers", "findings", "comparisons")


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    """The services, with two visits of P001."""
    prepared(clinic, seen_twice)
    with clinic.open() as opened:
        yield opened


def seen_twice(clinic: Clinic) -> None:
    clinic.add("陈敏", birth="1985")
    with clinic.open() as kernel:
        for at in ("2026-03-15T09:00", "2026-03-01T09:00"):
            kernel.intake.save("P001", "menzhen", content(MENZHEN, [symptom("口干")]), at)


def kept(kernel: Kernel) -> list[list[tuple[object, ...]]]:
    return [rows(store_of(kernel), f"SELECT * FROM {table}") for table in SAVED]


def test_a_signed_visit_says_by_whom_and_when(kernel: Kernel, clinic: Clinic) -> None:
    events: list[Event] = []
    kernel.bus.subscribe(Event, events.append)
    at = clinic.clock.advance(minutes=3)
    signed = kernel.intake.sign("p1", 2)
    assert signed == Signed(P001, 2, at, OPERATOR)
    assert [(one.number, one.signed) for one in kernel.records.of_patient("P001")] == [(2, signed), (1, None)]
    assert events == [VisitSigned(P001, 2)]
    assert trail(store_of(kernel))[-1] == ("visit.sign", "P001", 2, {"version": 1})


def test_a_visit_is_signed_once(kernel: Kernel, clinic: Clinic) -> None:
    first = kernel.intake.sign("P001", 1)
    log = trail(store_of(kernel))
    clinic.clock.advance(days=1)
    with pytest.raises(UserError) as refusal:
        kernel.intake.sign("P001", 1)
    assert refusal.value.code == "already_signed"
    assert (refusal.value.params["by"], refusal.value.params["at"]) == (OPERATOR, "2026-11-29 12:00")
    assert kernel.records.of_patient("P001", 1)[0].signed == first
    assert trail(store_of(kernel)) == log


def test_the_table_itself_holds_no_second_signature(kernel: Kernel) -> None:
    kernel.intake.sign("P001", 1)
    with pytest.raises(Exception, match="only grows"):
        store_of(kernel).write(lambda connection: visits.sign(connection, 1, 1, Signature("x", "y", "z")))


def test_signing_leaves_what_was_saved_as_it_was(kernel: Kernel) -> None:
    before = kept(kernel)
    kernel.intake.sign("P001", 1)
    assert kept(kernel) == before


@pytest.mark.parametrize(
    ("record_no", "visit", "code"),
    [("P009", 1, "unknown_record_no"), ("P001", 3, "unknown_visit"), ("", 1, "bad_record_no")],
)
def test_what_is_not_there_is_not_signed(kernel: Kernel, record_no: str, visit: int, code: str) -> None:
    with pytest.raises(UserError, match=code):
        kernel.intake.sign(record_no, visit)
    assert rows(store_of(kernel), "SELECT 1 FROM signatures") == []


def test_a_signature_and_its_row_are_one_transaction(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Trail, "record", lambda *_, **__: None)
        with pytest.raises(RuntimeError, match="audit row"):
            kernel.intake.sign("P001", 1)
    assert rows(store_of(kernel), "SELECT 1 FROM signatures") == []


def test_a_signature_outlives_the_day(clinic: Clinic, kernel: Kernel) -> None:
    signed = kernel.intake.sign("P001", 2)
    assert [visit.signed for visit in kernel.records.timeline("P001").visits] == [signed, None]
