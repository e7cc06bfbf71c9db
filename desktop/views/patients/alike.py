"""The people somebody resembles, one under the other: who they are, and why they may be the same."""

from collections.abc import Sequence
from datetime import date
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.services.patients.patients import Candidate
from desktop.models.age import age_words
from desktop.theme.fonts import px
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.widgets.button import small
from desktop.widgets.data_words import shown
from desktop.widgets.label import Label


class Alike(QWidget):
    """A row for each. With `can_pick` each has a button that says it is this person."""

    picked = Signal(object)
    """The `Candidate` that is meant."""

    def __init__(self, messages: Messages, *, can_pick: bool) -> None:
        super().__init__()
        self._messages, self._can_pick = messages, can_pick
        self._rows: list[QWidget] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.hide()

    @property
    def rows(self) -> tuple[QWidget, ...]:
        """One widget for each of them."""
        return tuple(self._rows)

    def show_people(self, candidates: Sequence[Candidate], today: date | None) -> None:
        """Show these people, or nobody."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [self._row(candidate, today) for candidate in candidates]
        for row in self._rows:
            self._column.addWidget(row)
        self.setVisible(bool(candidates))

    def _row(self, candidate: Candidate, today: date | None) -> QWidget:
        patient = candidate.patient
        birth = patient.details.birth
        age = age_words(birth, today) if birth and today else self.tr("出生未录")
        row = QWidget()
        row.setMinimumHeight(px(Height.ROW_COMFORTABLE))
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(Space.M)
        line.addWidget(Label(patient.details.name))
        who = f"{shown(patient.details.sex)} {age}·{patient.record_no}"
        line.addWidget(Label(who, Type.SECONDARY, Tone.MUTED))
        line.addWidget(Label(self._messages.text(f"why.{candidate.why}"), Type.SECONDARY, Tone.WARN))
        line.addStretch()
        if self._can_pick:
            pick = small(self.tr("就是此人"))
            pick.setAccessibleName(f"{pick.words} {patient.details.name} {patient.record_no}")
            pick.clicked.connect(partial(self._on_picked, candidate))
            line.addWidget(pick)
        return row

    def _on_picked(self, candidate: Candidate, *_: object) -> None:
        self.picked.emit(candidate)
