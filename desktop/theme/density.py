"""How tall the rows of a table are: dense for a desk, comfortable for a touch screen or tired eyes.

Only `desktop.session.options` changes it, and the desk is made anew then: nothing is laid out again here.
"""

from dataclasses import dataclass
from enum import StrEnum

from desktop.theme.fonts import px
from desktop.theme.tokens import Height


class Density(StrEnum):
    """What a person chose."""

    DENSE = "dense"
    COMFORTABLE = "comfortable"


_HEIGHTS = {Density.DENSE: Height.ROW_DENSE, Density.COMFORTABLE: Height.ROW_COMFORTABLE}


@dataclass(slots=True)
class _Shown:
    density: Density


_now = _Shown(Density.DENSE)


def density() -> Density:
    """The density on screen."""
    return _now.density


def settle(chosen: Density) -> None:
    """Make this the density on screen, for what is laid out from now on."""
    _now.density = chosen


def row_height() -> int:
    """The height of a table's row, at the scale of the text."""
    return px(_HEIGHTS[_now.density])
