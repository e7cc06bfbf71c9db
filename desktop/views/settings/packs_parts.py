"""What packs are shown with, in the list and in the sheets: facts by name, and lines with a sign each. Tab comes to every one of them."""

from collections.abc import Iterable

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from desktop.theme.fonts import px
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.settings.packs_words import Line
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.problem import beside_text
from desktop.widgets.read_line import ReadLine

NAME = 88
"""Room for the name of a fact."""

NARROW = 400
"""Below it what is the case stands under its name."""


class Facts(QWidget):
    """Names in grey and what is the case."""

    def __init__(self, facts: Iterable[tuple[str, str]] = ()) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        self.rows: list[ReadLine] = []
        self._lines: list[QBoxLayout] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(Space.XS)
        self.fill(facts)

    def fill(self, facts: Iterable[tuple[str, str]]) -> None:
        """Show these instead."""
        _clear(self._column)
        self.said = dict(facts)
        self.rows, self._lines = [], []
        for name, value in self.said.items():
            row = ReadLine(f"{name} {value}")
            line = QHBoxLayout(row)
            line.setContentsMargins(0, 2, 0, 2)
            title = Label(name, Type.META, Tone.MUTED)
            title.setMinimumWidth(px(NAME))
            column = QVBoxLayout()
            column.addWidget(title)
            column.addStretch()
            line.addLayout(column)
            line.addWidget(Label(value, Type.META, wrap=True), 1)
            self._column.addWidget(row)
            self.rows.append(row)
            self._lines.append(line)
        self.lay_out(narrow=self.width() < px(NARROW))

    def lay_out(self, *, narrow: bool) -> None:
        """Beside its name, or under it."""
        for line in self._lines:
            down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
            line.setDirection(down if narrow else beside)
            line.setSpacing(0 if narrow else Space.M)


class Lines(QWidget):
    """A sign, what it says, and where that stands in grey."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        super().__init__()
        self.said: tuple[Line, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(Space.S)
        self.fill(lines)

    def fill(self, lines: Iterable[Line]) -> None:
        """Show these instead; none take no room."""
        _clear(self._column)
        self.said = tuple(lines)
        for one in self.said:
            row = ReadLine(f"{one.words} {one.detail}".strip())
            line = QHBoxLayout(row)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(Space.S)
            line.addLayout(beside_text(IconLabel(one.icon, one.tone)))
            column = QVBoxLayout()
            column.setSpacing(0)
            column.addWidget(Label(one.words, Type.SECONDARY, wrap=True))
            if one.detail:
                column.addWidget(Label(one.detail, Type.META, Tone.MUTED, wrap=True))
            line.addLayout(column, 1)
            self._column.addWidget(row)
        if not self.said:
            self.hide()
        elif self.parentWidget() is not None:  # shown before it has a place, it would be a window of its own
            self.show()


def _clear(column: QVBoxLayout) -> None:
    while column.count():
        gone = column.takeAt(0).widget()
        if gone is not None:
            gone.hide()
            gone.deleteLater()
