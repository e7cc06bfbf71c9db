"""The first line of a symptom's row: term, status, grade or number, since, frequency, words, each in its own column.

The columns are placed by hand, so that they stand under each other whatever a row hides. Where since, frequency and
words have no room behind the pickers, they stand on a line of their own.
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
_SINCE_GIVES, _FREQUENCY_GIVES = 12, 8
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
    wide = by_status + by_grade
    # The two short columns give the words some of that back.
    given = (px(_SINCE_GIVES) if left >= FREQUENCY_AT else 0) + (
        px(_FREQUENCY_GIVES) if left >= WORDS_AT else 0
    )
    return wide - min(given, wide)


def least_width(last: int, width: int, status: QWidget, grade: QWidget) -> int:
    """The width that a line needs for its words at the column `last`, in a row of `width`."""
    return px(last + _LEAST_WORDS) + moved_right(last, status, grade) - moved_left(width)


class SymptomCells(QWidget):
    """The widgets of one symptom. It decides what shows; what an answer means is the row's."""

    edited = Signal()
    """A person typed in one of the fields."""

    def __init__(self, term: str, *, removable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._removable = removable
        self._wraps = False
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
        line = px(Height.SEGMENT)
        height = 2 * line + int(Space.XS) if self._wraps else line
        return QSize(px(WORDS_AT + _LEAST_WORDS - TERM + _SHORT_TERM), height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        wraps = self._has_no_room()
        if wraps != self._wraps:
            self._wraps = wraps
            self.updateGeometry()
        line = px(Height.SEGMENT)
        for part, left, width in self._columns():
            height = part.sizeHint().height() if part is self.remove else line
            part.setGeometry(left, (line - height) // 2, width, height)
        if wraps:
            self._place_below(line + int(Space.XS), line)

    @property
    def _has_both(self) -> bool:
        """Whether a grade and a number stand beside each other."""
        return self.grade.isVisibleTo(self) and self.number.isVisibleTo(self)

    def _end(self) -> int:
        """Where the first line ends."""
        return self.width() - (self.remove.sizeHint().width() + int(Space.XS) if self._removable else 0)

    def _has_no_room(self) -> bool:
        short = self.since.isVisibleTo(self) or self.frequency.isVisibleTo(self)
        if not short and not self.words.isVisibleTo(self):
            return False
        aside = px(SINCE_AT - GRADE_AT) if self._has_both else 0
        last = WORDS_AT if short else SINCE_AT
        return least_width(last, self.width(), self.status, self.grade) + aside > self._end()

    def _place_below(self, top: int, height: int) -> None:
        """Since, frequency and words under the pickers, and before them a number that stands beside a grade."""
        left, gap = px(STATUS_AT) - moved_left(self.width()), int(Space.XS)
        if self._has_both:
            for part, width in ((self.number, _NUMBER), (self.unit, _UNIT), (self.unit_word, _UNIT)):
                if part.isVisibleTo(self):
                    part.setGeometry(left, top, px(width), height)
                    left += px(width) + gap
        for edit, width in ((self.since, _SINCE), (self.frequency, _FREQUENCY)):
            if edit.isVisibleTo(self):
                edit.setGeometry(left, top, px(width), height)
                left += px(width) + gap
        self.words.setGeometry(left, top, self.width() - left, height)

    def _columns(self) -> Iterator[tuple[QWidget, int, int]]:
        back = moved_left(self.width())
        to_grade, to_rest = (moved_right(left, self.status, self.grade) for left in (GRADE_AT, SINCE_AT))
        yield self.term, 0, px(TERM) - int(Space.S) - back
        yield self.status, px(STATUS_AT) - back, self.status.sizeHint().width()
        yield self.grade, px(GRADE_AT) + to_grade - back, max(px(_GRADE), self.grade.sizeHint().width())
        both = self._has_both
        number_at = (px(SINCE_AT) + to_rest if both else px(GRADE_AT) + to_grade) - back
        yield self.number, number_at, px(_NUMBER)
        yield self.unit, number_at + px(_NUMBER) + int(Space.XS), px(_UNIT)
        yield self.unit_word, number_at + px(_NUMBER) + int(Space.S), px(_UNIT) - int(Space.XS)
        counted = (px(SINCE_AT - GRADE_AT) if both else 0) - back
        since_at, frequency_at, rest_at = (
            px(left) + moved_right(left, self.status, self.grade) + counted
            for left in (SINCE_AT, FREQUENCY_AT, WORDS_AT)
        )
        gap = int(Space.XS)
        yield self.since, since_at, frequency_at - gap - since_at
        yield self.frequency, frequency_at, rest_at - gap - frequency_at
        side, end = self.remove.sizeHint().width(), self._end()
        if not (self.since.isVisibleTo(self) or self.frequency.isVisibleTo(self)):
            rest_at = since_at
        yield self.words, rest_at, max(end - rest_at, px(_LEAST_WORDS))
        yield self.remove, self.width() - side, side

    def _cell(self, name: str, hint: str) -> LineEdit:
        edit = LineEdit(name, hint=hint, kind="cell", parent=self)
        edit.textEdited.connect(self._on_edited)
        return edit

    def _on_edited(self, _text: str) -> None:
        self.edited.emit()
