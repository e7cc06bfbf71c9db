"""One line of typing: an icon before, a clear button or a key hint behind, and the rule for input methods.

Enter reaches `returnPressed` only when no composition is open. A field for numbers takes full-width digits and keeps
plain ones; switching the input method off instead does not work with Qt.
"""

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from core.base.text import one_line
from desktop.theme import icons
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import IconSize, Space, Tone
from desktop.widgets.composition import Composition
from desktop.widgets.icon_button import IconButton
from desktop.widgets.key_cap import KeyCap
from desktop.widgets.plain_digits import PlainDigits
from desktop.widgets.restyle import restyle

_COMES_BACK = frozenset({Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason})


class LineEdit(QLineEdit):
    """A field. `name` is what a screen reader says; `kind` is `field`, or `cell` in a row of a table;
    `tier` is `normal`, or `head` in the head of a page."""

    def __init__(
        self,
        name: str,
        *,
        hint: str = "",
        leading: Icon | None = None,
        clearable: bool = False,
        key: str = "",
        kind: str = "field",
        tier: str = "normal",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setProperty("kind", kind)
        self.setProperty("tier", tier)
        self._leading = leading
        self._composition = Composition()
        self._clear = IconButton(Icon.CLOSE, self.tr("清空"), parent=self) if clearable else None
        if self._clear:
            self._clear.clicked.connect(self._on_clear)
        self._key = KeyCap(key, parent=self) if key else None
        self.textEdited.connect(self._keep_one_line)
        self.textChanged.connect(self._show_trailing)
        self._show_trailing()

    @property
    def composing(self) -> bool:
        """Whether an input method still holds text here."""
        return self._composition.open

    @property
    def composed(self) -> str:
        """What the input method holds here."""
        return self._composition.text

    def set_plain_digits(self, pattern: str = r"-?\d*\.?\d*") -> None:
        """Make this a field for numbers: full-width digits become plain, what `pattern` does not match is refused."""
        self.setValidator(PlainDigits(pattern, self))

    def set_invalid(self, invalid: bool) -> None:
        """Show that what stands here cannot be kept; the reason belongs beside the field."""
        restyle(self, invalid=invalid)

    def set_raised(self, raised: bool) -> None:
        """Show a cell on a selected row."""
        restyle(self, raised=raised)

    def setText(self, text: str | None, /) -> None:
        super().setText(text or "")
        self._show_beginning()

    def event(self, event: QEvent) -> bool:
        # Here and not in keyPressEvent: Tab does not come that far.
        if (
            event.type() in {QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress}
            and isinstance(event, QKeyEvent)
            and self._composition.holds(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composition.hear(event)
        super().inputMethodEvent(event)
        self._show_trailing()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_trailing()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._composition.end()
        super().focusOutEvent(event)
        self._show_trailing()
        if event.reason() not in _COMES_BACK:
            self._show_beginning()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._leading:
            painter = QPainter(self)
            size = px(IconSize.FIELD)
            left = Space.M + 1
            icons.draw(
                painter, self._leading, self._leading_tone(), QRect(left, 0, size, self.height()), size
            )

    def _leading_tone(self) -> Tone:
        return Tone.ACCENT if self.hasFocus() else Tone.MUTED

    def _show_beginning(self) -> None:
        """A text too long for its field is read from its beginning, and written at its end."""
        if not self.hasFocus():
            self.setCursorPosition(0)

    def _keep_one_line(self, text: str) -> None:
        """What is pasted may hold line breaks and signs that nobody sees: they become blanks, one at the end goes. A tab stays."""
        line = "\t".join(map(one_line, text.rstrip("\r\n\u2028\u2029").split("\t")))
        if line != text:
            place = min(self.cursorPosition(), len(line))
            self.selectAll()
            self.insert(line)
            self.setCursorPosition(place)

    def _on_clear(self) -> None:
        self.clear()
        self.setFocus()

    def _show_trailing(self) -> None:
        written = bool(self.text()) or self.composing
        if self._clear:
            self._clear.setVisible(written and not self.isReadOnly())
        if self._key:
            self._key.setVisible(not written and not self.hasFocus())
        self._place()

    def _place(self) -> None:
        """Set clear button and key hint at the right end, and keep the text clear of them."""
        right = 0
        for part in (self._clear, self._key):
            if part and not part.isHidden():
                size: QSize = part.sizeHint()
                right = Space.M
                part.setGeometry(
                    self.width() - right - size.width(),
                    (self.height() - size.height()) // 2,
                    size.width(),
                    size.height(),
                )
                right = size.width() + Space.XS
        left = px(IconSize.FIELD) + Space.S if self._leading else 0
        margins = self.textMargins()
        if (margins.left(), margins.right()) != (left, right):
            self.setTextMargins(left, 0, right, 0)
