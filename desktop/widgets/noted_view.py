"""Which rules of packs mention what a physician wrote, in which item, on which words. Quiet: the text is kept as it is."""

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from core.base.messages import Messages
from core.services.visits.intake import Noted
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.noted_words import noted_lines
from desktop.widgets.problem import beside_text
from desktop.widgets.read_line import ReadLine
from desktop.widgets.surface import Ground, Surface


class NotedView(Surface):
    """Made for one saving. Tab comes to it, and a screen reader says all of it."""

    def __init__(self, noted: Sequence[Noted], messages: Messages) -> None:
        super().__init__(Ground.WELL)
        kept = messages.text("noted.kept")
        lines = noted_lines(noted, messages)
        spoken = [kept, *(f"{line.item} {line.what} {line.rule}" for line in lines)]
        self.line = ReadLine("\n".join(spoken))
        row = QHBoxLayout(self.line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.S)
        row.addLayout(beside_text(IconLabel(Icon.INFO, Tone.MUTED)))
        words = QVBoxLayout()
        words.setSpacing(Space.XS)
        words.addWidget(Label(kept, Type.SECONDARY, Tone.MUTED, wrap=True))
        for rule in dict.fromkeys(line.rule for line in lines):
            found = QVBoxLayout()
            found.setSpacing(0)
            for line in lines:
                if line.rule == rule:
                    said = messages.text("noted.found", item=line.item, what=line.what)
                    found.addWidget(Label(said, wrap=True))
            found.addWidget(Label(rule, Type.META, Tone.MUTED, wrap=True))
            words.addLayout(found)
        row.addLayout(words, 1)
        self.column.addWidget(self.line)
