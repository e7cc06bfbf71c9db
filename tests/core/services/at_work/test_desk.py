"""The desk: no change without its audit row, no announcement before the change is durable."""

from collections.abc import Iterator

import pytest
from sqlalchemy import insert

from core.base.ids import parse_record_no
from core.events.model import Event, PatientEdited
from core.kernel import Kernel
from core.ledger.audit import Action
from core.services.at_work.desk import Change, Desk
from core.store.schema import form_definitions
from tests.fakes.clinic import OPERATOR, Clinic, rows

P001 = parse_record_no("P001")


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    with clinic.open(source="here") as opened:
        yield opened


@pytest.fixture
def desk(kernel: Kernel) -> Desk:
    return kernel.patients._desk


def write(change: Change) -> None:
    change.connection.execute(insert(form_definitions).values(ref="urn:x|1", definition="{}"))
    change.announce(PatientEdited(P001))


def write_and_tell(change: Change) -> None:
    write(change)
    change.trail.record(Action.PATIENT_EDIT, P001, fields=["name"])


def write_and_tell_and_fail(change: Change) -> None:
    write_and_tell(change)
    raise RuntimeError("planted")


def written(desk: Desk) -> int:
    return len(rows(desk.store, "SELECT 1 FROM form_definitions"))


def heard(kernel: Kernel) -> list[Event]:
    events: list[Event] = []
    kernel.bus.subscribe(Event, events.append)
    return events


def test_a_change_without_its_row_is_rolled_back_and_raises(kernel: Kernel, desk: Desk) -> None:
    events = heard(kernel)
    with pytest.raises(RuntimeError, match="audit row"):
        desk.change(write)
    assert (written(desk), events) == (0, [])


def test_a_change_that_fails_leaves_neither_itself_nor_its_row(kernel: Kernel, desk: Desk) -> None:
    events = heard(kernel)
    with pytest.raises(RuntimeError, match="planted"):
        desk.change(write_and_tell_and_fail)
    assert (written(desk), rows(desk.store, "SELECT 1 FROM audit"), events) == (0, [], [])


def test_a_change_and_its_row_are_kept_together(kernel: Kernel, desk: Desk, clinic: Clinic) -> None:
    events = heard(kernel)
    desk.change(write_and_tell)
    assert written(desk) == 1
    assert rows(desk.store, "SELECT at, operator, source, action, record_no FROM audit") == [
        ("2026-11-29T04:00:00.000000+00:00", OPERATOR, "here", "patient.edit", "P001")
    ]
    assert events == [PatientEdited(P001)]


def test_reading_changes_nothing(desk: Desk) -> None:
    with pytest.raises(Exception, match="store_unwritable"):
        desk.read(
            lambda connection: connection.execute(insert(form_definitions).values(ref="x", definition=""))
        )
    assert written(desk) == 0
