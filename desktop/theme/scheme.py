"""Which scheme is shown now, for everything that paints by itself.

Only `desktop.theme.style` changes it; every widget then gets a StyleChange event and asks again.
"""

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtGui import QColor

from desktop.theme.tokens import LIGHT, Colours, Tone


class Scheme(StrEnum):
    """What a person chose: a fixed scheme, or the system's."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(slots=True)
class _Shown:
    colours: Colours


_now = _Shown(LIGHT)


def shown() -> Colours:
    """The colours on screen."""
    return _now.colours


def show(colours: Colours) -> None:
    """Make these the colours on screen. For `desktop.theme.style` only: nothing is repainted here."""
    _now.colours = colours


def colour(tone: Tone) -> QColor:
    """A colour on screen; scrim and shadow come with their transparency."""
    colours = _now.colours
    result = QColor(colours.of(tone))
    if tone is Tone.SCRIM:
        result.setAlphaF(colours.scrim_alpha)
    elif tone is Tone.SHADOW:
        result.setAlphaF(colours.shadow_alpha)
    return result
