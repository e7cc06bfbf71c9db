"""Several lines of typing: plain text, as tall as what is written (2 to 8 lines), Tab leaves.

Enter makes a new line, or, with `enter_submits`, hands the text over (Shift+Enter makes the line). While an input
method holds text it does neither.
"""

import math

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from desktop.theme.fonts import px
from desktop.theme.tokens import Height
from desktop.widgets.composition import SUBMITS, Composition
from desktop.widgets.restyle import restyle


class TextEdit(QPlainTextEdit):
    """A field of `lines` lines, from the fewest to the most it grows to."""

    submitted = Signal(str)

    def __init__(
        self,
        name: str,
        *,
        hint: str = "",
        lines: tuple[int, int] = (2, 8),
        enter_submits: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self._lines = lines
        self._enter_submits = enter_submits
        self._composition = Composition()
        self._height = 0
        self.textChanged.connect(self._grow)

    @property
    def composing(self) -> bool:
        """Whether an input method still holds text here."""
        return self._composition.open

    @property
    def composed(self) -> str:
        """What the input method holds here."""
        return self._composition.text

    def set_invalid(self, invalid: bool) -> None:
        """Show that what stands here cannot be kept; the reason belongs beside the field."""
        restyle(self, invalid=invalid)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._wanted())

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._wanted())

    def event(self, event: QEvent) -> bool:
        if (
            event.type() in {QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress}
            and isinstance(event, QKeyEvent)
            and self._composition.holds(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self._enter_submits and event.key() in SUBMITS and not shifted:
            self.submitted.emit(self.toPlainText())
            return
        super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composition.hear(event)
        super().inputMethodEvent(event)
        self._grow()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._composition.end()
        super().focusOutEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._grow()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.StyleChange, QEvent.Type.FontChange}:
            self._grow()

    def _grow(self) -> None:
        # As needed, the bar would flash between a line and the height that holds it.
        overflows = self._written(self._lines[1] + 1)[0] > self._lines[1]
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if overflows else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if policy != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)
        wanted = self._wanted()
        if wanted != self._height:
            self._height = wanted
            self.updateGeometry()
            self.ensureCursorVisible()
        if not overflows:
            # What has room is shown from its first line, also after it stood in a lower or narrower field.
            self.verticalScrollBar().setValue(0)

    def _wanted(self) -> int:
        least, most = self._lines
        lines, tall = self._written(most + 1)
        line = tall / lines if lines else float(self.fontMetrics().lineSpacing())
        return math.ceil(line * (min(max(lines, least), most) - 1)) + px(Height.FIELD)

    def _written(self, enough: int) -> tuple[int, float]:
        """Lines the text takes at this width, counted up to `enough`, and their height."""
        count, tall = 0, 0.0
        block = self.document().begin()
        while block.isValid() and count < enough:
            tall += self.blockBoundingRect(block).height()  # lays the block out, which Qt does late
            count += max(1, block.layout().lineCount())
            block = block.next()
        return count, tall
