"""What each cell of the comparison looks like, told to the delegate that paints it."""

from datetime import date

from PySide6.QtCore import QCoreApplication

from core.base.text import one_line
from core.services.visits.compare import Side
from desktop.delegates.comparison import BasisLook, Look, SideLook, TextLook, VerdictLook
from desktop.models.comparison import Column, ComparisonModel, Entry, value_words, visit_words
from desktop.theme.tokens import Tone, Type
from desktop.widgets.grade import grade_word

ANSWERS = frozenset({"有", "无"})


def look_of(model: ComparisonModel, row: int, column: int, open_key: str) -> Look:
    """The look of a cell; `open_key` is the symptom whose row is open."""
    entry = model.entry(row)
    match Column(column):
        case Column.SYMPTOM:
            return TextLook(one_line(entry.row.symptom))
        case Column.PREVIOUS:
            side = entry.row.previous
            return _side(side, _day(model, side)) if side else TextLook(_nothing(), Tone.MUTED)
        case Column.CURRENT:
            return _current(entry)
        case Column.STATE:
            return VerdictLook(entry.state)
        case Column.MARKER:
            return VerdictLook(entry.marker)
        case Column.BASIS:
            words = model.basis_words(entry)
            if entry.is_observation:
                return TextLook(words, Tone.MUTED, Type.SECONDARY)
            return BasisLook(entry.row.rule or "", words, entry.row.key == open_key)


def short_day(day: date, near: date | None) -> str:
    """Month and day within the year of `near`, else the whole date."""
    return day.isoformat()[5:] if near is not None and day.year == near.year else day.isoformat()


def _current(entry: Entry) -> Look:
    side = entry.row.current
    if side is not None:
        return _side(side, "")
    not_asked = QCoreApplication.translate("ComparisonModel", "未问")
    return TextLook(_nothing() if entry.is_observation else not_asked, Tone.MUTED)


def _side(side: Side, day: str) -> SideLook:
    value = value_words(side)
    if side.grade:
        word = grade_word(side.grade)
        value = f"{word} {value.removeprefix(word).strip()}".strip()
    return SideLook(
        grade=side.grade or 0,
        value=value,
        words=one_line(side.words),
        day=day,
        is_answer=side.status is not None and side.status.value in ANSWERS,
        is_quote=side.status is not None,
    )


def _day(model: ComparisonModel, side: Side) -> str:
    """The day of what was recorded before, and the visit where it is not the column's."""
    comparison = model.comparison
    if comparison is None:
        return ""
    day = short_day(side.day, comparison.compared.to_day)
    visit = comparison.visit(side.visit)
    return f"{visit_words(visit.place)} {day}" if visit and side.visit != comparison.compared.base else day


def _nothing() -> str:
    return QCoreApplication.translate("ComparisonModel", "没有记录")
