"""The first line of a symptom's row: term, status, grade or number, since, frequency, words, each in its own column.

The columns are placed by hand, so that they stand under each other whatever a row hides.
"""

from collections.abc import Iterator

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.services.forms import Status
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.widgets.data_words import shown
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.grade import GradePicker
from desktop.widgets.icon_button import IconButton
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.segmented import Emphasis, Option, Segmented

STATUS_KEYS = {"Y": Status.PRESENT, "N": Status.ABSENT, "U": Status.NOT_ASKED, "B": Status.UNKNOWN}
"""The key of each status."""

TERM, STATUS_AT, GRADE_AT, SINCE_AT, FREQUENCY_AT, WORDS_AT = 88, 88, 252, 360, 436, 504
"""Where the columns begin."""

_SHORT_TERM = 64
_STATUS = 152
_GRADE, _NUMBER, _UNIT, _SINCE, _FREQUENCY, _LEAST_WORDS = 96, 44, 52, 72, 64, 64
_NARROW_BELOW = 120
_EMPHASIS = {Status.PRESENT: Emphasis.FILLED, Status.NOT_ASKED: Emphasis.QUIET}


def moved_left(width: int) -> int:
    """How far every column but the first moves to the left in a row of this width: a narrow one has room for short terms only."""
    return 0 if width >= px(WORDS_AT + _NARROW_BELOW) else px(TERM - _SHORT_TERM)


def status_picker(term: str, parent: QWidget) -> Segmented:
    """有 无 未问 不详 for one symptom."""
    options = [
        Option(status.value, shown(status.value), _EMPHASIS.get(status, Emphasis.OUTLINED), key)
        for key, status in STATUS_KEYS.items()
    ]
    return Segmented(term, options, value=Status.NOT_ASKED.value, parent=parent)


def moved_right(left: int, status: QWidget, grade: QWidget) -> int:
    """How far the column that begins at `left` moves right where the words of the two pickers are longer than the Chinese ones."""
    by_status = max(status.sizeHint().width() - px(_STATUS), 0) if left >= GRADE_AT else 0
    by_grade = max(grade.sizeHint().width() - px(_GRADE), 0) if left >= SINCE_AT else 0
    return by_status + by_grade


class SymptomCells(QWidget):
    """The widgets of one symptom. It decides what shows; what an answer means is the row's."""

    edited = Signal()
    """A person typed in one of the fields."""

    def __init__(self, term: str, *, removable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._removable = removable
        self.term = ElidedLabel(term, parent=self)
        self.status = status_picker(term, self)
        self.grade = GradePicker(self.tr("{0} 程度").format(term), parent=self)
        self.number = self._cell(self.tr("{0} 数目").format(term), "")
        self.number.set_plain_digits(r"\d*\.?\d*")
        self.number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.unit = self._cell(self.tr("{0} 单位").format(term), self.tr("单位"))
        self.unit_word = Label("", Type.SECONDARY, Tone.MUTED, parent=self)
        self.since = self._cell(self.tr("{0} 起于").format(term), self.tr("起于"))
        self.frequency = self._cell(self.tr("{0} 频次").format(term), self.tr("频次"))
        self.words = self._cell(self.tr("{0} 患者原话").format(term), self.tr("原话"))
        self.remove = IconButton(Icon.CLOSE, self.tr("移除 {0}").format(term), parent=self)
        self.remove.hide()

    def edits(self) -> tuple[LineEdit, ...]:
        """The fields for typing."""
        return (self.number, self.unit, self.since, self.frequency, self.words)

    def set_raised(self, raised: bool) -> None:
        """Lie on the ground of the focused row."""
        self.status.set_raised(raised)
        self.grade.set_raised(raised)
        for edit in self.edits():
            edit.set_raised(raised)

    def fix_unit(self, unit: str) -> None:
        """Say the unit in place of asking for it; "" asks."""
        self.unit.setText(unit)
        self.unit_word.setText(unit)

    def show_for(self, status: Status, *, active: bool, counts: bool) -> None:
        """Show what this status asks for, and whatever holds an answer that still counts."""
        present = status is Status.PRESENT
        open_to_grade = present or (active and status is Status.NOT_ASKED)
        self.grade.setVisible(open_to_grade and (not counts or self.grade.value is not None))
        self.number.setVisible(open_to_grade and counts)
        self.unit_word.setVisible(self.number.isVisibleTo(self) and bool(self.unit_word.text()))
        self.unit.setVisible(self.number.isVisibleTo(self) and not self.unit_word.text())
        for edit in (self.since, self.frequency):
            edit.setVisible(present or (bool(edit.text()) and status is not Status.ABSENT))
        self.words.setVisible(
            present or bool(self.words.text()) or (active and status is not Status.NOT_ASKED)
        )
        self.remove.setVisible(self._removable and active)
        self._place()

    def sizeHint(self) -> QSize:
        return QSize(px(WORDS_AT + _LEAST_WORDS - TERM + _SHORT_TERM), px(Height.SEGMENT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        for part, left, width in self._columns():
            height = part.sizeHint().height() if part is self.remove else self.height()
            part.setGeometry(left, (self.height() - height) // 2, width, height)

    def _columns(self) -> Iterator[tuple[QWidget, int, int]]:
        back = moved_left(self.width())
        to_grade, to_rest = (moved_right(left, self.status, self.grade) for left in (GRADE_AT, SINCE_AT))
        yield self.term, 0, px(TERM) - int(Space.S) - back
        yield self.status, px(STATUS_AT) - back, self.status.sizeHint().width()
        yield self.grade, px(GRADE_AT) + to_grade - back, max(px(_GRADE), self.grade.sizeHint().width())
        both = self.grade.isVisibleTo(self) and self.number.isVisibleTo(self)
        number_at = (px(SINCE_AT) + to_rest if both else px(GRADE_AT) + to_grade) - back
        yield self.number, number_at, px(_NUMBER)
        yield self.unit, number_at + px(_NUMBER) + int(Space.XS), px(_UNIT)
        yield self.unit_word, number_at + px(_NUMBER) + int(Space.S), px(_UNIT) - int(Space.XS)
        aside = (px(SINCE_AT - GRADE_AT) if both else 0) + to_rest - back
        yield self.since, px(SINCE_AT) + aside, px(_SINCE)
        yield self.frequency, px(FREQUENCY_AT) + aside, px(_FREQUENCY)
        side = self.remove.sizeHint().width()
        end = self.width() - (side + int(Space.XS) if self._removable else 0)
        words_at = px(WORDS_AT) + aside
        if not (self.since.isVisibleTo(self) or self.frequency.isVisibleTo(self)):
            words_at = px(SINCE_AT) + aside
        yield self.words, words_at, max(end - words_at, px(_LEAST_WORDS))
        yield self.remove, self.width() - side, side

    def _cell(self, name: str, hint: str) -> LineEdit:
        edit = LineEdit(name, hint=hint, kind="cell", parent=self)
        edit.textEdited.connect(self._on_edited)
        return edit

    def _on_edited(self, _text: str) -> None:
        self.edited.emit()
