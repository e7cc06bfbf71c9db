"""What things lie on: cards, wells, panels. Nothing is boxed inside a card but controls and at most one well."""

from enum import StrEnum

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop.theme.tokens import Space


class Ground(StrEnum):
    """The kinds of surface."""

    CARD = "card"
    WELL = "well"
    PAGE = "page"
    PANEL = "panel"
    RAIL = "rail"
    SELECTED = "selected"


_PADDING = {Ground.CARD: Space.L, Ground.WELL: Space.M}


class Surface(QFrame):
    """A surface with a column to put things in, padded as its kind asks unless `padding` says otherwise."""

    def __init__(
        self, ground: Ground = Ground.CARD, *, padding: int | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", ground.value)
        self.column = QVBoxLayout(self)
        side = int(_PADDING.get(ground, 0)) if padding is None else padding
        self.column.setContentsMargins(side, side, side, side)
        self.column.setSpacing(Space.S)
