"""What the page of models is made of: heads of its groups, the badge of a boundary, a bar of what was spent."""

from collections.abc import Iterable
from decimal import Decimal

from PySide6.QtCore import QCoreApplication, QRect, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from core.services.models import Boundary
from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.button import Button
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.label import Label

BADGE = 20
BAR = 6
LEAST_FILL = 2
"""Pixels: what is not nothing is seen."""


class Head(QWidget):
    """Over a card: its name, what it is about in grey, what can be done at the right."""

    def __init__(self, title: str, hint: str, deeds: Iterable[QWidget] = ()) -> None:
        super().__init__()
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, Space.S, 0, 0)
        about = QHBoxLayout()
        about.setSpacing(Space.S)
        self.title = Label(title, Type.SECTION)
        self.hint = ElidedLabel(hint, Type.SECONDARY, Tone.MUTED)
        about.addWidget(self.title)
        about.addWidget(self.hint, 1)
        self._line.addLayout(about, 1)
        self.deeds = QHBoxLayout()
        self.deeds.setSpacing(Space.S)
        for deed in deeds:
            self.deeds.addWidget(deed)
        self._line.addLayout(self.deeds)
        self.lay_out(narrow=False)

    def lay_out(self, *, narrow: bool) -> None:
        """On a narrow page what can be done stands under the name."""
        down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._line.setDirection(down if narrow else beside)
        self._line.setSpacing(Space.S if narrow else Space.M)


class BoundaryBadge(QWidget):
    """How far what a model is told goes: 本机 in grey, 外部 in amber, as in the status bar."""

    def __init__(self, boundary: Boundary) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_boundary(boundary)

    def show_boundary(self, boundary: Boundary) -> None:
        """Show this one."""
        is_here = boundary is Boundary.ON_DEVICE
        self._icon = Icon.ON_DEVICE if is_here else Icon.EXTERNAL
        self._tone = Tone.MUTED if is_here else Tone.WARN
        self.words = boundary_words(boundary)
        self.setAccessibleName(self.words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        words = metrics(Type.META).horizontalAdvance(self.words)
        return QSize(5 + px(IconSize.CHIP) + Space.XS + words + 6, px(BADGE))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint.box(painter, self.rect(), Tone.SURFACE, self._tone, radius=Space.XS)
        side = px(IconSize.CHIP)
        icons.draw(painter, self._icon, self._tone, QRect(5, 0, side, self.height()), side)
        painter.setFont(font(Type.META))
        paint.text(painter, self.rect().adjusted(5 + side + Space.XS, 0, 0, 0), self.words, self._tone)


class Meter(QWidget):
    """A bar of how much of a limit is used: accent, amber from `warned`, red from the limit on."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._name, self._share, self._tone = name, 0.0, Tone.ACCENT
        self.setAccessibleName(name)

    def show_used(self, used: Decimal, limit: Decimal | None, warned: Decimal | None = None) -> None:
        """Without a limit it stays empty."""
        self._share = 0.0 if limit is None else float(min(Decimal(1), used / limit)) if limit else 1.0
        self._tone = Tone.ACCENT
        if limit is not None and used >= limit:
            self._tone = Tone.DANGER
        elif warned is not None and used >= warned:
            self._tone = Tone.WARN
        self.setAccessibleName(f"{self._name} {round(self._share * 100)}%")
        self.update()

    @property
    def tone(self) -> Tone:
        """The colour of what is used."""
        return self._tone

    def sizeHint(self) -> QSize:
        return QSize(px(80), BAR + 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        place = QRectF(0, 1, self.width(), BAR)
        paint.box(painter, place, Tone.SUNKEN, radius=BAR / 2)
        if self._share:
            place.setWidth(max(float(BAR + LEAST_FILL), place.width() * self._share))
            paint.box(painter, place, self._tone, radius=BAR / 2)


class TableHead(QWidget):
    """The names of columns over the rows of a card, on sunken ground. It gets its columns from whoever lays out the rows."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(px(Height.TABLE_HEAD))
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(Space.L, 0, Space.L, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        # One pixel more below, so that the corners under it are square.
        painter.setClipRect(self.rect())
        place = self.rect().adjusted(0, 0, 0, 2 * Space.M)
        paint.box(painter, place, Tone.SUNKEN, radius=Space.M - 3)


def boundary_words(boundary: Boundary) -> str:
    """The word of the badge."""
    if boundary is Boundary.ON_DEVICE:
        return QCoreApplication.translate("BoundaryBadge", "本机")
    return QCoreApplication.translate("BoundaryBadge", "外部")


def under_name(name: str, *parts: QWidget) -> QVBoxLayout:
    """A field under its name, with what is said of it below."""
    column = QVBoxLayout()
    column.setSpacing(Space.XS)
    column.addWidget(Label(name, Type.SECONDARY, Tone.MUTED, buddy=parts[0]))
    for part in parts:
        column.addWidget(part)
    return column


def row_of(*deeds: Button) -> QHBoxLayout:
    """Buttons in a row, from the left."""
    row = QHBoxLayout()
    row.setSpacing(Space.S)
    for deed in deeds:
        row.addWidget(deed)
    row.addStretch()
    return row


def digits(amount: Decimal | None) -> str:
    """A price as it is written, without noughts at its end."""
    return "" if amount is None else f"{amount.normalize():f}"


def money(amount: Decimal) -> str:
    """Yuan as a sum is shown: two decimals, more only where two would show nothing."""
    if amount and abs(amount) < Decimal("0.01"):
        return f"¥{amount:.4f}"
    return f"¥{amount:.2f}"
