"""When a clinic cannot be opened at all: one sentence, the next step, and another try."""

from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.entry.parts import Card
from desktop.widgets.button import pinned
from desktop.widgets.label import Label


class TroubleCard(Card):
    """Says what stands in the way. `button` tries again."""

    def __init__(self) -> None:
        super().__init__(Icon.WARN)
        self.hint = Label("", Type.SECONDARY, Tone.MUTED, wrap=True)
        self.column.addWidget(self.hint)
        self.column.addSpacing(Space.L)
        self.button = pinned(self.tr("再试一次"), icon=Icon.RELOAD)
        self.column.addWidget(self.button)

    def say(self, message: str, hint: str) -> None:
        """Say it."""
        self.explain(self.tr("诊所打不开"), message)
        self.hint.setText(hint)
