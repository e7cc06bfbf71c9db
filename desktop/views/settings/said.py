"""A sentence under a field or in a card: that it is kept, or why it is not."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.in_sight import keep_in_sight
from desktop.widgets.label import Label


class Said(QWidget):
    """Takes no room while there is nothing to say."""

    def __init__(self) -> None:
        super().__init__()
        self._sign = IconLabel(Icon.INFO)
        self.words = Label("", Type.SECONDARY, wrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, Space.M)
        row.setSpacing(Space.S)
        sign = QVBoxLayout()
        sign.addWidget(self._sign)
        sign.addStretch()
        row.addLayout(sign)
        row.addWidget(self.words, 1)
        keep_in_sight(self)
        self.say("")

    def say(self, words: str, sign: Icon = Icon.INFO, tone: Tone = Tone.MUTED) -> None:
        """Say it; "" is nothing."""
        self.words.setText(words)
        self.words.set_tone(tone)
        self._sign.set_icon(sign, tone)
        self.setAccessibleName(words)
        self.setVisible(bool(words))
