"""Push buttons: an icon, words, and the key that does the same.

One filled button a screen. The style sheet draws the frame; this draws what stands in it, and a focus ring only when
the focus came by keyboard.
"""

from enum import StrEnum

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.restyle import restyle
from desktop.widgets.ringed import RingedButton
from desktop.widgets.tip import plain


class Kind(StrEnum):
    """How much a button asks for."""

    PLAIN = "plain"
    PRIMARY = "primary"
    DANGER = "danger"
    """The filled button of what cannot be undone."""
    LINK = "link"


class Size(StrEnum):
    """How tall a button is."""

    NORMAL = "normal"
    SMALL = "small"
    PINNED = "pinned"


_HEIGHTS = {Size.NORMAL: Height.BUTTON, Size.SMALL: Height.SMALL, Size.PINNED: Height.PINNED}

_TONES = {
    Kind.PLAIN: Tone.TEXT,
    Kind.PRIMARY: Tone.ON_ACCENT,
    Kind.DANGER: Tone.ON_DANGER,
    Kind.LINK: Tone.ACCENT,
}


class Button(RingedButton):
    """A button. `key` is text to show ("Ctrl S"); the shortcut itself belongs to the action. `tone` is another than the kind's."""

    def __init__(
        self,
        words: str,
        *,
        kind: Kind = Kind.PLAIN,
        size: Size = Size.NORMAL,
        icon: Icon | None = None,
        trailing: Icon | None = None,
        key: str = "",
        tone: Tone | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._words, self._key = words, key
        self._kind, self._size = kind, size
        self._icon, self._trailing = icon, trailing
        self._own_tone = tone
        self.setProperty("kind", kind.value)
        self.setProperty("tier", size.value)
        self.set_words(words)

    @property
    def words(self) -> str:
        """What the button says."""
        return self._words

    def set_words(self, words: str) -> None:
        """Say something else."""
        self._words = words
        self.setAccessibleName(words)
        self.setAccessibleDescription(plain(self._key))
        self.updateGeometry()
        self.update()

    def set_key(self, key: str) -> None:
        """Show another key, or none."""
        self._key = key
        self.set_words(self._words)

    def set_icon(self, icon: Icon | None) -> None:
        """Show another icon."""
        self._icon = icon
        self.updateGeometry()
        self.update()

    def set_kind(self, kind: Kind) -> None:
        """Ask for more, or for less."""
        self._kind = kind
        restyle(self, kind=kind.value)

    @property
    def trailing(self) -> Icon | None:
        """The icon after the words."""
        return self._trailing

    def set_trailing(self, icon: Icon | None) -> None:
        """Show another icon after the words."""
        self._trailing = icon
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        side = {Kind.LINK: Space.XS}.get(self._kind, Space.S if self._size is Size.SMALL else Space.M)
        return QSize(sum(width for _, width in self._parts()) + 2 * side, px(_HEIGHTS[self._size]))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint_frame(painter)
        self.paint_ring(painter)
        parts = self._parts()
        left = (self.width() - sum(width for _, width in parts)) // 2
        for part, width in parts:
            self._draw(painter, part, QRect(left, 0, width, self.height()))
            left += width

    def _draw(self, painter: QPainter, part: str, place: QRect) -> None:
        tone = self._tone()
        if part == "icon" and self._icon:
            icons.draw(painter, self._icon, tone, place, self._icon_size())
        elif part == "trailing" and self._trailing:
            icons.draw(painter, self._trailing, tone, place, self._icon_size())
        elif part == "words":
            painter.setFont(font(self._type()))
            paint.text(painter, place, self._words, tone)
        elif part == "key":
            painter.setFont(font(Type.META))
            paint.text(painter, place, self._key, Tone.MUTED if self._kind is Kind.PLAIN else tone)

    def _parts(self) -> list[tuple[str, int]]:
        """What stands in the button, from the left, with widths; "" is a gap."""
        gap = Space.S if self._size is not Size.SMALL and self._kind is not Kind.LINK else Space.XS
        found = [
            ("icon", self._icon_size() if self._icon else 0),
            ("words", metrics(self._type()).horizontalAdvance(self._words)),
            ("key", metrics(Type.META).horizontalAdvance(self._key)),
            ("trailing", self._icon_size() if self._trailing else 0),
        ]
        parts: list[tuple[str, int]] = []
        for name, width in found:
            if width:
                # A key never sticks to the words, however small the button.
                before = Space.S if name == "key" else gap
                parts += [("", before if parts else 0), (name, width)]
        return parts

    def _tone(self) -> Tone:
        if not self.isEnabled():
            return Tone.MUTED
        if self._own_tone:
            return self._own_tone
        return _TONES[self._kind]

    def _type(self) -> Type:
        if self._size is Size.SMALL or self._kind is Kind.LINK:
            return Type.SECONDARY
        return Type.BODY

    def _icon_size(self) -> int:
        return px(IconSize.CHIP if self._kind is Kind.LINK or self._size is Size.SMALL else IconSize.FIELD)


def primary(words: str, *, size: Size = Size.NORMAL, icon: Icon | None = None, key: str = "") -> Button:
    """The one filled button of a screen."""
    return Button(words, kind=Kind.PRIMARY, size=size, icon=icon, key=key)


def danger(words: str) -> Button:
    """The one filled button of a screen where it does what cannot be undone."""
    return Button(words, kind=Kind.DANGER)


def pinned(words: str, *, icon: Icon | None = None, key: str = "") -> Button:
    """The filled button at the foot of a panel, always in sight."""
    return Button(words, kind=Kind.PRIMARY, size=Size.PINNED, icon=icon, key=key)


def plain_button(words: str, *, icon: Icon | None = None, key: str = "") -> Button:
    """A button like any other."""
    return Button(words, icon=icon, key=key)


def small(words: str, *, icon: Icon | None = None, key: str = "", tone: Tone | None = None) -> Button:
    """A button in a row or a card."""
    return Button(words, size=Size.SMALL, icon=icon, key=key, tone=tone)


def link(
    words: str,
    *,
    icon: Icon | None = None,
    trailing: Icon | None = None,
    key: str = "",
    tone: Tone | None = None,
) -> Button:
    """Words that act, without a frame."""
    return Button(words, kind=Kind.LINK, size=Size.SMALL, icon=icon, trailing=trailing, key=key, tone=tone)
