"""The day in numbers: how many were seen, how many of them for the first time."""

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout

from desktop.theme.fonts import px
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Surface


class Figures(Surface):
    """Numbers side by side, each with its word under it."""

    def __init__(self, title: str, words: tuple[str, ...]) -> None:
        super().__init__(padding=1)
        self.setAccessibleName(title)
        self._words = words
        self._numbers = tuple(Label("–", Type.TITLE) for _ in words)
        name = Label(title, Type.SECTION)
        name.setContentsMargins(Space.L, 0, Space.L, 0)
        name.setFixedHeight(px(Height.ROW_COMFORTABLE))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.column.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        for number, word in zip(self._numbers, words, strict=True):
            pair = QVBoxLayout()
            pair.setSpacing(0)
            pair.addWidget(number)
            pair.addWidget(Label(word, Type.META, Tone.MUTED))
            row.addLayout(pair, 1)
        self.column.addWidget(name)
        self.column.addWidget(Separator())
        self.column.addLayout(row)

    def show_numbers(self, *numbers: int) -> None:
        """Show these, in the order of the words."""
        for label, word, number in zip(self._numbers, self._words, numbers, strict=True):
            label.setText(str(number))
            label.setAccessibleName(f"{word} {number}")
