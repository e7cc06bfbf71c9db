"""Signing: the operator declares a saved visit finished. It is done once, and what was saved is not touched by it."""

from dataclasses import dataclass
from datetime import datetime, tzinfo

from core.base.clock import from_stored, to_stored
from core.base.errors import UserError
from core.base.ids import RecordNo
from core.events.model import VisitSigned
from core.ledger.audit import Action
from core.services.desk import Change, Desk
from core.services.patients import known_patient
from core.store import visits
from core.store.visits import Signature, Visit


@dataclass(frozen=True, slots=True)
class Signed:
    """A visit that was signed: by whom, and when."""

    record_no: RecordNo
    visit: int
    at: datetime
    by: str


def sign(change: Change, desk: Desk, record_no: RecordNo, number: int) -> Signed:
    """Sign a visit, by number, as the operator at work.

    Raises `UserError` unknown_record_no, unknown_visit, already_signed.
    """
    patient = known_patient(change.connection, record_no, desk)
    every = visits.of_patient(change.connection, patient.id)
    visit = next((one for one in every if one.number == number), None)
    if visit is None:
        raise UserError("unknown_visit", record_no=record_no, visit=number, visits=len(every))
    before = signed_of(record_no, visit, desk.clock.zone)
    if before is not None:
        raise UserError(
            "already_signed",
            record_no=record_no,
            visit=number,
            by=before.by,
            at=f"{before.at:%Y-%m-%d %H:%M}",
        )
    visits.sign(change.connection, visit.id, Signature(to_stored(change.at), change.by))
    change.trail.record(Action.VISIT_SIGN, record_no, number)
    change.announce(VisitSigned(record_no, number))
    return Signed(record_no, number, change.at, change.by)


def signed_of(record_no: RecordNo, visit: Visit, zone: tzinfo) -> Signed | None:
    """The signature of a visit, or None."""
    if visit.signature is None:
        return None
    return Signed(record_no, visit.number, from_stored(visit.signature.at, zone), visit.signature.by)
