"""Words that open what stands under them, and shut it; the chevron points where the next press leads."""

from desktop.theme.icons import Icon
from desktop.widgets.button import Button, Kind, Size


class Disclosure(Button):
    """Checked is open."""

    def __init__(self, words: str) -> None:
        super().__init__(words, kind=Kind.LINK, size=Size.SMALL, trailing=Icon.OPEN)
        self.setCheckable(True)
        self.toggled.connect(self._on_toggled)

    def _on_toggled(self, is_open: bool) -> None:
        self.set_trailing(Icon.SHUT if is_open else Icon.OPEN)
