"""Beside the heading of a text on a return visit: what was answered last time, and 沿用上次, which takes it over and says so.

Taking over is offered while the field is empty, so that it never replaces a word that was typed.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop.theme.icons import Icon
from desktop.theme.tokens import IconSize, Space, Tone, Type
from desktop.views.intake.fields import chosen_of
from desktop.widgets.button import link
from desktop.widgets.data_words import shown
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.icon_label import IconLabel

if TYPE_CHECKING:
    from core.services.visits.carried import LastAnswer


class LastAnswerLine(QWidget):
    """The line. It only says what is wanted; the question takes over."""

    taken = Signal()
    dropped = Signal()

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.XS, 0, 0, 0)
        row.setSpacing(Space.S)
        self._mark = IconLabel(Icon.HISTORY, Tone.ACCENT, IconSize.CHIP)
        self.words = ElidedLabel("", Type.META, Tone.MUTED)
        self.take = link(self.tr("沿用上次"))
        self.take.setAccessibleName(self.tr("{0} 沿用上次").format(label))
        self.take.clicked.connect(self._on_take)
        self.drop = link(self.tr("撤销沿用"))
        self.drop.setAccessibleName(self.tr("{0} 撤销沿用").format(label))
        self.drop.clicked.connect(self._on_drop)
        row.addWidget(self._mark)
        row.addWidget(self.words, 1)
        row.addWidget(self.take)
        row.addWidget(self.drop)
        row.addStretch()

    def show_last(self, last: "LastAnswer | None", *, carried: int | None, empty: bool) -> None:
        """Show what there was, or, with the number of a visit in `carried`, that it was taken over."""
        if carried is not None:
            self.words.setText(self._source(last, carried))
        elif last is not None:
            code = chosen_of(last.value)
            said = f"“{last.value}”" if code is None else shown(code)
            self.words.setText(self.tr("上次 {0} {1}").format(last.source.day.isoformat(), said))
        self.words.set_tone(Tone.MUTED if carried is None else Tone.ACCENT)
        self._mark.setVisible(carried is not None)
        self.drop.setVisible(carried is not None)
        self.take.setVisible(last is not None and last.may_carry and empty)
        self.setVisible(last is not None or carried is not None)

    def _source(self, last: "LastAnswer | None", carried: int) -> str:
        if last is not None and last.source.visit == carried:
            return self.tr("沿用 {0}").format(last.source.day.isoformat())
        return self.tr("沿用就诊序号 {0}").format(carried)

    def _on_take(self) -> None:
        self.taken.emit()

    def _on_drop(self) -> None:
        self.dropped.emit()
