"""The names of the symptom table's columns, over the table and in its heading that stays in sight."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop.theme.fonts import px
from desktop.theme.tokens import Height, Tone, Type
from desktop.views.intake.symptom_cells import (
    FREQUENCY_AT,
    GRADE_AT,
    SINCE_AT,
    STATUS_AT,
    WORDS_AT,
    least_width,
    moved_left,
    moved_right,
    status_picker,
)
from desktop.views.intake.symptom_row import OUT
from desktop.widgets.grade import GradePicker
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator


class ColumnNames(QWidget):
    """One line, with the keys of a row in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(px(Height.CHIP))
        self._labels: list[tuple[int, Label]] = []
        for left, words in (
            (0, self.tr("症状")),
            (STATUS_AT, self.tr("本次　N 无　U 未问")),
            (GRADE_AT, self.tr("程度 1 2 3")),
            (SINCE_AT, self.tr("起于")),
            (FREQUENCY_AT, self.tr("频次")),
            (WORDS_AT, self.tr("患者原话")),
        ):
            self._labels.append((left, Label(words, Type.META, Tone.MUTED, parent=self)))
        self._line = Separator(parent=self)
        # Never shown: how wide they are is where the columns behind them stand.
        self._pickers = (status_picker("", self), GradePicker("", parent=self))
        for picker in self._pickers:
            picker.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = self.width() - 2 * OUT
        back, is_whole = moved_left(width), least_width(WORDS_AT, width, *self._pickers) <= width
        for left, label in self._labels:
            aside = moved_right(left, *self._pickers) - (back if left else 0)
            label.move(OUT + px(left) + aside, 0)
            # On a line of their own those fields say themselves what they are.
            label.setVisible(is_whole or left < SINCE_AT)
        self._line.setGeometry(OUT, self.height() - 1, self.width() - 2 * OUT, 1)
