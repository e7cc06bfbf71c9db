"""The candidate picker: several people fit, or nearly; a person decides. No row is selected beforehand.

A digit selects, Up and Down move the selection, Enter confirms it, 0 is somebody new, Esc changes nothing.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QWidget

from core.base.messages import Messages
from core.services.patients.patients import Candidate, Found, Patient, Typed, Why
from desktop.models.comparison import visit_words
from desktop.models.count_words import CountWords
from desktop.theme.fonts import px
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.intake.nobody_row import NobodyRow
from desktop.views.intake.picker_row import Column, PickerRow
from desktop.views.intake.who_words import FOUND, SOUNDING, birth_text, of_kinds, phone_tail, sex_and_age
from desktop.widgets.button import Button, Kind
from desktop.widgets.key_cap import KeyCap
from desktop.widgets.label import Label
from desktop.widgets.sheet import Sheet
from desktop.widgets.surface import Ground, Surface

MOST_KEYS = 9
"""Rows that have a digit; those after them are reached by the arrows."""
GROUP = 32
WHO, BORN, PHONE = 116, 116, 92
_ENTER: frozenset[int] = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_STEPS: dict[int, int] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_DOUBTFUL = frozenset({Why.BIRTH_MISSING, Why.BIRTH_CLOSE, Why.PHONE_DIFFERS})
_SHARING = "several_share_name"


class Picker(Sheet):
    """Who of these is it?"""

    picked = Signal(object)
    """The `Patient` a person confirmed."""

    new_patient = Signal()

    def __init__(
        self,
        page: QWidget,
        found: Found,
        typed: Typed,
        *,
        messages: Messages,
        day: date,
        anchor: QWidget | None = None,
    ) -> None:
        super().__init__(page, _title(found, typed), _reason(found, messages), anchor=anchor, once=True)
        self._messages, self._day = messages, day
        self._candidates = tuple(_ordered(found.candidates))
        self._rows: list[PickerRow] = []
        self._group = QButtonGroup(self)
        for words, candidates in self._groups():
            if words:
                self.body.addWidget(_group_line(words))
            for candidate in candidates:
                self._add_row(candidate)
        self.nobody = NobodyRow(self._takes)
        self.nobody.clicked.connect(self._on_nobody)
        self.body.addWidget(self.nobody)
        self.said = Label(self.tr("还没有选定"), Type.META, Tone.MUTED)
        self.confirm = Button(self.tr("确认此患者"), kind=Kind.PRIMARY)
        self.confirm.setEnabled(False)
        self.confirm.clicked.connect(self._on_confirm)
        self._fill_foot()
        self._group.idToggled.connect(self._on_toggled)

    @property
    def rows(self) -> tuple[PickerRow, ...]:
        """The people, in the order they are listed in."""
        return tuple(self._rows)

    @property
    def selected(self) -> Patient | None:
        """Whom Enter would confirm."""
        place = self._group.checkedId()
        return self._candidates[place].patient if place >= 0 else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._takes(event):
            super().keyPressEvent(event)

    def _takes(self, event: QKeyEvent) -> bool:
        """Do what a key means here. False when it means nothing here."""
        key = event.key()
        digit = key - Qt.Key.Key_0
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if digit == 0:
            self._on_nobody()
        elif 1 <= digit <= min(MOST_KEYS, len(self._rows)):
            self._select(digit - 1)
        elif key in _STEPS:
            self._step(_STEPS[key])
        elif key in _ENTER and self.selected is not None:
            self._on_confirm()
        else:
            return False
        return True

    def _select(self, place: int) -> None:
        row = self._rows[place]
        row.setChecked(True)
        row.setFocus(Qt.FocusReason.OtherFocusReason)
        self.show_in_body(row)

    def _step(self, step: int) -> None:
        """From the selected row to the next; without one, from the ends."""
        at = self._group.checkedId()
        place = at + step if at >= 0 else (0 if step > 0 else len(self._rows) - 1)
        if 0 <= place < len(self._rows):
            self._select(place)

    def _on_toggled(self, place: int, is_selected: bool) -> None:
        if is_selected:
            patient = self._candidates[place].patient
            self.said.setText(self.tr("已选 {0} {1}").format(patient.details.name, patient.record_no))
            self.said.set_tone(Tone.TEXT)
            self.confirm.setEnabled(True)

    def _on_confirm(self) -> None:
        patient = self.selected
        if patient is not None:
            self.shut()
            self.picked.emit(patient)

    def _on_nobody(self) -> None:
        self.shut()
        self.new_patient.emit()

    def _groups(self) -> Iterator[tuple[str, tuple[Candidate, ...]]]:
        """Those who are meant without a heading; behind them who only sounds alike, and who only fits what was typed."""
        named, sounding, found = _split(self._candidates)
        yield "", named or sounding or found
        if named and sounding:
            yield self.tr("另有 {0} 位音近", "", len(sounding)).format(len(sounding)), sounding
        if (named or sounding) and found:
            yield self.tr("另有 {0} 位相近", "", len(found)).format(len(found)), found

    def _add_row(self, candidate: Candidate) -> None:
        patient, place = candidate.patient, len(self._rows)
        tail = phone_tail(patient)
        columns = (
            Column(
                patient.details.name,
                self.tr("病历号 {0}").format(patient.record_no),
                WHO,
                Type.SECTION,
            ),
            Column(sex_and_age(patient, self._day, "·"), birth_text(patient), BORN),
            Column(tail or self.tr("未录"), self.tr("电话尾号"), PHONE),
            Column(*self._last_visit(patient)),
        )
        doubt = self._messages.text(f"why.{candidate.why}") if candidate.why in _DOUBTFUL else ""
        row = PickerRow(str(place + 1) if place < MOST_KEYS else "", columns, doubt, self._takes)
        self._rows.append(row)
        self._group.addButton(row, place)
        self.body.addWidget(row)

    def _last_visit(self, patient: Patient) -> tuple[str, str]:
        if patient.last_visit is None:
            day = patient.registered_at.date()
            return self.tr("还没有就诊"), self.tr("建档 {0}").format(day.isoformat())
        label = visit_words(patient.visits)
        return patient.chief_complaint or self.tr("没有主诉"), f"{label} {patient.last_visit.isoformat()}"

    def _fill_foot(self) -> None:
        last = min(MOST_KEYS, len(self._rows))
        keys = (
            (f"0–{last}", self.tr("选择")),
            ("Enter", self.tr("确认")),
            ("Esc", self.tr("离开，不改动")),
        )
        for key, words in keys:
            self.foot.addWidget(KeyCap(key))
            self.foot.addWidget(Label(words, Type.META, Tone.MUTED))
            self.foot.addSpacing(Space.XS)
        self.foot.addStretch()
        self.foot.addWidget(self.said)
        self.foot.addSpacing(Space.XS)
        self.foot.addWidget(self.confirm)


def _split(candidates: Iterable[Candidate]) -> tuple[tuple[Candidate, ...], ...]:
    """Those listed by name, number or phone; those who sound alike; those who fit what was typed."""
    known = tuple(candidates)
    sounding = tuple(one for one in known if one.why in SOUNDING)
    found = tuple(one for one in known if one.why in FOUND)
    return tuple(one for one in known if one not in sounding and one not in found), sounding, found


def _ordered(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """As the groups show them."""
    for group in _split(candidates):
        yield from group


def _title(found: Found, typed: Typed) -> str:
    named, sounding, searched = of_kinds(found.candidates)
    say = CountWords()
    name = typed.name or typed.phone
    if named and not typed.name:
        return say.have_phone(named, name)
    if named > 1:
        return say.are_called(named, name)
    if named:
        return QCoreApplication.translate("Picker", "1 位患者可能是“{0}”").format(name)
    if sounding:
        return say.sound_like(sounding, name)
    return say.are_close_to(searched, name)


def _reason(found: Found, messages: Messages) -> str:
    if found.reason == _SHARING:
        return QCoreApplication.translate(
            "Picker", "请核对出生日期和电话，选定一位后才能书写。没有默认选中。"
        )
    none_selected = QCoreApplication.translate("Picker", "没有默认选中。")
    return f"{messages.text(f'reason.{found.reason}')}{none_selected}"


def _group_line(words: str) -> QWidget:
    line = Surface(Ground.RAIL)
    line.setFixedHeight(px(GROUP))
    line.column.setContentsMargins(Space.XL - 1, 0, Space.XL, 0)
    line.column.addWidget(Label(words, Type.META, Tone.MUTED))
    return line
