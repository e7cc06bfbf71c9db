"""Comparison of visits: computed from the records as they stand, beside what was stored at saving and what a physician chose.

The rule is the pack's. Here the records are gathered, the base is chosen, and an override is kept with its reason; the
computed part of a row never changes because of one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import pairwise

from sqlalchemy import Connection

from core.base.clock import from_stored, local_date, to_stored
from core.base.errors import UserError
from core.base.ids import RecordNo, parse_record_no
from core.base.rights import Right
from core.base.text import compact, is_missing
from core.events.model import ComparisonOverridden
from core.forms.exact_json import dump_json
from core.forms.questionnaire import Questionnaire, Role
from core.ledger.audit import Action
from core.packhost.api import Observation, Row, Side, VisitRecord
from core.services.at_work.desk import Change, Desk
from core.services.patients.patients import known_patient
from core.services.visits.records import filled_answers, forms_of
from core.services.visits.signing import numbered, refuse_void
from core.store import visits
from core.store.visits import Override, StoredComparison, Visit

__all__ = [
    "PAIR",
    "Chosen",
    "Compare",
    "Compared",
    "Row",
    "Side",
    "compare_visits",
    "row_as_plain",
    "rows_as_json",
]

OBSERVED = (Role.TONGUE, Role.PULSE)
"""Set side by side without a state."""

PAIR = 2
"""Visits it takes to compare."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a physician chose instead of a computed row. `base` is the visit it was decided against.

    `outdated` says that the row is computed otherwise than it was then.
    """

    state: str | None
    marker: str | None
    reason: str
    by: str
    at: datetime
    base: int
    outdated: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """The comparison of two visits. `base` and `to` are visit numbers, None when there are fewer than two visits.

    `chosen` holds the physician's overrides by the key of their row; `astray` are those whose symptom is in no row any more, by
    its name: the record was amended since, and somebody must look at them. `differs` says that the rows are no longer those
    stored when the visit was saved.
    """

    record_no: RecordNo
    visits: int
    base: int | None = None
    base_day: date | None = None
    to: int | None = None
    to_day: date | None = None
    rule_version: str = ""
    rows: tuple[Row, ...] = ()
    chosen: Mapping[str, Chosen] = field(default_factory=dict)
    astray: Mapping[str, Chosen] = field(default_factory=dict)
    differs: bool = False


class Compare:
    """Comparing any two visits of a patient."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def visits(self, record_no: str, base: int | None = None, to: int | None = None) -> Compared:
        """Compare visit `to` (the last) with visit `base` (the one before it), by number.

        Fewer than two visits is no error: there is nothing to compare, and the number of visits says so.
        Raises `UserError` unknown_record_no, unknown_visit, visit_voided, base_not_before, no_earlier_visit.
        """
        self._desk.require(Right.CLINICAL_READ)
        number = parse_record_no(record_no)
        return self._desk.read_record(
            "compare.visits", number, lambda connection: self._compare(connection, number, base, to), to
        )

    def as_read(self, record_no: str) -> tuple[VisitRecord, ...]:
        """The visits that stand, oldest first, as the rule reads them. Raises `UserError` unknown_record_no."""
        self._desk.require(Right.CLINICAL_READ)
        number = parse_record_no(record_no)

        def work(connection: Connection) -> tuple[VisitRecord, ...]:
            every = visits.of_patient(connection, known_patient(connection, number, self._desk).id)
            forms = forms_of(connection, every)
            return tuple(
                _as_read(visit, tuple(_observations(visit, forms[visit.form_ref]).values()), self._desk)
                for visit in every
            )

        return self._desk.read_record("compare.as_read", number, work)

    def keep(self, record_no: str, base: int | None = None, to: int | None = None) -> Compared:
        """Keep what two visits compare to: with the record, where visit `to` has no comparison with the visit before it yet, and its digest in
        the trail. Raises `UserError` comparison_none with fewer than two visits, and as `visits`.
        """
        self._desk.require(Right.CLINICAL_WRITE)
        number = parse_record_no(record_no)
        self._desk.refuse_without_reason(number)

        def work(change: Change) -> Compared:
            compared = self._compare(change.connection, number, base, to)
            if compared.base is None:
                raise UserError("comparison_none", record_no=number, visits=compared.visits)
            patient = known_patient(change.connection, number, self._desk)
            every = visits.of_patient(change.connection, patient.id)
            place = {visit.number: visit.place for visit in every}
            current = next(visit for visit in every if visit.number == compared.to)
            rows = rows_as_json(compared.rows)
            is_first_kept = (
                place[compared.base] == current.place - 1
                and visits.kept_comparison(change.connection, current.id) is None
            )
            if is_first_kept:
                visits.keep_comparison(
                    change.connection,
                    current.id,
                    StoredComparison(compared.base, compared.rule_version, rows),
                )
            change.trail.record(
                Action.COMPARE_KEEP,
                number,
                current.number,
                after=rows,
                base=compared.base,
                rule=compared.rule_version,
                with_record=is_first_kept,
            )
            return compared

        return self._desk.change(work)

    def outdated(self, record_no: str) -> frozenset[int]:
        """The visits, by number, that compare otherwise now than when they were saved: an earlier visit was saved after them, or
        they or an earlier one were amended, or one before them is void.

        Only those can be told in a list: to compute every comparison anew takes 30 ms a visit. Raises `UserError`
        unknown_record_no.
        """
        self._desk.require(Right.CLINICAL_READ)
        number = parse_record_no(record_no)

        def work(connection: Connection) -> frozenset[int]:
            patient = known_patient(connection, number, self._desk)
            whole = visits.every_of_patient(connection, patient.id)
            every = [visit for visit in whole if visit.void is None]
            return frozenset(
                current.number
                for earlier, current in pairwise(every)
                if any(_touches(visit, current) for visit in whole[: whole.index(current) + 1])
                and _differs(
                    visits.kept_comparison(connection, current.id),
                    earlier,
                    compare_visits(connection, self._desk, every, earlier, current),
                )
            )

        return self._desk.read_record("compare.outdated", number, work)

    def override(
        self,
        record_no: str,
        to: int,
        symptom: str,
        *,
        state: str = "",
        marker: str = "",
        reason: str,
        base: int | None = None,
    ) -> Compared:
        """Choose a state or a marker instead of the computed one, with a reason.

        Raises `UserError` reason_required, choose_one (neither or both given), unknown_state, unknown_marker, no_such_row.
        """
        self._desk.require(Right.CLINICAL_WRITE)
        number = parse_record_no(record_no)
        self._desk.refuse_without_reason(number)
        rule = self._desk.packs.comparison
        if is_missing(reason):
            raise UserError("reason_required")
        if bool(state) == bool(marker):
            raise UserError("choose_one")
        if state and state not in rule.states:
            raise UserError("unknown_state", value=state, known="、".join(rule.states))
        if marker and marker not in rule.markers:
            raise UserError("unknown_marker", value=marker, known="、".join(rule.markers))

        def work(change: Change) -> Compared:
            compared = self._compare(change.connection, number, base, to)
            row = next((row for row in compared.rows if row.key == compact(symptom) and row.rule), None)
            if row is None or compared.base is None:
                raise UserError("no_such_row", symptom=symptom, visit=to)
            patient = known_patient(change.connection, number, self._desk)
            current = next(
                visit
                for visit in visits.of_patient(change.connection, patient.id)
                if visit.number == compared.to
            )
            visits.add_override(
                change.connection,
                current.id,
                Override(
                    base_number=compared.base,
                    term_key=row.key,
                    state=state or None,
                    marker=marker or None,
                    reason=reason,
                    computed=dump_json(row_as_plain(row)),
                    decided_at=to_stored(change.at),
                    decided_by=change.by,
                ),
            )
            change.trail.record(Action.COMPARE_OVERRIDE, number, to, base=compared.base, rule=row.rule)
            change.announce(ComparisonOverridden(number, to))
            return self._compare(change.connection, number, compared.base, to)

        return self._desk.change(work)

    def _compare(
        self, connection: Connection, record_no: RecordNo, base: int | None, to: int | None
    ) -> Compared:
        patient = known_patient(connection, record_no, self._desk)
        whole = visits.every_of_patient(connection, patient.id)
        every = [visit for visit in whole if visit.void is None]
        chosen = {number: numbered(whole, number, record_no) for number in (base, to) if number is not None}
        for visit in chosen.values():
            refuse_void(visit, self._desk.clock.zone)
        if len(every) < PAIR:
            return Compared(record_no, len(every))
        current = every[-1] if to is None else chosen[to]
        if base is None and current.place == 1:
            raise UserError("no_earlier_visit", visit=current.number)
        earlier = every[current.place - 2] if base is None else chosen[base]
        if earlier.place >= current.place:
            raise UserError("base_not_before", base=earlier.number, to=current.number)
        rows = compare_visits(connection, self._desk, every, earlier, current)
        stored = visits.kept_comparison(connection, current.id)
        is_visit_before = earlier.place == current.place - 1
        found = self._chosen(connection, current, None if is_visit_before else earlier, rows)
        keys = {row.key for row in rows if row.rule}
        return Compared(
            record_no,
            len(every),
            base=earlier.number,
            base_day=local_date(earlier.visited_at, self._desk.clock.zone),
            to=current.number,
            to_day=local_date(current.visited_at, self._desk.clock.zone),
            rule_version=self._desk.packs.comparison.rule_version,
            rows=rows,
            chosen={key: one for key, one in found.items() if key in keys},
            astray={key: one for key, one in found.items() if key not in keys},
            differs=is_visit_before and _differs(stored, earlier, rows),
        )

    def _chosen(
        self, connection: Connection, current: Visit, base: Visit | None, rows: Sequence[Row]
    ) -> dict[str, Chosen]:
        """The newest override of each symptom. Compared with the visit before, an override stands whatever visit that was when it
        was decided, for a back-dated visit may have come between; with any other base, only those decided against it.
        """
        computed = {row.key: dump_json(row_as_plain(row)) for row in rows if row.rule}
        return {
            override.term_key: Chosen(
                state=override.state,
                marker=override.marker,
                reason=override.reason,
                by=override.decided_by,
                at=from_stored(override.decided_at, self._desk.clock.zone),
                base=override.base_number,
                outdated=override.computed != computed.get(override.term_key),
            )
            for override in visits.overrides_of(connection, current.id)
            if base is None or override.base_number == base.number
        }


def compare_visits(
    connection: Connection, desk: Desk, every: Sequence[Visit], base: Visit, current: Visit
) -> tuple[Row, ...]:
    """The rows between two visits, as known at the base: visits after it are ignored."""
    wanted = [*(visit for visit in every if visit.place <= base.place), current]
    forms = forms_of(connection, wanted)
    seen = _latest_observations(wanted[:-1], forms)
    seen[current.number] = tuple(_observations(current, forms[current.form_ref]).values())
    records = [_as_read(visit, seen.get(visit.number, ()), desk) for visit in wanted]
    return desk.packs.comparison.compare(records[:-1], records[-1], desk.packs.vocabulary.direction)


def _as_read(visit: Visit, seen: tuple[Observation, ...], desk: Desk) -> VisitRecord:
    return VisitRecord(
        number=visit.number,
        day=local_date(visit.visited_at, desk.clock.zone),
        findings=visit.findings,
        observations=seen,
    )


def row_as_plain(row: Row) -> dict[str, object]:
    """A computed row in its stored and machine-readable form."""
    return {
        "symptom": row.symptom,
        "field": row.field,
        "previous": _side_as_plain(row.previous),
        "current": _side_as_plain(row.current),
        "state": row.state,
        "marker": row.marker,
        "rule": row.rule,
    }


def rows_as_json(rows: Sequence[Row]) -> str:
    """The rows as stored: the same rows are the same bytes."""
    return dump_json([row_as_plain(row) for row in rows])


def _differs(stored: StoredComparison | None, earlier: Visit, rows: Sequence[Row]) -> bool:
    """Whether what was stored at saving is not what is computed now."""
    return stored is not None and (stored.base_number, stored.rows) != (earlier.number, rows_as_json(rows))


def _touches(visit: Visit, current: Visit) -> bool:
    """Whether a visit up to this one in time can have changed what this one's comparison says since it was saved."""
    return visit.number > current.number or visit.version > 1 or visit.void is not None


def _side_as_plain(side: Side | None) -> dict[str, object] | None:
    if side is None:
        return None
    count = {"value": side.count.value, "unit": side.count.unit} if side.count else None
    return {
        "visit": side.visit,
        "date": side.day.isoformat(),
        "status": side.status.value if side.status else None,
        "grade": side.grade,
        "count": count,
        "words": side.words,
    }


def _latest_observations(
    earlier: Sequence[Visit], forms: Mapping[str, Questionnaire]
) -> dict[int, tuple[Observation, ...]]:
    """The latest words on each observed thing, under the number of their visit. Older ones are not read: they say nothing more."""
    found: dict[int, tuple[Observation, ...]] = {}
    missing = set(OBSERVED)
    for visit in reversed(earlier):
        if not missing:
            break
        here = {
            role: words
            for role, words in _observations(visit, forms[visit.form_ref]).items()
            if role in missing
        }
        missing -= here.keys()
        found[visit.number] = tuple(here.values())
    return found


def _observations(visit: Visit, form: Questionnaire) -> dict[Role, Observation]:
    """What the physician saw and felt at one visit, by role."""
    answers, _ = filled_answers(visit, form)
    found: dict[Role, Observation] = {}
    for role in OBSERVED:
        for item in form.by_role(role):
            here: object = answers
            for link_id in (*item.path, item.link_id):
                here = here.get(link_id) if isinstance(here, Mapping) else None
            words = str(here.get("code", "")) if isinstance(here, Mapping) else here
            if isinstance(words, str) and words:
                found[role] = Observation(role.value, item.label, words)
    return found
