"""What the find panel lists: everyone of the day while nothing is typed, else who fits, and always the way on."""

from dataclasses import dataclass
from datetime import date, datetime

from PySide6.QtCore import QCoreApplication

from core.base.messages import Messages
from core.services.patients.patients import Candidate, Found, Outcome, Patient, Typed
from core.services.today import DayList, OfTheDay, Standing
from desktop.models.comparison import visit_words
from desktop.models.count_words import CountWords
from desktop.models.patient_context import PatientContext
from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone
from desktop.views.intake.line import Kind, Line, Status
from desktop.views.intake.who_words import birth_text, brief_age, of_kinds, phone_tail

NONE_FIT = "none_fit"
"""The reason of `Found` when there are namesakes whom sex or birth rules out."""

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Shown:
    """A heading, what stands beside it and at its right, and the lines under it."""

    heading: str
    beside: str
    right: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Current:
    """Who is being written for, and since when."""

    context: PatientContext
    since: datetime


def day_shown(found: DayList, current: Current | None, messages: Messages) -> Shown:
    """The list of the day."""
    people = list(found.people)
    if current and all(one.patient.id != current.context.patient.id for one in people):
        context = current.context
        people.append(OfTheDay(context.patient, current.since, context.next_place, "", Standing.DRAFT))
        people.sort(key=lambda one: one.at)
    drafts = sum(one.standing is Standing.DRAFT for one in found.people)
    unsigned = sum(one.standing is Standing.SAVED for one in found.people)
    counts = [
        words.format(number)
        for words, number in (
            (translate("Find", "未签 {0}"), unsigned),
            (translate("Find", "草稿 {0}"), drafts),
        )
        if number
    ]
    lines = [_of_the_day(one, current, found.day, messages) for one in people]
    seen = {one.patient.id for one in people}
    recent = [one for one in found.recent if one.patient.id not in seen]
    if not lines:
        lines.append(_nobody_yet(is_new=not recent))
    if recent:
        lines.append(Line(Kind.HEAD, translate("Find", "最近患者")))
        lines += [_recent(one.patient, one.at, found.day, messages) for one in recent]
    beside = CountWords().people(len(people)) if people else ""
    return Shown(translate("Find", "今日"), beside, "·".join(counts), tuple(lines))


def result_shown(typed: Typed, text: str, found: Found, day: date) -> Shown:
    """Who fits what was typed; somebody new comes last."""
    named, sounding, searched = of_kinds(found.candidates)
    is_number = found.outcome in {Outcome.CONTRADICTION, Outcome.UNKNOWN_RECORD_NO}
    say = CountWords()
    kinds = (
        (say.fit if is_number or not typed.name else say.of_this_name, named),
        (say.sound_alike, sounding),
        (say.are_similar if named + sounding else say.fit, searched),
    )
    lines: list[Line] = []
    if found.outcome is Outcome.UNKNOWN_RECORD_NO:
        lines.append(
            Line(
                Kind.NOTE,
                translate("Find", "病历号 {0} 不存在。").format(typed.record_no),
                below=translate("Find", "请核对号码，或按姓名查找。"),
            )
        )
    elif not found.candidates:
        is_none_fit = found.reason == NONE_FIT
        lines.append(
            Line(
                Kind.NOTE,
                translate("Find", "有同名者，但性别或出生不符。")
                if is_none_fit
                else translate("Find", "没有找到“{0}”。").format(text),
                below=translate("Find", "请核对所输入的，或新建患者。"),
            )
        )
    lines += [_result(one, found, day) for one in found.candidates]
    lines.append(new_line(typed.new_name))
    counts = "·".join(words(number) for words, number in kinds if number)
    return Shown(translate("Find", "查找结果"), "", counts, tuple(lines))


def new_line(name: str) -> Line:
    """The line for somebody new."""
    words = translate("Find", "新建患者“{0}”").format(name) if name else translate("Find", "新建患者")
    return Line(Kind.NEW, words)


def failed_shown(message: str, hint: str) -> Shown:
    """What stands there when the question could not be answered."""
    return Shown(translate("Find", "查找结果"), "", "", (Line(Kind.NOTE, message, below=hint),))


def is_holder(line: Line, found: Found) -> bool:
    """Whether a line is the person whose number was typed beside what disagrees with the record."""
    holder = found.candidates[0] if found.candidates else None
    return (
        found.outcome is Outcome.CONTRADICTION
        and holder is not None
        and holder.patient.record_no == line.record_no
    )


def _of_the_day(one: OfTheDay, current: Current | None, day: date, messages: Messages) -> Line:
    is_current = current is not None and current.context.patient.id == one.patient.id
    return Line(
        Kind.PERSON,
        one.patient.details.name,
        f"{brief_age(one.patient, day)}·{visit_words(one.place)}",
        one.chief_complaint or translate("Find", "还没有写主诉"),
        f"{one.at:%H:%M}",
        _status(one.standing, is_current=is_current),
        one.patient.record_no,
        is_current,
    )


def _status(standing: Standing, *, is_current: bool) -> Status:
    if standing is Standing.SIGNED:
        return Status(translate("Find", "已签"), Icon.RESOLVED)
    if standing is Standing.SAVED:
        return Status(translate("Find", "已存"), Icon.SAVE)
    if is_current:
        return Status(translate("Find", "问诊中"), Icon.EDIT, Tone.ACCENT)
    return Status(translate("Find", "草稿"), Icon.DRAFT, Tone.WARN)


def _recent(patient: Patient, at: datetime, day: date, messages: Messages) -> Line:
    label = visit_words(patient.visits) if patient.visits else translate("Find", "未就诊")
    return Line(
        Kind.PERSON,
        patient.details.name,
        f"{brief_age(patient, day)}·{label}",
        patient.chief_complaint or patient.record_no,
        f"{at:%H:%M}" if at.date() == day else f"{at:%m-%d}",
        record_no=patient.record_no,
    )


def _result(candidate: Candidate, found: Found, day: date) -> Line:
    patient = candidate.patient
    tail = phone_tail(patient)
    parts = (
        translate("Find", "尾号 {0}").format(tail) if tail else translate("Find", "电话未录"),
        patient.record_no,
    )
    line = Line(
        Kind.PERSON,
        patient.details.name,
        f"{brief_age(patient, day)}·{birth_text(patient)}",
        "·".join(parts),
        record_no=patient.record_no,
    )
    if not is_holder(line, found):
        return line
    disagrees = Status(translate("Find", "不符"), Icon.WARN, Tone.WARN)
    return Line(line.kind, line.words, line.meta, line.below, status=disagrees, record_no=line.record_no)


def _nobody_yet(*, is_new: bool) -> Line:
    if is_new:
        return Line(
            Kind.NOTE,
            translate("Find", "还没有患者。"),
            below=translate("Find", "按 Ctrl N 登记第一位患者。"),
        )
    return Line(
        Kind.NOTE,
        translate("Find", "今天还没有就诊。"),
        below=translate("Find", "输入姓名、拼音或电话，两个字即可查找。"),
    )
