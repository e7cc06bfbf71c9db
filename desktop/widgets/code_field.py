"""A field for a whole recovery code, with a mark for each of its groups: not yet there, there, wrong.

A code is taken however it was written down; as long as it is not whole its check says nothing, so a mark turns wrong only then.
"""

from enum import Enum

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from core.base.errors import UserError
from core.base.recovery_code import GROUPS, SIGNS, RecoveryCode
from desktop.theme import icons
from desktop.theme.fonts import font, px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.group_fields import HINTS
from desktop.widgets.line_edit import LineEdit


class Mark(Enum):
    """How it stands with one group."""

    OPEN = "open"
    THERE = "there"
    RIGHT = "right"
    WRONG = "wrong"


def marks_of(text: str) -> tuple[Mark, ...]:
    """The marks of the groups of what is typed."""
    try:
        RecoveryCode.parse(text)
    except UserError as error:
        if error.code == "recovery_code_group":
            wrong = set(map(int, str(error.params["groups"]).split(", ")))
            return tuple(Mark.WRONG if place in wrong else Mark.THERE for place in range(1, GROUPS + 1))
        if error.code == "recovery_code_length":
            there = min(int(str(error.params["found"])) // SIGNS, GROUPS)
            return (Mark.THERE,) * there + (Mark.OPEN,) * (GROUPS - there)
        return (Mark.WRONG,) * GROUPS
    return (Mark.RIGHT,) * GROUPS


class CodeField(QWidget):
    """The field over its marks."""

    submitted = Signal()
    edited = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.edit = LineEdit(self.tr("恢复码"), hint="XXXX-XXXX-XXXX-…", clearable=True)
        self.edit.setInputMethodHints(HINTS)
        self.setFocusProxy(self.edit)
        self._marks = _Marks()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addWidget(self.edit)
        column.addWidget(self._marks)
        self.edit.textChanged.connect(self._on_changed)
        self.edit.returnPressed.connect(self.submitted)
        self._on_changed()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """How it stands with each group."""
        return self._marks.marks

    def code(self) -> RecoveryCode:
        """What is typed, as a code. Raises `UserError` as `RecoveryCode.parse` does."""
        return RecoveryCode.parse(self.edit.text())

    def refuse(self) -> None:
        """It does not do: back to the field, which keeps what was typed."""
        self.edit.set_invalid(True)
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def forget(self) -> None:
        """Empty it, with what could be undone."""
        self.edit.setText("")

    def _on_changed(self) -> None:
        self.edit.set_invalid(False)
        self._marks.show_marks(marks_of(self.edit.text()))
        self.edited.emit()


class _Marks(QWidget):
    """Nine numbers in a row, each with its sign: never by colour alone."""

    def __init__(self) -> None:
        super().__init__()
        self.marks: tuple[Mark, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_marks(self, marks: tuple[Mark, ...]) -> None:
        self.marks = marks
        wrong = [str(place) for place, mark in enumerate(marks, start=1) if mark is Mark.WRONG]
        there = sum(mark is not Mark.OPEN for mark in marks)
        said = self.tr("已读到 {0} 组，共 {1} 组").format(there, GROUPS)
        if wrong:
            said = self.tr("第 {0} 组不对", "", len(wrong)).format(self.tr("、").join(wrong))
        self.setAccessibleName(said)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(GROUPS * px(Height.CHIP), px(Height.CHIP))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(Type.META))
        gap = Space.XS
        edges = [round(place * (self.width() + gap) / GROUPS) for place in range(GROUPS + 1)]
        for place, mark in enumerate(self.marks):
            cell = QRect(edges[place], 0, edges[place + 1] - edges[place] - gap, self.height())
            tone = {
                Mark.OPEN: Tone.MUTED,
                Mark.THERE: Tone.TEXT,
                Mark.RIGHT: Tone.ACCENT,
                Mark.WRONG: Tone.DANGER,
            }[mark]
            border = Tone.LINE if mark in {Mark.OPEN, Mark.THERE} else tone
            filled = None if mark is Mark.OPEN else Tone.SUNKEN
            paint.box(painter, cell, filled, border, dashed=mark is Mark.OPEN)
            sign = {Mark.RIGHT: Icon.RESOLVED, Mark.WRONG: Icon.CLOSE}.get(mark)
            side = px(IconSize.CHIP)
            if sign is None:
                paint.text(painter, cell, str(place + 1), tone, paint.CENTRE)
            else:
                half = cell.width() // 2
                paint.text(painter, cell.adjusted(0, 0, -half, 0), str(place + 1), tone, paint.CENTRE)
                icons.draw(painter, sign, tone, cell.adjusted(half - Space.XS, 0, 0, 0), side)
