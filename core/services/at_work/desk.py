"""The desk every service works at: the open store, the clock, who is acting in which role, the bus and the mounted packs.

Each service begins with the right it needs (`Desk.require`); what the role may not is refused and leaves its row. A change is one transaction that carries its audit row; what it announces is published after it is durable. A change that
forgets its row is a fault of this program and is rolled back. What is read from a patient's record is handed out after the row
that says who read it is durable: without the row there is no record.
"""

import time
from collections.abc import Callable, Collection, Iterable
from contextvars import copy_context
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection

from core.base.clock import Clock
from core.base.errors import KeyTrouble, Refused
from core.base.ids import RecordNo
from core.base.messages import Messages, Words
from core.base.rights import RIGHTS, Reason, Right, Role, TwoPersonRule, may
from core.events.bus import Bus
from core.events.model import Event, RoleSwitched
from core.ledger.audit import OK, REFUSED, Action, Actor, Book, Trail
from core.packhost.host import Packs
from core.services.at_work.acting import Acting
from core.services.at_work.roster import Roster, holds
from core.settings.model import Settings
from core.store import operators
from core.store.audit_rows import StoredAuditRows
from core.store.operators import Operator
from core.store.patients import Patient
from core.store.rules import rules_of
from core.store.store import Store
from core.store.unlocking import Credential, Road, Unlocked

T = TypeVar("T")

ONE_READING_S = 300.0
"""A screen asks for a record in several pieces and again as it changes: within this time it is one reading of it."""


@dataclass
class Change:
    """One change under way. `at` is the moment it counts as made, `by` the operator who makes it."""

    connection: Connection
    at: datetime
    by: str
    trail: Trail
    announced: list[Event] = field(default_factory=list)

    def announce(self, event: Event) -> None:
        """Publish this once the change is durable."""
        self.announced.append(event)


@dataclass(frozen=True, slots=True)
class Reading:
    """A record, or one visit of it, as somebody looks at it: in which role, and whether at what is clinical."""

    record_no: RecordNo
    visit: int | None
    role: str
    clinical: bool


class Readings:
    """Which records were read lately in this opening of the clinic, each with its row in the trail; and for which reasons those of
    others were opened. Who was seen to be registered has not been read: what is clinical has a row of its own, and so has each role.
    """

    def __init__(self) -> None:
        self._until: dict[Reading, float] = {}
        self.reasons: dict[RecordNo, Reason] = {}

    def is_going_on(self, one: Reading) -> bool:
        clinical = replaced(one, clinical=True)
        return max(self._until.get(key, 0.0) for key in (one, clinical)) > time.monotonic()

    def begin(self, one: Reading) -> None:
        now = time.monotonic()
        self._until = {key: until for key, until in list(self._until.items()) if until > now}
        self._until[one] = now + ONE_READING_S


@dataclass(frozen=True)
class Desk:
    """Handed to every service by the kernel."""

    store: Store
    clock: Clock
    acting: Acting
    bus: Bus
    packs: Packs
    book: Book
    settings: Callable[[], Settings]
    """The options as they stand in the file now. Raises `UserError` settings_invalid."""
    unlock: Callable[[Credential], Unlocked]
    """Whose a credential is. Raises as `core.store.unlocking.unlock` does."""
    readings: Readings = field(default_factory=Readings)

    @property
    def actor(self) -> Actor:
        """Who does what is under way, in the role it is done in."""
        return self.acting.actor

    @property
    def roster(self) -> Roster:
        return self.acting.roster

    def require(self, *rights: Right) -> None:
        """First in every service: what comes now needs one of these rights. It is done in a role that has it (`Acting`).

        Raises `Refused` not_allowed, which leaves its row.
        """
        if not self.acting.settle(*rights):
            self._refuse(rights[0])

    def in_present_role(self) -> None:
        """In place of `require`, for what everybody may."""
        self.acting.settle()

    def may(self, right: Right) -> bool:
        """Whether what is under way is done in a role that has this right too."""
        return may(self.actor.role, right)

    def shown(self, connection: Connection, patients: Iterable[Patient]) -> list[Patient]:
        """Patients as a list may show them: the complaint of the last visit is clinical text."""
        listed = list(patients)
        closed = self.closed(connection, listed)
        return [covered(one, closed) for one in listed]

    def closed(self, connection: Connection, patients: Iterable[Patient]) -> frozenset[RecordNo]:
        """Of whom a list shows no clinical text: everybody, in a role that may not read it; else those whom others look after, until a
        reason was given.
        """
        asked = [one.record_no for one in patients]
        return frozenset(asked) if not self.may(Right.CLINICAL_READ) else self._anothers(connection, asked)

    def needs_reason(self, record_no: RecordNo) -> bool:
        """Whether the record is that of somebody whom others look after, and no reason was given to open it."""
        return self.read(lambda connection: self._needs_reason(connection, record_no))

    def refuse_without_reason(self, record_no: RecordNo) -> None:
        """Before a change of a patient's clinical record. Raises `Refused` reason_needed for somebody whom others look after."""
        self.read(lambda connection: self._refuse_without_reason(connection, record_no))

    def open_with_reason(self, record_no: RecordNo, reason: Reason) -> None:
        """Until the clinic is closed this record may be opened. The row of this reading and of each later one has the reason."""
        reading = Reading(record_no, None, self.actor.role, clinical=True)
        self._told_of_reading("records.open_with_reason", reading, reason)
        self.readings.reasons[record_no] = reason

    def require_second(
        self, rule: TwoPersonRule, by: Credential | None, *, first: Credential | None = None
    ) -> Operator | None:
        """Who else says yes, by their own passphrase, where the clinic wants two people; None where it does not. Leaves a row. `first` is
        what the operator at work gave, where they are asked again.

        Raises `Refused` first_not_in_person for the recovery code, which is the clinic's and may be in the second person's hand;
        second_needed without one, second_wrong, second_same for the operator at work, second_not_allowed for somebody
        without the right; and as `unlock` does.
        """
        if rule not in self.read(rules_of):
            return None
        is_code = first is not None and first.road is Road.RECOVERY
        if is_code or self.roster.named(self.actor.operator) is None:
            raise Refused("first_not_in_person", right=Words(rule.first.words))
        if by is None or by.road is not Road.PASSPHRASE:
            raise Refused("second_needed", right=Words(rule.first.words), roles=roles_with(rule.second))
        second = self.roster.named(self._second_by(by))
        if second is None or not second.is_active or not holds(second, rule.second):
            self._tell_of_second(rule, second, REFUSED)
            raise Refused("second_not_allowed", roles=roles_with(rule.second))
        if second.name == self.actor.operator:
            raise Refused("second_same", roles=roles_with(rule.second))
        self._tell_of_second(rule, second, OK)
        return second

    def _second_by(self, by: Credential) -> str:
        """Whose passphrase it is. A wrong one is told apart from a wrong one of the first."""
        try:
            return self.unlock(by).operator
        except KeyTrouble as trouble:
            if trouble.code != "wrong_passphrase":
                raise
            raise Refused("second_wrong") from trouble

    def switch_role(self, role: Role) -> None:
        """Act in another role. Raises `Refused` role_not_held."""
        self.in_present_role()
        if role not in self.acting.held:
            self.change(
                lambda change: change.trail.record(
                    Action.ROLE_SWITCH, reason="role_not_held", outcome=REFUSED, role=role
                )
            )
            raise Refused("role_not_held", role=Words(f"roles.{role}"), held=role_words(self.acting.held))
        self.change(lambda change: change.trail.record(Action.ROLE_SWITCH, role=role))
        self.acting.switch(role)
        self.bus.publish(RoleSwitched(role))

    def words(self) -> Messages:
        """The sentences of the clinic's language. Raises `UserError` settings_invalid."""
        return Messages(self.settings().language)

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run queries on one consistent view. What of a patient's record leaves a service goes through `read_record`."""
        return self.store.read(in_context(work))

    def read_record(
        self,
        tool: str,
        record_no: RecordNo,
        work: Callable[[Connection], T],
        visit: int | None = None,
        *,
        clinical: bool = True,
    ) -> T:
        """Run queries on a patient's record, or on one visit of it. `tool` is what it is read through.

        One row in the trail for a reading (`ONE_READING_S`), durable before anything is handed out; a question that fails shows
        nothing and leaves none. Raises `Refused` reason_needed when the clinical part is that of somebody whom others look after.
        """

        def reasoned(connection: Connection) -> T:
            if clinical:
                self._refuse_without_reason(connection, record_no)
            return work(connection)

        result = self.read(reasoned)
        reading = Reading(record_no, visit, self.actor.role, clinical)
        if not self.readings.is_going_on(reading):
            self._told_of_reading(tool, reading, self.readings.reasons.get(record_no, ""))
        return result

    def read_told(self, work: Callable[[Connection], T], action: Action, **detail: object) -> T:
        """Run queries that leave a row whatever they find. It is written meanwhile, and durable before anything is handed out."""
        told = self.store.begin_write(
            self._carried_out(lambda change: change.trail.record(action, **detail), [])  # type: ignore[arg-type]
        )
        try:
            return self.read(work)
        finally:
            told.result()

    def change(self, work: Callable[[Change], T]) -> T:
        """Run a change in one transaction with its audit row, then publish what it announced."""
        announced: list[Event] = []
        result = self.store.write(self._carried_out(work, announced))
        for event in announced:
            self.bus.publish(event)
        return result

    def _carried_out(self, work: Callable[[Change], T], announced: list[Event]) -> Callable[[Connection], T]:
        def carry_out(connection: Connection) -> T:
            at = self.clock.now()
            trail = Trail(StoredAuditRows(connection), self.book, self.actor, at)
            change = Change(connection, at, self.actor.operator, trail, announced)
            result = work(change)
            if not trail.written:
                raise RuntimeError("A change without an audit row")
            return result

        return in_context(carry_out)

    def _refuse(self, right: Right) -> None:
        self.change(lambda change: change.trail.record(Action.ACCESS_REFUSED, reason=right, outcome=REFUSED))
        raise Refused(
            "not_allowed",
            right=Words(right.words),
            role=Words(f"roles.{self.actor.role}"),
            roles=roles_with(right),
        )

    def _needs_reason(self, connection: Connection, record_no: RecordNo) -> bool:
        return bool(self._anothers(connection, [record_no]))

    def _anothers(self, connection: Connection, asked: Iterable[RecordNo]) -> frozenset[RecordNo]:
        shut = [one for one in asked if one not in self.readings.reasons]
        if self.roster.physicians <= 1 or not shut:
            return frozenset()
        return operators.anothers(connection, shut, self.actor.operator)

    def _refuse_without_reason(self, connection: Connection, record_no: RecordNo) -> None:
        if self._needs_reason(connection, record_no):
            raise Refused("reason_needed", details={"reasons": tuple(Reason)}, record_no=record_no)

    def _told_of_reading(self, tool: str, one: Reading, reason: str) -> None:
        self.change(
            lambda change: change.trail.record(
                Action.RECORD_READ, one.record_no, one.visit, tool=tool, reason=reason
            )
        )
        self.readings.begin(one)

    def _tell_of_second(self, rule: TwoPersonRule, second: Operator | None, outcome: str) -> None:
        number = second.id if second else None
        self.change(
            lambda change: change.trail.record(
                Action.SECOND_PERSON, reason=rule, outcome=outcome, second=number
            )
        )


def covered(patient: Patient, closed: Collection[RecordNo]) -> Patient:
    """Without the complaint of the last visit, where a list may not show it (`Desk.closed`)."""
    return replaced(patient, chief_complaint=None) if patient.record_no in closed else patient


def in_context(work: Callable[[Connection], T]) -> Callable[[Connection], T]:
    """Work that goes on in the role of whoever asks for it, on whatever thread."""
    context = copy_context()
    return lambda connection: context.run(work, connection)


def role_words(roles: Iterable[Role]) -> Words:
    return Words(*(f"roles.{role}" for role in roles))


def roles_with(right: Right) -> Words:
    """Which roles may do it."""
    return role_words(role for role in RIGHTS if may(role, right))
