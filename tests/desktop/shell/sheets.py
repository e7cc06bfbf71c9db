"""What a test sees of a sheet."""

from PySide6.QtWidgets import QWidget

from desktop.widgets.sheet import Sheet


def is_seen(part: QWidget) -> bool:
    """Whether all of it is in sight, not only a part."""
    return part.isVisible() and part.visibleRegion().boundingRect() == part.rect()


def is_whole(sheet: Sheet, part: QWidget) -> bool:
    """Whether a sheet with room to spare is as tall as what it holds, and this part is seen."""
    return sheet.card.height() == sheet.full_height and is_seen(part)
