"""The candidate picker: several people fit, or nearly; a person decides. No row is chosen beforehand."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QRadioButton, QWidget

from core.base.phone import tail4
from core.services.patients import Candidate, Found
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.button import Button, Kind
from desktop.widgets.key_cap import KeyCap
from desktop.widgets.label import Label
from desktop.widgets.sheet import Sheet

MOST_KEYS = 9


class Picker(Sheet):
    """Digits choose, Enter confirms, 0 is a new patient, Esc changes nothing."""

    picked = Signal(object)
    """The `Patient` a person confirmed."""

    new_patient = Signal()

    def __init__(self, page: QWidget, found: Found, reason: str, anchor: QWidget | None = None) -> None:
        title = page.tr("请确认是哪一位")
        super().__init__(page, title, reason, anchor=anchor)
        self._candidates = found.candidates
        self._group = QButtonGroup(self)
        rows = QWidget()
        self._grid = QGridLayout(rows)
        self._grid.setHorizontalSpacing(Space.L)
        self._grid.setVerticalSpacing(Space.M)
        self._grid.setColumnStretch(4, 1)
        for place, candidate in enumerate(found.candidates):
            self._add_row(place, candidate)
        self.body.addWidget(rows)
        self._confirm = Button(page.tr("确认此患者"), kind=Kind.PRIMARY, key="Enter")
        self._confirm.setEnabled(False)
        self._none = Button(page.tr("都不是，新建患者"), kind=Kind.LINK, key="0")
        self.foot.addWidget(self._none)
        self.foot.addStretch(1)
        self.foot.addWidget(self._confirm)
        self._group.idClicked.connect(self._on_chosen)
        self._confirm.clicked.connect(self._on_confirm)
        self._none.clicked.connect(self._on_none)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        digit = event.key() - Qt.Key.Key_0
        if digit == 0:
            self._on_none()
        elif 1 <= digit <= min(MOST_KEYS, len(self._candidates)):
            self._group.button(digit - 1).setChecked(True)
            self._on_chosen(digit - 1)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._confirm.isEnabled():
            self._on_confirm()
        else:
            super().keyPressEvent(event)

    def _add_row(self, place: int, candidate: Candidate) -> None:
        patient, details = candidate.patient, candidate.patient.details
        choice = QRadioButton(details.name)
        choice.setAccessibleName(f"{details.name} {patient.record_no}")
        self._group.addButton(choice, place)
        birth = details.birth.text if details.birth else self.tr("未录")
        phone = tail4(details.phone) if details.phone else self.tr("未录")
        last = patient.last_visit.isoformat() if patient.last_visit else self.tr("还没有就诊")
        parts = (
            KeyCap(str(place + 1) if place < MOST_KEYS else "", large=True),
            choice,
            Label(f"{details.sex}·{birth}", Type.SECONDARY),
            Label(self.tr("尾号 {0}").format(phone), Type.SECONDARY, Tone.MUTED),
            Label(f"{patient.chief_complaint or ''}  {last}".strip(), Type.SECONDARY, Tone.MUTED),
            Label(str(patient.record_no), Type.SECONDARY, Tone.MUTED),
        )
        for column, part in enumerate(parts):
            self._grid.addWidget(part, place, column)

    def _on_chosen(self, _place: int) -> None:
        self._confirm.setEnabled(True)

    def _on_confirm(self) -> None:
        candidate = self._candidates[self._group.checkedId()]
        self.shut()
        self.picked.emit(candidate.patient)

    def _on_none(self) -> None:
        self.shut()
        self.new_patient.emit()
