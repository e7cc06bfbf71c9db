"""One choice of a few, side by side: 有 无 未问 不详, a grade, a form.

Left and right move the choice, a single key makes it, and one Tab passes the whole. A chosen answer that says
something is filled or outlined; one that says nothing stays grey. Keys a row hears for it go to `take_key`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QRadioButton, QSizePolicy, QWidget

from desktop.theme.fonts import font, metrics, px
from desktop.theme.tokens import FOCUS, Height, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.ringed import by_keyboard
from desktop.widgets.tip import set_tip


class Emphasis(Enum):
    """How a chosen segment looks."""

    FILLED = "filled"
    OUTLINED = "outlined"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Option:
    """A segment. `key` is one letter or digit that chooses it, "" for none."""

    value: str
    words: str
    emphasis: Emphasis = Emphasis.OUTLINED
    key: str = ""


class Segmented(QWidget):
    """A choice. `value` is an option's, or None while nothing is chosen.

    `value_changed` tells every change, `chosen` only what a person did. With `clearable`, the chosen segment pressed
    again, or Backspace, takes the choice back. `least` is the width of a segment with one character in it.
    """

    value_changed = Signal(object)
    chosen = Signal(object)

    def __init__(
        self,
        name: str,
        options: Sequence[Option],
        *,
        value: str | None = None,
        clearable: bool = False,
        least: int = 36,
        padding: int = 7,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._options = tuple(options)
        self._value = value
        self._clearable = clearable
        self._raised = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._segments = {option.value: _Segment(self, option, least, padding) for option in self._options}
        for segment in self._segments.values():
            row.addWidget(segment)
        self.set_name(name)
        self._show()

    @property
    def value(self) -> str | None:
        """What is chosen."""
        return self._value

    @property
    def clearable(self) -> bool:
        """Whether the choice can be taken back."""
        return self._clearable

    @property
    def raised(self) -> bool:
        """Whether it lies on a selected row."""
        return self._raised

    def set_value(self, value: str | None) -> None:
        """Show a choice that did not come from this control. Raises KeyError for a value that is not offered."""
        if value is not None and value not in self._segments:
            raise KeyError(value)
        if value != self._value:
            self._value = value
            self._show()
            self.value_changed.emit(value)

    def set_name(self, name: str) -> None:
        """What a screen reader says before the word of a segment."""
        self.setAccessibleName(name)
        for option in self._options:
            self._segments[option.value].setAccessibleName(f"{name} {option.words}")

    def set_raised(self, raised: bool) -> None:
        """Lie on a selected row: the ground is surface instead of sunken."""
        self._raised = raised
        self.update()

    def segment(self, value: str) -> QRadioButton:
        """The button of an option."""
        return self._segments[value]

    def choose(self, value: str | None) -> None:
        """Choose as a person does."""
        if value != self._value:
            self.set_value(value)
            self.chosen.emit(value)

    def take_key(self, event: QKeyEvent) -> bool:
        """Use a key if it is one of ours; the result says whether it was."""
        if not self.isEnabled() or event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        ):
            return False
        if self._clearable and event.key() in {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}:
            self.choose(None)
            return True
        letter = event.text().upper()
        for option in self._options:
            if letter and letter == option.key.upper():
                self.choose(option.value)
                return True
        return False

    def step(self, places: int) -> None:
        """Move the choice to a neighbour, and the focus with it; at the end it stays."""
        values = [option.value for option in self._options]
        if self._value is None:
            place = 0 if places > 0 else len(values) - 1
        else:
            place = min(max(values.index(self._value) + places, 0), len(values) - 1)
        self.choose(values[place])

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint.box(QPainter(self), self.rect(), Tone.SURFACE if self._raised else Tone.SUNKEN)

    def _show(self) -> None:
        stop = self._value if self._value is not None else self._options[0].value
        held = any(segment.hasFocus() for segment in self._segments.values())
        for value, segment in self._segments.items():
            # Exclusive is what makes it a radio button to a screen reader; none chosen is what that would refuse.
            segment.setAutoExclusive(False)
            segment.setChecked(value == self._value)
            segment.setAutoExclusive(True)
            segment.setFocusPolicy(Qt.FocusPolicy.StrongFocus if value == stop else Qt.FocusPolicy.ClickFocus)
        self.setFocusProxy(self._segments[stop])
        if held:
            self._segments[stop].setFocus(Qt.FocusReason.OtherFocusReason)


class _Segment(QRadioButton):
    """One option. A radio button to a screen reader; the owner decides who is checked."""

    def __init__(self, owner: Segmented, option: Option, least: int, padding: int) -> None:
        super().__init__(owner)
        self._owner, self._option = owner, option
        self._least, self._padding = least, padding
        self._ring = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        set_tip(self, option.key)
        self.clicked.connect(self._on_clicked)

    def sizeHint(self) -> QSize:
        width = metrics(Type.SECONDARY).horizontalAdvance(self._option.words) + 2 * self._padding
        return QSize(max(px(self._least), width), px(Height.SEGMENT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, _place: object) -> bool:
        return True

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in steps:
            self._owner.step(steps[Qt.Key(event.key())])
        elif event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            event.ignore()
        elif not self._owner.take_key(event):
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = by_keyboard(event)
        super().focusInEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(Type.SECONDARY))
        place = self.rect()
        tone = Tone.TEXT if self.underMouse() and self.isEnabled() else Tone.MUTED
        if self.isChecked():
            tone = self._paint_chosen(painter, place)
        if self._ring and self.hasFocus():
            self._paint_ring(painter, place)
        paint.text(painter, place, self._option.words, tone, paint.CENTRE)

    def _paint_chosen(self, painter: QPainter, place: QRect) -> Tone:
        """Draw the ground of the chosen segment; the result is the tone of its words."""
        if not self.isEnabled():
            paint.box(painter, place, Tone.SURFACE, Tone.LINE)
            return Tone.MUTED
        match self._option.emphasis:
            case Emphasis.FILLED:
                paint.box(painter, place, Tone.ACCENT)
                return Tone.ON_ACCENT
            case Emphasis.OUTLINED:
                paint.box(painter, place, Tone.SURFACE, Tone.ACCENT)
                return Tone.ACCENT
            case Emphasis.QUIET:
                paint.box(painter, place, Tone.SURFACE, Tone.LINE)
                return Tone.MUTED

    def _paint_ring(self, painter: QPainter, place: QRect) -> None:
        paint.ring(painter, place)
        if self.isChecked() and self._option.emphasis is Emphasis.QUIET:
            inner = place.adjusted(FOCUS + 1, FOCUS + 1, -FOCUS - 1, -FOCUS - 1)
            paint.box(painter, inner, border=Tone.LINE, radius=Space.XS - 1)

    def _on_clicked(self) -> None:
        owner, value = self._owner, self._option.value
        again = owner.value == value
        owner.choose(None if again and owner.clearable else value)
