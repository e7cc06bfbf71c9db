"""The four-state comparison: what changed between visits, stated as fact by a closed table (rules A1 to D5).

For each symptom the first rule that fits decides, and the row carries its name. Missing is never 消失. Nothing is summed, no
percentage is made, and no word of outcome is said; tongue and pulse are set side by side without a state. Changing any
result means a new RULE_VERSION: stored comparisons keep the version they were made with.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from core.packhost.api import (
    Direction,
    Finding,
    MoreIs,
    Observation,
    Row,
    Side,
    Status,
    Trend,
    VisitRecord,
    compact,
)

RULE_VERSION = "tcm-four-states/1"


class State(StrEnum):
    """The four states, in the order they are shown."""

    WORSE = "加重"
    IMPROVED = "减轻"
    RESOLVED = "消失"
    UNCHANGED = "无变化"


class Marker(StrEnum):
    """What a row says when it has no state, in the order they are shown."""

    NEW = "新出现"
    RECURRED = "再次出现"
    FIRST_RECORDED = "首次记录"
    NEEDS_REVIEW = "需核对"
    NOT_COMPARABLE = "不能比较"
    NOT_RECORDED = "本次未记"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result for one symptom and the rule that gave it."""

    rule: str
    result: State | Marker

    @property
    def state(self) -> str | None:
        return self.result.value if isinstance(self.result, State) else None

    @property
    def marker(self) -> str | None:
        return self.result.value if isinstance(self.result, Marker) else None


_ByKey: TypeAlias = Mapping[str, Finding]

_SHOWN_ORDER = {result: place for place, result in enumerate([*State, *Marker])}
_SAID = {Trend.LESS: -1, Trend.GONE: -1, Trend.SAME: 0, Trend.MORE: 1, Trend.AGAIN: 1}


def judge(before: Sequence[Finding], now: Finding, direction: Direction) -> Verdict | None:
    """The verdict on one symptom, or None when there is nothing to say.

    `before` holds its findings at earlier visits, oldest first; a visit without it may be left out. `now` with status 未问
    stands for a visit that did not record it.
    """
    recorded = [finding for finding in before if finding.status in {Status.PRESENT, Status.ABSENT}]
    last = recorded[-1] if recorded else None
    was_present = last is not None and last.status is Status.PRESENT
    if now.status is Status.NOT_ASKED:
        return Verdict("A1", Marker.NOT_RECORDED) if was_present else None
    if now.status is Status.UNKNOWN:
        if now.trend is not None:
            return Verdict("A2", Marker.NEEDS_REVIEW)
        return Verdict("A3", Marker.NOT_COMPARABLE) if was_present else None
    if now.status is Status.ABSENT:
        return _judge_absent(now.trend, was_present=was_present)
    if now.trend is Trend.GONE:
        return Verdict("C1", Marker.NEEDS_REVIEW)
    if last is None:
        return Verdict("C2", Marker.FIRST_RECORDED)
    if last.status is Status.ABSENT:
        return _judge_present_again(now.trend, ever=any(one.status is Status.PRESENT for one in recorded))
    if now.trend is Trend.AGAIN:
        return Verdict("C6", Marker.RECURRED)
    return _judge_present_twice(last, now, direction)


def _judge_absent(said: Trend | None, *, was_present: bool) -> Verdict | None:
    if said not in {None, Trend.GONE}:
        return Verdict("B1", Marker.NEEDS_REVIEW)
    if was_present:
        return Verdict("B2", State.RESOLVED)
    return Verdict("B3", Marker.NEEDS_REVIEW) if said is Trend.GONE else None


def _judge_present_again(said: Trend | None, *, ever: bool) -> Verdict:
    if said in {Trend.LESS, Trend.SAME}:
        return Verdict("C3", Marker.NEEDS_REVIEW)
    return Verdict("C4", Marker.RECURRED) if ever else Verdict("C5", Marker.NEW)


def _judge_present_twice(last: Finding, now: Finding, direction: Direction) -> Verdict:
    measured = list(_measured(last, now, direction))
    if now.trend is None and not measured:
        return Verdict("D1", Marker.NOT_COMPARABLE)
    evidence = set(measured) if now.trend is None else {*measured, _SAID[now.trend]}
    if {-1, 1} <= evidence:
        return Verdict("D2", Marker.NEEDS_REVIEW)
    if now.trend is Trend.SAME and any(measured):
        return Verdict("D3", Marker.NEEDS_REVIEW)
    if 1 in evidence:
        return Verdict("D4", State.WORSE)
    if -1 in evidence:
        return Verdict("D4", State.IMPROVED)
    return Verdict("D5", State.UNCHANGED)


def _measured(last: Finding, now: Finding, direction: Direction) -> Iterator[int]:
    """Each comparable pair of grades and of counts: 1 worse, -1 less, 0 unmoved. Frequency and words are no evidence."""
    if last.grade is not None and now.grade is not None:
        yield _sign(now.grade > last.grade, now.grade < last.grade)
    if last.count is not None and now.count is not None:
        more_is = direction(now.term, now.count.unit)
        if more_is is not None and compact(last.count.unit) == compact(now.count.unit):
            more, less = now.count.value > last.count.value, now.count.value < last.count.value
            yield _sign(more, less) if more_is is MoreIs.WORSE else _sign(less, more)


def _sign(worse: bool, less: bool) -> int:
    return int(worse) - int(less)


class FourStates:
    """The comparison this pack contributes."""

    rule_version = RULE_VERSION
    states = tuple(State)
    markers = tuple(Marker)

    def compare(
        self, earlier: Sequence[VisitRecord], current: VisitRecord, direction: Direction
    ) -> tuple[Row, ...]:
        judged: list[tuple[int, Row]] = []
        before = [(visit, _by_key(visit)) for visit in earlier]
        present = _by_key(current)
        for key in _in_order(present, before):
            now = present.get(key)
            past = [(visit, found[key]) for visit, found in before if key in found]
            verdict = judge(
                [found for _, found in past], now or Finding(term=key, status=Status.NOT_ASKED), direction
            )
            if verdict is None:
                continue
            recorded = [entry for entry in past if entry[1].status in {Status.PRESENT, Status.ABSENT}]
            shown = now or recorded[-1][1]
            row = Row(
                symptom=shown.term,
                field=shown.field,
                previous=_side(*recorded[-1]) if recorded else None,
                current=_side(current, now) if now else None,
                state=verdict.state,
                marker=verdict.marker,
                rule=verdict.rule,
            )
            judged.append((_SHOWN_ORDER[verdict.result], row))
        judged.sort(key=lambda entry: entry[0])
        return (*(row for _, row in judged), *_side_by_side(earlier, current))


def _by_key(visit: VisitRecord) -> dict[str, Finding]:
    return {finding.key: finding for finding in visit.findings}


def _in_order(present: _ByKey, before: Sequence[tuple[VisitRecord, _ByKey]]) -> list[str]:
    """Every symptom once: as this visit lists them, then those only earlier visits list, the latest visit first."""
    found = dict.fromkeys(present)
    for _, keys in reversed(before):
        found.update(dict.fromkeys(keys))
    return list(found)


def _side(visit: VisitRecord, finding: Finding) -> Side:
    return Side(
        visit=visit.number,
        day=visit.day,
        words=finding.words,
        status=finding.status,
        grade=finding.grade,
        count=finding.count,
    )


def _side_by_side(earlier: Sequence[VisitRecord], current: VisitRecord) -> Iterator[Row]:
    """Tongue and pulse: the last words recorded before beside the words of this visit."""
    latest: dict[str, tuple[VisitRecord, Observation]] = {}
    for visit in earlier:
        latest.update({seen.role: (visit, seen) for seen in visit.observations})
    now = {seen.role: (current, seen) for seen in current.observations}
    for role in ("tongue", "pulse"):
        before, after = latest.get(role), now.get(role)
        shown = after or before
        if shown is not None:
            yield Row(
                symptom=shown[1].label,
                field=role,
                previous=_quote(before),
                current=_quote(after),
            )


def _quote(entry: tuple[VisitRecord, Observation] | None) -> Side | None:
    if entry is None:
        return None
    visit, seen = entry
    return Side(visit=visit.number, day=visit.day, words=seen.words)
