"""What the cards of the entry are made of."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.theme.icons import Icon
from desktop.theme.tokens import IconSize, Space, Tone, Type
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.problem import beside_text
from desktop.widgets.surface import Ground, Surface

CARD = 480


class Card(Surface):
    """A card of the entry: a sign and a title, one sentence, then what the card is for."""

    least_air = Space.L
    """Over and under what it says, where there is no room for more."""

    def __init__(self, sign: Icon, tone: Tone = Tone.ACCENT) -> None:
        super().__init__(Ground.CARD, padding=Space.XXL)
        self.setFixedWidth(CARD)
        self.column.setSpacing(Space.XS)
        self.head = QHBoxLayout()
        self.head.setSpacing(Space.M)
        self.title = Label("", Type.TITLE, wrap=True)
        self.head.addLayout(beside_text(IconLabel(sign, tone, IconSize.RAIL), Type.TITLE))
        self.head.addWidget(self.title, 1)
        self.column.addLayout(self.head)
        self.column.addSpacing(Space.XS)
        self.sentence = Label("", wrap=True)
        self.column.addWidget(self.sentence)

    def lie_low(self, *, is_low: bool) -> None:
        """In a low window a card wastes no room, so that what it asks for and the button under it are in sight."""

    def fit_into(self, room: int) -> int:
        """How high it has to be for all it says; with less air over and under that, where there is no room for it."""
        air = self.column.contentsMargins().top()
        inside = max(self.heightForWidth(self.maximumWidth()), 0) - 2 * air
        fits = inside + 2 * Space.XXL <= room
        if air != (wanted := Space.XXL if fits else self.least_air):
            self.column.setContentsMargins(Space.XXL, wanted, Space.XXL, wanted)
        return inside + 2 * wanted

    def explain(self, title: str, sentence: str) -> None:
        """What this card is, and why it is there."""
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))
        self.setAccessibleName(f"{title} {sentence}".strip())

    def field(self, edit: QWidget) -> QVBoxLayout:
        """A field under its name."""
        box = QVBoxLayout()
        box.setSpacing(Space.XS)
        box.addWidget(Label(edit.accessibleName(), Type.SECONDARY, Tone.MUTED, buddy=edit))
        box.addWidget(edit)
        return box

    def well(self, *rows: tuple[Icon, Tone, str]) -> Surface:
        """Facts in a well, each with its sign."""
        well = Surface(Ground.WELL)
        for sign, tone, words in rows:
            row = QHBoxLayout()
            row.setSpacing(Space.M)
            row.addLayout(beside_text(IconLabel(sign, tone)))
            row.addWidget(Label(words, Type.SECONDARY, wrap=True), 1)
            well.column.addLayout(row)
        self.column.addSpacing(Space.S)
        self.column.addWidget(well)
        return well
