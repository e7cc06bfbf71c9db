"""Signing: the operator declares a saved visit finished. Each version is signed once, and what was saved is not touched by it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from core.base.clock import from_stored, to_stored
from core.base.errors import UserError
from core.base.ids import RecordNo
from core.events.model import VisitSigned
from core.ledger.audit import Action
from core.services.at_work.desk import Change, Desk
from core.services.patients.patients import known_patient
from core.store import visits
from core.store.visits import Correction, Signature, Visit

LATE = timedelta(minutes=1)
"""A visit is saved as of now unless somebody says when it was: what lies further back was entered afterwards."""

INVENTED = "demo"
"""The source of the demonstration's visits. They never took place, so none was entered late."""


@dataclass(frozen=True, slots=True)
class Signed:
    """A version of a visit that was signed: by whom, and when. `holds` is whether it still says what was signed."""

    record_no: RecordNo
    visit: int
    at: datetime
    by: str
    version: int = 1
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Corrected:
    """That a visit was amended, or counts no more: when, by whom, and why by code and in words."""

    at: datetime
    by: str
    reason: str
    note: str


def sign(change: Change, desk: Desk, record_no: RecordNo, number: int, version: int | None = None) -> Signed:
    """Sign the newest version of a visit, by number, as the operator at work. `version` is the one that was read.

    Raises `UserError` unknown_record_no, unknown_visit, visit_voided, amended_since, already_signed.
    """
    patient, zone = known_patient(change.connection, record_no, desk), desk.clock.zone
    visit = numbered(visits.every_of_patient(change.connection, patient.id), number, record_no)
    refuse_void(visit, zone)
    refuse_amended(visit, version, zone)
    before = signed_of(record_no, visit, zone)
    if before is not None:
        raise UserError(
            "already_signed",
            record_no=record_no,
            visit=number,
            by=before.by,
            at=f"{before.at:%Y-%m-%d %H:%M}",
        )
    signature = Signature(to_stored(change.at), change.by, visit.digest)
    visits.sign(change.connection, visit.id, visit.version, signature)
    change.trail.record(Action.VISIT_SIGN, record_no, number, after=visit.response, version=visit.version)
    change.announce(VisitSigned(record_no, number))
    return Signed(record_no, number, change.at, change.by, visit.version)


def signed_of(record_no: RecordNo, visit: Visit, zone: tzinfo) -> Signed | None:
    """The signature of a visit's newest version, or None."""
    signature = visit.signature
    if signature is None:
        return None
    at, holds = from_stored(signature.at, zone), signature.digest == visit.digest
    return Signed(record_no, visit.number, at, signature.by, visit.version, holds)


def corrected(correction: Correction | None, zone: tzinfo) -> Corrected | None:
    """What was done to a visit, at the clinic's time."""
    if correction is None:
        return None
    return Corrected(from_stored(correction.at, zone), correction.by, correction.reason, correction.note)


def is_late(visited_at: datetime, saved_at: datetime, source: str) -> bool:
    """Whether a visit was entered after it took place: 补记."""
    return source != INVENTED and saved_at - visited_at >= LATE


def numbered(every: Iterable[Visit], number: int, record_no: RecordNo) -> Visit:
    """A visit by its number. Raises `UserError` unknown_visit."""
    known = list(every)
    for visit in known:
        if visit.number == number:
            return visit
    raise UserError("unknown_visit", record_no=record_no, visit=number, visits=len(known))


def refuse_void(visit: Visit, zone: tzinfo) -> None:
    """Raise `UserError` visit_voided for a visit that counts no more, naming who and when."""
    if visit.void is not None:
        at = from_stored(visit.void.at, zone)
        raise UserError("visit_voided", visit=visit.number, by=visit.void.by, at=f"{at:%Y-%m-%d %H:%M}")


def refuse_amended(visit: Visit, version: int | None, zone: tzinfo) -> None:
    """Raise `UserError` amended_since when this version, which somebody read, is not the newest any more."""
    if version is None or version == visit.version:
        return
    if visit.amendment is None or version > visit.version:
        raise UserError("no_such_version", visit=visit.number, version=version, versions=visit.version)
    at = from_stored(visit.amendment.at, zone)
    raise UserError(
        "amended_since",
        visit=visit.number,
        version=visit.version,
        by=visit.amendment.by,
        at=f"{at:%Y-%m-%d %H:%M}",
    )
