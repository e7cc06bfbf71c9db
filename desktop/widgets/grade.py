"""How strong a symptom is: the picker 轻 中 重, and the three dots ●●○ that show it again."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from desktop.theme.fonts import font, metrics, px
from desktop.theme.scheme import colour
from desktop.theme.tokens import Tone, Type
from desktop.widgets import paint
from desktop.widgets.data_words import shown
from desktop.widgets.segmented import Option, Segmented

WORDS = ("轻", "中", "重")
"""The grades as data; `grade_word` is what is shown."""

_DOTS = 3
_DIAMETER, _GAP, _STROKE, _BEFORE_WORD = 8, 3, 1.5, 7


class GradePicker(Segmented):
    """Grades 1 to 3 as the values "1" to "3", by those keys too; None until one is chosen."""

    def __init__(
        self,
        name: str,
        *,
        value: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        options = [
            Option(str(grade), grade_word(grade), key=str(grade)) for grade in range(1, len(WORDS) + 1)
        ]
        super().__init__(name, options, value=value, clearable=True, least=32, parent=parent)


def grade_word(grade: int) -> str:
    """The word of a grade from 1 to 3, in the language of the window."""
    return shown(WORDS[grade - 1])


def dots_width() -> int:
    """The width of the three dots."""
    return px(_DOTS * _DIAMETER + (_DOTS - 1) * _GAP)


def paint_dots(painter: QPainter, place: QRect, grade: int, tone: Tone = Tone.TEXT) -> None:
    """Draw the dots at the left of `place`, half-way down. `grade` is 0 to 3."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    diameter, step = px(_DIAMETER), px(_DIAMETER + _GAP)
    ink = colour(tone)
    top = place.y() + (place.height() - diameter) // 2
    for number in range(_DOTS):
        dot = QRectF(QPointF(place.x() + number * step, top), QSize(diameter, diameter).toSizeF())
        if number < grade:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
        else:
            painter.setPen(QPen(ink, _STROKE))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            dot.adjust(_STROKE / 2, _STROKE / 2, -_STROKE / 2, -_STROKE / 2)
        painter.drawEllipse(dot)
    painter.restore()


class GradeDots(QLabel):
    """A grade as dots, with its word behind them; the word is what is spoken."""

    def __init__(
        self,
        grade: int,
        word: str = "",
        *,
        tone: Tone = Tone.TEXT,
        size: Type = Type.BODY,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(word, parent)
        self._grade, self._tone, self._size = grade, tone, size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_grade(grade, word)

    def set_grade(self, grade: int, word: str = "") -> None:
        """Show another grade, 0 to 3."""
        self._grade = grade
        self.setText(word)
        self.setAccessibleName(word or f"{grade}/{_DOTS}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        measure = metrics(self._size)
        word = measure.horizontalAdvance(self.text()) + _BEFORE_WORD if self.text() else 0
        return QSize(dots_width() + word + 1, max(measure.lineSpacing(), px(_DIAMETER)))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(self._size))
        paint_dots(painter, self.rect(), self._grade, self._tone)
        paint.text(
            painter, self.rect().adjusted(dots_width() + _BEFORE_WORD, 0, 0, 0), self.text(), self._tone
        )
