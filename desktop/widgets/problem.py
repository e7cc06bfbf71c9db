"""What is wrong, said beside a field or in a card; and an icon beside the first line of a text."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.theme.fonts import line_height
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.in_sight import keep_in_sight
from desktop.widgets.label import Label


class Problem(QWidget):
    """What is wrong, beside the field or in the card: one sentence and the next step. Takes no room while all is well."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, Space.XS, 0, 0)
        row.setSpacing(Space.S)
        self._message = Label("", Type.SECONDARY, Tone.DANGER, wrap=True)
        self._hint = Label("", Type.META, Tone.MUTED, wrap=True)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._message)
        words.addWidget(self._hint)
        row.addLayout(beside_text(IconLabel(Icon.DANGER, Tone.DANGER)))
        row.addLayout(words, 1)
        keep_in_sight(self)
        self.say("")

    @property
    def words(self) -> str:
        """What it says, empty while all is well."""
        return self._message.text()

    def say(self, message: str, hint: str = "") -> None:
        """Say what is wrong; with an empty message, nothing is."""
        self._message.setText(message)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self.setAccessibleName(f"{message} {hint}".strip())
        self.setVisible(bool(message))
        self.updateGeometry()  # said once more, it is looked for once more


def beside_text(icon: IconLabel, size: Type = Type.SECONDARY) -> QVBoxLayout:
    """An icon in the middle of the first line of the text beside it."""
    column = QVBoxLayout()
    column.setSpacing(0)
    column.addSpacing((line_height(size) - icon.sizeHint().height() + 1) // 2 + 1)
    column.addWidget(icon)
    column.addStretch()
    return column
