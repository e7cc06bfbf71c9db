"""What the sections are made of: a head, cards under it, rows of a name with its explanation and a control or a fact."""

from typing import Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Frame, Height, Space, Tone, Type
from desktop.views.settings.said import Said
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Surface

CARD = 720
NEARLY_ALL = 1000
"""Of the width, to one part for the empty place beside the cards."""

NARROW = 600
"""Below it names and controls do not fit side by side."""


@runtime_checkable
class Narrows(Protocol):
    """A row of its own making that stands otherwise on a narrow page."""

    def lay_out(self, *, narrow: bool) -> None:
        """Beside each other, or one under the other."""


class Section(QScrollArea):
    """One section of the settings. `cards` is where its cards go; `head` takes what is done to the whole of it, at its right."""

    card_width = CARD
    """Of its cards at the most; a section of tables needs more."""

    def __init__(self, title: str, hint: str) -> None:
        super().__init__()
        self.title = title
        self.setAccessibleName(title)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        ground = QWidget()
        ground.setProperty("plain", True)
        column = QVBoxLayout(ground)
        column.setContentsMargins(Space.XL, 0, Space.XL, Space.XL)
        column.setSpacing(0)
        self.head = QHBoxLayout()
        self.head.setSpacing(Space.M)
        name = Label(title, Type.TITLE)
        name.setFixedHeight(px(Frame.PAGE_HEAD))
        self.head.addWidget(name)
        self.head.addWidget(ElidedLabel(hint, Type.SECONDARY, Tone.MUTED), 1)
        column.addLayout(self.head)
        self.limits = Said()
        self.limits.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.limits)
        # Beside an empty place: so a layout asks what wraps in a card how tall it is at the width the card gets, not at the page's.
        wide, holder = QHBoxLayout(), QWidget()
        holder.setMaximumWidth(px(self.card_width))
        self.cards = QVBoxLayout(holder)
        self.cards.setContentsMargins(0, 0, 0, 0)
        self.cards.setSpacing(Space.L)
        wide.addWidget(holder, NEARLY_ALL)
        wide.addStretch(1)
        column.addLayout(wide)
        column.addStretch(1)
        self.setWidget(ground)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    @property
    def is_narrow(self) -> bool:
        """Whether names and controls have to stand one under the other."""
        return self.viewport().width() < px(NARROW)

    def fit(self) -> None:
        """Lay the rows out for the room there is; they are asked again when there is another, or other rows."""
        for rows in self.findChildren(Rows):
            rows.lay_out(narrow=self.is_narrow)

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        """What comes in by the keyboard from beside the section is in sight; within it Qt sees to that."""
        if new is not None and self.isAncestorOf(new) and not (old is not None and self.isAncestorOf(old)):
            self.ensureWidgetVisible(new, 0, Space.L)

    def refresh(self) -> None:
        """Called each time the section comes to the front."""

    def limit(self, why: str) -> None:
        """Nothing can be changed here, and why; "" lets it."""
        self.limits.say(why, Icon.LOCK)
        for rows in self.findChildren(Rows):
            rows.setEnabled(not why)

    def first(self) -> QWidget | None:
        """The control to go to."""
        return None


class Rows(Surface):
    """A card of rows."""

    def __init__(self, name: str) -> None:
        super().__init__(padding=1)
        self.setAccessibleName(name)
        self.column.setSpacing(0)
        self._count = 0
        self._lines: list[QBoxLayout] = []
        self._parts: list[Narrows] = []

    def add(
        self,
        title: str,
        detail: str,
        control: QWidget,
        *,
        under: QWidget | None = None,
        about: QWidget | None = None,
    ) -> None:
        """A name with its explanation, or what `about` says, and a control at the right; `under` takes the room below both."""
        self._rule()
        row = QHBoxLayout()
        row.setContentsMargins(Space.L, Space.S + 2, Space.L, Space.S + 2)
        row.setSpacing(Space.L)
        self._lines.append(row)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Label(title, buddy=control))
        if detail:
            words.addWidget(Label(detail, Type.META, Tone.MUTED, wrap=True))
        if about is not None:
            words.addWidget(about)
        row.addLayout(words, 1)
        row.addWidget(control)
        self.column.addLayout(row)
        if under is not None:
            box = QVBoxLayout()
            box.setContentsMargins(Space.L, 0, Space.L, 0)
            box.addWidget(under)
            self.column.addLayout(box)

    def fact(self, title: str, value: str = "") -> ElidedLabel:
        """A name and what is the case; the result says something else later."""
        self._rule()
        row = QHBoxLayout()
        row.setContentsMargins(Space.L, 0, Space.L, 0)
        row.setSpacing(Space.L)
        name = Label(title, tone=Tone.MUTED)
        name.setFixedHeight(px(Height.ROW_COMFORTABLE))
        name.setMinimumWidth(px(FACT))
        shown = ElidedLabel(value, mode=Qt.TextElideMode.ElideMiddle)
        row.addWidget(name)
        row.addWidget(shown, 1)
        self.column.addLayout(row)
        return shown

    def put(self, widget: QWidget) -> None:
        """A row of its own making."""
        self._rule()
        self.column.addWidget(widget)
        if isinstance(widget, Narrows):
            self._parts.append(widget)

    def lay_out(self, *, narrow: bool) -> None:
        """On a narrow page a control stands under its name."""
        for line in self._lines:
            down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
            line.setDirection(down if narrow else beside)
            line.setSpacing(Space.S if narrow else Space.L)
        for part in self._parts:
            part.lay_out(narrow=narrow)

    def _rule(self) -> None:
        if self._count:
            self.column.addWidget(Separator())
        self._count += 1


FACT = 160
