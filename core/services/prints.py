"""What of a record leaves on paper or as a file to print: the trail says so before it does."""

from enum import StrEnum

from core.base.ids import parse_record_no
from core.base.rights import Right
from core.ledger.audit import Action
from core.services.at_work.desk import Desk


class Sheet(StrEnum):
    """What is printed; words at `audit.tools.print.<value>`."""

    VISIT = "visit"
    COMPARISON = "comparison"


class Target(StrEnum):
    """Where to; words at `audit.targets.<value>`."""

    PRINTER = "printer"
    PDF = "pdf"


class Prints:
    """Of the open clinic."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def note(self, record_no: str, visit: int, sheet: Sheet, target: Target) -> None:
        """A sheet is about to leave: the row is durable when this returns. Raises `Refused` reason_needed as reading it does."""
        self._desk.require(Right.CLINICAL_READ)
        number = parse_record_no(record_no)
        self._desk.refuse_without_reason(number)
        self._desk.change(
            lambda change: change.trail.record(
                Action.RECORD_PRINT, number, visit, tool=f"print.{sheet}", target=target
            )
        )
