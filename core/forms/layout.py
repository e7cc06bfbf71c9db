"""A record as lines to print or show, in form order. Pure: the caller draws them and words yes and no.

Free text that was not given stays empty; an item that offers 未问 prints as 未问; a chosen 不详 prints as 不详. Items that
are not asked do not appear. Nothing is ever printed for a value that is not there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from core.forms.carried_from import CarriedFrom
from core.forms.enabling import Enabling
from core.forms.filled import Filled, Rows
from core.forms.findings import Finding
from core.forms.questionnaire import Item, ItemType, Questionnaire, Role
from core.forms.symptom_list import parts_of
from core.forms.symptoms import GRADES
from core.forms.values import NOT_ASKED, chosen_code

Place = tuple[str | int, ...]


class LineKind(StrEnum):
    """How a line is to be drawn. The text of YES and NO is empty: the caller words them."""

    HEADING = "heading"
    NOTE = "note"
    ANSWER = "answer"
    YES = "yes"
    NO = "no"
    FINDING = "finding"


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line. `level` counts from 0 by depth; `row` numbers the entries of a repeating group from 1. `carried` is the
    day of the visit an answer was taken over from. `place` says where in the form the line stands, whatever it says: no two
    lines of a record have the same.
    """

    kind: LineKind
    label: str
    text: str = ""
    level: int = 0
    row: int | None = None
    carried: date | None = None
    place: Place = field(default=(), compare=False)


def lines(
    questionnaire: Questionnaire | None,
    answers: Mapping[str, object] | None,
    symptoms: Sequence[Finding] = (),
    carried: Mapping[str, CarriedFrom] | None = None,
) -> tuple[Line, ...]:
    """The printable record. Without a form or a record there are no lines. Texts may hold line breaks, as typed."""
    if questionnaire is None or answers is None:
        return ()
    record = _Record(Filled.of(questionnaire, answers, symptoms), tuple(symptoms), carried or {})
    return tuple(record.lines(questionnaire.items, (), 0))


class _Record:
    """One filled form on its way to lines."""

    def __init__(
        self, filled: Filled, findings: tuple[Finding, ...], carried: Mapping[str, CarriedFrom]
    ) -> None:
        self._filled = filled
        self._findings = findings
        self._carried = carried
        self._enabling = Enabling(filled)

    def lines(self, items: Iterable[Item], rows: Rows, level: int) -> Iterator[Line]:
        for item in items:
            if not self._enabling.asks(item, rows):
                continue
            if item.type is ItemType.DISPLAY:
                yield Line(LineKind.NOTE, item.label, level=level, place=(item.link_id, *rows))
            elif item.role is Role.SYMPTOM_LIST:
                yield Line(LineKind.HEADING, item.label, level=level, place=(item.link_id,))
                for finding in self._findings:
                    said, place = _finding_text(item, finding), (item.link_id, finding.key)
                    yield Line(LineKind.FINDING, finding.term, said, level + 1, place=place)
            elif item.is_group:
                yield from self._group(item, rows, level)
            else:
                yield from self._question(item, rows, level)
                yield from self.lines(item.items, rows, level + 1)

    def _group(self, item: Item, rows: Rows, level: int) -> Iterator[Line]:
        place: Place = (item.link_id, *rows)
        if not item.repeats:
            yield Line(LineKind.HEADING, item.label, level=level, place=place)
            yield from self.lines(item.items, (*rows, 0), level + 1)
            return
        entries = len(self._filled.at(item, rows))
        if not entries:
            yield Line(LineKind.HEADING, item.label, level=level, place=place)
        for row in range(entries):
            entry: Place = (*place, row)
            yield Line(LineKind.HEADING, item.label, level=level, row=row + 1, place=entry)
            yield from self.lines(item.items, (*rows, row), level + 1)

    def _question(self, item: Item, rows: Rows, level: int) -> Iterator[Line]:
        values = self._filled.at(item, rows)
        source = self._carried.get(item.link_id)
        place: Place = (item.link_id, *rows)
        if not values:
            not_asked = item.option(NOT_ASKED)
            text = not_asked.display if not_asked else ""
            yield Line(LineKind.ANSWER, item.label, text, level, place=place)
        times: Counter[str] = Counter()
        for value in values:
            if isinstance(value, bool):
                yield Line(LineKind.YES if value else LineKind.NO, item.label, level=level, place=place)
                continue
            words, here = _words(item, value), place
            if item.repeats:
                # One of several answers is known by what it says: nobody numbers them.
                here = (*place, words, times[words])
                times[words] += 1
            day = source.day if source else None
            yield Line(LineKind.ANSWER, item.label, words, level, carried=day, place=here)


def _words(item: Item, value: object) -> str:
    option = item.option(value)
    if option is not None:
        return option.display
    match value:
        case str():
            return value
        case int() | Decimal():
            return f"{_number(value)} {item.unit}" if item.unit else _number(value)
        case {"value": (int() | Decimal()) as number, "unit": unit}:
            return f"{_number(number)} {unit}"
        case _:
            return chosen_code(value) or ""


def _number(value: int | Decimal) -> str:
    return format(value, "f") if isinstance(value, Decimal) else str(value)


def _finding_text(listed: Item, finding: Finding) -> str:
    """有，重，3 次/夜，… with the form's own words for what was said, since when and how often."""
    said = [finding.status.value]
    if finding.grade is not None:
        said.append(GRADES[finding.grade])
    if finding.count is not None:
        said.append(finding.count.text)
    parts = parts_of(listed)
    named = (
        ("trend", "" if finding.trend is None else finding.trend.value),
        ("since", finding.since),
        ("frequency", finding.frequency),
    )
    said += [f"{parts[part].label}：{text}" for part, text in named if text]
    if finding.words:
        said.append(f"“{finding.words}”")
    return "，".join(said)
