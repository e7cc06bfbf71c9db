"""What the audit trail tells of a constraint that fitted: codes and numbers, and of what was forbidden at most the words themselves."""

from collections.abc import Iterable

from core.base.ids import RecordNo
from core.constraints.event import Event, Verdict
from core.ledger.audit import OK, REFUSED, Action, Trail


def tell_of(
    trail: Trail,
    events: Iterable[Event],
    record_no: RecordNo | None = None,
    visit: int | None = None,
    **detail: object,
) -> None:
    """A row for each constraint that fitted; its fields (spec/kernel.md §4.7) stand in the detail as `constraint`."""
    for event in events:
        stops = Verdict((event,)).stops
        trail.record(
            Action.CONSTRAINT_HIT,
            record_no,
            visit,
            tool=event.tool,
            reason=event.reason,
            outcome=REFUSED if stops else OK,
            constraint=event.as_plain(),
            **detail,  # type: ignore[arg-type] # names of our own, none of them a parameter of `record`
        )
